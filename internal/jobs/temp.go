package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// tempPrefix is what the folders of engines are called.
	tempPrefix = "pagelift-jobs-"

	// lockSuffix ends the name of the file beside a folder that its owner holds locked for as
	// long as it lives: the system lets go of the lock with the process, however that ends.
	lockSuffix = ".lock"

	// leftoversEvery is how often a process looks for what killed ones left on its disk:
	// documents of customers.
	leftoversEvery = 10 * time.Second

	// tempTries is how often a process tries to own a new folder: another one, which looks for
	// leftovers, may take the lock for one just in between.
	tempTries = 100
)

// tempFolder is the folder of an engine for what runs need on disk.
type tempFolder struct {
	path string
	lock *flock.Flock
}

// newTemp makes the folder of an engine, as its own, and removes those whose owners are gone.
func newTemp(base string) (*tempFolder, error) {
	if err := removeLeftovers(base); err != nil {
		return nil, err
	}
	for range tempTries {
		path := filepath.Join(base, tempPrefix+store.NewID("own"))
		lock, err := lockFile(path + lockSuffix)
		if err != nil {
			return nil, err
		}
		if lock != nil {
			if err := os.Mkdir(path, 0o700); err != nil {
				return nil, errors.Join(err, release(lock))
			}
			return &tempFolder{path, lock}, nil
		}
	}
	return nil, fmt.Errorf("jobs: no folder in %s can be locked", base)
}

// lockFile locks a file, which it makes where it is missing. It returns nil when another process has it, or
// has removed it meanwhile.
func lockFile(name string) (*flock.Flock, error) {
	lock := flock.New(name, flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	if err != nil || !held {
		return nil, err
	}
	mine, err := lock.Stat()
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	if there, err := os.Stat(name); err != nil || !os.SameFile(mine, there) {
		return nil, lock.Close()
	}
	return lock, nil
}

// release removes a file that is locked, and lets go of the lock then: nobody finds the file
// unlocked. Where the system removes no open files, it is removed behind that.
func release(lock *flock.Flock) error {
	if os.Remove(lock.Path()) == nil {
		return lock.Close()
	}
	err := lock.Close()
	if again := os.Remove(lock.Path()); !errors.Is(again, fs.ErrNotExist) {
		err = errors.Join(err, again)
	}
	return err
}

// close removes the folder; there may be none, or none any more.
func (t *tempFolder) close() error {
	if t == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(t.path), release(t.lock))
}

// removeLeftovers removes the folders whose owners are gone, and their locks.
func removeLeftovers(base string) error {
	entries, err := os.ReadDir(base)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), lockSuffix)
		if !strings.HasPrefix(name, tempPrefix) || seen[name] {
			continue
		}
		seen[name] = true
		path := filepath.Join(base, name)
		lock, failed := lockFile(path + lockSuffix)
		switch {
		case errors.Is(failed, fs.ErrPermission): // of another user's service
		case failed != nil:
			err = errors.Join(err, failed)
		case lock != nil:
			err = errors.Join(err, os.RemoveAll(path), release(lock))
		}
	}
	return err
}

// sweepTemp removes what killed processes left, until ctx ends.
func (e *Engine) sweepTemp(ctx context.Context) {
	every(ctx, leftoversEvery, nil, func() {
		if err := removeLeftovers(e.cfg.TempDir); err != nil {
			e.log.WarnContext(ctx, "removing the files of processes that are gone", "error", err)
		}
	})
}
