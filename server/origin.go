package server

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// baseURL is the address of the service, as configured or as the client used it. A host
// that is no host is not repeated.
func (s *Server) baseURL(r *http.Request) string {
	if s.config.BaseURL != "" {
		return s.config.BaseURL
	}
	scheme := "http"
	if s.arrivedByHTTPS(r) {
		scheme = "https"
	}
	u := url.URL{Scheme: scheme, Host: r.Host}
	if parsed, err := url.Parse(u.String()); err != nil || parsed.Host != r.Host || parsed.User != nil {
		return ""
	}
	return u.String()
}

// secure tells whether browsers reach the service by https.
func (s *Server) secure(r *http.Request) bool {
	return strings.HasPrefix(s.config.BaseURL, "https:") || s.arrivedByHTTPS(r)
}

// arrivedByHTTPS tells whether a request came by https, to the service or to a proxy that is
// trusted.
func (s *Server) arrivedByHTTPS(r *http.Request) bool {
	return r.TLS != nil || s.trusted(peer(r)) && lastOf(r.Header, "X-Forwarded-Proto") == "https"
}

// clientAddr is the address that a request came from. A proxy that is trusted says so in
// X-Forwarded-For: the last address there that is not of a trusted proxy itself. What stands
// before that anybody may have written.
func (s *Server) clientAddr(r *http.Request) netip.Addr {
	addr := peer(r)
	hops := list(r.Header, "X-Forwarded-For")
	for s.trusted(addr) && len(hops) > 0 {
		hop, err := netip.ParseAddr(hops[len(hops)-1])
		if err != nil {
			break
		}
		addr, hops = hop.Unmap().WithZone(""), hops[:len(hops)-1]
	}
	return addr
}

// trusted tells whether what a proxy at this address says of a request is believed.
func (s *Server) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// peer is who made the connection that a request came by.
func peer(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil { // a socket that has no addresses
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// list are the elements of a field that is a list (RFC 9110, section 5.6.1).
func list(h http.Header, name string) (elements []string) {
	for _, line := range h.Values(name) {
		for element := range strings.SplitSeq(line, ",") {
			if element = strings.TrimSpace(element); element != "" {
				elements = append(elements, element)
			}
		}
	}
	return elements
}

func lastOf(h http.Header, name string) string {
	elements := list(h, name)
	if len(elements) == 0 {
		return ""
	}
	return elements[len(elements)-1]
}
