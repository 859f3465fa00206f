package server

import (
	"io"
	"net/http"
	"time"
)

// pacedWriter cuts off a client that takes its answer more slowly than the lowest rate.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	pace    pace
	written int64
}

// paced makes w one. Its grace begins now.
func (s *Server) paced(w http.ResponseWriter) *pacedWriter {
	return &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), pace: s.pace()}
}

// Unwrap lets http.ResponseController reach the connection.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write writes on under a deadline that moves with what was written.
func (p *pacedWriter) Write(b []byte) (int, error) {
	// A whole Write may go to the network: its own bytes count, lest a large one be cut off.
	_ = p.control.SetWriteDeadline(p.pace.deadline(p.written + int64(len(b))))
	n, err := p.ResponseWriter.Write(b)
	p.written += int64(n)
	return n, err
}

// waited is told of time that went by through no fault of the client.
func (p *pacedWriter) waited(d time.Duration) { p.pace.start = p.pace.start.Add(d) }

// done takes the deadline away, for the next request of the connection.
func (p *pacedWriter) done() { _ = p.control.SetWriteDeadline(time.Time{}) }

// pace is the lowest rate of a transfer that begins now.
func (s *Server) pace() pace {
	return pace{start: time.Now(), grace: s.config.TransferGrace, rate: s.config.MinTransferRate}
}

// receive makes the body of the request one that must arrive at the lowest rate, below limit
// bytes in all.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	return &body{ReadCloser: r.Body, control: http.NewResponseController(w), pace: s.pace(), limit: limit}
}

// boundBody bounds the time that a body may take to come which nobody reads: net/http takes
// a part of it before it answers. Whoever reads it (see receive) moves the deadline on.
func (s *Server) boundBody(w http.ResponseWriter, r *http.Request) {
	if r.Body != nil && r.Body != http.NoBody {
		_ = http.NewResponseController(w).SetReadDeadline(s.pace().deadline(0)) // see body.Read
	}
}

// stream copies with a small buffer: the readers and writers of package blob bring their own
// of 1 MiB, which a thousand slow clients would each hold.
func stream(w io.Writer, r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{w}, struct{ io.Reader }{r})
}
