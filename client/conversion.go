package client

import (
	"encoding/json"
	"time"
)

// Status is where a conversion or a batch stands. Values that a program does not
// know are not final.
type Status string

const (
	// StatusQueued: accepted, and waiting for a worker.
	StatusQueued Status = "queued"
	// StatusProcessing: a worker has it.
	StatusProcessing Status = "processing"
	// StatusCompleted: the result is there until it expires. Of a batch: every
	// member is final, however it ended.
	StatusCompleted Status = "completed"
	// StatusFailed: it ended with an error. No batch does.
	StatusFailed Status = "failed"
	// StatusCancelled: it was cancelled before it ended.
	StatusCancelled Status = "cancelled"
)

// Final reports whether s never changes again.
func (s Status) Final() bool {
	return s == StatusCompleted || s == StatusFailed || s == StatusCancelled
}

// Options are those of a conversion. What is nil is the service's choice: SemanticHTML,
// ExtractImages and AccessibilityCheck on, the other switches off, and Math "mathml".
type Options struct {
	// PreserveFormatting reproduces the look of the pages.
	PreserveFormatting *bool `json:"preserve_formatting,omitempty"`
	// Math is how formulas are written: "mathml", "tex" or "image".
	Math *string `json:"math,omitempty"`
	// ExtractImages makes images files of the result.
	ExtractImages *bool `json:"extract_images,omitempty"`
	// SemanticHTML writes landmarks, sections, figures and notes of HTML5.
	SemanticHTML *bool `json:"semantic_html,omitempty"`
	// OCREnabled recognises pages without usable text.
	OCREnabled *bool `json:"ocr_enabled,omitempty"`
	// AccessibilityCheck checks the HTML against WCAG.
	AccessibilityCheck *bool `json:"accessibility_check,omitempty"`
	// Formats are the forms besides HTML that the archive has: "md", "json", "txt", "csv",
	// "jsonl" and "epub". DownloadForm fetches one of them.
	Formats []string `json:"formats,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Conversion is the record of a conversion and, once it is completed, its result.
//
// HTML, CSS, Accessibility and Warnings are null in lists, in summaries and until
// the conversion is completed; so are the other fields that only a result has.
type Conversion struct {
	ID     string `json:"conversion_id"`
	Status Status `json:"status"`

	// HTML is a document that needs CSS and nothing else, unless its images have
	// more than 8 MiB: then they are addresses that are good until ExpiresAt.
	HTML     *string   `json:"html"`
	CSS      *string   `json:"css"`
	Metadata *Metadata `json:"metadata"`

	// DownloadURL is a signed address of the archive: it needs no key, and is to be
	// kept as one.
	DownloadURL *string    `json:"download_url"`
	ExpiresAt   *time.Time `json:"expires_at"`

	// ProcessingTime and QueueTime are the seconds that the conversion took, and
	// those that it waited for a worker before.
	ProcessingTime *float64 `json:"processing_time"`
	QueueTime      *float64 `json:"queue_time"`

	CreatedAt   time.Time  `json:"created_at"`
	StartedAt   *time.Time `json:"started_at"`
	CompletedAt *time.Time `json:"completed_at"` // when it became final, whichever way

	BatchID  *string `json:"batch_id"`
	CustomID *string `json:"custom_id"`

	// InputFile is the name of the document: of the file as it was uploaded, or the
	// last part of the path of its address.
	InputFile string `json:"input_file"`
	// FileSize is the size of the document in bytes, null until it is known;
	// OutputSize that of the archive.
	FileSize   *int64 `json:"file_size"`
	OutputSize *int64 `json:"output_size"`

	// Progress is how far the conversion has come; no pages before it started.
	Progress Progress `json:"progress"`
	// Error is null unless Status is StatusFailed.
	Error *Failure `json:"error"`

	// Warnings are damages and losses that were survived; empty when there are none.
	Warnings []Warning `json:"warnings"`
	// Accessibility is the report of the check, in the shape of a11y.Report.
	Accessibility json.RawMessage `json:"accessibility"`

	// StatusURL is the address of this record.
	StatusURL string `json:"status_url"`
}

// Progress is how far a conversion has come.
type Progress struct {
	PagesDone  int  `json:"pages_done"`
	PagesTotal *int `json:"pages_total"` // null until it is known
}

// Failure is why a conversion failed.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Details depend on the code, as those of an Error do.
	Details map[string]any `json:"details"`
}

// Warning is damage or a loss that was survived.
type Warning struct {
	Code   string `json:"code"`
	Page   int    `json:"page"` // 1-based; 0 is the whole document
	Detail string `json:"detail"`
}
