package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// tagItem is an item of a list of the structure tree.
type tagItem struct {
	elem  int32
	label []*part      // the parts of its Lbl
	text  string       // the label as printed, without space around it
	sign  rune         // the label if it is a bullet
	n     words.Number // the label if it is a number
	lead  *part        // where its text begins; without Lbl, the label stands in it
	skip  int32        // length in bytes of the label in lead
}

// list makes the node of list i. If i is an item outside of any list, it makes a list of that item.
func (w *deriver) list(i int32) *semantic.Node {
	list, elements := w.node(semantic.L, nil), []int32{i}
	if w.t.tags[i].kind == listTag {
		list, elements = w.tagNode(semantic.L, i), w.gatherItems(i, nil)
	}
	if len(elements) == 0 || w.isGone(i) {
		return nil
	}
	items := make([]tagItem, len(elements))
	for k, e := range elements {
		items[k] = w.readItem(e)
	}
	how := w.labels(list, numberingOf(&w.t.Elements[i]), items)
	var nodes []*semantic.Node
	for k := range items {
		it := &items[k]
		if w.t.tags[it.elem].kind == listTag && len(nodes) > 0 {
			putInLast(nodes, w.list(it.elem))
		} else {
			n := w.item(it, how)
			g := &w.t.tags[it.elem]
			if ordered := list.Attr != nil && list.Attr.Ordered; !ordered && g.first == g.end && isEmptyItem(n) {
				continue // in an ordered list this would change the numbers of later items
			}
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	list.Children = w.children(nodes)
	return list
}

// isEmptyItem reports whether an item has no word and no picture, and no anchor that leads to it.
func isEmptyItem(n *semantic.Node) bool {
	return len(n.Children) == 1 && len(n.Children[0].Children) == 0 && (n.Attr == nil || n.Attr.ID == "")
}

// gatherItems appends the elements in list i, also those in groups, to out.
func (w *deriver) gatherItems(i int32, out []int32) []int32 {
	for _, k := range w.t.kidsOf(i) {
		e := w.t.kid(i, k)
		if e < 0 || w.t.tags[e].depth >= maxTagDepth {
			continue
		}
		if g := &w.t.tags[e]; g.kind == groupTag || g.kind == clearTag {
			out = w.gatherItems(e, out)
		} else if !g.hidden && !w.isGone(e) {
			out = append(out, e)
		}
	}
	return out
}

// putInLast puts list into the last of items, since in HTML a list in a list stands in an item.
func putInLast(items []*semantic.Node, list *semantic.Node) {
	if list == nil {
		return
	}
	item := items[len(items)-1]
	body := item.Children[len(item.Children)-1]
	body.Children = append(body.Children[:len(body.Children):len(body.Children)], list)
}

// readItem finds the label of an item and where its text begins.
func (w *deriver) readItem(e int32) tagItem {
	it := tagItem{elem: e}
	g := &w.t.tags[e]
	if g.kind != itemTag {
		return it
	}
	for c := g.first; c < g.end; c++ {
		chunk := &w.t.chunks[c]
		parts := w.d.tagged[chunk.first:chunk.loose]
		switch leaf := &w.t.tags[chunk.leaf]; {
		case len(parts) == 0 || w.t.itemAround(chunk.leaf) != e:
		case leaf.kind == labelTag && it.lead == nil:
			it.label = append(it.label, parts...)
		case it.lead == nil && parts[0].count > 0:
			it.lead = parts[0]
		}
	}
	switch {
	case len(it.label) > 0:
		it.readLabel(w.d)
	case it.lead != nil:
		s := w.d.sheetOf(it.lead)
		it.sign, it.n = s.marker(it.lead.first)
		it.skip = int32(it.n.Bytes)
	}
	return it
}

// readLabel reads the text of the Lbl.
func (it *tagItem) readLabel(d *draft) {
	first := it.label[0]
	for _, p := range it.label {
		it.text = strings.TrimSpace(it.text + " " + d.text(p))
	}
	if first.count > 0 {
		it.sign, _ = d.sheetOf(first).bullet(first.first)
	}
	if r, size := utf8.DecodeRuneInString(it.text); it.sign == 0 && size == len(it.text) && (words.IsDash(r) || isSymbolFont(d.font(first))) {
		it.sign = r
	}
	if it.sign == 0 {
		it.n = words.LabelOf(it.text)
	}
}

// itemAround returns the list item in which element i stands, without a list, table or
// figure between, or -1.
func (t *tagTree) itemAround(i int32) int32 {
	for ; i >= 0; i = t.parent(i) {
		switch t.tags[i].kind {
		case itemTag:
			return i
		case listTag, tableTag, figureTag, contentsTag, noteTag:
			return -1
		}
	}
	return -1
}

// labelling says what becomes of the labels of a list.
type labelling uint8

const (
	dropLabels labelling = iota // they are left out: HTML shows the same ones
	keepLabels                  // they stay as text
	termLabels                  // they become terms
)

// labels decides how list is numbered, from the attribute ListNumbering (ISO
// 32000-2 table 382) and from the printed labels. It returns what becomes of the labels.
func (w *deriver) labels(list *semantic.Node, attribute string, items []tagItem) labelling {
	if attribute == "Description" {
		attrOf(list).Numbering = descriptionNumbering
		return termLabels
	}
	bullets, numbers, others := 0, 0, 0
	own, answers := false, false // there are Lbl; some bullets say more than a bullet
	var last words.Number
	for i := range items {
		it := &items[i]
		own, answers = own || len(it.label) > 0, answers || it.sign == answer
		switch {
		case w.t.tags[it.elem].kind != itemTag:
		case it.sign != 0:
			bullets++
		case it.n.Depth == 1 && !it.n.Word && (numbers == 0 || it.n.Follows(last)):
			if numbers == 0 {
				last = it.n
			}
			last = it.n.As(last)
			numbers++
		default:
			others++
		}
	}
	switch {
	case bullets > 0 && numbers+others == 0 && !answers:
		return dropLabels
	case numbers > 0 && bullets+others == 0:
		w.order(list, items)
		return dropLabels
	}
	if ordered := orderedNumbering[attribute]; ordered != "" && !own {
		attrOf(list).Ordered, list.Attr.Numbering = true, ordered
	}
	for i := range items {
		items[i].skip = 0 // other labels are text
	}
	return keepLabels
}

// orderedNumbering gives Attr.Numbering for the values of ListNumbering of ordered lists.
var orderedNumbering = map[string]string{
	"Ordered": "1", "Decimal": "1", "UpperRoman": "I", "LowerRoman": "i", "UpperAlpha": "A", "LowerAlpha": "a",
}

// order makes list ordered, numbered as the first label of items is.
func (w *deriver) order(list *semantic.Node, items []tagItem) {
	for i := range items {
		if n := items[i].n; n.Depth > 0 {
			a := attrOf(list)
			a.Ordered, a.Numbering = true, n.Numbering()
			if n.Value != 1 {
				a.Start = n.Value
			}
			return
		}
	}
}

// item makes one item of a list.
func (w *deriver) item(it *tagItem, how labelling) *semantic.Node {
	n := w.node(semantic.LI, nil)
	if w.t.tags[it.elem].kind == itemTag {
		n = w.tagNode(semantic.LI, it.elem)
	}
	var kids []*semantic.Node
	if how != dropLabels && it.text != "" {
		kids = append(kids, w.labelNode(it, how))
	}
	for _, p := range it.label {
		w.written[p.chunk] = true
	}
	if how == dropLabels {
		w.skipped, w.skip = it.lead, it.skip
	}
	var content []*semantic.Node
	if w.t.tags[it.elem].kind == itemTag {
		content = w.collectKids(it.elem)
	} else {
		content = w.collect(func() { w.element(it.elem) })
	}
	w.skipped = nil
	if how == termLabels && len(kids) == 0 {
		kids = append(kids, w.node(semantic.Lbl, nil))
	}
	body := w.node(semantic.LBody, nil)
	body.Children = w.bare(content, n)
	n.Children = w.children(append(kids, body))
	return n
}

// labelNode makes the node of a label that stays.
func (w *deriver) labelNode(it *tagItem, how labelling) *semantic.Node {
	n := w.node(semantic.Lbl, it.label[0])
	for _, p := range it.label {
		if !p.continued {
			n.Children = append(n.Children, w.children(w.chain(p, 0))...)
		}
	}
	if how == keepLabels {
		space := w.node(semantic.Span, nil)
		space.Text = " "
		n.Children = append(n.Children, space)
	}
	return n
}

// bare replaces a paragraph by its text if the paragraph stands first and is the only one in
// blocks: it needs no P of its own. Its language and direction go to around.
func (w *deriver) bare(blocks []*semantic.Node, around *semantic.Node) []*semantic.Node {
	if len(blocks) == 0 || blocks[0].Role != semantic.P {
		return blocks
	}
	for _, n := range blocks[1:] {
		if n.Role == semantic.P {
			return blocks
		}
	}
	lead := blocks[0]
	if a := lead.Attr; a != nil {
		if a.ID != "" {
			return blocks
		}
		if a.Lang != "" {
			attrOf(around).Lang = a.Lang
		}
		if a.Dir != "" {
			attrOf(around).Dir = a.Dir
		}
	}
	if len(blocks) == 1 {
		return lead.Children
	}
	return w.children(append(append(make([]*semantic.Node, 0, len(lead.Children)+len(blocks)), lead.Children...), blocks[1:]...))
}
