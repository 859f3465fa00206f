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

	// Event is nil if Verify refused the request. Then Err says why.
	Event *webhook.Event
	Err   error
}

// Server is a receiver on the loopback interface. It records what is delivered to it, valid or not.
type Server struct {
	// URL is its address: https, with a certificate that only the client from Client trusts.
	URL string

	server  *httptest.Server
	secrets []string
	answer  func(http.ResponseWriter, Delivery)

	mu       sync.Mutex
	received []Delivery
	changed  chan struct{} // closed and replaced when something is received
}

// NewServer starts a Server that verifies with the secrets. answer writes its answers; several goroutines may call
// it at once. If it is nil, verified requests are answered with 204, and all others with 401.
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

// Client returns a client that trusts the certificate of the Server.
func (s *Server) Client() *http.Client { return s.server.Client() }

// Close ends the Server after it has answered all requests that it has received.
func (s *Server) Close() { s.server.Close() }

// Wait waits until the Server has received n requests, and returns all that it has received, in order. When ctx
// ends first, it returns those that it has, and the error of ctx.
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
