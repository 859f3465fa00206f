package semantic

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// maxMarkNesting is how many marked-content sequences around a text are asked for
// its language.
const maxMarkNesting = 8

// markFrame is the marked-content sequence around text of element elem that says
// what its words stand for, or that they are in another language (ISO 32000-2 clause
// 14.9.2.3); nil: none does. Some writers name the language at each sequence: it
// counts when it is another one, not another country.
func (d *draft) markFrame(s *sheet, mark, elem int32) *layout.Mark {
	content := s.content[mark]
	for range maxMarkNesting {
		m := &s.Marks[mark]
		if m.Expansion != "" || m.Lang != "" && wellFormed(m.Lang) != "" && primary(m.Lang) != primary(d.langAround(elem)) {
			return m
		}
		if mark = m.Parent; mark < 0 || int(mark) >= len(s.content) || s.content[mark] != content {
			break
		}
	}
	return nil
}

// langAround is the language of element i: its own, that of one around it, or that
// of the document.
func (d *draft) langAround(i int32) string {
	for t := d.tree; i >= 0; i = t.parent(i) {
		if p := t.Elements[i].Properties; p != nil && p.Lang != "" {
			return p.Lang
		}
	}
	return d.lang
}

// primary is a language without its country and script.
func primary(lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	return strings.ToLower(base)
}

// markNode makes the node of a sequence around kids.
func (b *builder) markNode(m *layout.Mark, kids []*Node) []*Node {
	n := b.node(Span, nil)
	n.Attr = &Attr{Expansion: m.Expansion}
	if m.Lang != "" {
		n.Attr.Lang = wellFormed(m.Lang)
	}
	n.Children = b.children(kids)
	return []*Node{n}
}
