package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"time"
	"unicode/utf8"
)

// Bucket holds objects by their keys. Several goroutines may call its methods at a time. For an object that does
// not exist, errors match fs.ErrNotExist in errors.Is. For a context that has ended, they match context.Canceled
// or context.DeadlineExceeded.
type Bucket interface {
	// Put stores the content of r, up to its end, and replaces an earlier object. Nobody can read any of it before
	// Put returns. If r or the bucket fails, or ctx ends before the object is complete, nothing is stored. An
	// error of r is in the chain of Put's error. mediaType is for those who read the bucket without the service; a
	// bucket may ignore it.
	Put(ctx context.Context, key string, r io.Reader, mediaType string) error

	// Open opens an object. The reader is for one goroutine. It reads the object as it was when it was opened, or
	// fails, and it fails once ctx ends.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)

	// Delete deletes an object. It is no error if the object does not exist.
	Delete(ctx context.Context, key string) error

	// List returns the objects whose keys begin with prefix, in no particular order. Objects that are added or
	// deleted meanwhile may be missing or not. It ends with the first error.
	List(ctx context.Context, prefix string) iter.Seq2[Object, error]
}

// Object is an entry of a list.
type Object struct {
	Key     string
	ModTime time.Time // when it was stored, by the clock of the bucket
}

// ReadAll reads an object of at most limit bytes.
func ReadAll(ctx context.Context, b Bucket, key string, limit int64) (data []byte, err error) {
	r, err := b.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if data, err = io.ReadAll(io.LimitReader(r, limit+1)); err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("storage: %s has more than %d bytes", key, limit)
	}
	return data, err
}

// Bounds of a key: those of S3, and of file names.
const (
	maxKey     = 1024
	maxElement = 255
)

// CheckKey returns an error if a key is not valid; all buckets accept the same keys. A key is UTF-8 of at most
// 1024 bytes, without control characters. Its elements between slashes have 1 to 255 bytes and do not begin with a
// dot. The error matches fs.ErrInvalid in errors.Is.
func CheckKey(key string) error {
	ok := len(key) <= maxKey && utf8.ValidString(key) && !strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r == 0x7f })
	for element := range strings.SplitSeq(key, "/") {
		ok = ok && element != "" && element[0] != '.' && len(element) <= maxElement
	}
	if !ok {
		return &fs.PathError{Op: "key", Path: key, Err: fs.ErrInvalid}
	}
	return nil
}
