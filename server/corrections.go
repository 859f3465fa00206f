package server

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/storage"
)

// keepDocument makes the conversion keep its document with the result, and write the positions of everything into the
// HTML. Corrections are drafted from these positions.
func (o *order) keepDocument() { o.KeepDocument, o.Boxes = true, true }

// parseCorrections reads corrections in YAML or JSON. Its error is one that a client can be given.
func parseCorrections(text []byte) (*corrections.File, error) {
	if json.Valid(text) {
		return readCorrections(text, corrections.ParseJSON)
	}
	return readCorrections(text, corrections.Parse)
}

// readCorrections reads corrections with the parser of their form.
func readCorrections(text []byte, parse func([]byte) (*corrections.File, error)) (*corrections.File, error) {
	file, err := parse(text)
	broken, ok := errors.AsType[*corrections.Error](err)
	if !ok {
		return file, err
	}
	e := failure(client.InvalidCorrections, "%s", broken.Error())
	if broken.Line > 0 {
		e.Details = map[string]any{"line": broken.Line}
	}
	return nil, e
}

// yamlType is the media type of YAML (RFC 9512). yamlTypes are all names that are in use for it.
const yamlType = "application/yaml"

var yamlTypes = []string{yamlType, "application/x-yaml", "text/yaml", "text/x-yaml"}

func isYAML(mediaType string) bool {
	return slices.Contains(yamlTypes, strings.ToLower(strings.TrimSpace(mediaType)))
}

// prefersYAML reports whether the request prefers YAML over JSON.
func prefersYAML(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		switch name, _, _ := strings.Cut(part, ";"); {
		case isYAML(name):
			return true
		case strings.TrimSpace(name) == "application/json":
			return false
		}
	}
	return false
}

// getCorrections answers with the corrections of a conversion, or with a draft of corrections if it has none.
func (s *results) getCorrections(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	record, err := s.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	file, text, err := s.corrections(c, record)
	if err != nil {
		return err
	}
	if !prefersYAML(c.r) {
		return c.respond(http.StatusOK, file)
	}
	c.w.Header().Set("Content-Type", yamlType)
	c.w.Header().Set("Cache-Control", "no-store")
	_, _ = c.w.Write(text) // fails only if the client has gone
	return nil
}

// corrections returns the corrections of a conversion, or a draft of them, parsed and as YAML. YAML that a client
// sent is returned as it was sent.
func (s *results) corrections(c *call, record *store.Conversion) (file *corrections.File, text []byte, err error) {
	var given string
	err = s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		given, err = store.GetCorrections(c.ctx(), tx, record.ID)
		return err
	})
	switch {
	case err != nil:
		return nil, nil, s.storeError(err)
	case given == "":
		file, err = s.draftCorrections(c, record)
	default:
		file, err = parseCorrections([]byte(given))
	}
	if err != nil {
		return nil, nil, err
	}
	if given != "" && !json.Valid([]byte(given)) {
		return file, []byte(given), nil
	}
	text, err = file.Encode()
	return file, text, err
}

// draftCorrections drafts corrections from the result of a conversion.
func (s *results) draftCorrections(c *call, record *store.Conversion) (*corrections.File, error) {
	if err := s.checkKept(record); err != nil {
		return nil, err
	}
	var file *corrections.File
	err := s.drafting(c, record, func(html string) (err error) {
		file, err = corrections.Draft(html, func(src string) []byte { return s.pictureOf(c, record, src) })
		return err
	})
	return file, err
}

// drafting calls do with the HTML of a result. One draft is made at a time.
func (s *results) drafting(c *call, record *store.Conversion, do func(html string) error) error {
	select { // a draft takes much memory
	case s.drafts <- struct{}{}:
		defer func() { <-s.drafts }()
	case <-c.ctx().Done():
		return c.ctx().Err()
	}
	in, err := jobs.Open(c.ctx(), s.bucket, record, jobs.HTML)
	if err != nil {
		return s.blobError(err)
	}
	defer in.Close()
	html, err := io.ReadAll(io.LimitReader(in, limits.DraftedHTML+1))
	switch {
	case err != nil:
		return s.blobError(err)
	case len(html) > limits.DraftedHTML:
		return failure(client.ResourceLimitExceeded, "the result is larger than the %d bytes of which a draft is made", limits.DraftedHTML)
	}
	return do(string(html))
}

// pictureOf returns the file of a picture that the HTML of a result refers to, as a data address or as an asset.
// It returns nil if the file cannot be read; then the picture is known by its size and place.
func (s *results) pictureOf(c *call, record *store.Conversion, src string) []byte {
	if data, ok := strings.CutPrefix(src, "data:"); ok {
		_, encoded, _ := strings.Cut(data, ";base64,")
		picture, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil
		}
		return picture
	}
	u, err := url.Parse(src)
	if err != nil || !isAssetName(path.Base(u.Path)) {
		return nil
	}
	picture, err := storage.ReadAll(c.ctx(), s.bucket, jobs.AssetKey(record, path.Base(u.Path)), wholeBytes)
	if err != nil {
		s.log.WarnContext(c.ctx(), "a picture of a result cannot be read", "conversion_id", record.ID, "err", err)
		return nil
	}
	return picture
}

// checkKept returns an error if a conversion cannot be made again.
func (s *results) checkKept(record *store.Conversion) error {
	switch {
	case !record.Status.Terminal():
		return failure(client.ResultNotReady, "the conversion has not ended")
	case record.Status == store.Completed && (record.ResultKey == "" || !s.clock().Before(record.Expires)):
		return failure(client.ResultExpired, "the result has expired, and the document with it")
	case record.DocumentKey == "":
		return notKept()
	}
	return nil
}

func notKept() error {
	return failure(client.DocumentNotKept, "the document is not kept: convert it with %s=true", keepParam)
}

// correct creates a new conversion of the document of an earlier one, with corrections.
func (s *submissions) correct(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	t := mediaType(c.r)
	if c.r.ContentLength != 0 && t != "application/json" && !isYAML(t) {
		return failure(client.UnsupportedMediaType, "the Content-Type must be %s or application/json", yamlType)
	}
	earlier, err := s.results.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(s.receive(c.w, c.r, limits.CorrectionBytes))
	if err != nil {
		return bodyError(err)
	}
	parse := corrections.Parse
	if t == "application/json" {
		parse = corrections.ParseJSON
	}
	if _, err := readCorrections(text, parse); err != nil {
		return err
	}
	if replayed, err := c.begin(hashText(earlier.ID + "\n" + string(text))); replayed || err != nil {
		return err
	}
	waits := s.mayWait(c)
	in := s.intake(c, c.once == nil && waits)
	defer in.Close(c.ctx())
	record, err := s.convertAgain(c, in, earlier, text, waits)
	if err != nil {
		return err
	}
	return s.answerConversion(c, in, record, waits)
}

// convertAgain submits the document of an earlier conversion again, with the same options and with corrections.
func (s *submissions) convertAgain(c *call, in *jobs.Intake, earlier *store.Conversion, text []byte, waits bool) (*store.Conversion, error) {
	if id, made := c.madeBefore(); made {
		return s.results.conversion(c, id)
	}
	if err := s.results.checkKept(earlier); err != nil {
		return nil, err
	}
	kept, err := s.bucket.Open(c.ctx(), earlier.DocumentKey)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, notKept()
	case err != nil:
		return nil, s.blobError(err)
	}
	defer kept.Close()
	doc := newDocument(kept, c.fileLimit())
	id, err := in.Receive(c.ctx(), doc)
	if known, ok := errors.AsType[*client.Error](doc.failed); ok {
		return nil, known // the plan may allow less than before
	}
	if err != nil {
		return nil, s.blobError(err)
	}
	record := &store.Conversion{
		ID: id, CustomID: earlier.CustomID, RequestID: requestID(c.ctx()), Traceparent: traceparent(c.r),
		InputFile: earlier.InputFile, FileSize: doc.n, Corrections: string(text),
	}
	var o order
	if err := json.Unmarshal(earlier.Options, &o); err != nil {
		return nil, err
	}
	o.BaseURL, o.Corrected = s.baseURL(c.r), true
	if record.Options, err = json.Marshal(o); err != nil {
		return nil, err
	}
	return record, s.submitted(c, in.Submit(c.ctx(), record, waits), 1)
}
