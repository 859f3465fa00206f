package server

import (
	"net/http"
	"net/netip"
	"strings"
)

// peer returns the address of the other end of the connection of a request.
func peer(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil { // the socket has no addresses
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// list returns the elements of a header field that is a list (RFC 9110, section 5.6.1).
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
