package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Download writes the archive of a result and returns its size in bytes. An interrupted download continues where
// it stopped. The error is DownloadDamaged if the bytes do not match the checksum that the service gives.
func (s ConversionService) Download(ctx context.Context, id string, w io.Writer) (int64, error) {
	return s.c.download(ctx, conversionsPath, id, "", w)
}

// DownloadForm writes one of the forms that Options.Formats requested, and returns its size in bytes. format is
// "md", "json", "txt", "csv", "jsonl" or "epub".
func (s ConversionService) DownloadForm(ctx context.Context, id, format string, w io.Writer) (int64, error) {
	if format == "" {
		return 0, invalid("DownloadForm needs a format")
	}
	return s.c.download(ctx, conversionsPath, id, format, w)
}

// Extract downloads the archive of a result and unpacks it into the folder dir, like the function Extract.
func (s ConversionService) Extract(ctx context.Context, id, dir string) error {
	return s.c.extract(ctx, conversionsPath, id, dir)
}

func (c *Client) download(ctx context.Context, prefix, id, format string, w io.Writer) (int64, error) {
	path, err := idPath(prefix, id, "/download")
	if err != nil {
		return 0, err
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	t := &transfer{w: w, sum: sha256.New(), accept: "application/zip"}
	r := &call{method: http.MethodGet, path: path, prepare: t.prepare}
	if format != "" {
		t.accept, r.query = "*/*", url.Values{"format": {format}}
	}
	for attempt := 1; ; attempt++ {
		before := t.size
		t.err = nil
		err := c.send(ctx, r, t.consume)
		if t.err != nil {
			err = c.failure(ctx, r, t.err)
		}
		if err == nil {
			return t.size, t.verify()
		}
		if t.size > before {
			attempt = 1 // it makes progress
		}
		wait, again := c.retry.wait(err, attempt)
		if t.err == nil || !again || !t.resumable() || sleep(ctx, wait) != nil {
			return t.size, err
		}
	}
}

// transfer is a file that is being downloaded, in as many answers as needed.
type transfer struct {
	w    io.Writer
	sum  hash.Hash
	size int64 // written so far
	etag string
	err  error // how the last answer broke off

	accept string // media type
}

// prepare requests the missing rest of the same file.
func (t *transfer) prepare(h http.Header) {
	h.Set("Accept", t.accept+", application/json;q=0.5") // errors are JSON
	h.Set("Accept-Encoding", "identity")                 // ranges and checksums are of the file itself
	if t.size > 0 {
		h.Set("Range", fmt.Sprintf("bytes=%d-", t.size))
		h.Set("If-Range", t.etag)
	}
}

// consume writes an answer. If the answer broke off, it only records that: download then decides, since it knows
// the progress.
func (t *transfer) consume(resp *http.Response) error {
	if err := t.begins(resp); err != nil {
		return err
	}
	n, err := io.Copy(io.MultiWriter(t.w, t.sum), broken{resp.Body})
	t.size += n
	var reading *readError
	if errors.As(err, &reading) {
		t.err = err
		return nil
	}
	return err
}

// begins checks that an answer continues where the last one ended.
func (t *transfer) begins(resp *http.Response) error {
	if t.size == 0 {
		if resp.StatusCode != http.StatusOK {
			return &Error{Code: InvalidAnswer, Status: resp.StatusCode, Message: "a download answers with a part that nobody asked for"}
		}
		t.etag = resp.Header.Get("ETag")
		return nil
	}
	var first int64
	_, err := fmt.Sscanf(resp.Header.Get("Content-Range"), "bytes %d-", &first)
	if resp.StatusCode != http.StatusPartialContent || err != nil || first != t.size || resp.Header.Get("ETag") != t.etag {
		return &Error{Code: DownloadDamaged, Message: "the file changed while it was being downloaded"}
	}
	return nil
}

// resumable reports whether the rest can be requested: always from the beginning, later only if the service has
// identified the file (RFC 9110 section 13.1.5).
func (t *transfer) resumable() bool {
	return t.size == 0 || strings.HasPrefix(t.etag, `"`)
}

// verify compares the file with its ETag, if that is a SHA-256.
func (t *transfer) verify() error {
	want, err := hex.DecodeString(strings.Trim(t.etag, `"`))
	if err != nil || len(want) != sha256.Size {
		return nil // the ETag is something else
	}
	if string(t.sum.Sum(nil)) != string(want) {
		return &Error{Code: DownloadDamaged, Message: "the download is not the file that the service names by its checksum"}
	}
	return nil
}

// extract unpacks an archive through a temporary file, because the directory of a zip archive is at its end.
func (c *Client) extract(ctx context.Context, prefix, id, dir string) (err error) {
	f, err := os.CreateTemp("", "pagelift-*.zip")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	size, err := c.download(ctx, prefix, id, "", f)
	if err != nil {
		return err
	}
	return Extract(f, size, dir)
}
