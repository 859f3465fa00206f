package fetch

import (
	"context"
	"errors"
)

// Code is a stable, documented name of a failure. It is itself an error, so that
// errors.Is(err, fetch.NotAllowed) works.
type Code string

const (
	// InvalidURL: what was given is not an address of the form that is asked for.
	InvalidURL Code = "invalid_url"
	// NotAllowed: the address, or one that it leads to, may not be reached.
	NotAllowed Code = "url_not_allowed"
	// Failed: there was no answer, or not the one that was hoped for.
	Failed Code = "url_fetch_failed"
	// TooLarge: the answer has more bytes than allowed.
	TooLarge Code = "file_too_large"
	// NotPDF: the answer is not a PDF file.
	NotPDF Code = "invalid_file_format"
)

// Error makes a Code an error.
func (c Code) Error() string { return string(c) }

// Error is every failure of this package that is not the caller's context.
type Error struct {
	Code Code
	// Detail may be shown to whoever gave the address: it names no IP address.
	Detail string
	// Status is that of the answer, with the code Failed; 0: there was none.
	Status int
	// Cause is what else it was, with the code Failed; "" where Status says it.
	Cause Cause
	// Limit and Received are counts of bytes, with the code TooLarge. Received is 0 when
	// the answer did not say its size.
	Limit, Received int64
	// MediaType is what was found in place of a PDF file, with the code NotPDF; "" when
	// there was nothing.
	MediaType string
	// Err is the cause, for logs only: it may name addresses.
	Err error
}

// Error says what failed, without the cause.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "fetch: " + string(e.Code)
	}
	return "fetch: " + string(e.Code) + ": " + e.Detail
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// invalid is the error of a URL that has not the form that is asked for.
func invalid(detail string) error { return &Error{Code: InvalidURL, Detail: detail} }

// publicError is err, of a request or of reading its answer, as an *Error. The end of
// the caller's context is returned as it is.
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

// reasons say in words what made a request fail.
var reasons = map[Cause]string{
	Timeout:     "the server took too long",
	Certificate: "the certificate of the server is not valid",
	TLS:         "the server does not speak TLS as expected",
	DNS:         "the name of the server is not known",
	Connect:     "the server cannot be reached",
	Answer:      "the server did not give the whole document",
}
