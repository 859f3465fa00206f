package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// Converter converts one document. It may be called concurrently.
type Converter interface {
	// Convert reads task.Input and writes into the folder task.Output. It fails with an
	// *Error where the document or its isolation is the cause; the context's error is
	// returned as it is; any other error is taken for a passing one of the service.
	Convert(ctx context.Context, task Task) (*Result, error)
}

// Fetcher gets the documents of URLs. Its errors are as those of Converter.
type Fetcher interface {
	Fetch(ctx context.Context, url string, limit int64) (*Document, error)
}

// Document is a document that comes from somewhere.
type Document struct {
	Body io.ReadCloser
	Name string // "" where none is known
}

// Task is one conversion for a Converter.
type Task struct {
	Conversion *store.Conversion // read only; Options is what the submitter gave
	Input      string            // path of the document
	Output     string            // an empty folder; what is in it is stored as the result
	Deadline   time.Duration     // when it must have ended

	// Progress may be called at any time with the pages that are done, and their
	// number as far as it is known.
	Progress func(done, total int)
}

// Result describes what a Converter has written. Files are names in the output
// folder, with slashes.
type Result struct {
	Archive  string // the file that is downloaded
	Pages    int
	Metadata json.RawMessage
	Warnings json.RawMessage
	Duration time.Duration // of the conversion itself
}

// Error is why a document cannot be converted.
type Error struct {
	Code    string // one of the service's error codes
	Message string
	Details json.RawMessage // an object or nil

	// Crashed means that the worker died. It may have been for other reasons than the
	// document: the conversion is tried again, until Attempts are used up.
	Crashed bool

	Err error // the cause, for the log only
}

func (e *Error) Error() string { return fmt.Sprintf("jobs: %s: %s", e.Code, e.Message) }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

const (
	// CodeInternal is the code of a conversion that failed for reasons of the service.
	CodeInternal = "internal_error"
	// CodeCrashed is the code of a conversion whose worker died each time.
	CodeCrashed = "conversion_crashed"
	// CodeTimeout is the code of a conversion that took too long.
	CodeTimeout = "conversion_timeout"
)
