package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/storage"
)

// core is what the parts of the service share: configuration, database, errors, signed addresses, reading of
// bodies.
type core struct {
	config   Config
	log      *slog.Logger
	clock    func() time.Time
	secrets  secrets
	db       *store.DB
	bucket   storage.Bucket
	guard    *fetch.Guard    // decides which addresses the service may connect to
	draining context.Context // ends when Shutdown begins
}

// storeError returns the error that a client gets when the database fails: it may try again. A deadline is one of
// the database, because requests have none. A cancellation is that of the request.
func (s *core) storeError(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	var known *client.Error
	if errors.As(err, &known) {
		return known
	}
	s.log.Error("database", "err", err)
	return unavailable("database")
}

// blobError returns the error that a client gets when the storage fails.
func (s *core) blobError(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	s.log.Error("storage", "err", err)
	return unavailable("storage")
}

// writeError answers with err. It reports no failure of its own: it can fail only if the client has gone.
func (s *core) writeError(w http.ResponseWriter, r *http.Request, err error) {
	e := s.describe(r, public(err))
	header := w.Header()
	header.Del("ETag")
	header.Del("Content-Disposition")
	if e.RetryAfter > 0 {
		header.Set("Retry-After", seconds(e.RetryAfter))
	}
	if e.Status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", `Bearer realm="pagelift"`) // RFC 6750, section 3
	}
	writeJSON(w, e.Status, client.ErrorResponse{Error: e})
}

// describe returns a copy of e with everything that an answer to r says of a failure.
func (s *core) describe(r *http.Request, e *client.Error) *client.Error {
	out := *e // other requests may share e
	out.Status = statusOf(out.Code)
	out.RequestID = requestID(r.Context())
	out.DocumentationURL = s.baseURL(r) + "/docs/errors#" + string(out.Code)
	out.Details = maps.Clone(out.Details)
	if out.Details == nil {
		out.Details = map[string]any{}
	}
	out.Details["retryable"] = retryable(out.Code)
	return &out
}

// submitError returns the error that a client gets when its conversion is not accepted. It handles
// store.ErrUnknown, too: then the conversion may have been stored nevertheless.
func (s *core) submitError(err error) error {
	var exceeded *quota.ExceededError
	var full *quota.QueueFullError
	switch {
	case errors.Is(err, jobs.ErrNotStored):
		return s.blobError(err)
	case errors.Is(err, store.ErrUnknown):
		return fmt.Errorf("%w: %w", store.ErrUnknown, s.storeError(err))
	case errors.As(err, &exceeded):
		e := failure(client.QuotaExceeded, "the %d conversions of this month are used up", exceeded.Limit)
		e.Details = map[string]any{
			"limit": exceeded.Limit, "requested": exceeded.Requested, "remaining": exceeded.Remaining,
			"resets_at": exceeded.Resets.Format(time.RFC3339),
		}
		return e
	case errors.Is(err, jobs.ErrDisabled):
		return failure(client.AccountDisabled, "the account is disabled")
	case errors.As(err, &full):
		e := failure(client.QueueFull, "%d conversions wait already, which is as many as may", full.Queued)
		e.Details = map[string]any{"limit": full.Limit, "queued": full.Queued}
		e.RetryAfter = full.RetryAfter
		return e
	}
	return s.storeError(err)
}

// listError returns the error that a client gets where a page of a list could not be read.
func (s *core) listError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrCursor):
		return failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	return s.storeError(err)
}

// waiting returns a context for a request that waits. It ends after limit, or when the service stops.
func (s *core) waiting(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	stop := context.AfterFunc(s.draining, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// signedURL returns an address of a path that needs no key until expires.
func (s *core) signedURL(r *http.Request, path, account string, expires time.Time) string {
	return s.baseURL(r) + path + "?" + s.secrets.sign(path, account, expires)
}

// readBody reads the JSON body of an operation into v, and returns its fingerprint. If the request has no body, v
// stays as it is.
func (s *core) readBody(w http.ResponseWriter, r *http.Request, v any) (fingerprint string, err error) {
	if r.ContentLength == 0 {
		return hashText(""), nil
	}
	if mediaType(r) != "application/json" {
		return "", failure(client.UnsupportedMediaType, "the Content-Type must be application/json")
	}
	data, err := io.ReadAll(s.receive(w, r, jsonBodyLimit))
	if err != nil {
		return "", bodyError(err)
	}
	if err := strictJSON(data, v); err != nil {
		return "", err
	}
	return hashText(string(data)), nil
}

func (s *core) pace() pace {
	return pace{grace: s.config.TransferGrace, rate: s.config.MinTransferRate}
}

// paceAnswer returns a writer that cuts off a client which reads its answer too slowly. It clears the deadline
// that the answer before has left on the connection.
func (s *core) paceAnswer(w http.ResponseWriter) *pacedWriter {
	p := &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), pace: s.pace()}
	_ = p.control.SetWriteDeadline(time.Time{}) // a connection without deadlines has the server's own bound
	return p
}

// receive returns the body of the request as a reader that demands the minimum rate and at most limit bytes.
func (s *core) receive(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	return &body{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now(), pace: s.pace(), limit: limit}
}

// boundBody sets a deadline for a body that no operation reads: net/http reads a part of such a body before it
// answers. An operation that reads the body (see receive) moves the deadline.
func (s *core) boundBody(w http.ResponseWriter, r *http.Request) {
	if hasBody(r) {
		_ = http.NewResponseController(w).SetReadDeadline(s.pace().deadline(time.Now(), 0)) // see body.Read
	}
}

// hasBody reports whether a request has a body, which may be empty.
func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// baseURL returns the address of the service, as configured or as the client used it. It does not repeat a Host
// header that is no valid host.
func (s *core) baseURL(r *http.Request) string {
	if s.config.BaseURL != "" {
		return s.config.BaseURL
	}
	scheme := "http"
	if s.arrivedByHTTPS(r) {
		scheme = "https"
	}
	u := url.URL{Scheme: scheme, Host: r.Host}
	if parsed, err := url.Parse(u.String()); err != nil || parsed.Host != r.Host || parsed.User != nil {
		return ""
	}
	return u.String()
}

// secure reports whether browsers reach the service by https.
func (s *core) secure(r *http.Request) bool {
	return strings.HasPrefix(s.config.BaseURL, "https:") || s.arrivedByHTTPS(r)
}

// arrivedByHTTPS reports whether a request came by https, to the service or to a trusted proxy.
func (s *core) arrivedByHTTPS(r *http.Request) bool {
	return r.TLS != nil || s.trusted(peer(r)) && lastOf(r.Header, "X-Forwarded-Proto") == "https"
}

// clientAddr returns the address from which a request came. A trusted proxy reports it in X-Forwarded-For: it is
// the last address there that is not a trusted proxy itself. Anybody may have written the addresses before that
// one.
func (s *core) clientAddr(r *http.Request) netip.Addr {
	addr := peer(r)
	hops := list(r.Header, "X-Forwarded-For")
	for s.trusted(addr) && len(hops) > 0 {
		hop, err := netip.ParseAddr(hops[len(hops)-1])
		if err != nil {
			break
		}
		addr, hops = hop.Unmap().WithZone(""), hops[:len(hops)-1]
	}
	return addr
}

// trusted reports whether the service believes what a proxy at this address says of a request.
func (s *core) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}
