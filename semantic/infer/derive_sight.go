package infer

import (
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// tagSight is what one page shows of the tree: stretches of lines in elements, sizes of
// type, and the tables that layout found.
type tagSight struct {
	lines  []tagLine
	actual map[int32]*strings.Builder // glyphs of elements with ActualText
	bytes  int32                      // of visible text
	sizes  map[int16]int32            // bytes by size of type, in quarters of a point
	bold   int32                      // bytes of bold text
}

// tagLine is a stretch of one line in one block of the tree.
type tagLine struct {
	leaf, line  int32
	start, end  int32 // Page.Text
	box         layout.Rect
	size        float32
	bold        bool
	first, ends bool  // it begins, or ends, its line
	block, cell int32 // the table of layout in which it stands, and the cell; -1: none
}

// sightText is how much text of an element with ActualText is compared, in bytes.
const sightText = 4 << 10

// look reads the page.
func (v *tagSight) look(g *pageTags, s *sheet) {
	p := s.Page
	marks := g.marks(p)
	cells := gridCells(p)
	v.sizes = map[int16]int32{}
	for i := range p.Spans {
		span := &p.Spans[i]
		style := &p.Styles[span.Style]
		n := span.End - span.Start
		v.bytes += n
		v.sizes[quarters(style.Size)] += n
		if style.Bold {
			v.bold += n
		}
		if content := g.contentOf(span, marks); content >= 0 {
			v.text(g.t, g.t.content[content].elem, p.Text[span.Start:span.End])
		}
	}
	for _, k := range g.pieces(p, marks) {
		if k.chunk < 0 || k.blank(p) {
			continue
		}
		l := p.Lines[k.line]
		t := tagLine{leaf: g.t.chunks[k.chunk].leaf, line: k.line, start: p.Spans[k.first].Start, end: p.Spans[k.last].End, block: -1, cell: -1}
		t.first, t.ends = t.start == l.Start, t.end == l.End
		t.box = stretchOf(&l, t.start, t.end)
		style := &p.Styles[l.Style]
		if !t.first || !t.ends {
			style = &p.Styles[p.Spans[k.first].Style]
		}
		t.size, t.bold = style.Size, style.Bold
		if c := cells[k.line]; c > 0 {
			t.block, t.cell = k.block, c-1
		}
		v.lines = append(v.lines, t)
	}
}

// stretchOf returns the box of the letters from start to end of a line. All letters count as
// equally wide.
func stretchOf(l *layout.Line, start, end int32) layout.Rect {
	share := l.Box.Width() / float32(max(l.End-l.Start, 1))
	left, right := float32(start-l.Start)*share, float32(l.End-end)*share
	if l.Direction == layout.RightToLeft {
		left, right = right, left
	}
	box := l.Box
	box.X0, box.X1 = box.X0+left, box.X1-right
	return box
}

// text collects the glyphs of element i if an ActualText replaces them.
func (v *tagSight) text(t *tagTree, i int32, text string) {
	at := t.tags[i].actual
	if at < 0 {
		return
	}
	b := v.actual[at]
	if b == nil {
		if v.actual == nil {
			v.actual = map[int32]*strings.Builder{}
		}
		b = &strings.Builder{}
		v.actual[at] = b
	}
	if b.Len() < sightText {
		b.WriteString(text)
	}
}

// gridCells returns for each line the cell of a table of layout in which it stands, plus one;
// 0: none.
func gridCells(p *layout.Page) []int32 {
	cells := make([]int32, len(p.Lines))
	for b := range p.Blocks {
		t := p.Blocks[b].Table
		if t == nil {
			continue
		}
		for c := range t.Cells {
			cell := &t.Cells[c]
			for i := cell.FirstLine; i < cell.FirstLine+cell.LineCount && int(i) < len(cells); i++ {
				cells[i] = int32(c) + 1
			}
		}
	}
	return cells
}

// bodyType returns the size in which most of the text is set, and whether most of it is bold.
func bodyType(seen []tagSight) (size float32, bold bool) {
	sizes, all, heavy := map[int16]int32{}, int32(0), int32(0)
	for i := range seen {
		for q, n := range seen[i].sizes {
			sizes[q] += n
		}
		all, heavy = all+seen[i].bytes, heavy+seen[i].bold
	}
	best := int16(0)
	for q, n := range sizes {
		if n > sizes[best] || n == sizes[best] && q < best {
			best = q
		}
	}
	return float32(best) / 4, heavy*2 > all
}

// lettersIn returns how many letters and digits s has.
func lettersIn(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// stopsIn returns how many sentences end in s. A sentence ends in a stop behind a word of more than
// three letters, at the end of s or before a space.
func stopsIn(s string) int {
	n, word := 0, 0
	for i, r := range s {
		switch {
		case unicode.IsLetter(r):
			word++
		case strings.ContainsRune(".;!?。؟", r):
			if rest := s[i+len(string(r)):]; word > 3 && (rest == "" || rest[0] == ' ') {
				n++
			}
			word = 0
		case r != '\'' && r != '’' && r != ')':
			word = 0
		}
	}
	return n
}
