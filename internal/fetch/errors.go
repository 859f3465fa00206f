package fetch

import (
	"context"
	"errors"
)

// Code is a stable, documented name of a failure. It is itself an error, so that
// errors.Is(err, fetch.NotAllowed) works.
type Code string

const (
	// InvalidURL: the text is not an address of the form that is needed.
	InvalidURL Code = "invalid_url"
	// NotAllowed: the address, or one that it redirects to, may not be reached.
	NotAllowed Code = "url_not_allowed"
	// Failed: there was no answer, or not the expected one.
	Failed Code = "url_fetch_failed"
	// TooLarge: the answer has more bytes than allowed.
	TooLarge Code = "file_too_large"
	// NotPDF: the answer is not a PDF file.
	NotPDF Code = "invalid_file_format"
)

// Error implements error.
func (c Code) Error() string { return string(c) }

// Error is every failure of this package except that of the caller's context.
type Error struct {
	Code Code
	// Detail may be shown to the user who gave the address. It contains no IP address.
	Detail string
	// Status is that of the answer, with the code Failed. 0: there was no answer.
	Status int
	// Cause is the cause of a failure with the code Failed, or "" if Status says it.
	Cause Cause
	// Limit and Received are counts of bytes, with the code TooLarge. Received is 0 if the answer did not tell its
	// size.
	Limit, Received int64
	// MediaType is what was found instead of a PDF file, with the code NotPDF. It is "" if there was nothing.
	MediaType string
	// Err is the cause, for logs only: it may contain addresses.
	Err error
}

// Error says what failed, without Err.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "fetch: " + string(e.Code)
	}
	return "fetch: " + string(e.Code) + ": " + e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// invalid returns the error for a URL that does not have the needed form.
func invalid(detail string) error { return &Error{Code: InvalidURL, Detail: detail} }

// publicError converts err, of a request or of reading its answer, to an *Error. The error of the caller's context
// is returned as it is.
func publicError(caller context.Context, err error) error {
	if ctxErr := caller.Err(); ctxErr != nil {
		return ctxErr
	}
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	cause := CauseOf(err)
	return &Error{Code: Failed, Cause: cause, Detail: reasons[cause], Err: err}
}

// reasons say in words why a request failed.
var reasons = map[Cause]string{
	Timeout:     "the server took too long",
	Certificate: "the certificate of the server is not valid",
	TLS:         "the server does not speak TLS as expected",
	DNS:         "the name of the server is not known",
	Connect:     "the server cannot be reached",
	Answer:      "the server did not give the whole document",
}
