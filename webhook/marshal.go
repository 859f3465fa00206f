package webhook

import (
	"encoding/json"
	"fmt"
	"time"
)

// Marshal writes the event as a payload. Its bytes are those of JavaScript's JSON.stringify(JSON.parse(body)),
// because some receivers compute the signature of that. Format, Scheme and Raw are ignored.
//
// If the event lacks something that its kind requires, the error is an *Error with the code InvalidEvent. Required
// are the time, the conversion or the batch, and in format B the ID.
func (e *Event) Marshal(format Format) ([]byte, error) {
	if err := e.check(format); err != nil {
		return nil, err
	}
	var body any
	switch {
	case format == FormatFlat && e.Batch != nil:
		body = e.batchA()
	case format == FormatFlat:
		body = e.conversionA()
	case e.Batch != nil:
		body = e.envelope(e.batch())
	default:
		body = e.envelope(e.conversionB())
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, &Error{Code: InvalidEvent, Err: err}
	}
	return stringify(text)
}

// check returns an error if an event to be sent lacks something.
func (e *Event) check(format Format) error {
	lacks := func(what string) error {
		return &Error{Code: InvalidEvent, Detail: fmt.Sprintf("%q without %s", e.Kind, what)}
	}
	switch format {
	case FormatFlat:
	case FormatNested:
		if !validID(e.ID) {
			return lacks("ID")
		}
	default:
		return &Error{Code: InvalidOption, Detail: fmt.Sprintf("no format %q", format)}
	}
	if e.Timestamp.IsZero() {
		return lacks("Timestamp")
	}
	switch e.Kind {
	case ConversionStarted, ConversionCompleted, ConversionFailed:
		if e.ConversionID == "" {
			return lacks("ConversionID")
		}
		if e.Status == "" {
			return lacks("Status")
		}
		if e.Batch != nil {
			return &Error{Code: InvalidEvent, Detail: "a conversion with counts of a batch"}
		}
		if (e.Kind == ConversionFailed) != (e.Failure != nil) {
			return &Error{Code: InvalidEvent, Detail: "what failed, and only that, has a Failure"}
		}
		if format == FormatNested && len(e.Document) > 0 {
			if err := json.Unmarshal(e.Document, &figures{}); err != nil { // as Decode would
				return &Error{Code: InvalidEvent, Detail: "Document", Err: err}
			}
		}
	case BatchProgress, BatchCompleted:
		if e.BatchID == "" {
			return lacks("BatchID")
		}
		if e.Batch == nil {
			return lacks("Batch")
		}
	default:
		return &Error{Code: InvalidEvent, Detail: fmt.Sprintf("unknown kind %q", e.Kind)}
	}
	return nil
}

// The payloads. Their fields are in the order in which they are sent.
type (
	conversionA struct {
		Event        Kind      `json:"event"`
		ConversionID string    `json:"conversion_id"`
		BatchID      *string   `json:"batch_id"`
		Status       string    `json:"status"`
		DownloadURL  *string   `json:"download_url"`
		Metadata     figures   `json:"metadata"`
		Error        *Failure  `json:"error,omitempty"`
		Timestamp    time.Time `json:"timestamp"`
		RetryCount   int       `json:"retry_count"`
		Test         bool      `json:"test,omitempty"`
	}

	batchA struct {
		Event Kind `json:"event"`
		batch
		Timestamp  time.Time `json:"timestamp"`
		RetryCount int       `json:"retry_count"`
		Test       bool      `json:"test,omitempty"`
	}

	envelope struct {
		Event      Kind      `json:"event"`
		ID         string    `json:"id"`
		Data       any       `json:"data"`
		Timestamp  time.Time `json:"timestamp"`
		RetryCount int       `json:"retry_count"`
		Test       bool      `json:"test,omitempty"`
	}

	conversionB struct {
		ID          string    `json:"id"`
		BatchID     string    `json:"batch_id,omitempty"`
		Status      string    `json:"status"`
		CreatedAt   time.Time `json:"created_at,omitzero"`
		CompletedAt time.Time `json:"completed_at,omitzero"`
		InputFile   string    `json:"input_file,omitempty"`
		OutputURL   string    `json:"output_url,omitempty"`
		Metadata    any       `json:"metadata,omitempty"`
		Error       *Failure  `json:"error,omitempty"`
	}

	// batch has the counts of one kind of event. Those of the other kind are nil.
	batch struct {
		BatchID         string `json:"batch_id"`
		Total           int    `json:"total"`
		Completed       *int   `json:"completed,omitempty"`
		Successful      *int   `json:"successful,omitempty"`
		Failed          int    `json:"failed"`
		Cancelled       *int   `json:"cancelled,omitempty"`
		Percentage      *int   `json:"percentage,omitempty"`
		DurationSeconds *int   `json:"duration_seconds,omitempty"`
	}

	// figures are the metadata of format A.
	figures struct {
		Pages          int      `json:"pages,omitempty"`
		ProcessingTime *float64 `json:"processing_time,omitempty"` // nil before the end
		FileSize       int64    `json:"file_size"`
	}
)

func (e *Event) conversionA() conversionA {
	return conversionA{
		Event: e.Kind, ConversionID: e.ConversionID, BatchID: orNull(e.BatchID), Status: e.Status,
		DownloadURL: orNull(e.DownloadURL), Metadata: e.figures(), Error: e.Failure,
		Timestamp: wireTime(e.Timestamp), RetryCount: e.RetryCount, Test: e.Test,
	}
}

func (e *Event) batchA() batchA {
	return batchA{
		Event: e.Kind, batch: e.batch(),
		Timestamp: wireTime(e.Timestamp), RetryCount: e.RetryCount, Test: e.Test,
	}
}

func (e *Event) envelope(data any) envelope {
	return envelope{
		Event: e.Kind, ID: e.ID, Data: data,
		Timestamp: wireTime(e.Timestamp), RetryCount: e.RetryCount, Test: e.Test,
	}
}

// conversionB returns those fields of format B that the kind of event has.
func (e *Event) conversionB() conversionB {
	b := conversionB{ID: e.ConversionID, BatchID: e.BatchID, Status: e.Status, CreatedAt: wireTime(e.CreatedAt)}
	switch e.Kind {
	case ConversionStarted:
		b.InputFile = e.InputFile
	case ConversionCompleted:
		b.CompletedAt, b.InputFile, b.OutputURL, b.Metadata = wireTime(e.CompletedAt), e.InputFile, e.DownloadURL, e.document()
	case ConversionFailed:
		b.Error = e.Failure
	}
	return b
}

func (e *Event) batch() batch {
	b := batch{BatchID: e.BatchID, Total: e.Batch.Total, Failed: e.Batch.Failed}
	if e.Kind == BatchProgress {
		b.Completed, b.Percentage = &e.Batch.Completed, &e.Batch.Percentage
	} else {
		b.Successful, b.Cancelled, b.DurationSeconds = &e.Batch.Completed, &e.Batch.Cancelled, &e.Batch.DurationSeconds
	}
	return b
}

func (e *Event) figures() figures {
	f := figures{Pages: e.Metadata.Pages, FileSize: e.Metadata.FileSize}
	if e.Kind != ConversionStarted {
		f.ProcessingTime = &e.Metadata.ProcessingTime
	}
	return f
}

// metadata returns the Metadata that figures were made from.
func (f figures) metadata() Metadata {
	m := Metadata{Pages: f.Pages, FileSize: f.FileSize}
	if f.ProcessingTime != nil {
		m.ProcessingTime = *f.ProcessingTime
	}
	return m
}

// document returns the metadata of format B.
func (e *Event) document() any {
	if len(e.Document) > 0 {
		return e.Document
	}
	return e.figures()
}

// orNull returns nil for "", which JSON writes as null.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// wireTime returns a time as payloads have it: in UTC, with milliseconds.
func wireTime(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
