package client

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Error is a failure that the service reports, or one that this package finds.
type Error struct {
	// Status is the HTTP status of the answer. It is 0 for an error of this package, and for a conversion that
	// failed after it was accepted.
	Status int `json:"-"`
	// Code is "" if the answer does not come from the service, but for example from a proxy.
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Details depend on the code. Those of every answer have "retryable".
	Details map[string]any `json:"details"`
	// RequestID identifies the request in the logs of the service.
	RequestID        string `json:"request_id"`
	DocumentationURL string `json:"documentation_url"`
	// RetryAfter is how long the service asks to wait, or 0.
	RetryAfter time.Duration `json:"-"`
}

// ErrorResponse is the JSON form of every error of the service.
type ErrorResponse struct {
	Error *Error `json:"error"`
}

// Error implements error. It says what failed, in the words of the service.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("client:")
	if e.Code != "" {
		b.WriteString(" " + string(e.Code))
	} else {
		fmt.Fprintf(&b, " status %d", e.Status)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.RequestID != "" {
		b.WriteString(" (request " + e.RequestID + ")")
	}
	return b.String()
}

// Is reports whether target is the error's Code or StatusError.
func (e *Error) Is(target error) bool {
	switch t := target.(type) {
	case Code:
		return t == e.Code
	case StatusError:
		return int(t) == e.Status
	}
	return false
}

// Retryable reports whether the same request may succeed later: as the service says in Details, else whether
// Status is 429 or 5xx.
func (e *Error) Retryable() bool {
	if said, ok := e.Details["retryable"].(bool); ok {
		return said
	}
	return e.Status == http.StatusTooManyRequests || e.Status >= http.StatusInternalServerError
}

// StatusError is an HTTP status as an error. It matches every *Error with that status, whatever its code, so that
// errors.Is(err, client.ErrNotFound) works.
type StatusError int

// Statuses that programs check for.
const (
	ErrUnauthorized StatusError = http.StatusUnauthorized          // no key, or a wrong, expired or revoked one
	ErrQuota        StatusError = http.StatusPaymentRequired       // the period's conversions are used up
	ErrForbidden    StatusError = http.StatusForbidden             // the key may not do this
	ErrNotFound     StatusError = http.StatusNotFound              // it does not exist in this account
	ErrConflict     StatusError = http.StatusConflict              // not possible in this state
	ErrExpired      StatusError = http.StatusGone                  // the result has expired
	ErrTooLarge     StatusError = http.StatusRequestEntityTooLarge // more than the plan allows
	ErrRateLimited  StatusError = http.StatusTooManyRequests       // too many requests, or too many waiting conversions
)

// Error implements error. It returns the text of the status.
func (s StatusError) Error() string {
	return fmt.Sprintf("client: status %d %s", int(s), http.StatusText(int(s)))
}

// Codes of this package. The service never sends them.
const (
	// ConversionCancelled: the conversion that was awaited was cancelled.
	ConversionCancelled Code = "conversion_cancelled"
	// InvalidAnswer: the answer does not conform to this interface.
	InvalidAnswer Code = "invalid_answer"
	// DownloadDamaged: a download does not match its checksum, or the file changed during the download.
	DownloadDamaged Code = "download_damaged"
	// UnsafeArchive: an archive has names, kinds of files or sizes that no archive of the service has. Nothing was
	// written.
	UnsafeArchive Code = "unsafe_archive"
)
