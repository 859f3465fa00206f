package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagPlace is the place of a block in the structure tree.
type tagPlace struct {
	chunk int32 // -1: before all chunks
	loose bool  // the tree does not have the block: it stands behind the chunk
}

// tagCutter makes a new page from one page. The blocks of the new page are those of the structure
// tree, in the order of the tree.
//
//	a block of layout           the blocks of the new page
//	Foxes           in H2       Foxes
//	They live in    in P        They live in the wood.
//	the wood.       in P
type tagCutter struct {
	*pageTags
	p      *layout.Page
	marks  []int32
	pieces []tagPiece
	units  []tagUnit

	out    *layout.Page
	places []tagPlace
	text   strings.Builder
	done   map[int32]bool // elements whose own text is written

	counts []int32    // bytes of text by style, for usualStyle
	moves  []textMove // where text went; only with controls, formulas or pictures in lines

	pictures bool // pictures stand in lines
}

// tagUnit is a piece of a block of the new page.
type tagUnit struct {
	tagPlace
	block       int32 // the block of the old page that it comes from
	whole       bool  // it is that block, unchanged
	first, last int32 // its pieces, as indexes of tagCutter.pieces
}

// cut returns the page as the tree has it, where its blocks stand in the tree, and the
// content of the tree to which its marks belong. before is the last chunk of the
// pages before: text of the page that precedes all tagged text stands behind it.
func (g *pageTags) cut(p *layout.Page, before int32) (*layout.Page, []tagPlace, []int32) {
	c := &tagCutter{pageTags: g, p: p, marks: g.marks(p), pictures: hasPicturesInLines(p)}
	c.markFields()
	c.pieces = g.pieces(c.p, c.marks)
	c.plan(before)
	c.write()
	return c.out, c.places, c.marks
}

// plan decides which blocks the new page has.
func (c *tagCutter) plan(before int32) {
	figures := c.figures(c.p, c.marks)
	anchor, at := before, 0
	for b := range c.p.Blocks {
		block := &c.p.Blocks[b]
		start := at
		for at < len(c.pieces) && c.pieces[at].block == int32(b) {
			at++
		}
		if f := block.Figure; block.Kind == layout.Picture && f >= 0 && int(f) < len(figures) {
			place := tagPlace{anchor, true}
			if chunk := figures[f]; chunk >= 0 {
				place = tagPlace{chunk, c.t.tags[c.t.chunks[chunk].leaf].kind != figureTag}
			}
			c.units = append(c.units, tagUnit{tagPlace: place, block: int32(b), whole: true})
			continue
		}
		anchor = c.planBlock(int32(b), start, at, anchor)
	}
	slices.SortStableFunc(c.units, func(a, b tagUnit) int {
		return cmp.Or(cmp.Compare(a.chunk, b.chunk), cmp.Compare(btoi(a.loose), btoi(b.loose)))
	})
}

// planBlock plans what becomes of the pieces [start, end) of block b. It returns the
// last chunk among them, or anchor.
func (c *tagCutter) planBlock(b int32, start, end int, anchor int32) int32 {
	least, tagged, plain := int32(-1), false, true
	for i := start; i < end; i++ {
		chunk := c.pieces[i].chunk
		if chunk == private {
			tagged, plain = true, false
		}
		if chunk < 0 {
			continue
		}
		if !tagged || chunk < least {
			least = chunk
		}
		tagged, plain = true, plain && c.isPlain(chunk, c.p.Blocks[b].Kind)
	}
	if !tagged && c.leadsOnly(start, end) {
		return anchor
	}
	if !tagged || plain {
		unit := tagUnit{tagPlace: tagPlace{anchor, true}, block: b, whole: true}
		if tagged {
			unit.tagPlace = tagPlace{least, false}
			for i := start; i < end; i++ {
				anchor = max(anchor, c.pieces[i].chunk)
			}
		}
		c.units = append(c.units, unit)
		return anchor
	}
	for i := start; i < end; i++ {
		k := &c.pieces[i]
		place := tagPlace{k.chunk, false}
		if k.chunk < 0 {
			if k.chunk == private || k.blank(c.p) || k.leads(c.p) {
				continue
			}
			place = tagPlace{anchor, true}
		} else {
			anchor = k.chunk
		}
		if n := len(c.units); n > 0 && i > start {
			if u := &c.units[n-1]; u.tagPlace == place && u.block == b && !u.whole && int(u.last) == i-1 && c.pieces[u.last].chunk == k.chunk {
				u.last = int32(i)
				continue
			}
		}
		c.units = append(c.units, tagUnit{tagPlace: place, block: b, first: int32(i), last: int32(i)})
	}
	return anchor
}

// leadsOnly reports whether the pieces [start, end) are all rows of dots.
func (c *tagCutter) leadsOnly(start, end int) bool {
	for i := start; i < end; i++ {
		if k := &c.pieces[i]; k.chunk != untagged || !k.leads(c.p) {
			return false
		}
	}
	return start < end
}

// isPlain reports whether a block of layout says more about a chunk than the tree does. It does so if
// the tree gives the text no type. It also does so if the tree calls the text a paragraph, but the tree
// is shapeless, or layout found a table or code there and the tree knows of none.
func (c *tagCutter) isPlain(chunk int32, kind layout.BlockKind) bool {
	leaf := &c.t.tags[c.t.chunks[chunk].leaf]
	if leaf.held || leaf.holdsText() {
		return false
	}
	if leaf.isGroup() {
		return true
	}
	return leaf.role == semantic.P && (c.t.shapeless || kind == layout.Grid && c.t.knows&tableTags == 0 || kind == layout.Verbatim && c.t.knows&codeTags == 0)
}

// write makes the page.
func (c *tagCutter) write() {
	p := c.p
	c.out = &layout.Page{
		Number: p.Number, Label: p.Label, Width: p.Width, Height: p.Height, Styles: p.Styles,
		Spans: make([]layout.Span, 0, len(p.Spans)), Lines: make([]layout.Line, 0, len(c.pieces)), Blocks: make([]layout.Block, 0, len(c.units)),
		Figures: p.Figures, Links: p.Links, Fields: p.Fields, Marks: p.Marks,
	}
	c.text.Grow(len(p.Text))
	for i := 0; i < len(c.units); {
		u := &c.units[i]
		if u.whole {
			c.whole(u)
			i++
			continue
		}
		n := i + 1
		for n < len(c.units) && c.units[n].tagPlace == u.tagPlace && !c.units[n].whole && c.joins(u, &c.units[n]) {
			n++
		}
		c.block(c.units[i:n])
		i = n
	}
	c.out.Text = c.text.String()
	slices.SortFunc(c.moves, func(a, b textMove) int { return cmp.Compare(a.start, b.start) })
	if len(p.Fields) > 0 {
		c.out.Fields = moveFields(p.Fields, c.moves)
	}
	if c.pictures {
		c.out.Figures = movePictures(p.Figures, c.moves)
	}
	if len(p.Formulas) > 0 {
		c.out.Formulas = moveFormulas(p.Formulas, c.moves)
	}
}

// joins reports whether b goes into the block that a begins. Text with a type goes
// together; text without one stays as layout grouped it.
func (c *tagCutter) joins(a, b *tagUnit) bool {
	if a.loose {
		return false
	}
	return a.block == b.block || !c.t.tags[c.t.chunks[a.chunk].leaf].isGroup()
}

// whole copies a block unchanged.
func (c *tagCutter) whole(u *tagUnit) {
	b := c.p.Blocks[u.block]
	from := b.FirstLine
	b.FirstLine = int32(len(c.out.Lines))
	for i := from; i < from+b.LineCount; i++ {
		l := c.p.Lines[i]
		c.line(l, l.FirstSpan, l.FirstSpan+l.SpanCount-1)
	}
	if b.Table != nil {
		t := *b.Table
		t.Cells = slices.Clone(t.Cells)
		for i := range t.Cells {
			t.Cells[i].FirstLine += b.FirstLine - from
		}
		b.Table = &t
	}
	c.out.Blocks, c.places = append(c.out.Blocks, b), append(c.places, u.tagPlace)
}

// block makes one block from units.
func (c *tagCutter) block(units []tagUnit) {
	var pieces []tagPiece
	for i := range units {
		pieces = append(pieces, c.pieces[units[i].first:units[i].last+1]...)
	}
	if !units[0].loose {
		slices.SortStableFunc(pieces, func(a, b tagPiece) int { return cmp.Compare(a.content, b.content) })
	}
	from := &c.p.Blocks[units[0].block]
	b := layout.Block{
		Kind: layout.Paragraph, FirstLine: int32(len(c.out.Lines)), Column: from.Column, Indent: from.Indent, Figure: -1,
		Why: whyTagged, Panel: from.Panel, LineNumbers: from.LineNumbers && units[0].loose,
	}
	if !units[0].loose && from.Kind == layout.Verbatim {
		if leaf := &c.t.tags[c.t.chunks[units[0].chunk].leaf]; leaf.kind != textTag && leaf.kind != captionTag {
			b.Kind = layout.Verbatim
		}
	}
	for i := range pieces {
		c.piece(&pieces[i])
	}
	b.LineCount = int32(len(c.out.Lines)) - b.FirstLine
	for i := b.FirstLine; i < b.FirstLine+b.LineCount; i++ {
		b.Box = b.Box.Union(c.out.Lines[i].Box)
	}
	c.out.Blocks, c.places = append(c.out.Blocks, b), append(c.places, units[0].tagPlace)
}

// whyTagged is the evidence for blocks that are made as the tree has them.
const whyTagged = "an element of the structure tree"

// piece copies a stretch of a line, unless it has no text left.
func (c *tagCutter) piece(k *tagPiece) {
	l := c.p.Lines[k.line]
	c.narrow(&l, c.p.Spans[k.first].Start, c.p.Spans[k.last].End)
	l.Artifact = k.chunk <= artifact
	c.line(l, k.first, k.last)
	out := c.out
	if last := &out.Lines[len(out.Lines)-1]; last.SpanCount == 0 {
		out.Lines = out.Lines[:len(out.Lines)-1]
	} else if k.last-k.first+1 < l.SpanCount {
		last.Style = c.usualStyle(out.Spans[last.FirstSpan:])
		last.Size = c.p.Styles[last.Style].Size
	}
}

// narrow reduces l to the stretch from start to end. The places of single letters are
// not known any more, so each letter counts as equally wide.
func (c *tagCutter) narrow(l *layout.Line, start, end int32) {
	share := l.Box.Width() / float32(max(l.End-l.Start, 1))
	left, right := float32(start-l.Start)*share, float32(l.End-end)*share
	if l.Direction == layout.RightToLeft {
		left, right = right, left
	}
	l.Box.X0, l.Box.X1 = l.Box.X0+left, l.Box.X1-right
	if start > l.Start {
		l.Bullet, l.Gap, l.FirstGap, l.SecondWord = 0, false, 0, l.Box.X0
	}
	if end < l.End {
		l.Hyphen = false
	}
}

// line copies the spans [first, last] as a line like l.
func (c *tagCutter) line(l layout.Line, first, last int32) {
	out := c.out
	l.FirstWord, l.WordCount = 0, 0
	l.FirstSpan, l.Start = int32(len(out.Spans)), int32(c.text.Len())
	from := c.p.Places[l.FirstPlace:][:l.PlaceCount]
	l.FirstPlace = int32(len(out.Places))
	for i := first; i <= last; i++ {
		span := c.p.Spans[i]
		text := c.p.Text[span.Start:span.End]
		if i == first {
			n := len(text)
			text = strings.TrimLeft(text, " ")
			span.Start += int32(n - len(text))
		}
		places := c.placesIn(from, span.Start, span.End)
		if e := c.actualOf(&span); e >= 0 {
			text = c.actual(e, text, i < last && c.actualOf(&c.p.Spans[i+1]) == e)
		} else if len(c.p.Fields) > 0 || c.pictures || len(c.p.Formulas) > 0 {
			c.moves = append(c.moves, textMove{span.Start, span.Start + int32(len(text)), int32(c.text.Len())})
		}
		if i == last {
			text = strings.TrimRight(text, " ")
		}
		if text == "" {
			continue
		}
		old := span.Start
		span.Start = int32(c.text.Len())
		c.text.WriteString(text)
		span.End = int32(c.text.Len())
		c.place(places, old, &span)
		out.Spans = append(out.Spans, span)
	}
	l.PlaceCount = int32(len(out.Places)) - l.FirstPlace
	l.End, l.SpanCount = int32(c.text.Len()), int32(len(out.Spans))-l.FirstSpan
	out.Lines = append(out.Lines, l)
}

// placesIn returns the places of a line whose text begins in [start, end).
func (c *tagCutter) placesIn(line []layout.Place, start, end int32) []layout.Place {
	byStart := func(p layout.Place, at int32) int { return cmp.Compare(p.Start, at) }
	first, _ := slices.BinarySearchFunc(line, start, byStart)
	last, _ := slices.BinarySearchFunc(line, end, byStart)
	return line[first:last]
}

// place copies places of the text that began at old to where span now has it. If the tree
// replaces the text of the span, the new text gets one place with the glyphs of all old ones.
func (c *tagCutter) place(places []layout.Place, old int32, span *layout.Span) {
	out := c.out
	switch {
	case len(places) == 0:
	case c.actualOf(span) < 0:
		for _, p := range places {
			if p.Start, p.End = p.Start-old+span.Start, min(p.End-old+span.Start, span.End); p.Start < p.End {
				out.Places = append(out.Places, p)
			}
		}
	default:
		first, end := places[0].Glyph, places[0].Glyph
		for _, p := range places {
			first, end = min(first, p.Glyph), max(end, p.Glyph+p.Count)
		}
		out.Places = append(out.Places, layout.Place{Start: span.Start, End: span.End, Glyph: first, Count: end - first})
	}
}

// actualOf returns the element whose ActualText replaces the text of a span, or -1.
func (c *tagCutter) actualOf(span *layout.Span) int32 {
	if m := span.Mark; m >= 0 && int(m) < len(c.marks) && c.marks[m] >= 0 {
		return c.t.tags[c.t.content[c.marks[m]].elem].actual
	}
	return -1
}

// actual returns the text that replaces that of a span in element e: the ActualText of the
// element (ISO 32000-2 clause 14.9.4) for its first span, and nothing for the others. The
// space behind the last span stays.
func (c *tagCutter) actual(e int32, text string, more bool) string {
	behind := ""
	if !more && strings.HasSuffix(text, " ") {
		behind = " "
	}
	if c.done[e] || c.t.tags[e].page != int32(c.p.Number) {
		return behind
	}
	if c.done == nil {
		c.done = map[int32]bool{}
	}
	c.done[e] = true
	before := ""
	if strings.HasPrefix(text, " ") {
		before = " "
	}
	return before + strings.Join(strings.Fields(c.t.Elements[e].ActualText), " ") + behind
}

// usualStyle returns the style of most of the text of spans; of equals the first.
func (c *tagCutter) usualStyle(spans []layout.Span) int32 {
	if c.counts == nil {
		c.counts = make([]int32, len(c.p.Styles))
	}
	best := spans[0].Style
	for i := range spans {
		c.counts[spans[i].Style] += spans[i].End - spans[i].Start
	}
	for i := range spans {
		if c.counts[spans[i].Style] > c.counts[best] {
			best = spans[i].Style
		}
	}
	for i := range spans {
		c.counts[spans[i].Style] = 0
	}
	return best
}
