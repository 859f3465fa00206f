package jobs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
)

// convert does the work of a run: it reads the document, calls the converter, and writes what the converter made
// to blobs.
func (e *Engine) convert(r *run, c *store.Conversion) (o store.Outcome, parts *Parts, err error) {
	dir := e.runDir()
	defer func() {
		if _, there := os.Lstat(dir); there == nil { // the folder is made only when something needs it
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
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
	var said orderParts
	if err := json.Unmarshal(c.Options, &said); err != nil {
		return o, nil, err
	}
	if err := json.Unmarshal(c.Options, &job.Options); err != nil {
		return o, nil, err
	}
	if said.Corrected {
		if job.Options.Corrections, err = e.corrections(r.ctx, c.ID); err != nil {
			return o, nil, err
		}
	}
	if err := e.provideInput(r, c, &job); err != nil {
		return o, nil, err
	}
	begin := time.Now()
	made, err := e.cfg.Converter.Convert(r.ctx, job)
	if err != nil {
		return o, nil, err
	}
	o.Duration = cmp.Or(made.Duration, time.Since(begin))
	if err := describe(&o, made); err != nil {
		return o, nil, err
	}
	if o.ResultKey, parts, err = e.storeResult(r.ctx, job.Folder, made, r.ticket); err != nil {
		e.discard(r.ticket) // a full disk has no room for parts of a result
		return o, nil, err
	}
	if said.KeepDocument {
		if err := e.storeDocument(r.ctx, r); err != nil {
			e.discard(r.ticket)
			return o, nil, fmt.Errorf("keeping the document: %w", err)
		}
		o.DocumentKey = InputKey(c.ID)
	}
	o.Status = store.Completed
	return o, parts, nil
}

// orderParts are the options of a conversion that the engine itself reads. The worker reads the others.
type orderParts struct {
	KeepDocument bool `json:"keep_document"` // keep the document with the result
	Corrected    bool `json:"corrected"`     // there are corrections
}

// corrections returns the corrections that a person has made to the conversion.
func (e *Engine) corrections(ctx context.Context, id string) (data []byte, err error) {
	err = e.db.View(ctx, func(tx store.Tx) error {
		text, err := store.GetCorrections(ctx, tx, id)
		data = []byte(text)
		return err
	})
	return data, err
}

// describe copies pages, sizes, metadata and warnings of what was made into the outcome.
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

// provideInput gives the document to the job. If the document is small and the converter takes documents in
// memory, it is passed in memory, else as a file. For a file provideInput makes the folders of the job.
func (e *Engine) provideInput(r *run, c *store.Conversion, job *worker.Job) (err error) {
	if e.takesData && r.document != nil {
		job.Data = r.document.data
		return nil
	}
	if r.document == nil {
		return e.provideBlob(r.ctx, c.InputKey, c.FileSize, job)
	}
	if err := os.MkdirAll(job.Folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(job.Input, r.document.data, 0o600)
}

// provideBlob gives a document that is stored to the job, as provideInput does.
func (e *Engine) provideBlob(ctx context.Context, key string, size int64, job *worker.Job) (err error) {
	if e.takesData && size <= smallBytes {
		if job.Data, err = storage.ReadAll(ctx, e.blobs, key, smallBytes); err != nil {
			return notRead(err)
		}
		return nil
	}
	if err := os.MkdirAll(job.Folder, 0o700); err != nil {
		return err
	}
	in, err := e.blobs.Open(ctx, key)
	if err != nil {
		return notRead(err)
	}
	defer in.Close()
	return save(job.Input, in)
}

// notRead wraps a failure to read a document.
func notRead(err error) error { return fmt.Errorf("reading the document: %w", err) }

func save(name string, from io.Reader) (err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = io.Copy(f, from)
	return err
}

// smallBytes is the largest document, or part of a result, that is held in memory as a whole. Nearly all documents
// of text are smaller. Each place holds one.
const smallBytes = 1 << 20

// storeResult writes what was made to blobs of the run. It returns their key, and the parts of the answer if they
// are small.
func (e *Engine) storeResult(ctx context.Context, dir string, made *worker.Outcome, t store.Ticket) (key string, parts *Parts, err error) {
	if len(made.Assets) == 0 && made.HTML.Size+made.CSS.Size+made.Report.Size+made.Archive.Size <= smallBytes {
		return e.storeBundle(ctx, dir, made, bundleKey(t))
	}
	key = resultKey(t)
	for _, f := range files(made) {
		if err := e.storeFile(ctx, dir, f.File, key+string(f.part), f.media); err != nil {
			return "", nil, err
		}
	}
	for _, a := range made.Assets {
		if err := e.storeFile(ctx, dir, a.File, key+assetBlobs+path.Base(a.Name), a.MediaType); err != nil {
			return "", nil, err
		}
	}
	return key, nil, nil
}

// storeBundle writes a small result to one blob.
func (e *Engine) storeBundle(ctx context.Context, dir string, made *worker.Outcome, key string) (_ string, _ *Parts, err error) {
	var members []member
	for _, f := range files(made) {
		data, err := f.Bytes(dir)
		if err != nil {
			return "", nil, err
		}
		members = append(members, member{f.part, data})
	}
	data, err := bundle(members)
	if err == nil {
		err = e.blobs.Put(ctx, key, bytes.NewReader(data), "application/x-tar")
	}
	if err != nil {
		return "", nil, notKept(err)
	}
	parts := &Parts{HTML: members[0].data, CSS: members[1].data}
	if made.Report.Name != "" {
		parts.Report = members[2].data
	}
	return key, parts, nil
}

// resultFile is a file that becomes a part of the result.
type resultFile struct {
	worker.File
	part  Part
	media string
}

// files returns the files of a result, those that an answer holds first.
func files(made *worker.Outcome) []resultFile {
	all := []resultFile{
		{made.HTML, HTML, "text/html; charset=utf-8"},
		{made.CSS, CSS, "text/css; charset=utf-8"},
		{made.Report, Report, "application/json"},
		{made.Archive, Archive, "application/zip"},
	}
	return slices.DeleteFunc(all, func(f resultFile) bool { return f.Name == "" }) // a result may have no report
}

// storeFile writes a file to a blob.
func (e *Engine) storeFile(ctx context.Context, dir string, file worker.File, key, media string) error {
	f, err := file.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := e.blobs.Put(ctx, key, f, media); err != nil {
		return notKept(err)
	}
	return nil
}

// notKept wraps a failure to store a result.
func notKept(err error) error { return fmt.Errorf("keeping the result: %w", err) }
