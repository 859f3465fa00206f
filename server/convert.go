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
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// submission is what a request asks to convert.
type submission struct {
	params params
	upload *upload // nil: the document is at params["url"]
}

// convert takes a document, by file or by address, and answers with the result or, when the
// client does not want to wait or it takes too long, with where the result will be.
func (s *Server) convert(c *call) (err error) {
	c.holds = c.once == nil && !prefersAsync(c.r) && c.config.SyncWait > 0 && s.engine.Stats().Slots > 0 // else it would have to be stored
	sub, err := s.readSubmission(c)
	defer s.letGo(sub.upload)
	taken := false
	defer func() {
		if !taken && !c.inDoubt {
			s.discardUpload(c.ctx(), sub.upload)
		}
	}()
	if err != nil {
		return err
	}
	if err := s.checkSubmission(sub); err != nil {
		return err
	}
	fingerprint := sub.params.fingerprint()
	if sub.upload != nil {
		fingerprint += "file=" + sub.upload.fingerprint
	}
	if replayed, err := c.begin(hashText(fingerprint)); replayed || err != nil {
		return err
	}
	// The document of an address is not here yet: it needs no place to be fetched.
	var slot *jobs.Slot // of a conversion that is waited for
	if c.waits(sub) && sub.upload != nil {
		slot = s.engine.Reserve(c.ctx(), c.account.ID)
		defer slot.Release()
	}
	record, err := c.submit(sub, slot)
	if err != nil {
		return err
	}
	taken = sub.upload != nil && record.ID == sub.upload.id
	return c.answerConversion(record, slot, c.waits(sub))
}

// readSubmission reads the body of a convert request. A document is stored as it comes, so
// that none is ever held in memory; what is returned with an error may have one.
func (s *Server) readSubmission(c *call) (sub submission, err error) {
	most := c.fileLimit()
	if c.r.ContentLength > most+limits.FormOverhead {
		return sub, tooLarge(most, c.r.ContentLength)
	}
	switch mediaType(c.r) {
	case "application/json":
		sub.params, err = readJSON(s.receive(c.w, c.r, limits.JSONBody+1))
		return sub, err
	case "multipart/form-data":
		return s.readForm(c, most)
	}
	return sub, failure(client.UnsupportedMediaType, "the Content-Type must be multipart/form-data or application/json")
}

// fileLimit is the largest document that the account may have converted, in bytes.
func (c *call) fileLimit() int64 {
	if c.limits.FileBytes == quota.Unlimited {
		return limits.FileBytes
	}
	return c.limits.FileBytes
}

// readForm reads a multipart body with at most one document of at most most bytes.
func (s *Server) readForm(c *call, most int64) (sub submission, err error) {
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
			if sub.upload, err = c.receiveDocument(file, most); err != nil {
				return sub, err
			}
		}
	}
}

// checkSubmission checks the parameters together.
func (s *Server) checkSubmission(sub submission) error {
	p := sub.params
	switch {
	case sub.upload != nil && p["url"] != "":
		return badParameter("url", "cannot be given together with file")
	case sub.upload == nil && p["url"] == "":
		e := failure(client.MissingParameter, "either file or url is needed")
		e.Details = map[string]any{"parameter": fileParam}
		return e
	}
	if p["url"] != "" {
		if _, err := s.guard.DocumentURL(p["url"]); err != nil {
			return addressError(err, "url")
		}
	}
	if err := s.checkWebhookURL(p); err != nil {
		return err
	}
	return checkCustomID(p)
}

// checkWebhookURL checks the address that is told, where one is given.
func (s *Server) checkWebhookURL(p params) error {
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

// submit makes the conversion, in one transaction with what it costs. A request that takes
// over from one that died gets the conversion which that one made.
func (c *call) submit(sub submission, slot *jobs.Slot) (*store.Conversion, error) {
	if c.once != nil && c.once.record.ConversionID != "" {
		return c.conversion(c.once.record.ConversionID)
	}
	if err := c.bring(sub.upload, slot); err != nil {
		return nil, err
	}
	record, err := c.newRecord(sub)
	if err != nil {
		return nil, err
	}
	err = c.enqueue(record, slot)
	for errors.Is(err, jobs.ErrNotItsTurn) && slot.Again(c.ctx()) {
		err = c.enqueue(record, slot)
	}
	if !errors.Is(err, jobs.ErrMustWait) && !errors.Is(err, jobs.ErrNotItsTurn) {
		return record, err
	}
	slot.Release()
	if sub.upload.held != nil {
		if err := c.storeHeld(sub.upload); err != nil {
			return nil, err
		}
	}
	record.InputKey = sub.upload.key()
	return record, c.enqueue(record, nil)
}

// bring brings a document that is held to where its conversion finds it: into the slot or, without one, into
// the storage.
func (c *call) bring(u *upload, slot *jobs.Slot) error {
	switch {
	case u == nil || u.held == nil:
		return nil
	case slot == nil:
		return c.storeHeld(u)
	}
	slot.Hold(u.held)
	return nil
}

// newRecord is the conversion that is asked for.
func (c *call) newRecord(sub submission) (record *store.Conversion, err error) {
	record = &store.Conversion{
		ID: store.NewID("conv"), CustomID: sub.params["custom_id"], RequestID: requestID(c.ctx()),
		Traceparent: traceparent(c.r),
		WebhookURL:  sub.params["webhook_url"],
		InputURL:    sub.params["url"],
	}
	if sub.upload != nil {
		record.ID, record.InputKey = sub.upload.id, sub.upload.key()
		record.InputFile, record.FileSize = sub.upload.name, sub.upload.size
	} else {
		record.InputFile = nameOfURL(record.InputURL)
	}
	record.Options, err = json.Marshal(newOrder(sub.params.options(), record.InputFile, c.baseURL(c.r)))
	return record, err
}

// waits tells whether a request waits for its conversion.
func (c *call) waits(sub submission) bool {
	return !prefersAsync(c.r) && sub.params["webhook_url"] == "" && c.config.SyncWait > 0
}

// answerConversion waits for a new conversion, or does not, and answers.
func (c *call) answerConversion(record *store.Conversion, slot *jobs.Slot, waits bool) error {
	if prefersAsync(c.r) {
		c.w.Header().Set("Preference-Applied", "respond-async")
	}
	var parts *jobs.Parts
	if waits {
		var err error
		if record, parts, err = c.awaitEnd(record, slot); err != nil {
			return err
		}
	}
	switch record.Status {
	case store.Completed:
		c.once.keepConversion(c, record.ID)
		return c.show(http.StatusOK, record, parts)
	case store.Failed:
		return conversionFailure(record)
	case store.Cancelled: // while the request waited
		return c.summary(http.StatusOK, record)
	}
	wire, err := c.wire(record)
	if err != nil {
		return err
	}
	c.w.Header().Set("Location", conversionPath(record.ID))
	c.w.Header().Set("Retry-After", seconds(conversionRetry))
	return c.respond(http.StatusAccepted, wire)
}

// awaitEnd waits as await does, for the end of a new conversion that may have begun in a
// slot. What it has of the result in memory is returned with it.
func (c *call) awaitEnd(record *store.Conversion, slot *jobs.Slot) (*store.Conversion, *jobs.Parts, error) {
	ctx, cancel := c.waiting(c.config.SyncWait)
	defer cancel()
	if ended := slot.Wait(ctx); ended != nil {
		return ended.Conversion, ended.Parts, nil
	}
	record, err := c.await(ctx, record, true)
	if err != nil || record.Status.Terminal() {
		return record, nil, err
	}
	ended, err := slot.Promise(c.ctx()) // the client is told of it from now on
	if err != nil {
		return nil, nil, c.blobError(err)
	}
	if ended != nil {
		return ended.Conversion, ended.Parts, nil
	}
	return record, nil, nil
}

// prefersAsync tells whether the request asks not to be kept waiting (RFC 7240, 4.1).
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

// conversionFailure is the answer to a request whose conversion failed while it waited.
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
