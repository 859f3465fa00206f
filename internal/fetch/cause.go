package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"os"
)

// Cause is the class of what made a request fail. It contains no address.
type Cause string

const (
	// Blocked: the guard refused the address.
	Blocked Cause = "blocked"
	// Timeout: the time was used up, whatever the request was doing.
	Timeout Cause = "timeout"
	// Slow: bytes arrived, but too few in their time.
	Slow Cause = "slow"
	// Certificate: the certificate of the server is not valid.
	Certificate Cause = "certificate"
	// TLS: the server does not speak TLS, or not a version that works with ours.
	TLS Cause = "tls"
	// DNS: the name of the server is not known.
	DNS Cause = "dns"
	// Connect: no connection was made.
	Connect Cause = "connect"
	// Answer: the server gave no proper answer over the connection.
	Answer Cause = "answer"
)

// CauseOf returns the cause of an error of an HTTP client that uses the transport of a Guard.
func CauseOf(err error) Cause {
	var (
		own         *Error
		name        *net.DNSError
		dial        *net.OpError
		certificate *tls.CertificateVerificationError
		alert       tls.AlertError
		record      tls.RecordHeaderError
		authority   x509.UnknownAuthorityError
	)
	timeout := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)
	if t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err); ok {
		timeout = timeout || t.Timeout()
	}
	switch {
	case errors.As(err, &own) && own.Code == NotAllowed:
		return Blocked
	case own != nil && own.Cause != "":
		return own.Cause
	case timeout:
		return Timeout
	case errors.As(err, &certificate), errors.As(err, &authority):
		return Certificate
	case errors.As(err, &alert), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return TLS
	case errors.As(err, &name):
		return DNS
	case errors.As(err, &dial) && dial.Op == "dial":
		return Connect
	}
	return Answer
}
