package server

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// emptyResult and emptyReport are the encoding of a record without its result. The parts of the result replace
// them. No text of a record can contain either, because quotation marks are escaped in texts.
var (
	emptyResult = []byte(`"html":null,"css":null`)
	emptyReport = []byte(`"accessibility":null`)
)

var errNoPlace = errors.New("server: a conversion is encoded without html, css and accessibility")

// showConversion answers with a conversion as the first answer did.
func (s *results) showConversion(c *call, id string) error {
	record, err := s.conversion(c, id)
	if err != nil {
		return err
	}
	return s.show(c, http.StatusOK, record, nil)
}

// summary answers with a conversion without its result.
func (s *results) summary(c *call, status int, record *store.Conversion) error {
	wire, err := s.forClient(c, record)
	if err == nil {
		writeJSON(c.w, status, wire)
	}
	return err
}

// show answers with a conversion, its html and its css. html and css stream into the answer, from parts or, if
// that is nil, from the storage.
func (s *results) show(c *call, status int, record *store.Conversion, parts *jobs.Parts) error {
	if record.Status != store.Completed || record.ResultKey == "" || !s.clock().Before(record.Expires) {
		return s.summary(c, status, record)
	}
	wire, err := s.forClient(c, record)
	if err != nil {
		return err
	}
	if parts != nil {
		return s.stream(c, status, wire, bytes.NewReader(parts.HTML), bytes.NewReader(parts.CSS), parts.Report)
	}
	report, err := s.report(c, record)
	if err != nil {
		return err
	}
	html, err := jobs.Open(c.ctx(), s.bucket, record, jobs.HTML)
	if err != nil {
		return s.blobError(err)
	}
	defer html.Close()
	css, err := jobs.Open(c.ctx(), s.bucket, record, jobs.CSS)
	if err != nil {
		return s.blobError(err)
	}
	defer css.Close()
	return s.stream(c, status, wire, html, css, report)
}

// stream answers with wire and the parts that it lacks. The report is JSON that a worker of this program wrote, so
// it is not parsed again. A nil report is none.
func (s *results) stream(c *call, status int, wire *client.Conversion, html, css io.Reader, report []byte) error {
	var encoded bytes.Buffer
	enc := json.NewEncoder(&encoded)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(wire); err != nil {
		return err
	}
	before, after, ok := bytes.Cut(encoded.Bytes(), emptyResult)
	between, end, also := bytes.Cut(after, emptyReport)
	if !ok || !also {
		return errNoPlace
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.Header().Set("Cache-Control", "no-store")
	c.w.WriteHeader(status)
	w := bufio.NewWriterSize(c.w, streamBuffer)
	_, _ = w.Write(before)
	_, _ = w.WriteString(`"html":"`)
	if _, err := io.Copy(&jsonString{w: w}, html); err != nil {
		return err
	}
	_, _ = w.WriteString(`","css":"`)
	if _, err := io.Copy(&jsonString{w: w}, css); err != nil {
		return err
	}
	_, _ = w.WriteString(`"`)
	_, _ = w.Write(between)
	_, _ = w.WriteString(`"accessibility":`)
	if report == nil {
		_, _ = w.WriteString("null")
	}
	_, _ = w.Write(bytes.TrimSpace(report))
	_, _ = w.Write(end)
	return w.Flush() // it returns the error of any Write before
}

// streamBuffer is the size of the pieces in which an answer is written.
const streamBuffer = 32 << 10

// wholeBytes bounds what is read as a whole: style sheets and reports. The largest of them have some megabytes.
const wholeBytes = 64 << 20

// report returns the accessibility report of a result, or nil where none was asked for.
func (s *results) report(c *call, record *store.Conversion) ([]byte, error) {
	data, err := s.readPart(c, record, jobs.Report)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, s.blobError(err)
	}
	return data, nil
}

// readPart reads a part of a result as a whole.
func (s *results) readPart(c *call, record *store.Conversion, part jobs.Part) ([]byte, error) {
	r, err := jobs.Open(c.ctx(), s.bucket, record, part)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, wholeBytes+1))
	if err == nil && len(data) > wholeBytes {
		err = fmt.Errorf("server: %s of %s has more than %d bytes", part, record.ID, wholeBytes)
	}
	return data, err
}
