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

// Download writes the archive of a result and returns how many bytes it has. A
// connection that breaks is taken up where it broke. The error is DownloadDamaged
// when what was written is not the file that the service names by its checksum.
func (s ConversionService) Download(ctx context.Context, id string, w io.Writer) (int64, error) {
	return s.c.download(ctx, conversionsPath, id, "", w)
}

// DownloadForm writes one of the forms of a result that Options.Formats asked for and returns
// how many bytes it has: "md", "json", "txt", "csv", "jsonl" or "epub".
func (s ConversionService) DownloadForm(ctx context.Context, id, format string, w io.Writer) (int64, error) {
	if format == "" {
		return 0, invalid("DownloadForm needs a format")
	}
	return s.c.download(ctx, conversionsPath, id, format, w)
}

// Extract downloads the archive of a result and unpacks it into folder dir, as
// Extract does.
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
			attempt = 1 // it gets on
		}
		wait, again := c.retry.wait(err, attempt)
		if t.err == nil || !again || !t.resumable() || sleep(ctx, wait) != nil {
			return t.size, err
		}
	}
}

// transfer is a file on its way, over as many answers as it takes.
type transfer struct {
	w    io.Writer
	sum  hash.Hash
	size int64 // written so far
	etag string
	err  error // how the last answer broke off

	accept string // media type
}

// prepare asks for what is missing, of the same file.
func (t *transfer) prepare(h http.Header) {
	h.Set("Accept", t.accept+", application/json;q=0.5") // errors are JSON
	h.Set("Accept-Encoding", "identity")                 // ranges and checksums are of the file itself
	if t.size > 0 {
		h.Set("Range", fmt.Sprintf("bytes=%d-", t.size))
		h.Set("If-Range", t.etag)
	}
}

// consume writes an answer. That it broke off is for download to see, which knows
// how far it came.
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

// begins checks that an answer goes on where the last one ended.
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

// resumable reports whether the rest can be asked for: from the beginning always,
// later if the service named the file (RFC 9110 section 13.1.5).
func (t *transfer) resumable() bool {
	return t.size == 0 || strings.HasPrefix(t.etag, `"`)
}

// verify compares the file with its name, where that is its SHA-256.
func (t *transfer) verify() error {
	want, err := hex.DecodeString(strings.Trim(t.etag, `"`))
	if err != nil || len(want) != sha256.Size {
		return nil // the name of something else
	}
	if string(t.sum.Sum(nil)) != string(want) {
		return &Error{Code: DownloadDamaged, Message: "the download is not the file that the service names by its checksum"}
	}
	return nil
}

// extract unpacks an archive by way of a temporary file: the directory of a zip
// archive is at its end.
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
