package webhooktest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/webhook"
)

// Delivery is one request that a Server has received.
type Delivery struct {
	Header http.Header
	Body   []byte

	// Event is nil if Verify has refused the request with Err.
	Event *webhook.Event
	Err   error
}

// Server is a receiver on the loopback interface that records what is delivered to
// it, good or bad.
type Server struct {
	// URL is its address, https with a certificate that only the client of Client trusts.
	URL string

	server  *httptest.Server
	secrets []string
	answer  func(http.ResponseWriter, Delivery)

	mu       sync.Mutex
	received []Delivery
	changed  chan struct{} // closed when something is received, and made anew
}

// NewServer starts a Server that verifies with the secrets. It answers with
// answer, which may be called by several goroutines at a time; nil answers 204 to
// what is verified and 401 to all else.
func NewServer(secrets []string, answer func(http.ResponseWriter, Delivery)) *Server {
	if answer == nil {
		answer = func(w http.ResponseWriter, d Delivery) {
			if d.Err != nil {
				http.Error(w, d.Err.Error(), http.StatusUnauthorized)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		}
	}
	s := &Server{secrets: secrets, answer: answer, changed: make(chan struct{})}
	s.server = httptest.NewTLSServer(http.HandlerFunc(s.receive))
	s.URL = s.server.URL
	return s
}

// Client is a client that trusts the certificate of the Server.
func (s *Server) Client() *http.Client { return s.server.Client() }

// Close ends the Server, once it has answered what it has received.
func (s *Server) Close() { s.server.Close() }

// Wait waits until the Server has received n requests, and returns all that it has,
// in their order. When the context ends before that, it returns those that there
// are, and the context's error.
func (s *Server) Wait(ctx context.Context, n int) ([]Delivery, error) {
	for {
		s.mu.Lock()
		received, changed := slices.Clone(s.received), s.changed
		s.mu.Unlock()
		if len(received) >= n {
			return received, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return received, ctx.Err()
		}
	}
}

func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	d := Delivery{Header: r.Header.Clone()}
	d.Body, d.Err = io.ReadAll(http.MaxBytesReader(w, r.Body, webhook.MaxBody))
	if d.Err == nil {
		d.Event, d.Err = webhook.Verify(r.Header, d.Body, s.secrets, webhook.Options{})
	}
	s.mu.Lock()
	s.received = append(s.received, d)
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	s.answer(w, d)
}
