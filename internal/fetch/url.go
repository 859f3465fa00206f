package fetch

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
)

// DocumentURL reads the address of a document: http or https.
func (g *Guard) DocumentURL(raw string) (*url.URL, error) { return g.read(raw, "https", "http") }

// WebhookURL reads the address of a receiver of webhooks: https only.
func (g *Guard) WebhookURL(raw string) (*url.URL, error) { return g.read(raw, "https") }

// read reads an address that a user gave.
func (g *Guard) read(raw string, schemes ...string) (*url.URL, error) {
	if len(raw) > limits.URLBytes {
		return nil, invalid("it has more than " + strconv.Itoa(limits.URLBytes) + " bytes")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, invalid("it is not a URL") // the cause may repeat a password in it
	}
	if u.Fragment != "" || strings.Contains(raw, "#") {
		return nil, invalid("it has a fragment")
	}
	return u, g.check(u, schemes...)
}

// check is what holds for addresses that users give and for those that lead on from
// there.
func (g *Guard) check(u *url.URL, schemes ...string) error {
	known := false
	for _, s := range schemes {
		known = known || u.Scheme == s
	}
	switch {
	case !known:
		return invalid("it does not begin with " + strings.Join(schemes, ":// or ") + "://")
	case u.Opaque != "" || u.Hostname() == "":
		return invalid("it names no server")
	case u.User != nil:
		return invalid("it has a user name or a password")
	case !validPort(u):
		return invalid("its port is not one")
	}
	return g.checkHost(u.Hostname())
}

// validPort reports whether u has a port that exists, or none.
func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}

// checkHost refuses IP addresses in the place of a name, however they are written,
// unless they are allowed. Names are looked at when they have become addresses.
func (g *Guard) checkHost(host string) error {
	if !endsInNumber(host) && !strings.Contains(host, ":") {
		return nil
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || !g.allows(addr) {
		return &Error{Code: NotAllowed}
	}
	return nil
}

// endsInNumber reports whether browsers and resolvers may take host for an IPv4
// address: its last part is a number, in decimal, octal or hexadecimal (WHATWG URL,
// "ends in a number"). No top-level domain is one.
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return true // nothing that a server can be called
	}
	digits, hexadecimal := strings.CutPrefix(strings.ToLower(last), "0x")
	set := "0123456789"
	if hexadecimal {
		set += "abcdef"
	}
	return strings.Trim(digits, set) == ""
}
