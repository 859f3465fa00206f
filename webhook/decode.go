package webhook

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// payload is a body in either format. In FormatNested the fields are in Data; some senders leave that envelope
// out.
type payload struct {
	fields
	Event      Kind      `json:"event"`
	Timestamp  time.Time `json:"timestamp"`
	RetryCount int       `json:"retry_count"`
	Test       bool      `json:"test"`
	Data       *fields   `json:"data"`
}

// fields are those of conversions and batches, with the names of both formats.
type fields struct {
	ID              string          `json:"id"` // of the event at the top level of an envelope, else of the conversion
	ConversionID    string          `json:"conversion_id"`
	BatchID         string          `json:"batch_id"`
	Status          string          `json:"status"`
	DownloadURL     string          `json:"download_url"`
	OutputURL       string          `json:"output_url"`
	InputFile       string          `json:"input_file"`
	CreatedAt       time.Time       `json:"created_at"`
	CompletedAt     time.Time       `json:"completed_at"`
	Metadata        json.RawMessage `json:"metadata"`
	Error           *Failure        `json:"error"`
	Total           int             `json:"total"`
	Completed       int             `json:"completed"`
	Successful      int             `json:"successful"`
	Failed          int             `json:"failed"`
	Cancelled       int             `json:"cancelled"`
	Percentage      int             `json:"percentage"`
	DurationSeconds int             `json:"duration_seconds"`
}

// Decode reads the body of a delivery in either format. It does not check who sent the body: receivers call
// Verify.
func Decode(body []byte) (*Event, error) {
	e, err := decode(body)
	if err != nil {
		return nil, err
	}
	if e.ID == "" {
		e.ID = contentID(body)
	}
	return e, nil
}

// decode does what Decode does, but leaves ID empty if the body has none.
func decode(body []byte) (*Event, error) {
	if len(body) > MaxBody {
		return nil, &Error{Code: BodyTooLarge, Detail: "more than a payload may have"}
	}
	var p payload
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, &Error{Code: InvalidEvent, Err: err}
	}
	e := &Event{
		Kind: p.Event, Timestamp: p.Timestamp, RetryCount: p.RetryCount, Test: p.Test,
		Format: FormatFlat, Raw: body,
	}
	f := &p.fields
	switch {
	case p.Data != nil:
		e.Format, e.ID = FormatNested, p.ID
		f = p.Data
	case f.ConversionID == "" && f.ID != "":
		e.Format = FormatNested // without its envelope
	}
	if e.Kind == "" && (f.Status == "completed" || f.Status == "failed") {
		e.Kind = Kind("conversion." + f.Status) // the bare fields of format B say no more
	}
	if e.Kind == "" {
		return nil, &Error{Code: InvalidEvent, Detail: "it does not say what happened"}
	}
	if !validID(e.ID) {
		e.ID = ""
	}
	if err := f.fill(e); err != nil {
		return nil, err
	}
	return e, nil
}

// fill sets what the fields say about the conversion or batch.
func (f *fields) fill(e *Event) error {
	e.BatchID = f.BatchID
	if strings.HasPrefix(string(e.Kind), "batch.") {
		e.Batch = &Batch{
			Total: f.Total, Completed: cmp.Or(f.Completed, f.Successful), Failed: f.Failed,
			Cancelled: f.Cancelled, Percentage: f.Percentage, DurationSeconds: f.DurationSeconds,
		}
		return nil
	}
	e.ConversionID = cmp.Or(f.ConversionID, f.ID)
	e.Status = f.Status
	e.DownloadURL = cmp.Or(f.DownloadURL, f.OutputURL)
	e.InputFile = f.InputFile
	e.CreatedAt, e.CompletedAt = f.CreatedAt, f.CompletedAt
	if e.Failure = f.Error; e.Failure == nil && e.Kind == ConversionFailed {
		e.Failure = &Failure{}
	}
	if len(f.Metadata) == 0 || bytes.Equal(f.Metadata, []byte("null")) {
		return nil
	}
	var m figures
	if err := json.Unmarshal(f.Metadata, &m); err != nil {
		return &Error{Code: InvalidEvent, Detail: "metadata", Err: err}
	}
	e.Metadata = m.metadata()
	if e.Format == FormatNested {
		e.Document = f.Metadata
	}
	return nil
}

// contentIDBytes is how many bytes of a digest are used. They tell bodies apart if all of them come from one
// sender who has the secret.
const contentIDBytes = 16

// contentID returns an identifier made from the content of a body. Deliveries of one event differ only in their
// retry_count, which is left out.
func contentID(body []byte) string {
	content := body
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) == nil {
		delete(members, "retry_count")
		if sorted, err := json.Marshal(members); err == nil {
			content = sorted
		}
	}
	digest := sha256.Sum256(content)
	return "body_" + hex.EncodeToString(digest[:contentIDBytes])
}
