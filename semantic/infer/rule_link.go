package infer

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// schemes are the only schemes that a link may have. Any other link, javascript and
// data above all, is dropped and its text kept.
var schemes = []string{"http", "https", "mailto", "tel", "ftp"}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// uriBytes is the longest link; browsers stop at about this length.
	uriBytes = 1 << 16
)

// safeURI returns uri in the form that an attribute of HTML needs, or "" when it leads nowhere
// or somewhere unsafe.
func safeURI(uri string) string {
	uri = strings.TrimSpace(uri)
	if len(uri) > uriBytes {
		return ""
	}
	if len(uri) > 4 && strings.EqualFold(uri[:4], "www.") {
		uri = "http://" + uri
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	scheme = strings.ToLower(scheme)
	if !ok || rest == "" || !slices.Contains(schemes, scheme) {
		return ""
	}
	if scheme != "mailto" && scheme != "tel" {
		host, isPath := strings.CutPrefix(rest, "//")
		if !isPath || host == "" || strings.ContainsRune("/?#", rune(host[0])) {
			return ""
		}
	}
	uri = scheme + ":" + escapeURI(rest)
	if scheme != "mailto" && strings.Contains(uri, "@") {
		return withoutUser(uri)
	}
	return uri
}

// withoutUser returns an address without the user before its host, which no link of HTML may have (URL Standard, 4.3).
// It is an address of mail if it may be one: programs put "https://" before what they take for an address.
//
//	https://ann.fox@example.org         mailto:ann.fox@example.org
//	https://ann:secret@example.org/a    https://example.org/a
func withoutUser(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.User == nil {
		return uri
	}
	if u.Host == "" {
		return ""
	}
	_, secret := u.User.Password()
	name := u.User.Username()
	bare := strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
	if bare && !secret && name != "" && !strings.Contains(name, "@") && u.Scheme != "ftp" {
		return "mailto:" + u.User.String() + "@" + u.Host
	}
	u.User = nil
	return u.String()
}

// escapeURI percent-encodes what RFC 3986 does not allow in a URI.
func escapeURI(s string) string {
	var b strings.Builder
	host := strings.HasPrefix(s, "//") // brackets are for addresses in the host
	fragment := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if i > 1 && (c == '/' || c == '?' || c == '#') {
			host = false
		}
		allowed := c > ' ' && c < 0x7f && !strings.ContainsRune("\"<>\\^`{|}", rune(c))
		switch {
		case c == '%':
			allowed = i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
		case c == '[' || c == ']':
			allowed = host
		case c == '#':
			allowed = !fragment
			fragment = true
		}
		if allowed {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// appendHrefs appends for each link of a page where it leads; "" is no link. A link that the
// structure tree holds with its text gets "", too: the tree says where it stands.
func (d *draft) appendHrefs(list []string, s *sheet) []string {
	for i := range s.Links {
		href := ""
		if l := &s.Links[i]; d.tree == nil || s.aside || !d.tree.hasLink(l.Object) {
			href = d.href(l)
		}
		list = append(list, href)
	}
	return list
}

// bareLinks returns the links of a page that stand under no text.
func (d *draft) bareLinks(s *sheet) []semantic.PageLink {
	borne := thin.LinksInText(s.Page)
	var links []semantic.PageLink
	for i, href := range d.appendHrefs(nil, s) {
		if href != "" && !borne[i] {
			links = append(links, semantic.PageLink{Href: href, Title: s.Links[i].Title, Areas: s.Links[i].Areas})
		}
	}
	return links
}

// href returns where l leads, or "" when it leads nowhere.
func (d *draft) href(l *layout.Link) string {
	switch {
	case l.URI != "":
		return safeURI(l.URI)
	case l.Target != nil:
		if anchor := d.targetAnchor(l.Target.Element); anchor != "" {
			return anchor
		}
		anchor := d.anchor(l.Target.Page, l.Target.At.Y)
		if i, found := d.sheetNumbered(l.Target.Page); found && l.Target.At.Y >= 0 && anchor == pageAnchor(l.Target.Page) {
			if e := d.equationBelow(int32(i), l.Target.At.Y); e != "" {
				return e
			}
		}
		return anchor
	}
	return ""
}

// anchor returns the fragment for a place: that of the heading there, else that of the
// page, or "" when the page is not converted.
func (d *draft) anchor(page int, y float32) string {
	i, found := d.sheetNumbered(page)
	if !found {
		return ""
	}
	if y >= 0 {
		heads := d.headsByPage[int32(i)]
		// A destination is set at the heading's top, or a line above it.
		k, _ := slices.BinarySearchFunc(heads, y, func(h *part, y float32) int { return cmp.Compare(h.box.Y1, y) })
		if k < len(heads) && heads[k].box.Y0-y <= targetReach*heads[k].look.size() {
			return d.anchors[heads[k]]
		}
	}
	return pageAnchor(page)
}

// sheetNumbered returns the index of the page with this number, if it is converted.
func (d *draft) sheetNumbered(page int) (int, bool) {
	return slices.BinarySearchFunc(d.pages, page, func(p semantic.PageInfo, page int) int { return cmp.Compare(p.Number, page) })
}

// pageAnchor returns the anchor of a page with the # before it.
func pageAnchor(number int) string { return "#page-" + strconv.Itoa(number) }
