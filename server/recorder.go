package server

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"time"
)

// recorder notes what was answered, for the log and the metrics.
type recorder struct {
	http.ResponseWriter
	start  time.Time
	status int   // 0 until the answer has begun
	bytes  int64 // of its body
	gone   bool  // the client had gone before an answer
	ended  func(status int)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader notes the status. Informational answers are not the answer.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write notes the length.
func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// statusClientGone is what the log says of a request whose client did not wait.
const statusClientGone = 499

// finish writes the log line and the metrics of a request. Neither has a query: it may hold
// a signature.
func (s *Server) finish(rec *recorder, r *http.Request, route string) {
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

// panicked answers a request whose handler panicked. The document's text never stands in a
// panic's value that the service logs: only its type does, and the stack.
func (s *Server) panicked(rec *recorder, c *call, p any, write errorWriter) {
	s.log.ErrorContext(c.ctx(), "panic", "request_id", requestID(c.ctx()),
		"type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
	if rec.status != 0 {
		panic(http.ErrAbortHandler)
	}
	write(c, fmt.Errorf("panic of type %T", p))
}
