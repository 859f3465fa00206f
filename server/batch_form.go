package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
)

// batchSubmission is what a request for a batch asks for.
type batchSubmission struct {
	id      string // of the batch
	common  params // options of all members, keep_document, corrections and webhook_url
	members []batchMember
	files   int      // members that are uploads, invalid ones included
	judged  []string // corrections of each upload, in the order of the uploads
	page    bool     // the request is a form of the dashboard
}

// batchMember is one document of a batch.
type batchMember struct {
	id      string        // of the conversion
	params  params        // its own: url, custom_id, options, keep_document, corrections
	upload  *upload       // nil: the document is at params["url"], or the upload failed
	name    string        // of an uploaded file
	failure *client.Error // why it fails alone; nil: no reason is known
}

// readBatch reads the body of a request for a batch, and passes its documents to the intake.
func (s *submissions) readBatch(c *call, in *jobs.Intake) (*batchSubmission, error) {
	sub := &batchSubmission{id: store.NewID("batch"), common: params{}}
	switch mediaType(c.r) {
	case "application/json":
		return sub, sub.readJSON(s.receive(c.w, c.r, limits.JSONBody+1))
	case "multipart/form-data":
		return sub, s.readBatchForm(c, in, sub)
	}
	return sub, failure(client.UnsupportedMediaType, "the Content-Type must be multipart/form-data or application/json")
}

// readJSON reads a JSON body: inputs, options for all members, and webhook_url.
func (sub *batchSubmission) readJSON(r io.Reader) (err error) {
	var body map[string]json.RawMessage
	if err := decodeJSON(r, &body); err != nil {
		return err
	}
	var inputs []map[string]json.RawMessage
	if raw, ok := body["inputs"]; ok && json.Unmarshal(raw, &inputs) != nil {
		return badParameter("inputs", "must be a list of objects")
	}
	delete(body, "inputs")
	if sub.common, err = jsonParams(body); err != nil {
		return err
	}
	if len(inputs) > limits.BatchURLs {
		return batchTooLarge(limits.BatchURLs, int64(len(inputs)))
	}
	for i, input := range inputs {
		p, err := jsonParams(input)
		if err == nil {
			err = checkInput(p)
		}
		if err != nil {
			return inputError(i, err)
		}
		sub.members = append(sub.members, batchMember{id: store.NewID("conv"), params: p})
	}
	return nil
}

// checkInput checks the parameters of a member. A mistake in them fails the whole request; a document that cannot
// be converted fails alone.
func checkInput(p params) error {
	if err := p.refuseOthers("url", "custom_id", keepParam, correctionsParam); err != nil {
		return err
	}
	if p["url"] == "" {
		return missingParameter("url")
	}
	if err := checkCorrections(p); err != nil {
		return err
	}
	return checkCustomID(p)
}

// inputError adds to an error which member of inputs it is about.
func inputError(i int, err error) error {
	var known *client.Error
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Message = fmt.Sprintf("inputs[%d]: %s", i, known.Message)
	e.Details = maps.Clone(known.Details)
	if name, ok := e.Details["parameter"]; ok {
		e.Details["parameter"] = fmt.Sprintf("inputs[%d].%s", i, name)
	}
	return &e
}

// readBatchForm reads a multipart body. Its documents are fields files[], in any order with other fields.
func (s *submissions) readBatchForm(c *call, in *jobs.Intake, sub *batchSubmission) error {
	most := c.fileLimit()
	all := limits.BatchFiles*most + limits.BatchCorrections + limits.BatchOverhead
	if c.r.ContentLength > all {
		return failure(client.RequestTooLarge, "the body is larger than the %d bytes that a batch may have", all)
	}
	f, err := newForm(c.r.Header.Get("Content-Type"), s.receive(c.w, c.r, all),
		limits.FormFields+2*limits.BatchFiles+limits.BatchURLs)
	if err != nil {
		return err
	}
	for {
		name, value, file, err := f.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case sub.page && name == filesParam && file.FileName() == "": // no file was chosen
		case file != nil && name == filesParam:
			err = s.addFile(c.ctx(), in, sub, file, most)
		case file != nil:
			err = badParameter(name, "is not a parameter of this operation")
		default:
			err = sub.field(name, value)
		}
		if err != nil {
			return err
		}
	}
}

// field reads a field that is no document: urls[], corrections[], options for all members, or webhook_url. A form
// of the dashboard also has a field with addresses, one a line.
func (sub *batchSubmission) field(name, value string) error {
	switch {
	case name == urlsParam:
		return sub.addURL(value)
	case name == correctionsListParam && !sub.page:
		return sub.addCorrections(value)
	case sub.page && name == addressesField:
		return sub.addLines(value)
	}
	return sub.common.set(name, value)
}

// addFile passes a document to the intake and adds it as a member. A document that cannot be converted becomes a
// member that has failed.
func (s *submissions) addFile(ctx context.Context, in *jobs.Intake, sub *batchSubmission, file *multipart.Part, most int64) error {
	if sub.files++; sub.files > limits.BatchFiles {
		return batchTooLarge(limits.BatchFiles, int64(sub.files))
	}
	u, err := s.receiveDocument(ctx, in, file, most)
	var known *client.Error
	switch {
	case err == nil:
		sub.members = append(sub.members, batchMember{id: u.id, upload: u, name: u.name})
	case errors.As(err, &known) && (known.Code == client.InvalidFileFormat || known.Code == client.FileTooLarge):
		sub.members = append(sub.members, batchMember{id: store.NewID("conv"), name: inputName(file.FileName()), failure: known})
	default:
		return err
	}
	return nil
}

// addCorrections adds the corrections of the next upload.
func (sub *batchSubmission) addCorrections(text string) error {
	if len(sub.judged) == limits.BatchFiles {
		return badParameter(correctionsListParam, "is given more often than "+filesParam)
	}
	sub.judged = append(sub.judged, text)
	if size := lengthOf(sub.judged); size > limits.BatchCorrections {
		return tooManyCorrections(correctionsListParam)
	}
	return nil
}

// lengthOf returns the total length of texts in bytes.
func lengthOf(texts []string) (n int) {
	for _, t := range texts {
		n += len(t)
	}
	return n
}

func tooManyCorrections(name string) error {
	return badParameter(name, fmt.Sprintf("has more than %d bytes over all members of the batch", limits.BatchCorrections))
}

// assign gives each upload its corrections, and checks the size of those of all members.
func (sub *batchSubmission) assign() error {
	if len(sub.judged) > sub.files {
		return badParameter(correctionsListParam, "is given more often than "+filesParam)
	}
	if err := checkCorrections(sub.common); err != nil {
		return err
	}
	upload, size := 0, 0
	for i := range sub.members {
		m := &sub.members[i]
		if m.params == nil { // an upload
			if upload < len(sub.judged) && sub.judged[upload] != "" {
				m.params = params{correctionsParam: sub.judged[upload]}
				if err := checkCorrections(m.params); err != nil {
					return judgedError(upload, err)
				}
			}
			upload++
		}
		text, own := m.params[correctionsParam]
		if !own {
			text = sub.common[correctionsParam]
		}
		if size += len(text); size > limits.BatchCorrections {
			return tooManyCorrections(correctionsParam)
		}
	}
	return nil
}

// judgedError adds to an error the number of the corrections[] that it is about.
func judgedError(i int, err error) error {
	known, ok := errors.AsType[*client.Error](err)
	if !ok {
		return err
	}
	e := *known
	e.Message = fmt.Sprintf("corrections[], number %d: %s", i+1, known.Message)
	return &e
}

func (sub *batchSubmission) addURL(address string) error {
	if urls := len(sub.members) - sub.files; urls >= limits.BatchURLs {
		return batchTooLarge(limits.BatchURLs, int64(urls+1))
	}
	sub.members = append(sub.members, batchMember{id: store.NewID("conv"), params: params{"url": address}})
	return nil
}

// checkBatch checks a batch as a whole, and finds the members that fail alone.
func (s *submissions) checkBatch(sub *batchSubmission) error {
	if err := sub.common.refuseOthers("webhook_url", keepParam, correctionsParam); err != nil {
		return err
	}
	if err := s.checkWebhookURL(sub.common); err != nil {
		return err
	}
	if len(sub.members) == 0 {
		return missingParameter("inputs", filesParam, urlsParam)
	}
	if err := sub.assign(); err != nil {
		return err
	}
	bad := 0
	for i := range sub.members {
		m := &sub.members[i]
		if m.upload == nil && m.failure == nil {
			_, err := s.guard.DocumentURL(m.params["url"])
			if err := addressError(err, "url"); err != nil && !errors.As(err, &m.failure) {
				return err
			}
		}
		if m.failure != nil {
			bad++
		}
	}
	if bad < len(sub.members) {
		return nil
	}
	first := *sub.members[0].failure
	first.Message = "none of the documents can be converted; the first: " + first.Message
	return &first
}

// fingerprint returns the same text for requests that ask for the same.
func (sub *batchSubmission) fingerprint() string {
	var b strings.Builder
	b.WriteString(sub.common.fingerprint())
	for _, m := range sub.members {
		switch {
		case m.upload != nil:
			fmt.Fprintf(&b, "file=%s\n%s", m.upload.fingerprint, m.params.fingerprint())
		case m.name != "":
			fmt.Fprintf(&b, "bad=%q %s\n", m.name, m.failure.Code)
		default:
			fmt.Fprintf(&b, "input\n%s", m.params.fingerprint())
		}
	}
	return b.String()
}

// newMember returns the conversion of a member. The member's own options override those of the batch.
func (s *submissions) newMember(c *call, common params, m batchMember) (*store.Conversion, error) {
	p := maps.Clone(common)
	maps.Copy(p, m.params)
	delete(p, "webhook_url") // the batch has its own events
	if m.failure != nil {
		delete(p, "url") // any address is valid here
		delete(p, keepParam)
		delete(p, correctionsParam)
	}
	record, err := s.newRecord(c, submission{params: p, upload: m.upload})
	if err != nil || m.failure == nil {
		record.ID = m.id
		return record, err
	}
	record.ID, record.InputFile = m.id, m.name
	if m.name == "" {
		record.InputFile = nameOfURL(m.params["url"])
	}
	record.Error = &store.Failure{Code: string(m.failure.Code), Message: m.failure.Message}
	record.Error.Details, err = json.Marshal(m.failure.Details)
	return record, err
}

// batchTooLarge returns the error of a batch with more members than the limit.
func batchTooLarge(limit, received int64) error {
	e := failure(client.BatchTooLarge, "the batch has more than %d members of a kind, which is as many as it may", limit)
	e.Details = map[string]any{"limit": limit, "received": received}
	return e
}

// addLines adds addresses that are given one a line.
func (sub *batchSubmission) addLines(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := sub.addURL(line); err != nil {
			return err
		}
	}
	return nil
}

// addressesField is the field of a form of the dashboard that has addresses of documents, one a line.
const addressesField = "addresses"
