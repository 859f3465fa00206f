package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"gocloud.dev/blob"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// convert does the work of a run: the document to a file, the file through the
// converter, what it wrote to the blobs.
func (e *Engine) convert(r *run, c *store.Conversion) (o *store.Outcome, err error) {
	dir, err := e.runDir()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	o = &store.Outcome{Status: store.Completed, ResultKey: resultKey(r.ticket)}
	job := worker.Job{
		ID:       c.ID,
		Input:    filepath.Join(dir, "input.pdf"),
		Folder:   filepath.Join(dir, "output"),
		Timeout:  e.cfg.Timeout,
		Progress: r.progress,
	}
	if e.cfg.AssetURL != nil {
		job.AssetURL = e.cfg.AssetURL(c)
	}
	if err := json.Unmarshal(c.Options, &job.Options); err != nil {
		return nil, err
	}
	if err := os.Mkdir(job.Folder, 0o700); err != nil {
		return nil, err
	}
	if err := e.input(r.ctx, c, job.Input, o); err != nil {
		return nil, err
	}
	begin := time.Now()
	made, err := e.cfg.Converter.Convert(r.ctx, job)
	if err != nil {
		return nil, err
	}
	o.Duration = cmp.Or(made.Duration, time.Since(begin))
	if err := describe(o, made); err != nil {
		return nil, err
	}
	if err := e.keep(r.ctx, job.Folder, made, o.ResultKey); err != nil {
		e.discard(r.ticket) // a disk that is full has no room for parts
		return nil, err
	}
	return o, nil
}

// describe notes what was made.
func describe(o *store.Outcome, made *worker.Outcome) (err error) {
	o.Pages, o.Output, o.SHA256 = int64(made.Metadata.Pages), made.Archive.Size, made.Archive.SHA256
	if o.Metadata, err = json.Marshal(made.Metadata); err != nil {
		return err
	}
	if len(made.Warnings) > 0 {
		o.Warnings, err = json.Marshal(made.Warnings)
	}
	return err
}

// input writes the document to a file.
func (e *Engine) input(ctx context.Context, c *store.Conversion, name string, o *store.Outcome) error {
	if c.InputURL == "" {
		in, err := e.blobs.NewReader(ctx, c.InputKey, nil)
		if err != nil {
			return fmt.Errorf("reading the document: %w", err)
		}
		defer in.Close()
		_, err = save(name, in)
		return err
	}
	if e.cfg.Fetcher == nil {
		return &convert.Error{Code: convert.UnsupportedFeature, Detail: "this service does not fetch documents"}
	}
	limit, err := e.fileLimit(ctx, c.Account)
	if err != nil {
		return err
	}
	doc, err := e.cfg.Fetcher.Fetch(ctx, c.InputURL, fetch.Limits{Bytes: limit})
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

func save(name string, from io.Reader) (n int64, err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.Copy(f, from)
}

// keep writes what was made to blobs of the run.
func (e *Engine) keep(ctx context.Context, dir string, made *worker.Outcome, key string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	err = errors.Join(
		e.upload(ctx, root, made.HTML, key+htmlBlob, "text/html; charset=utf-8"),
		e.upload(ctx, root, made.CSS, key+cssBlob, "text/css; charset=utf-8"),
		e.upload(ctx, root, made.Archive, key+archiveBlob, "application/zip"),
	)
	if err == nil && made.Report.Name != "" {
		err = e.upload(ctx, root, made.Report, key+reportBlob, "application/json")
	}
	for _, a := range made.Assets {
		if err == nil {
			err = e.upload(ctx, root, a.File, key+assetBlobs+path.Base(a.Name), a.MediaType)
		}
	}
	return err
}

func (e *Engine) upload(ctx context.Context, root *os.Root, file worker.File, key, media string) error {
	f, err := root.Open(file.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := e.blobs.Upload(ctx, key, f, &blob.WriterOptions{ContentType: media}); err != nil {
		return fmt.Errorf("keeping the result: %w", err)
	}
	return nil
}
