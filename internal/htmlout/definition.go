package htmlout

import "github.com/pagelift/pagelift/semantic"

// isDefinitions reports whether n is a list of terms with descriptions: each item has one label and one body.
//
//	L   LI   Lbl    swift           dl   dt   swift
//	         LBody  a fast bird  ->      dd   a fast bird
func isDefinitions(n *semantic.Node) bool {
	if n.Attr == nil || n.Attr.Numbering != "description" || n.Text != "" || len(n.Children) == 0 {
		return false
	}
	for _, item := range n.Children {
		if item == nil || item.Role != semantic.LI || item.Text != "" || len(item.Children) != 2 ||
			item.Children[0] == nil || item.Children[0].Role != semantic.Lbl || !allInline(item.Children[0]) ||
			item.Children[1] == nil || item.Children[1].Role != semantic.LBody {
			return false
		}
	}
	return true
}

// definitions writes a list of terms.
func (w *writer) definitions(n *semantic.Node) {
	w.open("dl", n)
	w.line()
	for _, item := range n.Children {
		term, body := item.Children[0], item.Children[1]
		w.open("dt", term)
		w.inlines(term)
		w.close("dt")
		w.line()
		w.open("dd", body)
		w.content(body)
		w.close("dd")
		w.line()
	}
	w.close("dl")
	w.line()
}
