package fetch

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Some networks let requests out only through a proxy, whose one address others admit. The proxy is not asked to
// look up the name of a server. The name could mean another address to the proxy than to the guard, which would
// then have checked the wrong one.
//
//	name  --resolver-->  addresses  --guard-->  those that are permitted
//	                                               |
//	          CONNECT 192.0.2.7:443  <-------------+
//	proxy  ========================>  192.0.2.7:443
//	       TLS and Host by the name
//
// Plain http goes through CONNECT too. In a GET with a full address, a proxy replaces Host by the host of the
// address (RFC 9112, section 3.2.2). The address has no name, so the name would be lost.

// ParseProxy reads the address of an egress proxy: http or https, a host, and perhaps a port (80 and 443 by
// default), a user and a password. The error does not repeat any of it.
func ParseProxy(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || !validPort(u) ||
		u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("it is not the address of a proxy like http://proxy:3128")
	}
	return u, nil
}

// Via returns a guard that permits the same addresses and connects through a proxy. The proxy itself may have any
// address. nil means no proxy.
func (g *Guard) Via(proxy *url.URL) *Guard {
	other := *g
	other.proxy = proxy
	return &other
}

// egress connects to servers through a proxy.
type egress struct {
	guard       *Guard
	authorities *x509.CertPool // for the certificate of a proxy that speaks TLS
	dialer      net.Dialer
}

// egressAttempts is how many addresses of a server are tried: two of each family, since the proxy may have no
// route for one of the families.
const egressAttempts = 4

// dial connects to address, a name or IP address with a port.
func (e *egress) dial(ctx context.Context, _, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	targets, err := e.resolve(ctx, address)
	if err != nil {
		return nil, err
	}
	for i, target := range targets {
		conn, proxyErr, targetErr := e.attempt(ctx, target, len(targets)-i)
		switch {
		case proxyErr != nil: // the next attempt would fail in the same way
			return nil, proxyErr
		case targetErr == nil:
			return conn, nil
		}
		err = cmp.Or(err, targetErr)
	}
	return nil, err
}

// resolve returns the addresses of a server that may be connected to.
func (e *egress) resolve(ctx context.Context, address string) ([]netip.AddrPort, error) {
	host, service, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	resolver := cmp.Or(e.guard.resolver, net.DefaultResolver)
	port, err := resolver.LookupPort(ctx, "tcp", service)
	if err != nil {
		return nil, err
	}
	found, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	var four, six []netip.AddrPort
	for _, addr := range found {
		switch target := netip.AddrPortFrom(addr.Unmap(), uint16(port)); {
		case addr.Zone() != "" || !e.guard.permits(target):
		case target.Addr().Is4():
			four = append(four, target)
		default:
			six = append(six, target)
		}
	}
	if len(four)+len(six) == 0 {
		return nil, &Error{Code: NotAllowed, Err: fmt.Errorf("the guard refused to connect to %s", address)}
	}
	return alternate(four, six), nil
}

// alternate takes addresses of both families in turn, up to egressAttempts.
func alternate(a, b []netip.AddrPort) (out []netip.AddrPort) {
	for len(out) < egressAttempts && len(a)+len(b) > 0 {
		if len(a) > 0 {
			out, a = append(out, a[0]), a[1:]
		}
		a, b = b, a
	}
	return out
}

// attempt connects to one address within its share of the time. A proxyErr means that the proxy itself could not
// be reached.
func (e *egress) attempt(ctx context.Context, target netip.AddrPort, left int) (conn net.Conn, proxyErr, targetErr error) {
	if end, ok := ctx.Deadline(); ok {
		share := time.Until(end) / time.Duration(left)
		limited, cancel := context.WithTimeout(ctx, share)
		defer cancel()
		ctx = limited
	}
	conn, err := e.reach(ctx)
	if err != nil {
		return nil, err, nil
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // ends pending reads and writes
	tunnel, err := e.connect(conn, target)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, nil, &net.OpError{Op: "dial", Net: "tcp", Addr: net.TCPAddrFromAddrPort(target), Err: err}
	}
	return tunnel, nil, nil
}

// reach connects to the proxy.
func (e *egress) reach(ctx context.Context) (net.Conn, error) {
	proxy := e.guard.proxy
	port := cmp.Or(proxy.Port(), map[string]string{"http": "80", "https": "443"}[proxy.Scheme])
	conn, err := e.dialer.DialContext(ctx, "tcp", net.JoinHostPort(proxy.Hostname(), port))
	if err != nil || proxy.Scheme == "http" {
		return conn, err
	}
	secure := tls.Client(conn, &tls.Config{RootCAs: e.authorities, ServerName: proxy.Hostname(), MinVersion: tls.VersionTLS12})
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, &net.OpError{Op: "dial", Net: "tcp", Addr: conn.RemoteAddr(), Err: fmt.Errorf("TLS with the egress proxy: %s", err)} // not the server's failure
	}
	return secure, nil
}

// connect asks the proxy for a connection (RFC 9110, section 9.3.6).
func (e *egress) connect(conn net.Conn, target netip.AddrPort) (net.Conn, error) {
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Host: target.String()}, Host: target.String(), Header: http.Header{}}
	if user := e.guard.proxy.User; user != nil {
		password, _ := user.Password()
		req.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)))
	}
	req.Header.Set("User-Agent", "") // the proxy needs none
	if err := req.Write(conn); err != nil {
		return nil, fmt.Errorf("asking the egress proxy: %w", err)
	}
	// The bytes after the header are the server's. None of them may stay in a buffer.
	bounded := &io.LimitedReader{R: conn, N: limits.ResponseHeaderBytes}
	buffered := bufio.NewReader(bounded)
	answer, err := http.ReadResponse(buffered, req)
	if err != nil {
		return nil, fmt.Errorf("reading the answer of the egress proxy: %w", err)
	}
	if answer.StatusCode/100 != 2 {
		return nil, proxyStatus(answer.StatusCode)
	}
	if n := buffered.Buffered(); n > 0 {
		head, err := buffered.Peek(n)
		return &begun{conn, head}, err
	}
	return conn, nil
}

// proxyStatus is the answer of a proxy that refuses to connect.
type proxyStatus int

func (s proxyStatus) Error() string {
	return fmt.Sprintf("the egress proxy answered with status %d", int(s))
}

// nobody is an address in a network for documentation (RFC 5737), where no server exists.
var nobody = netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, 1}), 443)

// CheckProxy checks that the guard's proxy exists and accepts CONNECT. It asks the proxy for an address without a
// server. The proxy may answer that it did not reach the address, or may still be trying when ctx ends; both are
// good. CertPool returns authorities.
func (g *Guard) CheckProxy(ctx context.Context, authorities *x509.CertPool) (answered bool, err error) {
	e := &egress{guard: g, authorities: authorities}
	conn, err := e.reach(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	_, err = e.connect(conn, nobody)
	var status proxyStatus
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &status):
		if status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout {
			return true, nil
		}
		return true, fmt.Errorf("%w to CONNECT %s", err, nobody)
	case ctx.Err() != nil:
		return false, nil
	}
	return false, err
}

// begun is a connection whose first bytes were read already.
type begun struct {
	net.Conn
	head []byte
}

// Read returns the bytes that were read already first.
func (c *begun) Read(p []byte) (int, error) {
	if len(c.head) > 0 {
		n := copy(p, c.head)
		c.head = c.head[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}
