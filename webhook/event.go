package webhook

import (
	"encoding/json"
	"time"
)

// Kind says what happened.
type Kind string

// The kinds of events. A receiver must tolerate kinds that it does not know.
const (
	ConversionStarted   Kind = "conversion.started"
	ConversionCompleted Kind = "conversion.completed"
	ConversionFailed    Kind = "conversion.failed"
	BatchProgress       Kind = "batch.progress"
	BatchCompleted      Kind = "batch.completed"
)

// Format is the form of a payload.
type Format string

const (
	// FormatFlat has all fields of an event at the top level.
	FormatFlat Format = "a"
	// FormatNested has the fields of the conversion or batch in an object "data", with other names.
	FormatNested Format = "b"
)

// Event is one notification, in whatever format it came. Fields that its kind or format does not have are zero.
type Event struct {
	// ID is the same for all deliveries of one event. It is webhook-id under SchemeStandard, else the id in the
	// body, else made from the body without its retry_count. The signature always covers it.
	ID string

	Kind Kind

	// Timestamp is when the event happened. The header has the time of the delivery.
	Timestamp time.Time

	// RetryCount is the number of this delivery, 0 for the first attempt.
	RetryCount int

	// Test marks a sample that was sent on request. Nothing has happened.
	Test bool

	// ConversionID identifies the conversion. It is "" in events of a batch.
	ConversionID string

	// BatchID identifies the batch of the event or of its conversion. It is "" if there is none.
	BatchID string

	// Status of the conversion: "processing", "completed" or "failed".
	Status string

	// DownloadURL is the address of the result's archive, after the conversion is completed.
	DownloadURL string

	// Metadata has the figures of the conversion.
	Metadata Metadata

	// Failure says why a conversion failed. It is nil for all events except ConversionFailed. For a
	// ConversionFailed from Decode it is never nil.
	Failure *Failure

	// InputFile is the name of the converted file. Format B only.
	InputFile string

	// CreatedAt is when the conversion was requested. Format B only.
	CreatedAt time.Time

	// CompletedAt is when the conversion was completed. Format B only.
	CompletedAt time.Time

	// Document is the metadata of the converted document (title, author, language ...), a JSON object. Format B
	// only; without it, that format has the figures of Metadata.
	Document json.RawMessage

	// Batch has the counts of a batch. It is nil for events of a conversion. For an event of a batch from Decode
	// it is never nil.
	Batch *Batch

	// Format is the format in which the event came. Marshal ignores it.
	Format Format

	// Scheme is the scheme of the signature that Verify found valid, the strongest one if there are several. It is
	// 0 for an event that Verify has not seen.
	Scheme Scheme

	// Raw is the body that was decoded, also with fields that this type does not have. It shares the memory of the
	// body. Marshal ignores it.
	Raw json.RawMessage
}

// Metadata has the figures of a conversion. Unknown ones are 0.
type Metadata struct {
	Pages          int
	ProcessingTime float64 // seconds
	FileSize       int64   // bytes of the PDF file
}

// Failure is the reason why a conversion failed.
type Failure struct {
	Code    string `json:"code"` // one of the codes of the service, such as "invalid_document"
	Message string `json:"message"`
	// Details depend on the code: {"upstream_status": 404}, {"reason": "slow"}.
	Details map[string]any `json:"details,omitempty"`
}

// Batch counts the conversions of a batch.
type Batch struct {
	Total     int
	Completed int // successfully
	Failed    int // with cancelled ones
	Cancelled int // BatchCompleted only

	// Percentage of the conversions that have ended. BatchProgress only.
	Percentage int

	// DurationSeconds from the creation of the batch to its end. BatchCompleted only.
	DurationSeconds int
}
