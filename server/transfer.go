package server

import (
	"net/http"
	"time"
)

// pace is the lowest rate of a transfer: bytes per second after a grace.
type pace struct {
	grace time.Duration
	rate  int64 // bytes per second; 0 or less: any
}

// deadline returns when more than n bytes of a transfer that began at start must have gone.
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

// end bounds the writing of what is held back. Of a body that nobody has read to its end net/http takes a part first,
// as long as boundBody lets it: a grace at most.
func (p *pacedWriter) end(hasBody bool) {
	begin := time.Now()
	if hasBody {
		begin = begin.Add(p.pace.grace)
	}
	p.bound(begin, heldBack)
}
