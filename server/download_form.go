package server

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// formatQuery is the parameter that selects the form of a result to download. archiveFormat, the default, is all
// of it.
const (
	formatQuery   = "format"
	archiveFormat = "zip"
)

// formTypes are the media types of forms.
var formTypes = map[convert.Format]string{
	convert.FormatMarkdown: "text/markdown; charset=utf-8",
	convert.FormatJSON:     "application/json",
	convert.FormatText:     "text/plain; charset=utf-8",
	convert.FormatCSV:      "text/csv; charset=utf-8",
	convert.FormatChunks:   "application/jsonl; charset=utf-8",
	convert.FormatEPUB:     "application/epub+zip",
}

// wantedForm reads the parameter that selects a form. The default is the archive.
func wantedForm(format string) (string, error) {
	if format == "" {
		return archiveFormat, nil
	}
	if _, known := formTypes[convert.Format(format)]; !known && format != archiveFormat {
		return "", badParameter(formatQuery, "must be "+listed(slices.Concat([]string{archiveFormat}, formatNames()[1:])))
	}
	return format, nil
}

// downloadForm sends one form of a result, which is a file of its archive. The form "tables" can be several files;
// an empty line separates them.
func (s *results) downloadForm(c *call, record *store.Conversion, format string) error {
	archive, err := jobs.Open(c.ctx(), s.bucket, record, jobs.Archive)
	if errors.Is(err, fs.ErrNotExist) {
		return failure(client.NotFound, "the result has no such file")
	}
	if err != nil {
		return s.blobError(err)
	}
	defer archive.Close()
	files, size, err := formFiles(archive, convert.Format(format))
	if err != nil {
		return fmt.Errorf("server: the archive of %s: %w", record.ID, err)
	}
	if files == nil {
		return failure(client.NotFound, "the result has no %s: the request did not name it in %s", format, formatsParam)
	}
	h := c.w.Header()
	name := strings.TrimSuffix(record.InputFile, path.Ext(record.InputFile)) + "." + format
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Content-Type", formTypes[convert.Format(format)])
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=3600")
	tag := `"` + record.SHA256[:16] + "-" + format + `"`
	h.Set("ETag", tag)
	if c.r.Header.Get("If-None-Match") == tag {
		c.w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	c.w.WriteHeader(http.StatusOK)
	if c.r.Method == http.MethodHead {
		return nil
	}
	return writeForm(c.w, files)
}

// tableSeparator is the empty line between two tables.
const tableSeparator = "\r\n"

// writeForm writes files one after the other.
func writeForm(w io.Writer, files []*zip.File) error {
	for i, f := range files {
		if i > 0 {
			if _, err := io.WriteString(w, tableSeparator); err != nil {
				return err
			}
		}
		if err := copyFile(w, f); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(w io.Writer, f *zip.File) (err error) {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	_, err = io.Copy(w, r)
	return err
}

// formFiles returns the files of an archive that are one form of its result, and their size. It returns nil if the
// conversion did not ask for the form. If it asked for tables and the document has none, the form is empty.
func formFiles(archive io.ReadSeeker, format convert.Format) (files []*zip.File, size int64, err error) {
	end, err := archive.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, err
	}
	r, err := zip.NewReader(seekingReaderAt{archive}, end)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range r.File {
		named, ok := convert.FormatOfFile(f.Name)
		if !ok || named != format {
			continue
		}
		if files == nil {
			files = []*zip.File{}
		}
		if format == convert.FormatCSV && f.UncompressedSize64 == 0 {
			continue // this file says that tables were asked for
		}
		if len(files) > 0 {
			size += int64(len(tableSeparator))
		}
		files = append(files, f)
		size += int64(f.UncompressedSize64)
	}
	return files, size, nil
}

// seekingReaderAt makes an io.ReaderAt of a file that can seek. One goroutine may use it.
type seekingReaderAt struct{ io.ReadSeeker }

// ReadAt implements io.ReaderAt.
func (r seekingReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(r.ReadSeeker, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
