package worker

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

// perform runs a job in this process. cacheDir is that of convert.Options.
func perform(ctx context.Context, job Job, cacheDir string) (*Outcome, error) {
	begin := time.Now()
	in, err := job.open()
	if err != nil {
		return nil, &convert.Error{Code: convert.ReadFailed, Err: err}
	}
	defer in.Close()
	opts := job.Options.convert()
	opts.CacheDir, opts.Progress = cacheDir, job.Progress
	if job.Page > 0 {
		return draw(ctx, job, in, opts)
	}
	result, err := convert.Convert(ctx, in, opts)
	if err != nil {
		return nil, err
	}
	outcome, err := save(ctx, job, result)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, notWritten(err)
	}
	outcome.Duration = time.Since(begin)
	return outcome, nil
}

// draw draws a page.
func draw(ctx context.Context, job Job, in io.Reader, opts convert.Options) (*Outcome, error) {
	page, err := convert.DrawPage(ctx, in, job.Page, opts)
	if err != nil {
		return nil, err
	}
	s := saver{ctx: ctx, folder: job.Folder, memory: job.Data != nil}
	defer s.close()
	outcome := &Outcome{Picture: &Picture{MediaType: page.MediaType, Width: page.Width, Height: page.Height}}
	outcome.Picture.File = s.write(pictureName, func(w io.Writer) error {
		_, err := w.Write(page.Data)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case s.err != nil:
		return nil, notWritten(s.err)
	}
	return outcome, nil
}

// open opens the document.
func (j Job) open() (io.ReadCloser, error) {
	if j.Data == nil {
		return os.Open(j.Input)
	}
	return struct {
		*bytes.Reader // it knows its size
		io.Closer
	}{bytes.NewReader(j.Data), io.NopCloser(nil)}, nil
}

// notWritten returns the failure to write results.
func notWritten(err error) error {
	detail := "the results cannot be written"
	if errors.Is(err, syscall.ENOSPC) {
		detail = "no space is left for the results"
	}
	return &convert.Error{Code: Unavailable, Detail: detail, Err: err}
}

// save writes the files of a result.
func save(ctx context.Context, job Job, result *convert.Result) (*Outcome, error) {
	s := saver{ctx: ctx, folder: job.Folder, memory: job.Data != nil}
	defer s.close()
	outcome := &Outcome{Metadata: result.Metadata, Warnings: result.Warnings}
	outcome.Archive = s.write(archiveName, result.WriteZip)
	if result.Accessibility != nil {
		outcome.Report = s.write(reportName, func(w io.Writer) error { return json.NewEncoder(w).Encode(result.Accessibility) })
	}
	var address func(string) string
	if job.AssetURL != "" && total(result.Assets) > limits.InlineAssets {
		address = func(name string) string { return assetURL(job.AssetURL, name) }
		outcome.Assets = s.assets(result.Assets)
	}
	outcome.CSS = s.write(cssName, func(w io.Writer) error { return result.WriteCSS(w, address) })
	outcome.HTML = s.write(htmlName, func(w io.Writer) error { return result.WriteHTML(w, address) })
	if s.err != nil {
		return nil, s.err
	}
	return outcome, nil
}

// assetURL returns the address of the asset with this name.
func assetURL(template, name string) string {
	escaped := (&url.URL{Path: strings.TrimPrefix(name, assetFolder)}).EscapedPath()
	return strings.ReplaceAll(template, "{name}", escaped)
}

// assetFolder is the folder of assets in a result.
const assetFolder = "assets/"

// total returns the number of bytes of all assets.
func total(assets []convert.Asset) (n int) {
	for _, a := range assets {
		n += len(a.Data)
	}
	return n
}

// saver writes files until one fails.
type saver struct {
	ctx    context.Context // of the job
	folder string
	memory bool     // small files stay in memory
	root   *os.Root // of folder, after the first file was made
	buffer *bufio.Writer
	err    error
}

func (s *saver) close() {
	if s.root != nil {
		_ = s.root.Close() // nothing was written through it
	}
}

// assets writes each asset to a file.
func (s *saver) assets(list []convert.Asset) []Asset {
	files := make([]Asset, 0, len(list))
	for _, a := range list {
		file := s.write(a.Name, func(w io.Writer) error {
			_, err := w.Write(a.Data)
			return err
		})
		files = append(files, Asset{file, a.MediaType})
	}
	return files
}

const (
	// writeSize is the size of the pieces in which files are written.
	writeSize = 64 << 10

	// keptSize is the largest file that is kept in memory, and the most bytes that follow a message. Nearly all
	// short documents and their results are smaller.
	keptSize = 1 << 20
)

// write writes one file.
func (s *saver) write(name string, content func(io.Writer) error) File {
	if s.err != nil {
		return File{}
	}
	sum := sha256.New()
	file := &spool{create: func() (*os.File, error) { return s.create(name) }}
	if s.memory {
		file.most = keptSize
	}
	out := &counter{ctx: s.ctx, w: io.MultiWriter(file, sum)}
	if s.buffer == nil {
		s.buffer = bufio.NewWriterSize(nil, writeSize)
	}
	s.buffer.Reset(out)
	s.err = errors.Join(content(s.buffer), s.buffer.Flush(), file.close(s.memory))
	return File{Name: name, Size: out.n, SHA256: hex.EncodeToString(sum.Sum(nil)), Data: file.kept}
}

// create makes a file in the folder.
func (s *saver) create(name string) (f *os.File, err error) {
	if s.root == nil {
		if s.memory {
			if err := os.MkdirAll(s.folder, 0o700); err != nil {
				return nil, err
			}
		}
		if s.root, err = os.OpenRoot(s.folder); err != nil {
			return nil, err
		}
	}
	if dir := path.Dir(name); dir != "." {
		if err := s.root.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// spool keeps what is written to it, up to most bytes. Beyond that it becomes a file.
type spool struct {
	create func() (*os.File, error)
	most   int
	kept   []byte
	file   *os.File
}

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && len(s.kept)+len(p) <= s.most {
		s.kept = append(s.kept, p...)
		return len(p), nil
	}
	if err := s.spill(); err != nil {
		return 0, err
	}
	return s.file.Write(p)
}

// spill makes the file.
func (s *spool) spill() (err error) {
	if s.file != nil {
		return nil
	}
	if s.file, err = s.create(); err == nil {
		_, err = s.file.Write(s.kept)
		s.kept = nil
	}
	return err
}

// close ends the writing. Afterwards the content is in kept, which is then not nil, or in the file.
func (s *spool) close(keep bool) error {
	if s.file == nil && keep {
		if s.kept == nil {
			s.kept = []byte{}
		}
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	return s.file.Close()
}

// counter counts what is written. It fails when its context has ended.
type counter struct {
	ctx context.Context // of the job
	w   io.Writer
	n   int64
}

func (c *counter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
