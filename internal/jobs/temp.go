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
	// tempPrefix begins the name of each engine's folder.
	tempPrefix = "pagelift-jobs-"

	// lockSuffix ends the name of a lock file, which stands beside the folder. Its owner locks it as long as it
	// lives. The system releases the lock when the process ends, whatever ends it.
	lockSuffix = ".lock"

	// leftoversEvery is how often a process looks for folders that killed processes left on its disk. They hold
	// documents of customers.
	leftoversEvery = 10 * time.Second

	// tempTries is how often a process tries to own a new folder. Another process that looks for leftovers may
	// lock a new folder for a moment.
	tempTries = 100
)

// tempFolder is the folder in which an engine keeps the files of its runs.
type tempFolder struct {
	path string
	lock *flock.Flock
}

// newTemp makes the folder of an engine, and removes those whose owners are gone.
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

// lockFile locks a file, and makes it if it is missing. It returns nil if another process holds the lock or has
// removed the file meanwhile.
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

// release removes a locked file and then releases the lock, so nobody finds the file unlocked. If the system
// cannot remove open files, release removes the file after the lock.
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

// close removes the folder. t may be nil, and the folder may be gone already.
func (t *tempFolder) close() error {
	if t == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(t.path), release(t.lock))
}

// removeLeftovers removes the folders whose owners are gone, and their lock files.
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
		case errors.Is(failed, fs.ErrPermission): // it belongs to the service of another user
		case failed != nil:
			err = errors.Join(err, failed)
		case lock != nil:
			err = errors.Join(err, os.RemoveAll(path), release(lock))
		}
	}
	return err
}

// sweepTemp removes the folders of killed processes from time to time, until ctx ends.
func (e *Engine) sweepTemp(ctx context.Context) {
	every(ctx, leftoversEvery, nil, func() {
		if err := removeLeftovers(e.cfg.TempDir); err != nil {
			e.log.WarnContext(ctx, "removing the files of processes that are gone", "error", err)
		}
	})
}
