package testkit

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// Proxy is a small egress proxy. It connects to the target of a CONNECT request.
type Proxy struct {
	*httptest.Server

	// Route returns where a target leads: an address, or "" for the answer 502. nil: to the target itself.
	Route func(target string) string

	mu    sync.Mutex
	heard []string
	auth  []string
	open  []net.Conn
}

// NewProxy starts a proxy that ends with the test. If secure is true, clients reach it by TLS.
func NewProxy(t testing.TB, secure bool, route func(target string) string) *Proxy {
	t.Helper()
	p := &Proxy{Route: route}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(p.serve))
	if secure {
		p.StartTLS()
	} else {
		p.Start()
	}
	t.Cleanup(p.Down)
	return p
}

// At returns the address of the proxy with a user and a password.
func (p *Proxy) At(user, password string) *url.URL {
	u, err := url.Parse(p.URL)
	if err != nil {
		panic(err) // the address is that of httptest
	}
	u.User = url.UserPassword(user, password)
	return u
}

// Heard returns the requests so far, as "METHOD target", and the credentials of each.
func (p *Proxy) Heard() (requests, credentials []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.heard...), append([]string(nil), p.auth...)
}

// Down stops the proxy and closes the connections that it has made.
func (p *Proxy) Down() {
	p.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range p.open {
		conn.Close()
	}
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.heard, p.auth = append(p.heard, r.Method+" "+r.RequestURI), append(p.auth, r.Header.Get("Proxy-Authorization"))
	p.mu.Unlock()
	target := r.Host
	if p.Route != nil {
		target = p.Route(target)
	}
	there, err := net.Dial("tcp", target)
	if r.Method != http.MethodConnect || target == "" || err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer there.Close()
	here, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	p.mu.Lock()
	p.open = append(p.open, here)
	p.mu.Unlock()
	if _, err := io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	go func() {
		defer there.Close()
		_, _ = io.Copy(there, buffered) // until either end closes
	}()
	_, _ = io.Copy(here, there)
}
