package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// maxMarkNesting is the most marked-content sequences around a text that are searched for
// its language.
const maxMarkNesting = 8

// markFrame returns the marked-content sequence around text of element elem that
// expands its words or names another language for them (ISO 32000-2 clause
// 14.9.2.3), or nil. Some writers name the language at each sequence: it
// counts if it is another language, not if only the country differs.
func (d *draft) markFrame(s *sheet, mark, elem int32) *layout.Mark {
	content := s.content[mark]
	for range maxMarkNesting {
		m := &s.Marks[mark]
		if m.Expansion != "" || m.Lang != "" && d.tagLang(m.Lang) != "" && primary(m.Lang) != primary(d.langAround(elem)) {
			return m
		}
		if mark = m.Parent; mark < 0 || int(mark) >= len(s.content) || s.content[mark] != content {
			break
		}
	}
	return nil
}

// markNode makes the node of a sequence around kids.
func (b *builder) markNode(m *layout.Mark, kids []*semantic.Node) []*semantic.Node {
	n := b.node(semantic.Span, nil)
	n.Attr = &semantic.Attr{Expansion: m.Expansion}
	if m.Lang != "" {
		n.Attr.Lang = b.d.tagLang(m.Lang)
	}
	n.Children = b.children(kids)
	return []*semantic.Node{n}
}
