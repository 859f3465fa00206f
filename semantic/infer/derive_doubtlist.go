package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// sightList is a list of the tree as the pages show it.
type sightList struct {
	items  []int32
	texts  map[int32]*strings.Builder
	labels int // how many items have a label
	page   int32
}

// lists doubts lists of one item without a label, lists of paragraphs, and lists that are
// contents:
//
//	<L><LI>Foxes are animals that ...</LI></L>        one item without a label: a paragraph
//	<L><LI>1 Foxes . . . . . 3</LI><LI>2 Dogs ...     items that lead to page numbers: contents
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
			l = &sightList{texts: map[int32]*strings.Builder{}}
			lists[list] = l
			order = append(order, list)
		}
		if g.kind == itemTag {
			l.items = append(l.items, int32(i))
		} else {
			l.labels++
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
	for _, i := range order {
		x.list(i, lists[i])
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

// list decides whether list i is believed.
func (x *tagDoubts) list(i int32, l *sightList) {
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
