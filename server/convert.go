package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
)

// submission is what a request for a conversion asks for.
type submission struct {
	params params
	upload *upload // nil: the document is at params["url"]
}

// convert accepts a document, as a file or by its address, and answers with the result. If the client does not
// want to wait, or the conversion takes too long, it answers with where the result will be.
func (s *submissions) convert(c *call) error {
	in := s.intake(c, c.once == nil && s.mayWait(c))
	defer in.Close(c.ctx())
	sub, err := s.readSubmission(c, in)
	if err != nil {
		return err
	}
	if err := s.checkSubmission(sub); err != nil {
		return err
	}
	if replayed, err := c.begin(hashText(sub.fingerprint())); replayed || err != nil {
		return err
	}
	record, err := s.submit(c, in, sub, s.waits(c, sub))
	if err != nil {
		return err
	}
	return s.answerConversion(c, in, record, s.waits(c, sub))
}

// fingerprint returns the same text for requests that ask for the same.
func (sub submission) fingerprint() string {
	text := sub.params.fingerprint()
	if sub.upload != nil {
		text += "file=" + sub.upload.fingerprint
	}
	return text
}

// readSubmission reads the body of a request for a conversion, and passes its document to the intake.
func (s *submissions) readSubmission(c *call, in *jobs.Intake) (sub submission, err error) {
	most := c.fileLimit()
	if c.r.ContentLength > most+limits.FormOverhead {
		return sub, tooLarge(most, c.r.ContentLength)
	}
	switch mediaType(c.r) {
	case "application/json":
		sub.params, err = readJSON(s.receive(c.w, c.r, limits.JSONBody+1))
		return sub, err
	case "multipart/form-data":
		return s.readForm(c, in, most)
	}
	return sub, failure(client.UnsupportedMediaType, "the Content-Type must be multipart/form-data or application/json")
}

// readForm reads a multipart body with at most one document of at most most bytes.
func (s *submissions) readForm(c *call, in *jobs.Intake, most int64) (sub submission, err error) {
	f, err := newForm(c.r.Header.Get("Content-Type"), s.receive(c.w, c.r, most+limits.FormOverhead), limits.FormFields)
	if err != nil {
		return sub, err
	}
	sub.params = params{}
	for {
		name, value, file, err := f.next()
		switch {
		case err == io.EOF:
			return sub, nil
		case err != nil:
			return sub, err
		case file == nil:
			if err := sub.params.set(name, value); err != nil {
				return sub, err
			}
		case name != fileParam:
			return sub, badParameter(name, "is not a parameter of this operation")
		case sub.upload != nil:
			return sub, badParameter(fileParam, "is given twice")
		default:
			if sub.upload, err = s.receiveDocument(c.ctx(), in, file, most); err != nil {
				return sub, err
			}
		}
	}
}

// checkSubmission checks the parameters against each other.
func (s *submissions) checkSubmission(sub submission) error {
	p := sub.params
	switch {
	case sub.upload != nil && p["url"] != "":
		return badParameter("url", "cannot be given together with file")
	case sub.upload == nil && p["url"] == "":
		return missingParameter(fileParam, "url")
	}
	if p["url"] != "" {
		if _, err := s.guard.DocumentURL(p["url"]); err != nil {
			return addressError(err, "url")
		}
	}
	if err := s.checkWebhookURL(p); err != nil {
		return err
	}
	if err := checkCorrections(p); err != nil {
		return err
	}
	return checkCustomID(p)
}

// checkCorrections checks the corrections of a request, if it has any.
func checkCorrections(p params) error {
	if p[correctionsParam] == "" {
		return nil
	}
	_, err := parseCorrections([]byte(p[correctionsParam]))
	return err
}

// checkWebhookURL checks the address that gets the events of the request, if there is one.
func (s *submissions) checkWebhookURL(p params) error {
	if p["webhook_url"] == "" {
		return nil
	}
	_, err := s.guard.WebhookURL(p["webhook_url"])
	return addressError(err, "webhook_url")
}

func checkCustomID(p params) error {
	if id, ok := p["custom_id"]; ok && !isCustomID(id) {
		return badParameter("custom_id", "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-'")
	}
	return nil
}

// maxCustomID is the greatest length of a custom_id.
const maxCustomID = 128

func isCustomID(id string) bool {
	for _, b := range []byte(id) {
		if !isAlphanumeric(b) && !strings.ContainsRune("._:-", rune(b)) {
			return false
		}
	}
	return id != "" && len(id) <= maxCustomID
}

// submit stores the conversion and everything that it counts against, in one transaction. A request that takes
// over from one whose process died gets the conversion that the earlier one stored. If waits is true, the
// conversion may begin at once.
func (s *submissions) submit(c *call, in *jobs.Intake, sub submission, waits bool) (*store.Conversion, error) {
	if id, made := c.madeBefore(); made {
		return s.results.conversion(c, id)
	}
	record, err := s.newRecord(c, sub)
	if err != nil {
		return nil, err
	}
	return record, s.submitted(c, in.Submit(c.ctx(), record, waits), 1)
}

// newRecord returns the conversion that a request asks for.
func (s *submissions) newRecord(c *call, sub submission) (record *store.Conversion, err error) {
	record = &store.Conversion{
		ID: store.NewID("conv"), CustomID: sub.params["custom_id"], RequestID: requestID(c.ctx()),
		Traceparent: traceparent(c.r),
		WebhookURL:  sub.params["webhook_url"],
		InputURL:    sub.params["url"],
	}
	if sub.upload != nil {
		record.ID = sub.upload.id
		record.InputFile, record.FileSize = sub.upload.name, sub.upload.size
	} else {
		record.InputFile = nameOfURL(record.InputURL)
	}
	o := newOrder(sub.params.options(), record.InputFile, s.baseURL(c.r))
	if sub.params[keepParam] == "true" {
		o.keepDocument()
	}
	record.Corrections = sub.params[correctionsParam]
	o.Corrected = record.Corrections != ""
	record.Options, err = json.Marshal(o)
	return record, err
}

// mayWait reports whether a request may wait for its conversion.
func (s *submissions) mayWait(c *call) bool { return !prefersAsync(c.r) && s.config.SyncWait > 0 }

// waits reports whether a request waits for its conversion.
func (s *submissions) waits(c *call, sub submission) bool {
	return s.mayWait(c) && sub.params["webhook_url"] == ""
}

// answerConversion answers with a conversion. If waits is true, it first waits for the end of the conversion.
func (s *submissions) answerConversion(c *call, in *jobs.Intake, record *store.Conversion, waits bool) error {
	if prefersAsync(c.r) {
		c.w.Header().Set("Preference-Applied", "respond-async")
	}
	var parts *jobs.Parts
	if waits {
		until, cancel := s.waiting(c.ctx(), s.config.SyncWait)
		defer cancel()
		now, err := in.Await(c.ctx(), until, record)
		if err != nil {
			return s.awaitError(err)
		}
		record, parts = now.Conversion, now.Parts
	}
	switch record.Status {
	case store.Completed:
		c.once.keepConversion(c, record.ID)
		return s.results.show(c, http.StatusOK, record, parts)
	case store.Failed:
		return conversionFailure(record)
	case store.Cancelled: // while the request waited
		return s.results.summary(c, http.StatusOK, record)
	}
	wire, err := s.results.forClient(c, record)
	if err != nil {
		return err
	}
	c.w.Header().Set("Location", conversionPath(record.ID))
	c.w.Header().Set("Retry-After", seconds(conversionRetry))
	return c.respond(http.StatusAccepted, wire)
}

// awaitError returns the error that a client gets when waiting for its conversion failed.
func (s *submissions) awaitError(err error) error {
	if errors.Is(err, jobs.ErrNotStored) {
		return s.blobError(err)
	}
	return s.results.conversionError(err)
}

// prefersAsync reports whether the request asks not to be kept waiting (RFC 7240, 4.1).
func prefersAsync(r *http.Request) bool {
	for _, line := range r.Header.Values("Prefer") {
		for preference := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(preference, ";")
			if strings.EqualFold(strings.TrimSpace(name), "respond-async") {
				return true
			}
		}
	}
	return false
}

// conversionFailure returns the answer to a request whose conversion failed while the request waited.
func conversionFailure(record *store.Conversion) error {
	reason := cmp.Or(record.Error, &store.Failure{Code: string(client.InternalError), Message: "the conversion failed"})
	e := failure(client.Code(reason.Code), "%s", reason.Message)
	if reason.Details != nil {
		if err := json.Unmarshal(reason.Details, &e.Details); err != nil {
			return err
		}
	}
	if e.Details == nil {
		e.Details = map[string]any{}
	}
	e.Details["conversion_id"] = record.ID
	if e.Code == client.ServiceUnavailable {
		e.RetryAfter = unavailableRetry
	}
	return e
}

// submitForm submits a conversion from a form of a page: a document and options. Browsers do not send a box that
// is not ticked, so a missing option is off.
func (s *submissions) submitForm(c *call) (record *store.Conversion, err error) {
	in := s.intake(c, false)
	defer in.Close(c.ctx())
	sub, err := s.readSubmission(c, in)
	if err != nil {
		return nil, err
	}
	sub.params.untick()
	for _, name := range convertParams {
		if _, given := sub.params[name]; given && (name != keepParam || c.key == nil) {
			return nil, badParameter(name, "is not a parameter of this form")
		}
	}
	if err := s.checkSubmission(sub); err != nil {
		return nil, err
	}
	return s.submit(c, in, sub, false)
}
