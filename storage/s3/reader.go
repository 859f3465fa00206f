package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"

	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/internal/ranged"
)

// Open opens an object. Its bytes are requested when they are read.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if storage.CheckKey(key) != nil {
		return nil, &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	resp, err := b.send(ctx, request{method: http.MethodGet, key: key})
	if err != nil {
		return nil, err
	}
	if resp.ContentLength < 0 {
		return nil, errors.Join(fmt.Errorf("s3: the size of %s is not told", key), resp.Body.Close())
	}
	etag := resp.Header.Get("ETag")
	return ranged.New(resp.ContentLength, resp.Body, func(at int64) (io.ReadCloser, error) {
		return b.openAt(ctx, key, etag, at)
	}), nil
}

// openAt requests the bytes from a position to the end, if the object is still the same.
func (b *Bucket) openAt(ctx context.Context, key, etag string, at int64) (io.ReadCloser, error) {
	header := http.Header{"Range": {fmt.Sprintf("bytes=%d-", at)}}
	if etag != "" {
		header.Set("If-Match", etag)
	}
	resp, err := b.send(ctx, request{method: http.MethodGet, key: key, header: header})
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusPartialContent {
		return nil, errors.Join(fmt.Errorf("s3: %s is not given in parts", key), resp.Body.Close())
	}
	return resp.Body, nil
}
