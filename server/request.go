package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// requestIDHeader has the id of a request, in requests and answers.
const requestIDHeader = "X-Request-Id"

type contextKey int

const requestIDKey contextKey = iota

// requestID returns the id of the request that ctx belongs to.
func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// withRequestID gives the request an id: that of the client if it is valid, else a new one.
func withRequestID(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestIDHeader)
	if !isRequestID(id) {
		id = store.NewID("req")
	}
	w.Header().Set(requestIDHeader, id)
	return r.WithContext(context.WithValue(r.Context(), requestIDKey, id))
}

// Lengths of a request id that a client may choose.
const (
	minRequestID = 8
	maxRequestID = 128
)

func isRequestID(id string) bool {
	if len(id) < minRequestID || len(id) > maxRequestID {
		return false
	}
	for _, c := range []byte(id) {
		if !isAlphanumeric(c) && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// traceparent returns the trace that the request belongs to: the span of the request, if it has one, or else the
// trace that the request came with. It returns "" if that header does not have the one valid form (W3C Trace
// Context, section 3.2).
func traceparent(r *http.Request) string {
	if own := traceparentOf(r.Context()); own != "" {
		return own
	}
	value := r.Header.Get("Traceparent")
	if len(value) != len("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") {
		return ""
	}
	for i, c := range []byte(value) {
		dash := i == 2 || i == 35 || i == 52
		if dash != (c == '-') || !dash && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return ""
		}
	}
	return value
}

// bearer returns the credential in the header Authorization (RFC 6750, section 2.1).
func bearer(r *http.Request) (string, error) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !ok || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", failure(client.MissingAPIKey, "the header Authorization: Bearer <API key> is missing")
	}
	return token, nil
}

// headerSize returns about the size of a request's header as it was sent: its first line, and each field with its
// colon, space and end of line.
func headerSize(r *http.Request) int {
	return len(r.Method) + len(r.RequestURI) + len(r.Host) + fieldsSize(r.Header)
}

// fieldsSize returns about the size of fields as they were sent.
func fieldsSize(h http.Header) (n int) {
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value) + len(": \r\n")
		}
	}
	return n
}
