package webhook

import "strings"

// Code is a stable, documented name of a failure. It is itself an error, so that
// errors.Is(err, webhook.SignatureMismatch) works.
type Code string

const (
	// InvalidSecret: a secret cannot be a key. The configuration of the caller is wrong, not the request.
	InvalidSecret Code = "invalid_secret"
	// InvalidOption: a field of the options has a value without meaning.
	InvalidOption Code = "invalid_option"
	// MissingSignature: the request has no signature of an accepted scheme.
	MissingSignature Code = "missing_signature"
	// MissingTimestamp: the request does not say when it was sent.
	MissingTimestamp Code = "missing_timestamp"
	// InvalidTimestamp: the time of sending is neither Unix seconds nor RFC 3339.
	InvalidTimestamp Code = "invalid_timestamp"
	// InvalidID: webhook-id is missing, or is not an identifier of an event.
	InvalidID Code = "invalid_id"
	// TimestampTooOld: the request was sent too long ago, or the clock of this
	// machine is fast.
	TimestampTooOld Code = "timestamp_too_old"
	// TimestampInFuture: the request was sent too far in the future, or the clock of
	// this machine is slow.
	TimestampInFuture Code = "timestamp_in_future"
	// SignatureMismatch: no secret gives the signature of the request. It was signed with another secret, or
	// changed on the way.
	SignatureMismatch Code = "signature_mismatch"
	// BodyTooLarge: the body has more than MaxBody bytes.
	BodyTooLarge Code = "body_too_large"
	// InvalidEvent: a correctly signed body is not an event, or an event to be sent lacks something that its kind
	// requires.
	InvalidEvent Code = "invalid_event"
)

// Error implements error.
func (c Code) Error() string { return string(c) }

// Error is every failure of this package. It never contains a secret.
type Error struct {
	Code   Code
	Detail string
	Err    error // the cause, if a caller can act on it; else nil
}

// Error implements error. It says what failed.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("webhook: " + string(e.Code))
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
