package worker

import (
	"bufio"
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

// perform runs a job in this process. cacheDir is convert's.
func perform(ctx context.Context, job Job, cacheDir string) (*Outcome, error) {
	begin := time.Now()
	in, err := os.Open(job.Input)
	if err != nil {
		return nil, &convert.Error{Code: convert.ReadFailed, Err: err}
	}
	defer in.Close()
	opts := job.Options.convert()
	opts.CacheDir, opts.Progress = cacheDir, job.Progress
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

// notWritten is the failure to write results.
func notWritten(err error) error {
	detail := "the results cannot be written"
	if errors.Is(err, syscall.ENOSPC) {
		detail = "no space is left for the results"
	}
	return &convert.Error{Code: Unavailable, Detail: detail, Err: err}
}

// save writes the files of a result.
func save(ctx context.Context, job Job, result *convert.Result) (*Outcome, error) {
	root, err := os.OpenRoot(job.Folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s := saver{ctx: ctx, root: root}
	outcome := &Outcome{Metadata: result.Metadata, Warnings: result.Warnings}
	outcome.Archive = s.write(archiveName, result.WriteZip)
	outcome.CSS = s.write(cssName, func(w io.Writer) error {
		_, err := io.WriteString(w, result.CSS)
		return err
	})
	if result.Accessibility != nil {
		outcome.Report = s.write(reportName, func(w io.Writer) error { return json.NewEncoder(w).Encode(result.Accessibility) })
	}
	var address func(string) string
	if job.AssetURL != "" && total(result.Assets) > limits.InlineAssets {
		address = func(name string) string { return assetURL(job.AssetURL, name) }
		outcome.Assets = s.assets(result.Assets)
	}
	outcome.HTML = s.write(htmlName, func(w io.Writer) error { return result.WriteHTML(w, address) })
	if s.err != nil {
		return nil, s.err
	}
	return outcome, nil
}

// assetURL is the address of the asset with this name.
func assetURL(template, name string) string {
	escaped := (&url.URL{Path: strings.TrimPrefix(name, assetFolder)}).EscapedPath()
	return strings.ReplaceAll(template, "{name}", escaped)
}

// assetFolder is the folder of assets in a result.
const assetFolder = "assets/"

// total is the number of bytes of all assets.
func total(assets []convert.Asset) (n int) {
	for _, a := range assets {
		n += len(a.Data)
	}
	return n
}

// saver writes files until one fails.
type saver struct {
	ctx  context.Context // of the job
	root *os.Root
	err  error
}

// assets writes each asset as a file.
func (s *saver) assets(list []convert.Asset) []Asset {
	files := make([]Asset, 0, len(list))
	for _, a := range list {
		if s.err == nil {
			s.err = s.root.MkdirAll(path.Dir(a.Name), 0o700)
		}
		file := s.write(a.Name, func(w io.Writer) error {
			_, err := w.Write(a.Data)
			return err
		})
		files = append(files, Asset{file, a.MediaType})
	}
	return files
}

// writeSize is the piece in which files are written.
const writeSize = 64 << 10

// write writes one file.
func (s *saver) write(name string, content func(io.Writer) error) File {
	if s.err != nil {
		return File{}
	}
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		s.err = err
		return File{}
	}
	sum := sha256.New()
	out := &counter{ctx: s.ctx, w: io.MultiWriter(f, sum)}
	buffered := bufio.NewWriterSize(out, writeSize)
	s.err = errors.Join(content(buffered), buffered.Flush(), f.Close())
	return File{Name: name, Size: out.n, SHA256: hex.EncodeToString(sum.Sum(nil))}
}

// counter counts what is written, as long as its context lasts.
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
