package webhook

import (
	"encoding/json"
	"time"
)

// Kind says what happened.
type Kind string

// The kinds of events. A receiver tolerates kinds that it does not know.
const (
	ConversionStarted   Kind = "conversion.started"
	ConversionCompleted Kind = "conversion.completed"
	ConversionFailed    Kind = "conversion.failed"
	BatchProgress       Kind = "batch.progress"
	BatchCompleted      Kind = "batch.completed"
)

// Format is the shape of a payload.
type Format string

const (
	// FormatFlat has all fields of an event at the top level.
	FormatFlat Format = "a"
	// FormatNested has the fields of the conversion or batch in an object "data", with
	// other names.
	FormatNested Format = "b"
)

// Event is one notification, whatever format it came in. Fields that a kind or a
// format does not have are zero.
type Event struct {
	// ID is the same for all deliveries of one event: webhook-id under SchemeStandard,
	// else the id in the body, else made from the body without its retry_count. It
	// is always covered by the signature.
	ID string

	Kind Kind

	// Timestamp is when the event happened. The time of the delivery is in the header.
	Timestamp time.Time

	// RetryCount is the number of this delivery, 0 for the first attempt.
	RetryCount int

	// Test marks a sample that was sent on request. Nothing has happened.
	Test bool

	// ConversionID identifies the conversion; "" in events of a batch.
	ConversionID string

	// BatchID identifies the batch of the event or of its conversion; "" for none.
	BatchID string

	// Status of the conversion: "processing", "completed" or "failed".
	Status string

	// DownloadURL is where the archive of the result is, once completed.
	DownloadURL string

	// Metadata has the figures of the conversion.
	Metadata Metadata

	// Failure says why a conversion failed: nil for all events but ConversionFailed,
	// never for one of those that Decode has read.
	Failure *Failure

	// InputFile is the name of the converted file. Format B only.
	InputFile string

	// CreatedAt is when the conversion was asked for. Format B only.
	CreatedAt time.Time

	// CompletedAt is when the conversion was completed. Format B only.
	CompletedAt time.Time

	// Document is the metadata of the converted document (title, author, language
	// ...), a JSON object. Format B only; without it, that has the figures of Metadata.
	Document json.RawMessage

	// Batch has the counts of a batch: nil for events of a conversion, never for one of
	// a batch that Decode has read.
	Batch *Batch

	// Format is the shape that the event came in. Marshal does not look at it.
	Format Format

	// Scheme is the signature that Verify found right, the strongest one if several
	// are; 0 for an event that Verify has not seen.
	Scheme Scheme

	// Raw is the body that was decoded, with the fields that this type does not
	// have. It shares the memory of the body. Marshal does not look at it.
	Raw json.RawMessage
}

// Metadata has the figures of a conversion. What is not known is 0.
type Metadata struct {
	Pages          int
	ProcessingTime float64 // seconds
	FileSize       int64   // bytes of the PDF file
}

// Failure is why a conversion failed.
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
	Failed    int // with those cancelled
	Cancelled int // BatchCompleted only

	// Percentage of the conversions that have ended. BatchProgress only.
	Percentage int

	// DurationSeconds from the creation of the batch to its end. BatchCompleted only.
	DurationSeconds int
}
