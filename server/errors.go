package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/fetch"
)

// statuses is the one table from the code of a failure to its HTTP status. A code that is missing here is a
// defect, and gives 500.
var statuses = map[client.Code]int{
	client.InvalidRequest:    http.StatusBadRequest,
	client.InvalidParameter:  http.StatusBadRequest,
	client.MissingParameter:  http.StatusBadRequest,
	client.InvalidFileFormat: http.StatusBadRequest,
	client.InvalidDocument:   http.StatusBadRequest,
	client.InvalidURL:        http.StatusBadRequest,
	client.URLNotAllowed:     http.StatusBadRequest,
	client.URLFetchFailed:    http.StatusBadRequest,
	client.InvalidCursor:     http.StatusBadRequest,
	client.InvalidMultipart:  http.StatusBadRequest,

	client.InvalidCorrections: http.StatusBadRequest,

	client.MissingAPIKey: http.StatusUnauthorized,
	client.InvalidAPIKey: http.StatusUnauthorized,
	client.ExpiredAPIKey: http.StatusUnauthorized,
	client.RevokedAPIKey: http.StatusUnauthorized,

	client.QuotaExceeded: http.StatusPaymentRequired,

	client.InsufficientScope: http.StatusForbidden,
	client.AccountDisabled:   http.StatusForbidden,
	client.InvalidSignature:  http.StatusForbidden,

	client.NotFound:           http.StatusNotFound,
	client.ConversionNotFound: http.StatusNotFound,
	client.BatchNotFound:      http.StatusNotFound,
	client.WebhookNotFound:    http.StatusNotFound,
	client.DeliveryNotFound:   http.StatusNotFound,

	client.MethodNotAllowed: http.StatusMethodNotAllowed,
	client.NotAcceptable:    http.StatusNotAcceptable,
	client.UploadTimeout:    http.StatusRequestTimeout,

	client.IdempotencyInProgress:    http.StatusConflict,
	client.ConversionNotCancellable: http.StatusConflict,
	client.ResultNotReady:           http.StatusConflict,
	client.DocumentNotKept:          http.StatusConflict,
	client.RotationInProgress:       http.StatusConflict,
	client.WebhookLimitReached:      http.StatusConflict,
	client.WebhookIsDisabled:        http.StatusConflict,
	client.AccountExists:            http.StatusConflict,

	client.ResultExpired: http.StatusGone,

	client.FileTooLarge:    http.StatusRequestEntityTooLarge,
	client.BatchTooLarge:   http.StatusRequestEntityTooLarge,
	client.RequestTooLarge: http.StatusRequestEntityTooLarge,

	client.UnsupportedMediaType: http.StatusUnsupportedMediaType,

	client.RangeNotSatisfiable: http.StatusRequestedRangeNotSatisfiable,

	client.PasswordRequired:      http.StatusUnprocessableEntity,
	client.PageLimitExceeded:     http.StatusUnprocessableEntity,
	client.ResourceLimitExceeded: http.StatusUnprocessableEntity,
	client.UnsupportedFeature:    http.StatusUnprocessableEntity,
	client.IdempotencyKeyReused:  http.StatusUnprocessableEntity,

	client.RateLimitExceeded: http.StatusTooManyRequests,
	client.QueueFull:         http.StatusTooManyRequests,

	client.HeadersTooLarge: http.StatusRequestHeaderFieldsTooLarge,

	client.InternalError:      http.StatusInternalServerError,
	client.ConversionCrashed:  http.StatusInternalServerError,
	client.ServiceUnavailable: http.StatusServiceUnavailable,
	client.ConversionTimeout:  http.StatusGatewayTimeout,
}

// statusOf returns the HTTP status of a code.
func statusOf(code client.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// retryable reports whether the same request may succeed later.
func retryable(code client.Code) bool {
	switch status := statusOf(code); {
	case code == client.IdempotencyInProgress, code == client.UploadTimeout, code == client.ResultNotReady:
		return true
	case code == client.ConversionCrashed: // it was tried three times already
		return false
	default:
		return status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
	}
}

// ErrConfig marks errors of New about a Config that can never work. A database that does not answer now is another
// kind of error.
var ErrConfig = errors.New("wrong configuration")

// failure returns an error for a client.
func failure(code client.Code, format string, args ...any) *client.Error {
	return &client.Error{Status: statusOf(code), Code: code, Message: fmt.Sprintf(format, args...)}
}

// badParameter returns the error of a parameter that is not valid. what says why.
func badParameter(name, what string) *client.Error {
	e := failure(client.InvalidParameter, "the parameter %q %s", name, what)
	e.Details = map[string]any{"parameter": name}
	return e
}

// missingParameter returns the error of a request without a required parameter: name, or one of others in its
// place.
func missingParameter(name string, others ...string) error {
	e := failure(client.MissingParameter, "%s is needed", listed(append([]string{name}, others...)))
	e.Details = map[string]any{"parameter": name}
	return e
}

// unavailable returns the error of a service that temporarily lacks something it needs.
func unavailable(reason string) *client.Error {
	e := failure(client.ServiceUnavailable, "the service cannot do this now")
	e.Details = map[string]any{"reason": reason}
	e.RetryAfter = unavailableRetry
	return e
}

// unavailableRetry is the pause after which a client may repeat a request for which the service was unavailable.
const unavailableRetry = 5 * time.Second

// public returns what a client may know of err. An error that is no *client.Error is a defect: the client learns
// only the id of its request.
func public(err error) *client.Error {
	var known *client.Error
	if errors.As(err, &known) {
		return known
	}
	return failure(client.InternalError, "an unexpected error occurred")
}

// seconds returns d as a whole number of seconds, at least one.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64(max(1, (d+time.Second-1)/time.Second)), 10)
}

// writeJSON answers with v.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // encoding cannot fail here; writing fails only if the client has gone
}

// addressError returns the error that a client gets for an address to which the service does not connect.
func addressError(err error, parameter string) error {
	var known *fetch.Error
	if !errors.As(err, &known) {
		return err
	}
	e := failure(client.Code(known.Code), "the address in %s is not taken", parameter)
	if known.Detail != "" {
		e.Message += ": " + known.Detail
	}
	e.Details = map[string]any{"parameter": parameter}
	return e
}
