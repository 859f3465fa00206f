package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// repeatsLink reports whether the open link is the printed address of the link just
// before it, in brackets. Paper needs the address; on a page it would be the same link
// again (WCAG technique H2).
//
//	[our maps] ([www.foxes.org/maps])     the second link becomes text
func (in *inliner) repeatsLink() bool {
	if linkBefore(in.nodes, "") != in.href {
		return false
	}
	var printed strings.Builder
	for _, c := range in.inner {
		printed.WriteString(strings.ReplaceAll(c.Text, " ", "")) // a line may have ended there
	}
	return isAddressOf(printed.String(), in.href)
}

// linkBefore returns where the last link of nodes leads, if only an opening bracket stands
// between it and the end of text, else "".
func linkBefore(nodes []*semantic.Node, text string) string {
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i]; {
		case strings.Trim(text, " ([<") != "":
			return ""
		case n.Role == semantic.Link:
			return n.Attr.Href
		case n.Role != semantic.Span:
			return ""
		default:
			text = n.Text
		}
	}
	return ""
}

// isAddressOf reports whether text is href as printed, perhaps without scheme
// and last slash.
func isAddressOf(text, href string) bool {
	text, href = strings.TrimSuffix(text, "/"), strings.TrimSuffix(href, "/")
	if text == href {
		return true
	}
	_, rest, _ := strings.Cut(href, ":")
	return text != "" && text == strings.TrimPrefix(rest, "//")
}

// tearsLink reports whether line i ends inside a printed address that is the text of its own link,
// and next goes on with it.
func (in *inliner) tearsLink(s *sheet, i int32, next string) bool {
	spans := s.LineSpans(int(i))
	if len(spans) == 0 {
		return false
	}
	link := int(spans[len(spans)-1].Link)
	if link < 0 || link >= len(in.b.hrefs(s)) {
		return false
	}
	text := s.text(i)
	head := text[strings.LastIndexByte(text, ' ')+1:]
	tail, _, _ := strings.Cut(next, " ")
	tail = strings.TrimRight(tail, ".,;)")
	return strings.ContainsAny(head, "/.:") && tail != "" && strings.Contains(in.b.hrefs(s)[link], head+tail)
}
