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

// read reads an address that a user gave, and checks it.
func (g *Guard) read(raw string, schemes ...string) (*url.URL, error) {
	if len(raw) > limits.URLBytes {
		return nil, invalid("it has more than " + strconv.Itoa(limits.URLBytes) + " bytes")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, invalid("it is not a URL") // the cause may contain a password
	}
	if u.Fragment != "" || strings.Contains(raw, "#") {
		return nil, invalid("it has a fragment")
	}
	return u, g.check(u, schemes...)
}

// check checks addresses that users give, and addresses to which answers redirect.
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

// validPort reports whether u has a valid port, or none.
func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}

// checkHost refuses IP addresses in place of a name, in any notation, unless they are allowed. Names are checked
// later, when they have been resolved.
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

// endsInNumber reports whether browsers and resolvers may take host for an IPv4 address: its last part is a
// number, in decimal, octal or hexadecimal (WHATWG URL, "ends in a number"). No top-level domain is a number.
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return true // no server can have this name
	}
	digits, hexadecimal := strings.CutPrefix(strings.ToLower(last), "0x")
	set := "0123456789"
	if hexadecimal {
		set += "abcdef"
	}
	return strings.Trim(digits, set) == ""
}
