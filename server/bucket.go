package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pagelift/pagelift/internal/store"
)

// markers is the prefix of objects that say which database a bucket belongs to.
const markers = "service/"

// checkBucket checks that all processes on a database use the same storage, because one process converts what
// another has accepted. The first process to start writes a marker into the storage, and then the marker's name
// into the database. The other processes look for that marker.
func (s *core) checkBucket(ctx context.Context) error {
	known, err := s.bucketMarker(ctx, "")
	if err != nil {
		return err
	}
	if known == "" {
		marker := markers + store.NewID("bucket")
		if err := s.bucket.Put(ctx, marker, strings.NewReader("This storage belongs to a service; see its documentation.\n"), "text/plain"); err != nil {
			return fmt.Errorf("server: writing to the storage: %w", err)
		}
		if known, err = s.bucketMarker(ctx, marker); err != nil || known == marker {
			return err
		}
		if err := s.bucket.Delete(ctx, marker); err != nil { // another process was first
			return fmt.Errorf("server: deleting from the storage: %w", err)
		}
	}
	found, err := s.bucket.Open(ctx, known)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("server: %w: the database belongs to a service with another storage, which has %s: give all its processes the same, "+
			"or make an object of that name if the storage was replaced", ErrConfig, known)
	}
	if err != nil {
		return fmt.Errorf("server: reading the storage: %w", err)
	}
	return found.Close()
}

// bucketMarker returns the name of the marker that the database knows. If the database knows none, bucketMarker
// stores the given name there, unless that is empty.
func (s *core) bucketMarker(ctx context.Context, marker string) (known string, err error) {
	const setting = "bucket"
	err = s.db.Update(ctx, func(tx store.Tx) (err error) {
		if marker == "" {
			known, err = store.GetSetting(ctx, tx, setting)
		} else {
			known, err = store.FirstSetting(ctx, tx, setting, marker)
		}
		return err
	})
	return known, err
}

// checkSecret checks that one of the secrets is the one with which the database was last opened. A new secret may
// replace it if the old one is given beside it.
func (s *core) checkSecret(ctx context.Context) error {
	const setting = "secret"
	return s.db.Update(ctx, func(tx store.Tx) error {
		current, err := store.FirstSetting(ctx, tx, setting, s.secrets[0].id)
		switch {
		case err != nil || current == s.secrets[0].id:
			return err
		case s.secrets.byID(current) == nil:
			return errOtherSecret
		}
		return store.SetSetting(ctx, tx, setting, s.secrets[0].id)
	})
}
