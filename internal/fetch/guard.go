package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"

	"github.com/pagelift/pagelift/internal/limits"
)

// Guard says which addresses the service may reach: those of the public internet, and those that it was told to
// allow. The zero value allows only the former. A Guard is safe for concurrent use.
type Guard struct {
	allowed  []netip.Prefix
	resolver *net.Resolver // nil: the system's; tests have their own
	proxy    *url.URL      // connections go through it; nil: none
}

// NewGuard returns a guard that allows these prefixes, on any port, besides the public internet.
func NewGuard(allowed ...netip.Prefix) *Guard { return &Guard{allowed: allowed} }

// ParsePrefixes reads a list of prefixes and single addresses, separated by commas: "10.0.0.0/8, fd00::/8,
// 127.0.0.1". An empty text is an empty list.
func ParsePrefixes(list string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			addr, addrErr := netip.ParseAddr(item)
			if addrErr != nil || addr.Zone() != "" {
				return nil, fmt.Errorf("%q is neither an IP address nor a prefix like 10.0.0.0/8", item)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		if prefix.Addr().Is4In6() {
			return nil, fmt.Errorf("%q: write IPv4 addresses as such", item)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

// CertPool returns the system's certificate authorities and those in a PEM file. Without a file it returns nil,
// which means only the system's.
func CertPool(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	pem, err := io.ReadAll(io.LimitReader(f, limits.CertificatesBytes))
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // a system without authorities
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM", file)
	}
	return pool, nil
}

// Transport returns a new HTTP transport that connects only to what the guard permits. It goes through the guard's
// proxy, if there is one, and uses no other. It keeps no connection open and has the time limits of this package;
// the caller may change its fields. CertPool returns authorities.
func (g *Guard) Transport(authorities *x509.CertPool) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, ControlContext: g.control, Resolver: g.resolver}
	dial := dialer.DialContext
	if g.proxy != nil {
		dial = (&egress{guard: g, authorities: authorities}).dial
	}
	return &http.Transport{
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    handshakeTimeout,
		ResponseHeaderTimeout:  headerTimeout,
		MaxResponseHeaderBytes: limits.ResponseHeaderBytes,
		DisableKeepAlives:      true,
		DisableCompression:     true, // the size that counts is the size that arrives
	}
}

// Time limits for a server: twice what the slowest honest ones need. If a document is made on request, the header
// may come only when it is ready.
const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	headerTimeout    = 30 * time.Second
)

// control permits or refuses a connection. It is called with the address just before the connection is made.
func (g *Guard) control(_ context.Context, network, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err == nil && (network == "tcp4" || network == "tcp6") && g.permits(target) {
		return nil
	}
	return &Error{Code: NotAllowed, Err: fmt.Errorf("the guard refused to connect to %s", address)}
}

// permits reports whether a connection to target is allowed.
func (g *Guard) permits(target netip.AddrPort) bool {
	return g.allows(target.Addr()) || isWebPort(target.Port()) && public.SafeAddr(target.Addr()) == nil
}

// allows reports whether NewGuard was told to allow addr.
func (g *Guard) allows(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, prefix := range g.allowed {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// public knows which addresses belong to the public internet. It denies one of them, from which machines of a
// cloud (Azure) get their secrets.
var public = ssrf.New(ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")))

// isWebPort reports whether requests may go to a port. Ports below 1024 belong to other services than the web: a
// mail server would take the lines of a request for commands.
func isWebPort(port uint16) bool { return port == 80 || port == 443 || port >= 1024 }
