package server

import (
	"net/http"
	"time"
)

// recorder records what was answered, for the log and the metrics.
type recorder struct {
	http.ResponseWriter
	start  time.Time
	status int   // 0 until the answer has begun
	bytes  int64 // of the body
	gone   bool  // the client had gone before the answer
	ended  func(status int)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader records the status. It ignores informational answers.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write records the length.
func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}
