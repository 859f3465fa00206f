//go:build !noserver

package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/s3"
)

// opener opens the bucket at an address. temp is a folder for short-lived files. The bucket is closed if it is an
// io.Closer.
type opener func(u *url.URL, temp string) (storage.Bucket, error)

// buckets returns the kinds of storage for --bucket-url, by scheme: those of every build, and those of
// buckets_azure.go.
func buckets() map[string]opener {
	all := map[string]opener{"file": openFolder, "s3": openS3}
	maps.Copy(all, taggedBuckets)
	return all
}

// bucketSchemes returns the schemes that --bucket-url may have.
func bucketSchemes() string {
	return strings.Join(slices.Sorted(maps.Keys(buckets())), "://, ") + "://"
}

// prefixParam is a parameter of all addresses: the prefix of all keys of the bucket.
const prefixParam = "prefix"

// openBucket opens the bucket that --bucket-url names.
func openBucket(address, dataDir string) (storage.Bucket, func(), error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, nil, err
	}
	query := u.Query()
	prefix := query.Get(prefixParam)
	query.Del(prefixParam)
	u.RawQuery = query.Encode()
	if prefix != "" {
		if err := storage.CheckKey(strings.TrimSuffix(prefix, "/")); err != nil {
			return nil, nil, err
		}
	}
	b, err := buckets()[u.Scheme](u, filepath.Join(dataDir, "tmp"))
	if err != nil {
		return nil, nil, err
	}
	done := func() {}
	if c, ok := b.(io.Closer); ok {
		done = func() { _ = c.Close() } // everything that was put is stored already
	}
	if prefix != "" {
		b = prefixed{b, prefix}
	}
	return b, done, nil
}

func openS3(u *url.URL, temp string) (storage.Bucket, error) {
	config, err := s3.ParseURL(u)
	if err != nil {
		return nil, err
	}
	config.TempDir = temp
	return s3.Open(config)
}

// openFolder opens file:///PATH. It accepts the parameters of an earlier driver, which have no effect: the folder
// is always created, and nothing but objects is written.
func openFolder(u *url.URL, _ string) (storage.Bucket, error) {
	if u.Host != "" && u.Host != "." && u.Host != "localhost" || u.Path == "" {
		return nil, fmt.Errorf("%s is not file:///PATH", u)
	}
	for name := range u.Query() {
		if !slices.Contains([]string{"create_dir", "no_tmp_dir", "metadata"}, name) {
			return nil, fmt.Errorf("%s is no parameter of a folder", name)
		}
	}
	path := u.Path
	if u.Host == "." {
		path = "." + path
	}
	return storage.OpenFolder(filepath.FromSlash(path))
}

// prefixed is the part of a bucket whose keys begin with a prefix.
type prefixed struct {
	bucket storage.Bucket
	prefix string
}

// Put stores an object below the prefix.
func (p prefixed) Put(ctx context.Context, key string, r io.Reader, mediaType string) error {
	return p.bucket.Put(ctx, p.prefix+key, r, mediaType)
}

// Open opens an object below the prefix.
func (p prefixed) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	return p.bucket.Open(ctx, p.prefix+key)
}

// Delete deletes an object below the prefix.
func (p prefixed) Delete(ctx context.Context, key string) error {
	return p.bucket.Delete(ctx, p.prefix+key)
}

// List lists the objects below the prefix. Their keys have no prefix.
func (p prefixed) List(ctx context.Context, prefix string) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		for o, err := range p.bucket.List(ctx, p.prefix+prefix) {
			o.Key = strings.TrimPrefix(o.Key, p.prefix)
			if !yield(o, err) {
				return
			}
		}
	}
}
