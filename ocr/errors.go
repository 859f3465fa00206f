package ocr

import "strings"

// Code is a stable name of a failure of an engine. It is itself an error, so that
// errors.Is(err, ocr.EngineUnavailable) works.
type Code string

const (
	// EngineUnavailable: the engine is not installed or cannot be started. No page
	// of the document can be recognised.
	EngineUnavailable Code = "ocr_engine_unavailable"
	// LanguageUnavailable: the engine lacks a language that was asked for. No page of
	// the document can be recognised with these options.
	LanguageUnavailable Code = "ocr_language_unavailable"
	// TimedOut: the engine took longer for this image than it may.
	TimedOut Code = "ocr_timed_out"
	// EngineFailed: the engine ended without a result for this image.
	EngineFailed Code = "ocr_engine_failed"
	// BadImage: the image has no pixels, or more than the engine accepts.
	BadImage Code = "ocr_bad_image"
)

// Error makes a Code an error.
func (c Code) Error() string { return string(c) }

// Error is every failure of an engine that is not the context's.
type Error struct {
	Code   Code
	Detail string
	// Languages are the tags that the engine lacks, with LanguageUnavailable.
	Languages []string
	// Remedy is what the user can do about it, such as the command that installs what is missing. It is "" if
	// nothing is known.
	Remedy string
	Err    error // the cause, if a caller can act on it; else nil
}

// Error says what failed and what helps.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("ocr: " + string(e.Code))
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Remedy != "" {
		b.WriteString(" (" + e.Remedy + ")")
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the code of e.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}
