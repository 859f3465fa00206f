package infer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// sightList is a list of the tree as the pages show it.
type sightList struct {
	items  []int32
	texts  map[int32]*strings.Builder
	labels int // how many items have a label
	signs  int // how many of these labels are bullets, or marked as labels
	heads  map[int32]*tagHead
	page   int32
}

// tagHead is the first paragraph of an item.
type tagHead struct {
	leaf  int32
	bytes int
	size  float32
	bold  bool
}

// lists doubts lists of one item without a label, lists of paragraphs, lists that are
// contents, and lists that are headings:
//
//	<L><LI>Foxes are animals that ...</LI></L>        one item without a label: a paragraph
//	<L><LI>1 Foxes . . . . . 3</LI><LI>2 Dogs ...     items that lead to page numbers: contents
//	<L><LI><b>1.2 Foxes</b></LI></L>                  one bold item, and no headings in the tree
func (x *tagDoubts) lists(seen []tagSight, pages []*layout.Page) {
	if x.t.knows&listTags == 0 {
		return
	}
	lists := map[int32]*sightList{}
	var order []int32
	for i := range x.t.tags {
		g := &x.t.tags[i]
		if g.hidden || g.kind != itemTag && g.kind != labelTag {
			continue
		}
		item := x.t.itemAround(int32(i))
		if item < 0 {
			continue
		}
		list := x.t.listAround(item)
		if list < 0 {
			continue
		}
		l := lists[list]
		if l == nil {
			l = &sightList{texts: map[int32]*strings.Builder{}, heads: map[int32]*tagHead{}}
			lists[list] = l
			order = append(order, list)
		}
		if g.kind == itemTag {
			l.items = append(l.items, int32(i))
		} else {
			l.labels++
			l.signs++
		}
	}
	for i := range seen {
		for k := range seen[i].lines {
			line := &seen[i].lines[k]
			item := x.t.itemAround(line.leaf)
			if item < 0 {
				continue
			}
			if l := lists[x.t.listAround(item)]; l != nil {
				l.add(item, line, pages[i])
			}
		}
	}
	body, bold := bodyType(seen)
	headed := slices.ContainsFunc(x.t.tags, func(g tag) bool { return g.role == semantic.H && !g.hidden })
	for _, i := range order {
		x.list(i, lists[i], !headed && lists[i].isHeadings(body, bold))
	}
}

// listAround returns the list in which item i stands, or -1.
func (t *tagTree) listAround(i int32) int32 {
	for i = t.parent(i); i >= 0; i = t.parent(i) {
		switch g := &t.tags[i]; {
		case g.kind == listTag:
			return i
		case !g.isGroup():
			return -1
		}
	}
	return -1
}

// add adds a line of text to an item.
func (l *sightList) add(item int32, line *tagLine, p *layout.Page) {
	b := l.texts[item]
	if b == nil {
		b = &strings.Builder{}
		l.texts[item] = b
		if l.page == 0 {
			l.page = int32(p.Number)
		}
	}
	if p.Lines[line.line].Bullet != 0 {
		l.labels++
		l.signs++
	}
	h := l.heads[item]
	if h == nil {
		h = &tagHead{leaf: line.leaf, bold: true}
		l.heads[item] = h
	}
	if h.leaf == line.leaf {
		h.bytes, h.size, h.bold = h.bytes+int(line.end-line.start), max(h.size, line.size), h.bold && line.bold
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(strings.TrimSpace(p.Text[line.start:line.end]))
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// mostEntries is the share of items that lead to page numbers from which a list is
	// contents. fewEntries is the fewest such items.
	mostEntries = 0.6
	fewEntries  = 3
	// mostFigure is the largest share of the text of a page that a figure may hold.
	mostFigure = 0.5
)

// isHeadings reports whether the list holds sections of a document: its first item begins as a heading does, with a short
// bold or large paragraph, and no item is one of a usual list.
//
//	<LI><b>1. Overview</b></LI>                  a heading
//	<LI>Foxes are animals that ...</LI>          no label: running text
//	<LI><b>1.1 Foxes</b></LI>                    a heading
//	<LI><b>1.1.1 red fox:</b> the most ...</LI>  a number of several parts: a section
//
// Items with numbers of one part alone are steps, whatever they look like. body and bold are the type of the text.
func (l *sightList) isHeadings(body float32, bold bool) bool {
	if l.signs > 0 {
		return false
	}
	filled, steps := 0, 0
	for _, item := range l.items {
		h := l.heads[item]
		if h == nil {
			continue
		}
		filled++
		text := l.texts[item].String()
		heading := h.bytes <= headingBytes && (h.bold && !bold || h.size > body*clauseSize) && !strings.ContainsAny(lastSign(text[:min(h.bytes, len(text))]), ".;:,")
		step := startsWithLabel(text) && words.LabelOf(leadOf(text)).Depth < 2
		if !heading && (filled == 1 || step) {
			return false
		}
		steps += btoi(step)
	}
	return filled > 0 && (filled == 1 || steps < filled)
}

// list decides whether list i is believed. headings: its items begin as headings do.
func (x *tagDoubts) list(i int32, l *sightList, headings bool) {
	filled, entries, prose, labels := 0, 0, 0, l.labels
	for _, e := range l.items {
		b := l.texts[e]
		if b == nil {
			continue
		}
		text := b.String()
		filled++
		entries += btoi(leadsToPage(text))
		prose += btoi(len(text) >= proseCell && stopsIn(text) >= clauseSentences)
		labels += btoi(startsWithLabel(text))
	}
	doubt := func(as doubtKind, why string) {
		x.doubt(i, as, codeTagList, "the document calls it L, but "+why, l.page)
	}
	switch {
	case filled == 0:
	case entries >= fewEntries && float32(entries) > mostEntries*float32(filled):
		doubt(asContents, "its items lead to page numbers")
	case headings:
		doubt(asGroup, "its items are headings")
		x.noHeads = true
	case labels > 0 || numberingOf(&x.t.Elements[i]) != "" && numberingOf(&x.t.Elements[i]) != "None":
	case len(l.items) == 1 && x.t.itemAround(i) < 0:
		doubt(asGroup, "it has one item without a label")
	case prose == filled:
		doubt(asGroup, "its items are paragraphs without labels")
	}
}

// startsWithLabel reports whether text begins with something that may be the label of an item.
func startsWithLabel(text string) bool {
	lead := leadOf(text)
	sign, size := utf8.DecodeRuneInString(lead)
	return words.Bullet(text) > 0 || size == len(lead) && words.IsDash(sign) || words.LabelOf(lead).Depth > 0
}

// leadOf returns text up to its first space.
func leadOf(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// leadsToPage reports whether text is an entry of contents: it has a row of dots and ends in a
// number.
func leadsToPage(text string) bool {
	end := strings.TrimRight(text, "0123456789 ")
	if len(end) == len(text) {
		return false
	}
	for at := range end {
		if size, dots := leaderAt(end[at:]); dots >= leaderDots && size > 0 {
			return true
		}
	}
	return false
}

// figures doubts figures that hold most of the text of their page.
func (x *tagDoubts) figures(seen []tagSight, pages []*layout.Page) {
	if x.t.knows&figureTags == 0 {
		return
	}
	for i := range seen {
		bytes, ends := map[int32]int{}, map[int32]int{}
		var order []int32
		for k := range seen[i].lines {
			l := &seen[i].lines[k]
			f := x.t.figureAround(l.leaf)
			if f < 0 {
				continue
			}
			if bytes[f] == 0 {
				order = append(order, f)
			}
			text := pages[i].Text[l.start:l.end]
			bytes[f], ends[f] = bytes[f]+len(text), ends[f]+stopsIn(text)
		}
		for _, f := range order {
			if bytes[f] >= fewUnread && ends[f] >= clauseSentences && float32(bytes[f]) > mostFigure*float32(seen[i].bytes) {
				x.doubt(f, asGroup, codeTagFigure, "the document calls it Figure, but it holds the text of the page", int32(pages[i].Number))
			}
		}
	}
}

// figureAround returns the outermost figure around element i, or -1.
func (t *tagTree) figureAround(i int32) int32 {
	found := int32(-1)
	for ; i >= 0; i = t.parent(i) {
		if t.tags[i].kind == figureTag {
			found = i
		}
	}
	return found
}
