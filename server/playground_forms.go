package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
)

// playedForm is a form of a result, besides HTML, on the page of a document.
type playedForm struct {
	Format convert.Format
	Name   string // for people
	Shown  bool   // it is text that a frame can show
}

// formTitles are the names of forms for people.
var formTitles = map[convert.Format]string{
	convert.FormatMarkdown: "Markdown", convert.FormatJSON: "JSON", convert.FormatText: "Text",
	convert.FormatCSV: "Tables (CSV)", convert.FormatChunks: "Chunks", convert.FormatEPUB: "EPUB",
}

// allFormats returns the names of all forms for formatsParam: the playground asks for all of them.
func allFormats() string { return strings.Join(formatNames()[1:], ",") }

// formsOf returns the forms that a conversion was asked for, in the order of convert.Formats.
func formsOf(c *store.Conversion) (list []playedForm, err error) {
	var o order
	if err := json.Unmarshal(c.Options, &o); err != nil {
		return nil, err
	}
	asked := map[convert.Format]bool{}
	for _, f := range o.Formats {
		asked[f] = true
	}
	for _, f := range convert.Formats() {
		if asked[f] {
			list = append(list, playedForm{f, formTitles[f], f != convert.FormatEPUB})
		}
	}
	return list, nil
}

// showForm answers with one form of a result as text, for a frame of the page. It cuts a long text. The policy of
// the answer forbids everything that the text could do.
func (s *playground) showForm(c *call) error {
	format, err := wantedForm(c.r.URL.Query().Get(formatQuery))
	if err != nil {
		return err
	}
	if format == archiveFormat || convert.Format(format) == convert.FormatEPUB {
		return badParameter(formatQuery, "must be a form that is text")
	}
	record, err := s.results.result(c)
	if err != nil {
		return err
	}
	archive, err := jobs.Open(c.ctx(), s.bucket, record, jobs.Archive)
	if errors.Is(err, fs.ErrNotExist) {
		return failure(client.NotFound, "the result has no such file")
	}
	if err != nil {
		return s.results.blobError(err)
	}
	defer archive.Close()
	files, size, err := formFiles(archive, convert.Format(format))
	if err != nil {
		return fmt.Errorf("server: the archive of %s: %w", record.ID, err)
	}
	if files == nil {
		return failure(client.NotFound, "the result has no %s", format)
	}
	h := c.w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'self'")
	if len(files) == 0 {
		_, err := io.WriteString(c.w, "The document has no tables.\n")
		return err
	}
	shown := &head{left: limits.ShownForm}
	if err := writeForm(shown, files); err != nil && !errors.Is(err, errShown) {
		return err
	}
	text := strings.ToValidUTF8(shown.text.String(), "") // without a divided character at the end
	if size > limits.ShownForm {
		text += fmt.Sprintf("\n\n[This is the beginning: %d of %d bytes. The download has all.]\n", len(text), size)
	}
	_, err = io.WriteString(c.w, text)
	return err
}

// errShown stops writing a form when enough was written.
var errShown = errors.New("enough is shown")

// head keeps the first bytes of what is written.
type head struct {
	text bytes.Buffer
	left int
}

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.left -= n
	h.text.Write(p[:n])
	if n < len(p) {
		return n, errShown
	}
	return n, nil
}
