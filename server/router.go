package server

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"strings"

	"github.com/pagelift/pagelift/client"
)

// router handles every request before an operation or page does.
type router struct {
	*core
	metrics *series
	tracing tracing
}

// redirectUnclean redirects addresses with empty elements or dots to clean ones. mux would do so itself, but
// without the headers that every answer has.
func (s *router) redirectUnclean(mux http.Handler) http.Handler {
	redirect := s.wrap("none", func(c *call) error {
		target := url.URL{Path: cleanPath(c.r.URL.Path), RawQuery: c.r.URL.RawQuery}
		http.Redirect(c.w, c.r, target.String(), http.StatusTemporaryRedirect)
		return nil
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.EscapedPath(); p != cleanPath(p) {
			redirect.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// wrap returns an operation with what every request gets: an id, recovery from panics, the log and the metrics,
// and one form of errors.
func (s *router) wrap(route string, handle func(*call) error) http.Handler {
	return s.wrapWith(route, handle, func(c *call, err error) { s.writeError(c.w, c.r, err) })
}

// wrapWith does what wrap does, with another form of errors.
func (s *router) wrapWith(route string, handle func(*call) error, write errorWriter) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w, start: s.clock()}
		r, rec.ended = s.tracing.request(withRequestID(rec, r), route)
		c := &call{w: rec, r: r}
		defer s.finish(rec, r, route)
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.panicked(rec, c, p, write)
			}
		}()
		if headerSize(r) > headerBytes {
			s.fail(rec, c, failure(client.HeadersTooLarge, "the header of the request has more than %d bytes", headerBytes), write)
			return
		}
		if err := handle(c); err != nil {
			s.fail(rec, c, err, write)
		}
	})
}

// fail answers with err. If an answer has begun or the client has gone, it cuts the connection instead, so that
// nobody takes a part for the whole, or nothing for a success.
func (s *router) fail(rec *recorder, c *call, err error, write errorWriter) {
	if gone := c.ctx().Err(); gone != nil && errors.Is(err, gone) {
		rec.gone = true
		panic(http.ErrAbortHandler)
	}
	if public(err).Code == client.InternalError {
		s.log.ErrorContext(c.ctx(), "request failed", "request_id", requestID(c.ctx()), "route", c.r.Pattern, "err", err)
	}
	if rec.status != 0 {
		panic(http.ErrAbortHandler)
	}
	write(c, err)
}

// errorWriter answers with an error: as JSON to programs, as a page to people.
type errorWriter func(*call, error)

// noPage answers requests for which mux has no page, or no method.
func noPage(mux *http.ServeMux) pageHandler {
	return func(c *call) error {
		_, rest := mux.Handler(c.r)
		var allow []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			other := *c.r
			other.Method = method
			if _, pattern := mux.Handler(&other); pattern != rest {
				allow = append(allow, method)
			}
		}
		if allow == nil {
			return failure(client.NotFound, "there is no such page")
		}
		c.w.Header().Set("Allow", strings.Join(allow, ", "))
		return failure(client.MethodNotAllowed, "this page does not take the method %s", c.r.Method)
	}
}

// cleanPath returns p without empty elements and dots.
func cleanPath(p string) string {
	clean := path.Clean("/" + p)
	if strings.HasSuffix(p, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// pageHandler is an operation of the dashboard.
type pageHandler func(*call) error

// statusClientGone is the status in the log of a request whose client did not wait.
const statusClientGone = 499

// finish writes the log line and the metrics of a request. Neither has the query, which may contain a signature.
func (s *router) finish(rec *recorder, r *http.Request, route string) {
	status := rec.status
	if rec.gone {
		status = statusClientGone
	}
	took := s.clock().Sub(rec.start)
	s.metrics.request(r.Method, route, status, took)
	rec.ended(status)
	s.log.InfoContext(r.Context(), "request",
		"request_id", requestID(r.Context()), "method", r.Method, "route", route,
		"status", status, "bytes", rec.bytes, "ms", took.Milliseconds())
}

// panicked answers a request whose handler panicked. The log has the type of the panic's value and the stack, but
// not the value, which may contain text of a document.
func (s *router) panicked(rec *recorder, c *call, p any, write errorWriter) {
	s.log.ErrorContext(c.ctx(), "panic", "request_id", requestID(c.ctx()),
		"type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
	if rec.status != 0 {
		panic(http.ErrAbortHandler)
	}
	write(c, fmt.Errorf("panic of type %T", p))
}

// headerBytes is the size of the largest header that is served.
const headerBytes = 16 << 10
