package htmlout

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// Bounds of what stands under a title. The longest line of authors seen, with their universities, has 180 bytes. A
// cover has up to ten lines.
const (
	frontBlocks = 12
	frontBytes  = 200
)

// frontMatter returns how many of nodes, beginning with the title, form the head of the document. Subtitle,
// authors, places and dates are short paragraphs between the title and a heading or longer text.
//
//	title  Counting swifts           \
//	p      A field study              | the head
//	p      Jane Doe, University of X  |
//	p      12 May 2024               /
//	h1     Methods
func frontMatter(nodes []*semantic.Node) int {
	n := 1
	for n < len(nodes) && isShort(nodes[n]) {
		n++
	}
	if n == len(nodes) || n > frontBlocks {
		return 1 // the whole page, or a list of lines
	}
	return n
}

// isShort reports whether n is a short paragraph that is not a sentence.
func isShort(n *semantic.Node) bool {
	if n == nil || n.Role != semantic.P {
		return false
	}
	size, last := 0, ""
	for c := range n.All() {
		if size += len(c.Text); c.Text != "" {
			last = c.Text
		}
		if size > frontBytes {
			return false
		}
	}
	r, _ := utf8.DecodeLastRuneInString(last)
	return !strings.ContainsRune(".!?:;。！？", r)
}

// front writes the head of the document.
func (w *writer) front(nodes []*semantic.Node) {
	w.strLine("<header>")
	for _, n := range nodes {
		switch date := ""; {
		case n.Role != semantic.P:
			w.block(n)
		case hasMail(n):
			w.open("address", n)
			w.inlines(n)
			w.strLine("</address>")
		default:
			if date = dateOf(plainText(n)); date == "" {
				w.block(n)
				continue
			}
			w.open("p", n)
			w.str(`<time datetime="` + date + `">`)
			w.inlines(n)
			w.strLine("</time></p>")
		}
	}
	w.strLine("</header>")
}

// hasMail reports whether n has an e-mail address. Under a title, such a line names an author.
func hasMail(n *semantic.Node) bool {
	for c := range n.All() {
		if c.Role == semantic.Link && c.Attr != nil && strings.HasPrefix(c.Attr.Href, "mailto:") {
			return true
		}
	}
	return false
}

// dateLayouts are the forms of dates that mean the same day or month in every country, with the precision of their
// value in RFC 3339.
var dateLayouts = [...]struct{ layout, precision string }{
	{"2006-01-02", time.DateOnly},
	{"2 January 2006", time.DateOnly},
	{"January 2, 2006", time.DateOnly},
	{"2 Jan 2006", time.DateOnly},
	{"Jan 2, 2006", time.DateOnly},
	{"Monday, 2 January 2006", time.DateOnly},
	{"Monday, January 2, 2006", time.DateOnly},
	{"January 2006", "2006-01"},
}

// longestDate is the length of "Wednesday, 30 September 2026" and a little more.
const longestDate = 32

// dateOf returns the value of datetime for a text that is only a date, or "".
func dateOf(text string) string {
	if text = strings.TrimSpace(text); len(text) > longestDate {
		return ""
	}
	for _, l := range dateLayouts {
		if t, err := time.Parse(l.layout, text); err == nil {
			return t.Format(l.precision)
		}
	}
	return ""
}
