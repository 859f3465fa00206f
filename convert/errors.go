package convert

import (
	"fmt"
	"strings"
)

// Code is a stable, documented name of a failure. It is itself an error, so that
// errors.Is(err, convert.InvalidDocument) works.
type Code string

const (
	// InvalidFileFormat: the input is not a PDF file.
	InvalidFileFormat Code = "invalid_file_format"
	// InvalidDocument: the input is a PDF file whose pages cannot be read, or is
	// encrypted in a way that cannot be undone.
	InvalidDocument Code = "invalid_document"
	// InvalidOption: a field of Options has a value without a meaning.
	InvalidOption Code = "invalid_option"
	// PasswordRequired: the document is encrypted, and no password or a wrong one was given.
	PasswordRequired Code = "password_required"
	// PageLimitExceeded: the document has more pages than Options.MaxPages.
	PageLimitExceeded Code = "page_limit_exceeded"
	// FileTooLarge: the input has more bytes than Options.MaxBytes.
	FileTooLarge Code = "file_too_large"
	// ResourceLimitExceeded: the document needs more memory or work than is allowed.
	ResourceLimitExceeded Code = "resource_limit_exceeded"
	// UnsupportedFeature: an option needs something that this build cannot do, or a program or language that is
	// not installed. The message says what to install.
	UnsupportedFeature Code = "unsupported_feature"
	// ReadFailed: reading the input or writing a temporary file failed.
	ReadFailed Code = "read_failed"
	// InternalError: a defect of this package. The document may be valid.
	InternalError Code = "internal_error"
)

// Error implements error.
func (c Code) Error() string { return string(c) }

// Error is every failure of Convert except that of the context.
type Error struct {
	Code   Code
	Page   int // 1-based; 0 means the whole file
	Detail string
	Err    error // the cause, if a caller can act on it; else nil
}

// Error implements error. It says what failed and where.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "convert: %s", e.Code)
	if e.Page > 0 {
		fmt.Fprintf(&b, " on page %d", e.Page)
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}
