// Package webhooktest helps to test both ends of a notification: NewRequest makes
// the request that the service would send to a receiver under test, and a Server
// records what a sender under test delivers to it.
package webhooktest

import (
	"bytes"
	"cmp"
	"net/http"
	"time"

	"github.com/pagelift/pagelift/webhook"
)

// Options says how a request is made. The zero value is what an endpoint gets that
// was registered without a wish.
type Options struct {
	// Format of the payload. Defaults to FormatA.
	Format webhook.Format

	// Scheme of X-Service-Signature. Defaults to SchemeTimestamp.
	Scheme webhook.Scheme

	// Time of sending. Defaults to now.
	Time time.Time

	_ struct{} // callers must name the fields, so that fields can be added
}

// NewRequest makes a delivery of an event to target, signed with secret, for an
// http.Client or an http.Handler.
func NewRequest(target string, e *webhook.Event, secret string, opts Options) (*http.Request, error) {
	body, err := e.Marshal(cmp.Or(opts.Format, webhook.FormatA))
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	err = webhook.Sign(r.Header, body, []string{secret}, webhook.SignOptions{
		Scheme: opts.Scheme, ID: e.ID, Kind: e.Kind, Time: opts.Time,
	})
	return r, err
}

// Sample is an event of a kind with all that the service would fill in. It is
// marked as a test, and happened at the given time. A kind that is not known
// makes nil.
func Sample(kind webhook.Kind, at time.Time) *webhook.Event {
	e := &webhook.Event{ID: "evt_sample", Kind: kind, Timestamp: at, Test: true}
	switch kind {
	case webhook.BatchProgress:
		e.BatchID = "batch_sample"
		e.Batch = &webhook.Batch{Total: 10, Completed: 3, Failed: 1, Percentage: 40}
		return e
	case webhook.BatchCompleted:
		e.BatchID = "batch_sample"
		e.Batch = &webhook.Batch{Total: 10, Completed: 8, Failed: 2, Cancelled: 1, DurationSeconds: 95}
		return e
	}
	e.ConversionID = "conv_sample"
	e.InputFile = "sample.pdf"
	e.CreatedAt = at.Add(-2 * time.Second)
	e.Metadata = webhook.Metadata{Pages: 2, FileSize: 2048}
	switch kind {
	case webhook.ConversionStarted:
		e.Status = "processing"
	case webhook.ConversionCompleted:
		e.Status = "completed"
		e.CompletedAt = at
		e.Metadata.ProcessingTime = 1.25
		e.DownloadURL = "https://example.com/v1/conversions/conv_sample/download"
	case webhook.ConversionFailed:
		e.Status = "failed"
		e.Failure = &webhook.Failure{Code: "invalid_document", Message: "the document is damaged"}
	default:
		return nil
	}
	return e
}
