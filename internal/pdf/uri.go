package pdf

import (
	"net/url"
	"strings"
)

// maxURI bounds addresses; browsers give up at 2 MB, servers at 8 KB, and data
// addresses have no business in a link.
const maxURI = 64 << 10

// uri is the address in the string o (clause 12.6.4.8), made absolute with the
// base of the document. White space and control characters are taken out: they
// are line breaks of the writer.
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
		return "http://" + u // no scheme, but never a relative path; readers do the same
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
