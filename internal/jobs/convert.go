package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"gocloud.dev/blob"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// convert does the work of a run. It returns when the work ended, or soon after
// the run was told to end; ended is closed when nothing of it goes on.
func (e *Engine) convert(r *run, c *store.Conversion) (o *store.Outcome, ended <-chan struct{}, err error) {
	type end struct {
		o   *store.Outcome
		err error
	}
	result, done := make(chan end, 1), make(chan struct{})
	go func() {
		defer close(done)
		o, err := e.steps(r, c)
		result <- end{o, err}
	}()
	select {
	case end := <-result:
		return end.o, done, end.err
	case <-r.ctx.Done():
	}
	select {
	case end := <-result:
		return end.o, done, end.err
	case <-time.After(unresponsive):
		return nil, done, context.Cause(r.ctx)
	}
}

// steps are those of a run: the document to a file, the file through the
// converter, what it wrote to the blobs.
func (e *Engine) steps(r *run, c *store.Conversion) (o *store.Outcome, err error) {
	dir, err := e.runDir()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	o = &store.Outcome{Status: store.Completed, ResultKey: resultKey(r.ticket)}
	task := Task{
		Conversion: c,
		Input:      filepath.Join(dir, "input.pdf"),
		Output:     filepath.Join(dir, "output"),
		Deadline:   e.cfg.Timeout,
		Progress:   r.progress,
	}
	if err := os.Mkdir(task.Output, 0o700); err != nil {
		return nil, err
	}
	if err := e.input(r.ctx, c, task.Input, o); err != nil {
		return nil, err
	}
	begin := time.Now()
	res, err := e.cfg.Converter.Convert(r.ctx, task)
	if err != nil {
		return nil, err
	}
	o.Pages, o.Metadata, o.Warnings, o.Duration = int64(res.Pages), res.Metadata, res.Warnings, res.Duration
	if o.Duration == 0 {
		o.Duration = time.Since(begin)
	}
	return o, e.keep(r.ctx, task.Output, res.Archive, o)
}

// input writes the document to a file.
func (e *Engine) input(ctx context.Context, c *store.Conversion, name string, o *store.Outcome) error {
	if c.InputURL == "" {
		return e.download(ctx, c.InputKey, name)
	}
	if e.cfg.Fetcher == nil {
		return &Error{Code: "unsupported_feature", Message: "This service does not fetch documents."}
	}
	limit, err := e.fileLimit(ctx, c.Account)
	if err != nil {
		return err
	}
	doc, err := e.cfg.Fetcher.Fetch(ctx, c.InputURL, limit)
	if err != nil {
		return err
	}
	defer doc.Body.Close()
	o.InputFile = doc.Name
	o.FileSize, err = save(name, doc.Body)
	return err
}

// fileLimit is the largest document that the account may have converted.
func (e *Engine) fileLimit(ctx context.Context, account string) (limit int64, err error) {
	err = e.db.View(ctx, func(tx store.Tx) error {
		a, err := store.GetAccount(ctx, tx, account)
		if err != nil {
			return err
		}
		limit = quota.Of(a).FileBytes
		return nil
	})
	if limit == quota.Unlimited {
		limit = limits.FileBytes
	}
	return limit, err
}

func (e *Engine) download(ctx context.Context, key, name string) error {
	in, err := e.blobs.NewReader(ctx, key, nil)
	if err != nil {
		return fmt.Errorf("reading the document: %w", err)
	}
	defer in.Close()
	_, err = save(name, in)
	return err
}

func save(name string, from io.Reader) (n int64, err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.Copy(f, from)
}

// keep writes the files of a folder to blobs of the run, and notes size and sum of
// the archive.
func (e *Engine) keep(ctx context.Context, dir, archive string, o *store.Outcome) error {
	sum := sha256.New()
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if name != archive {
			return e.upload(ctx, o.ResultKey+name, f)
		}
		in := &counter{Reader: io.TeeReader(f, sum)}
		err = e.upload(ctx, o.ResultKey+name, in)
		o.Output = in.n
		return err
	})
	if err != nil {
		return fmt.Errorf("keeping the result: %w", err)
	}
	if archive != "" {
		o.SHA256 = hex.EncodeToString(sum.Sum(nil))
	}
	return nil
}

func (e *Engine) upload(ctx context.Context, key string, from io.Reader) error {
	return e.blobs.Upload(ctx, key, from, &blob.WriterOptions{
		ContentType:                 contentType(key),
		DisableContentTypeDetection: true,
	})
}

// contentType is that of a blob. Who serves it decides for himself; this is for
// those who look into the bucket.
func contentType(key string) string {
	switch path.Ext(key) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".zip":
		return "application/zip"
	}
	return "application/octet-stream"
}

// counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}
