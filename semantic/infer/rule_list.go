package infer

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// item is a list item, or a further block of one.
type item struct {
	depth   int8         // depth of nesting, from 0
	more    bool         // it is a further block of the item before it
	opens   bool         // it begins a list
	label   words.Number // its number in an ordered list; depth 0: it has a bullet
	marker  int32        // length in bytes of the label at the start of its text
	ordered bool
}

// list looks for runs of parts that begin with bullets, or with numbers in sequence, and
// nests them by indent.
//
//  1. Foxes                     an item; the label is "1."
//     They live in the wood.    a further block of it: stands under its text
//     - by day                  a list in it: its dash stands farther in
//     - by night
//  2. Dogs                      follows 1, at its indent: the next item
//
// A single number or dash makes no list. At the end of a page or a column the indent may
// change; then only the number tells.
func list(ctx context.Context, d *draft) error {
	run := listRun{d: d}
	for i := range d.sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &d.sheets[i]
		if !d.sees(s) {
			continue
		}
		run.page = signs{sheet: s}
		for k := range s.parts {
			if p := &s.parts[k]; p.role != semantic.Artifact && p.role != semantic.FENote && p.role != semantic.Caption && !p.continued {
				run.read(s, p)
			}
		}
	}
	run.end(0)
	return nil
}

// listRun reads parts in order and keeps the lists that are open.
type listRun struct {
	d     *draft
	page  signs
	open  []openList
	last  openList // the last numbered list that ended
	above *part    // the part that was read last
	count int      // how many parts were read
}

// openList is a list that may get further items.
type openList struct {
	bullet rune // 0: numbered
	label  words.Number
	at     spot // where its last item stands
	items  []*part
	marks  []int32 // part.item of each
	end    int     // listRun.count when its last item was read
	mixed  bool    // its bullets are boxes, some of them ticked: they are answers
	within bool    // the list around it goes on after it
}

// read reads the next part of the flow.
func (r *listRun) read(s *sheet, p *part) {
	if p.role != semantic.P {
		r.readOther(s, p)
		return
	}
	r.count++
	defer func() { r.above = p }()
	sign, n := s.marker(p.first)
	if p.display && s.hasNumberAtMargin(p) {
		sign, n = 0, words.Number{} // it is the number of an equation
	}
	switch {
	case sign != 0 || n.Depth > 0:
		at := r.spot(s, p)
		if n.Suffix == ']' && p.count > 1 && at.hang <= at.left+sameIndent*p.look.size() {
			r.end(0) // a numbered paragraph; the items of a list of references have hanging indents
			return
		}
		if !r.joins(p, sign, n, at) {
			r.begin(p, sign, n, at)
		}
	case r.inside(s, p):
		r.addBlock(p)
	case len(r.open) > 0 && r.above != nil && p.sheet != r.above.sheet && r.d.torn(r.above, p):
		// the last item goes on behind the page's end
	default:
		r.end(0)
	}
}

// readOther reads a part that is no paragraph. It becomes a block of the open item when
// it stands under the item's text.
func (r *listRun) readOther(s *sheet, p *part) {
	within := (p.role == semantic.Code || p.role == semantic.Table || p.role == semantic.Figure) && r.inside(s, p)
	switch {
	case within:
		r.addBlock(p)
	case p.role == semantic.Figure:
		return // floats interrupt nothing
	default:
		r.end(0)
	}
	r.count++
	r.above = p
}

// joins adds p to an open list that it continues and closes the lists inside that one. It
// reports whether there is such a list.
func (r *listRun) joins(p *part, sign rune, n words.Number, at spot) bool {
	k := r.continued(p, sign, n, at)
	if k < 0 {
		return false
	}
	for i := range r.open[k+1:] {
		r.open[k+1+i].within = true
	}
	r.end(k + 1)
	l := &r.open[k]
	l.label, l.mixed = n.As(l.label), l.mixed || sign != l.bullet
	if !at.beside(&l.at) {
		l.at = at
	}
	r.add(l, p, item{depth: int8(k), label: l.label, marker: int32(n.Bytes), ordered: sign == 0})
	return true
}

// continued returns the innermost open list of which p can be the next item, or -1 when there is none.
// Across the end of a page or column the items may stand elsewhere: then p is an item by its
// indent, or by a number that begins no list.
func (r *listRun) continued(p *part, sign rune, n words.Number, at spot) int {
	other := -1
	for k := len(r.open) - 1; k >= 0; k-- {
		l := &r.open[k]
		if !l.takes(sign) || sign == 0 && !n.Follows(l.label) {
			continue
		}
		if at.aligned(&l.at, sameIndent*p.look.size()) || sign == l.bullet && at.beside(&l.at) {
			return k
		}
		if other < 0 && sign == l.bullet && at.moved(&l.at) {
			other = k
		}
	}
	if other >= 0 && (sign != 0 || n.Value == 1) && at.deeper(&r.open[len(r.open)-1].at, sameIndent*p.look.size()) {
		return -1
	}
	return other
}

// takes reports whether sign may begin an item of l: it is its bullet, or an empty box among ticked ones, or the other way
// round:
//
//	□ sail
//	■ motor
func (l *openList) takes(sign rune) bool {
	switch {
	case sign == l.bullet:
		return true
	case l.mixed:
		return isTicked(sign) || isEmptyBox(sign)
	}
	return isTicked(sign) && isEmptyBox(l.bullet) || isEmptyBox(sign) && isTicked(l.bullet)
}

// begin opens a list with p. The list is inside an open one if p is indented to the text of that
// list. Letters under numbers need no indent.
func (r *listRun) begin(p *part, sign rune, n words.Number, at spot) {
	if sign == 0 && n.Value != 1 && len(r.open) == 0 && p.count > headingLines {
		return
	}
	k := len(r.open)
	for k > 0 {
		l := &r.open[k-1]
		if k < listDepth && (at.deeper(&l.at, sameIndent*p.look.size()) || sign == 0 && n.Value == 1 && l.bullet == 0 && !n.Alike(l.label)) {
			break
		}
		k--
	}
	r.end(k)
	r.open = append(r.open, openList{bullet: sign, label: n, at: at})
	r.add(&r.open[k], p, item{depth: int8(k), opens: true, label: n, marker: int32(n.Bytes), ordered: sign == 0})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// itemGap is the most white space in ems above a further paragraph of an item.
	itemGap = 3.0
	// itemReach is the most parts that may stand between a lone number and the item with the
	// number before it.
	itemReach = 12
)

// inside reports whether p, which has no marker, belongs to the last open item:
// it is indented to the item's text and stands close under it.
func (r *listRun) inside(s *sheet, p *part) bool {
	if len(r.open) == 0 || r.above == nil || p.sheet != r.above.sheet || p.box.Y0 < r.above.box.Y0 ||
		p.box.Y0-r.above.box.Y1 > itemGap*r.size(p) {
		return false
	}
	column := s.Blocks[p.block].Column
	for k := len(r.open) - 1; k >= 0; k-- {
		at := &r.open[k].at
		if at.sheet != p.sheet || at.column != column {
			return false
		}
		if at.holds(s, p, sameIndent*r.size(p)) {
			r.end(k + 1)
			return true
		}
	}
	return false
}

// size returns the size of the text of p, or that of the body when p is a picture.
func (r *listRun) size(p *part) float32 {
	if p.count == 0 {
		return r.d.body.size()
	}
	return p.look.size()
}

// addBlock makes p a further block of the last item.
func (r *listRun) addBlock(p *part) {
	k := len(r.open) - 1
	r.add(&r.open[k], p, item{depth: int8(k), more: true})
}

// add adds p to l.
func (r *listRun) add(l *openList, p *part, it item) {
	r.d.items = append(r.d.items, it)
	p.item = int32(len(r.d.items))
	l.items, l.marks, l.end = append(l.items, p), append(l.marks, p.item), r.count
}

// end closes the open lists from k on. If such a list turns out to be none, its parts are
// paragraphs again. But a lone number that goes on with the last list becomes its item.
func (r *listRun) end(k int) {
	for len(r.open) > k {
		depth := len(r.open) - 1
		l := r.open[depth]
		r.open = r.open[:depth]
		switch {
		case l.isList(r.d, depth):
			r.d.claimItems(&l)
		case depth == 0 && l.goesOn(&r.last):
			r.d.claimItems(&r.last)
			r.d.claimItems(&l)
		default:
			for i, p := range l.items {
				p.item = 0
				if !r.d.items[l.marks[i]-1].more {
					r.d.deny(p, semantic.LI, semantic.Barred, because("list", 0, "begins as an item does, but one number, one dash or a bare bullet is no list"))
				}
			}
		}
		if depth == 0 && l.bullet == 0 {
			r.last = l
		}
	}
}

// claimItems claims the parts of l as list items. A bullet without text or block is no item.
func (d *draft) claimItems(l *openList) {
	if l.mixed {
		for _, mark := range l.marks {
			d.items[mark-1].marker = 0 // the box stays in the text
		}
	}
	for i, p := range l.items {
		if p.item = l.marks[i]; l.isBare(d, i) {
			p.item = 0
			continue
		}
		d.claim(p, semantic.LI, because("list", listWeight, "begins with the label of a list item"))
	}
}

// isList reports whether l is a list. A single number or dash makes none, unless
// it is a dash inside another list or the first number between two items of one.
func (l *openList) isList(d *draft, depth int) bool {
	count := 0
	for i, mark := range l.marks {
		if !d.items[mark-1].more && !l.isBare(d, i) {
			count++
		}
	}
	if count == 0 || count == 1 && l.isChoice(d) {
		return false
	}
	if l.bullet == 0 && l.within && l.label.Value == 1 && l.label.Kind != 'A' { // A is the initial of a name
		return true
	}
	return count > 1 || l.bullet != 0 && (depth > 0 || !words.IsDash(l.bullet))
}

// isChoice reports whether the one item of l is a row of boxes to tick: "☐ sail ☐ motor ☐ oars".
func (l *openList) isChoice(d *draft) bool {
	if l.bullet != answer {
		return false
	}
	text := d.sheetOf(l.items[0]).joined(l.items[0])
	_, size := utf8.DecodeRuneInString(text)
	return strings.ContainsAny(text[size:], choices)
}

// isBare reports whether item i is a bullet alone, with no text behind and no block under it:
// the sign at the end of a proof, or a mark in the margin. Such a sign stays in the text.
func (l *openList) isBare(d *draft, i int) bool {
	it, p := &d.items[l.marks[i]-1], l.items[i]
	if l.bullet == 0 || it.more || p.count != 1 || int(it.marker) < len(d.sheetOf(p).text(p.first)) {
		return false
	}
	return it.marker > 0 && (i+1 == len(l.items) || !d.items[l.marks[i+1]-1].more)
}

// goesOn reports whether l, which has one item, goes on with an earlier list whose
// items have paragraphs without indent.
func (l *openList) goesOn(before *openList) bool {
	if l.bullet != 0 || len(before.items) == 0 || len(l.items) == 0 {
		return false
	}
	first := l.items[0]
	return l.end-before.end <= itemReach && l.label.Follows(before.label) && first.look == before.items[0].look &&
		first.sheet-before.at.sheet <= 1 && l.at.aligned(&before.at, sameIndent*first.look.size())
}
