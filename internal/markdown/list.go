package markdown

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// list writes a list. Markdown numbers items with digits and a point or bracket; other
// numbers are text behind a bullet, so that what the text calls (b) is there.
func (w *writer) list(n *semantic.Node) {
	w.anchor(n)
	if n.Text != "" {
		w.paragraph(&semantic.Node{Role: semantic.Span, Text: n.Text})
	}
	items := itemsOf(n)
	loose := false
	for _, item := range items {
		loose = loose || isLoose(item)
	}
	number, form := numbering(n)
	own := marksBeside(w.near, form)
	w.near = itemMarks{}
	for i, item := range items {
		if item.Role == semantic.PageBreak {
			w.due = w.due && loose
			w.pageBreak(item)
			continue
		}
		if i > 0 && !loose {
			w.due = false
		}
		w.item(item, number, form, own)
		number++
	}
	w.near = own
	w.due = true
}

// numbering is the number of the first item of a list and how numbers are written; form is "" for bullets.
func numbering(n *semantic.Node) (first int, form string) {
	a := n.Attr
	if a == nil || !a.Ordered || a.Subtype != "" && a.Numbering == "" {
		return 1, ""
	}
	return cmp.Or(a.Start, 1), cmp.Or(a.Numbering, "1.")
}

// interrupts reports whether a list may follow a paragraph without an empty line between: one
// that begins with another number than 1, or with an empty item, would be text (CommonMark 5.2).
func interrupts(n *semantic.Node) bool {
	items := itemsOf(n)
	if n.Role != semantic.L && n.Role != semantic.TOC || n.Text != "" || len(items) == 0 || tree.OneLine(items[0]) == "" {
		return false
	}
	first, form := numbering(n)
	return first == 1 || !isDigits(form)
}

// isDigits reports whether Markdown has numbers of this form.
func isDigits(form string) bool { return form == "1" || form == "1." || form == "1)" }

// itemsOf are the children of a list that are seen.
func itemsOf(n *semantic.Node) []*semantic.Node {
	var items []*semantic.Node
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			items = append(items, c)
		}
	}
	return items
}

// isLoose reports whether an item has blocks that only an empty line parts.
func isLoose(item *semantic.Node) bool {
	blocks := 0
	for n := range item.All() {
		switch n.Role {
		case semantic.P, semantic.Table, semantic.Code, semantic.Figure, semantic.BlockQuote:
			if !tree.IsInline(n) {
				blocks++
			}
		}
	}
	return blocks > 1
}

// maxNumber is the largest number of an item in Markdown: nine digits.
const maxNumber = 999_999_999

// itemMarks are the signs of the items of a list: a bullet, and what stands behind a number.
type itemMarks struct{ bullet, point string }

// marksBeside are the marks of a list right behind one that has those of near: two lists with the same marks
// would be one list.
func marksBeside(near itemMarks, form string) itemMarks {
	own := itemMarks{"-", "."}
	if near.bullet == "-" {
		own.bullet = "*"
	}
	if near.point == "." || form == "1)" && near.point == "" {
		own.point = ")"
	}
	return own
}

// item writes one item.
func (w *writer) item(n *semantic.Node, number int, form string, own itemMarks) {
	mark, label := own.bullet, ""
	switch {
	case form == "":
	case isDigits(form) && number >= 0 && number <= maxNumber:
		mark = strconv.Itoa(number) + own.point
	default:
		label = tree.Numbered(form, number)
	}
	w.inside(mark+" ", strings.Repeat(" ", len(mark)+1), func() { w.itemContent(n, label) })
	w.due = true
}

// itemContent writes what an item holds. Its label, if it has one, stands before its text.
func (w *writer) itemContent(n *semantic.Node, label string) {
	var lead []*semantic.Node
	if label != "" {
		lead = append(lead, &semantic.Node{Role: semantic.Span, Text: label + " "})
	}
	if n.Role != semantic.LI && n.Role != semantic.TOCI {
		w.mixed(lead, []*semantic.Node{n})
		return
	}
	if a := w.anchorOf(n); a != "" {
		lead = append([]*semantic.Node{{Role: semantic.Span, Attr: &semantic.Attr{ID: n.Attr.ID}}}, lead...)
	}
	labels, kids := tree.Item(n)
	for _, l := range labels {
		lead = append(lead, &semantic.Node{Role: semantic.Span, Children: l.Children, Text: l.Text}, &semantic.Node{Role: semantic.Span, Text: " "})
	}
	w.mixed(lead, kids)
}

// mixed writes blocks and text, with lead before the first of it.
func (w *writer) mixed(lead, kids []*semantic.Node) {
	if len(lead) > 0 {
		n := 0
		for n < len(kids) && kids[n] != nil && (tree.IsInline(kids[n]) || kids[n].Role == semantic.PageBreak) {
			n++
		}
		switch {
		case n > 0:
			lead, kids = append(lead, kids[:n]...), kids[n:]
		case len(kids) > 0 && kids[0] != nil && kids[0].Role == semantic.P && tree.HoldsText(kids[0]):
			lead, kids = append(lead, kids[0]), kids[1:]
		}
		w.paragraph(lead...)
		w.due = len(kids) > 0 && (kids[0] == nil || !interrupts(kids[0]))
	}
	w.itemBlocks(kids)
}

// itemBlocks writes the blocks of an item: no empty line stands between its text and a list.
func (w *writer) itemBlocks(kids []*semantic.Node) {
	n := 0
	for n < len(kids) && (kids[n] == nil || tree.IsInline(kids[n]) || kids[n].Role == semantic.P || kids[n].Role == semantic.PageBreak) {
		n++
	}
	w.blocks(kids[:n])
	if n > 0 && n < len(kids) && interrupts(kids[n]) {
		w.due = false
	}
	w.blocks(kids[n:])
}

// definitions writes terms and what they mean: a paragraph each.
func (w *writer) definitions(n *semantic.Node) {
	w.anchor(n)
	for _, item := range itemsOf(n) {
		for _, c := range item.Children {
			switch {
			case c == nil:
			case c.Role == semantic.Lbl && tree.HoldsText(c):
				w.paragraph(&semantic.Node{Role: semantic.Strong, Text: c.Text, Children: c.Children})
			default:
				w.block(c)
			}
		}
	}
}
