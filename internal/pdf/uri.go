package pdf

import (
	"net/url"
	"strings"
)

// maxURI is the most bytes of an address. Browsers stop at 2 MB and servers at 8 KB, and a link
// should not be a data address.
const maxURI = 64 << 10

// uri returns the address in the string o (clause 12.6.4.8), made absolute with the base of the
// document. It removes white space and control characters, which are line breaks of the writer.
func (d *Document) uri(o Object) string {
	s, _ := d.Bytes(o)
	if len(s) == 0 || len(s) > maxURI {
		return ""
	}
	u := strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, strings.TrimSpace(s.Text()))
	if len(u) >= len("www.") && strings.EqualFold(u[:len("www.")], "www.") {
		return "http://" + u // it has no scheme, but is never a relative path; other readers do the same
	}
	return d.absolute(u)
}

// absolute resolves a relative address against URI/Base of the catalog.
func (d *Document) absolute(u string) string {
	d.trees.base.Do(func() {
		base := d.Text(d.Dict(d.Catalog().Raw("URI")).Raw("Base"))
		if base == "" || len(base) > maxURI {
			return
		}
		if parsed, err := url.Parse(base); err == nil {
			d.trees.baseURI = parsed
		}
	})
	if d.trees.baseURI == nil {
		return u
	}
	ref, err := url.Parse(u)
	if err != nil || ref.IsAbs() {
		return u
	}
	return d.trees.baseURI.ResolveReference(ref).String()
}
