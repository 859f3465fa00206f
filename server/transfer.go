package server

import (
	"io"
	"net/http"
	"time"
)

// pace is the lowest rate of a transfer: bytes per second after a grace.
type pace struct {
	grace time.Duration
	rate  int64 // bytes per second; 0 or less: any
}

func (s *Server) pace() pace {
	return pace{grace: s.config.TransferGrace, rate: s.config.MinTransferRate}
}

// deadline is when more than n bytes of a transfer that began at start must have gone.
func (p pace) deadline(start time.Time, n int64) time.Time {
	if p.rate <= 0 {
		return time.Time{}
	}
	return start.Add(p.grace + time.Duration(float64(n)/float64(p.rate)*float64(time.Second)))
}

// pacedWriter cuts off a client that takes its answer more slowly than the lowest rate. Only
// the time that writing takes counts, as the rest is no fault of the client.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	pace    pace
	written int64
	taken   time.Duration // by the writing so far
}

// paced makes w one. The deadline of the answer before, on the same connection, is over.
func (s *Server) paced(w http.ResponseWriter) *pacedWriter {
	p := &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), pace: s.pace()}
	_ = p.control.SetWriteDeadline(time.Time{}) // a connection without deadlines is bounded by the server's own
	return p
}

// Unwrap lets http.ResponseController reach the connection.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write writes on under a deadline that moves with what was written. A whole Write may go to
// the network: its own bytes count, lest a large one be cut off.
func (p *pacedWriter) Write(b []byte) (int, error) {
	begin := time.Now()
	p.bound(begin, len(b))
	n, err := p.ResponseWriter.Write(b)
	p.taken += time.Since(begin)
	p.written += int64(n)
	return n, err
}

// bound sets the deadline of a write of n bytes that begins now.
func (p *pacedWriter) bound(now time.Time, n int) {
	_ = p.control.SetWriteDeadline(p.pace.deadline(now.Add(-p.taken), p.written+int64(n))) // see paced
}

// heldBack is what net/http writes only when the handler has ended: the header, and the last
// bytes of the body.
const heldBack = 4 << 10

// end bounds that, too.
func (p *pacedWriter) end() { p.bound(time.Now(), heldBack) }

// receive makes the body of the request one that must arrive at the lowest rate, below limit
// bytes in all.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	return &body{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now(), pace: s.pace(), limit: limit}
}

// boundBody bounds the time that a body may take to come which nobody reads: net/http takes
// a part of it before it answers. Whoever reads it (see receive) moves the deadline on.
func (s *Server) boundBody(w http.ResponseWriter, r *http.Request) {
	if r.Body != nil && r.Body != http.NoBody {
		_ = http.NewResponseController(w).SetReadDeadline(s.pace().deadline(time.Now(), 0)) // see body.Read
	}
}
