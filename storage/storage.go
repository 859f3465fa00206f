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

// Bucket holds objects by their keys. Its methods may be called by several goroutines at a
// time. What they return for an object that is not there is fs.ErrNotExist for errors.Is, and
// the error of a context that ended is context.Canceled or context.DeadlineExceeded.
type Bucket interface {
	// Put stores what r gives, up to its end, in place of what was there. Until Put returns nobody
	// reads any of it; when r or the bucket fails, or ctx ends before the object is complete,
	// nothing is stored, and an error of r is in the chain of what Put returns. mediaType
	// is told to whoever reads the bucket without the service; a bucket may drop it.
	Put(ctx context.Context, key string, r io.Reader, mediaType string) error

	// Open opens an object. What it returns is for one goroutine, reads the object as it
	// was when it was opened or fails, and ends with ctx.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)

	// Delete deletes an object. One that is not there is no error.
	Delete(ctx context.Context, key string) error

	// List has the objects whose keys begin with prefix, in no order. Objects that come or
	// go meanwhile may be among them or not. It ends with its first error.
	List(ctx context.Context, prefix string) iter.Seq2[Object, error]
}

// Object is what a list tells.
type Object struct {
	Key     string
	ModTime time.Time // when it was put, by the clock of the bucket
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

// Bounds of a key: those of S3, and of the names of files.
const (
	maxKey     = 1024
	maxElement = 255
)

// CheckKey says what is wrong with a key: all buckets take the same. It is UTF-8 of at most
// 1024 bytes without control characters, and of elements between slashes, each of 1 to 255 bytes
// that do not begin with a dot. The error is fs.ErrInvalid for errors.Is.
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
