package server

import (
	"net/http"
	"time"
)

// pace is the minimum rate of a transfer. It applies after a grace.
type pace struct {
	grace time.Duration
	rate  int64 // bytes per second; 0 or less: any rate
}

// deadline returns the time by which more than n bytes of a transfer that began at start must have arrived.
func (p pace) deadline(start time.Time, n int64) time.Time {
	if p.rate <= 0 {
		return time.Time{}
	}
	return start.Add(p.grace + time.Duration(float64(n)/float64(p.rate)*float64(time.Second)))
}

// pacedWriter cuts off a client that reads its answer more slowly than the minimum rate. Only the time of writing
// counts, because the client does not cause other delays.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	pace    pace
	written int64
	taken   time.Duration // time of all writes so far
}

// Unwrap lets http.ResponseController reach the connection.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write writes with a deadline that moves with what was written. net/http may send a whole Write at once, so the
// deadline includes its own bytes; otherwise a large Write would be cut off.
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
	_ = p.control.SetWriteDeadline(p.pace.deadline(now.Add(-p.taken), p.written+int64(n))) // see paceAnswer
}

// heldBack is how much net/http writes only after the handler has ended: the header, and the last bytes of the
// body.
const heldBack = 4 << 10

// end sets the deadline for writing what is held back. net/http first reads a part of a body that the handler has
// not read to its end. boundBody bounds that by a grace, which is added here.
func (p *pacedWriter) end(hasBody bool) {
	begin := time.Now()
	if hasBody {
		begin = begin.Add(p.pace.grace)
	}
	p.bound(begin, heldBack)
}
