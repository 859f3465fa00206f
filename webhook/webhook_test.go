package webhook_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
)

// The secret and the time with which most tests sign.
const (
	secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
	other  = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfeQzBrWq8="
)

var sent = time.Date(2025, 3, 1, 9, 0, 0, 0, time.UTC)

// at returns a clock that has stopped.
func at(t time.Time) func() time.Time { return func() time.Time { return t } }

// signed returns the header of a delivery.
func signed(t testing.TB, body string, secrets []string, opts webhook.SignOptions) http.Header {
	t.Helper()
	header := http.Header{}
	if opts.Time.IsZero() {
		opts.Time = sent
	}
	require.NoError(t, webhook.Sign(header, []byte(body), secrets, opts))
	return header
}

// events returns one event of each kind, and some odd ones, by name.
func events() map[string]*webhook.Event {
	created := sent.Add(-3 * time.Second)
	completed := &webhook.Event{
		ID: "evt_completed", Kind: webhook.ConversionCompleted, Timestamp: sent.Add(120 * time.Millisecond), RetryCount: 2,
		ConversionID: "conv_1", BatchID: "batch_1", Status: "completed",
		DownloadURL: "https://files.example.com/conv_1.zip?expires=1&signature=<x>",
		Metadata:    webhook.Metadata{Pages: 12, ProcessingTime: 1.25, FileSize: 48_213},
		InputFile:   "Café \u2028 <menu> & \"more\".pdf", CreatedAt: created, CompletedAt: sent,
		Document: []byte(`{"pages": 12, "title": "Caf\u00e9 <b>\u2029", "keywords": [], "language": null, "word_count": 1e3}`),
	}
	alone := *completed
	alone.ID, alone.BatchID, alone.Document, alone.Test, alone.RetryCount = "evt_alone", "", nil, true, 0
	return map[string]*webhook.Event{
		"started": {
			ID: "evt_started", Kind: webhook.ConversionStarted, Timestamp: sent, ConversionID: "conv_1", Status: "processing",
			Metadata: webhook.Metadata{FileSize: 48_213}, InputFile: "menu.pdf", CreatedAt: created,
		},
		"completed":       completed,
		"completed_alone": &alone,
		"failed": {
			ID: "evt_failed", Kind: webhook.ConversionFailed, Timestamp: sent, ConversionID: "conv_2", Status: "failed",
			Metadata: webhook.Metadata{ProcessingTime: 1e-7, FileSize: 1}, CreatedAt: created,
			Failure: &webhook.Failure{Code: "invalid_document", Message: "the page tree\ncannot be read"},
		},
		"progress": {
			ID: "evt_progress", Kind: webhook.BatchProgress, Timestamp: sent, BatchID: "batch_1",
			Batch: &webhook.Batch{Total: 10, Completed: 3, Failed: 1, Percentage: 40},
		},
		"batch": {
			ID: "evt_batch", Kind: webhook.BatchCompleted, Timestamp: sent, BatchID: "batch_1",
			Batch: &webhook.Batch{Total: 10, Completed: 7, Failed: 3, Cancelled: 2, DurationSeconds: 95},
		},
	}
}
