package client

import (
	"encoding/json"
	"time"
)

// Status is the state of a conversion or a batch. A program must treat values that it does not know as not final.
type Status string

const (
	// StatusQueued: it is accepted, and waits for a worker.
	StatusQueued Status = "queued"
	// StatusProcessing: a worker is converting it.
	StatusProcessing Status = "processing"
	// StatusCompleted: the result is available until it expires. A completed batch has only final members, whether
	// or not they succeeded.
	StatusCompleted Status = "completed"
	// StatusFailed: it ended with an error. A batch never fails.
	StatusFailed Status = "failed"
	// StatusCancelled: it was cancelled before it ended.
	StatusCancelled Status = "cancelled"
)

// Final reports whether s never changes any more.
func (s Status) Final() bool {
	return s == StatusCompleted || s == StatusFailed || s == StatusCancelled
}

// Options are the options of a conversion. nil leaves the choice to the service: SemanticHTML, ExtractImages and
// AccessibilityCheck on, the other switches off, and Math "mathml".
type Options struct {
	// PreserveFormatting reproduces the look of the pages.
	PreserveFormatting *bool `json:"preserve_formatting,omitempty"`
	// Math says how formulas are written: "mathml", "tex" or "image".
	Math *string `json:"math,omitempty"`
	// ExtractImages writes images as files of the result.
	ExtractImages *bool `json:"extract_images,omitempty"`
	// SemanticHTML writes landmarks, sections, figures and notes of HTML5.
	SemanticHTML *bool `json:"semantic_html,omitempty"`
	// OCREnabled recognises pages without usable text.
	OCREnabled *bool `json:"ocr_enabled,omitempty"`
	// AccessibilityCheck checks the HTML against WCAG.
	AccessibilityCheck *bool `json:"accessibility_check,omitempty"`
	// Formats are the forms besides HTML that the archive contains: "md", "json", "txt", "csv", "jsonl" and
	// "epub". DownloadForm downloads one of them.
	Formats []string `json:"formats,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Conversion is the record of a conversion and, after it is completed, its result.
//
// HTML, CSS, Accessibility and Warnings are null in lists, in summaries and until the conversion is completed. So
// are the other fields that only a result has.
type Conversion struct {
	ID     string `json:"conversion_id"`
	Status Status `json:"status"`

	// HTML is a document that needs CSS and no other file. If its images have more than 8 MiB, it refers to
	// addresses that are valid until ExpiresAt.
	HTML     *string   `json:"html"`
	CSS      *string   `json:"css"`
	Metadata *Metadata `json:"metadata"`

	// DownloadURL is a signed address of the archive. It works without a key, so keep it as secret as one.
	DownloadURL *string    `json:"download_url"`
	ExpiresAt   *time.Time `json:"expires_at"`

	// ProcessingTime is how many seconds the conversion took. QueueTime is how many seconds it waited for a
	// worker.
	ProcessingTime *float64 `json:"processing_time"`
	QueueTime      *float64 `json:"queue_time"`

	CreatedAt   time.Time  `json:"created_at"`
	StartedAt   *time.Time `json:"started_at"`
	CompletedAt *time.Time `json:"completed_at"` // when it became final, in whatever way

	BatchID  *string `json:"batch_id"`
	CustomID *string `json:"custom_id"`

	// InputFile is the name of the document: that of the uploaded file, or the last part of the path of its
	// address.
	InputFile string `json:"input_file"`
	// FileSize is the size of the document in bytes. It is null until it is known. OutputSize is the size of the
	// archive.
	FileSize   *int64 `json:"file_size"`
	OutputSize *int64 `json:"output_size"`

	// Progress is the progress of the conversion. It has no pages before the conversion has started.
	Progress Progress `json:"progress"`
	// Error is null unless Status is StatusFailed.
	Error *Failure `json:"error"`

	// Warnings are damage and losses that did not stop the conversion. They are empty if there are none.
	Warnings []Warning `json:"warnings"`
	// Accessibility is the report of the check, in the form of a11y.Report.
	Accessibility json.RawMessage `json:"accessibility"`

	// StatusURL is the address of this record.
	StatusURL string `json:"status_url"`
}

// Progress is the progress of a conversion.
type Progress struct {
	PagesDone  int  `json:"pages_done"`
	PagesTotal *int `json:"pages_total"` // null until it is known
}

// Failure is the reason why a conversion failed.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Details depend on the code, like those of an Error.
	Details map[string]any `json:"details"`
}

// Warning is damage or a loss that did not stop the conversion.
type Warning struct {
	Code   string `json:"code"`
	Page   int    `json:"page"` // 1-based; 0 is the whole document
	Detail string `json:"detail"`
}
