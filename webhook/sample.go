package webhook

import "time"

// Sample returns an event that has not happened, with everything that a real one of this kind has. It is marked as
// a test. For an unknown kind it returns an event that Marshal refuses.
func Sample(kind Kind, at time.Time) *Event {
	e := &Event{ID: "evt_sample", Kind: kind, Timestamp: at, Test: true}
	switch kind {
	case BatchProgress:
		e.BatchID = "batch_sample"
		e.Batch = &Batch{Total: 10, Completed: 3, Failed: 1, Percentage: 40}
		return e
	case BatchCompleted:
		e.BatchID = "batch_sample"
		e.Batch = &Batch{Total: 10, Completed: 8, Failed: 2, Cancelled: 1, DurationSeconds: 95}
		return e
	}
	e.ConversionID = "conv_sample"
	e.InputFile = "sample.pdf"
	e.CreatedAt = at.Add(-2 * time.Second)
	e.Metadata = Metadata{Pages: 2, FileSize: 2048}
	switch kind {
	case ConversionStarted:
		e.Status = "processing"
	case ConversionCompleted:
		e.Status = "completed"
		e.CompletedAt = at
		e.Metadata.ProcessingTime = 1.25
		e.DownloadURL = "https://example.com/v1/conversions/conv_sample/download"
	case ConversionFailed:
		e.Status = "failed"
		e.Failure = &Failure{Code: "invalid_document", Message: "the document is damaged"}
	}
	return e
}
