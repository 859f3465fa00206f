package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A control of a form has its place in the text of its page: a FieldSign as wide
// as its widget stands for it among the glyphs, so that it becomes part of a line,
// a cell, a column as the words around it do.

// placeFields puts a FieldSign for each control among the runs of the page. Rules
// of underscores and dots under a control, to be written on, are no text.
func (s *scratch) placeFields() {
	if len(s.c.Fields) == 0 {
		return
	}
	c := s.own
	c.Runs, c.Glyphs = append(c.Runs[:0], s.c.Runs...), append(c.Glyphs[:0], s.c.Glyphs...)
	runs, glyphs := c.Runs, c.Glyphs
	s.own = *s.c
	s.own.Runs, s.own.Glyphs = runs, glyphs
	s.c, s.fields = &s.own, s.fields[:0]
	s.p.Fields = slices.Clone(s.c.Fields)

	n := neighbourhood{c: s.c, fields: s.p.Fields, body: s.bodyRun()}
	n.find()
	for i := range s.p.Fields {
		s.p.Fields[i].At = -1
		n.clear(s.p.Fields[i].Box)
	}
	n.find() // without the rules
	for i := range s.p.Fields {
		s.own.Runs = append(s.own.Runs, n.standIn(int32(i), int32(len(s.own.Glyphs))))
		s.own.Glyphs = append(s.own.Glyphs, Glyph{X: n.x, Y: n.baseline, Advance: n.width, Char: FieldSign, Code: uint32(i)})
	}
}

// bodyRun looks as most of the level text of the page does.
func (s *scratch) bodyRun() Run {
	counts := map[Run]int32{}
	best := Run{Font: -1, Paint: -1, Size: fieldText, Em: [4]float32{fieldText, 0, 0, -fieldText}}
	most := int32(0)
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if r.Flags&Unseen != 0 || !isLevel(r) {
			continue
		}
		key := Run{Font: r.Font, Paint: r.Paint, Size: r.Size, Em: r.Em}
		if counts[key] += r.Count; counts[key] > most {
			best, most = key, counts[key]
		}
	}
	return best
}

// isLevel reports text that is read from left to right along the page.
func isLevel(r *Run) bool { return r.Em[1] == 0 && r.Em[0] > 0 && r.Flags&VerticalMode == 0 }

// neighbourhood finds the text beside controls.
type neighbourhood struct {
	c      *Content
	fields []Field
	body   Run
	near   []neighbour // by baseline
	tops   []int32     // fields by their tops
	pairs  int         // looked at so far

	x, width, baseline float32 // of the last stand-in
}

// neighbour is where a run stands.
type neighbour struct {
	run       int32
	x0, x1, y float32
	em        float32
	letters   int32 // how many glyphs it has besides spaces
}

// find lists the level text of the page and its fields.
func (n *neighbourhood) find() {
	n.tops = make([]int32, len(n.fields))
	for i := range n.tops {
		n.tops[i] = int32(i)
	}
	slices.SortStableFunc(n.tops, func(a, b int32) int { return compare(n.fields[a].Box.Y0, n.fields[b].Box.Y0) })
	n.near = n.near[:0]
	for i := range n.c.Runs {
		r := &n.c.Runs[i]
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		if first == end || r.Flags&Unseen != 0 || !isLevel(r) {
			continue
		}
		letters := int32(0)
		for _, g := range n.c.Glyphs[first:end] {
			if !isSpace(g.Char) {
				letters++
			}
		}
		a, b := &n.c.Glyphs[first], &n.c.Glyphs[end-1]
		if letters > 0 && near(a.X) && near(a.Y) && near(b.X) && near(b.Advance) && r.Em[3] != 0 {
			n.near = append(n.near, neighbour{int32(i), a.X, b.X + b.Advance, a.Y, abs(r.Em[3]), letters})
		}
	}
	slices.SortStableFunc(n.near, func(a, b neighbour) int { return compare(a.y, b.y) })
}

// between are the neighbours with baselines from y0 to y1, from index first on, fewer when much was
// looked at before: on pages that pile controls and text on one place.
func (n *neighbourhood) between(y0, y1 float32) (first int, found []neighbour) {
	first, _ = slices.BinarySearchFunc(n.near, y0, func(a neighbour, y float32) int { return compare(a.y, y) })
	end := first
	for end < len(n.near) && n.near[end].y <= y1 && n.pairs < fieldPairs {
		end++
		n.pairs++
	}
	return first, n.near[first:end]
}

// standIn is the run of a FieldSign for field i, whose glyph comes next. It stands on
// the baseline of the nearest text beside the field, or behind the text over it and
// before the text under it, which name it; else where text in the field would stand.
func (n *neighbourhood) standIn(i int32, glyph int32) Run {
	f := &n.fields[i]
	r := n.body
	box := f.Box
	size := min(r.Size, max(box.Height(), fieldLeast*r.Size))
	n.x, n.width = box.X0, max(box.Width(), fieldLeast*size)
	n.baseline = box.Y0 + fieldRise*size
	if box.Height() <= fieldLines*size {
		n.baseline = (box.Y0+box.Y1)/2 + textMiddle*size
	}
	r.Em = [4]float32{size, 0, 0, -size}
	r.Size = size
	best, close := n.beside(box)
	switch {
	case !close && !f.Ticks() && f.Kind != PushButton && n.joins(i, &r):
	case best >= 0:
		b := &n.near[best]
		n.baseline, r.Size, r.Em = b.y, n.c.Runs[b.run].Size, n.c.Runs[b.run].Em
	}
	if f := r.Font; f >= 0 && int(f) < len(n.c.Fonts) && n.c.Fonts[f].Mono {
		r.Font = -1 // or lines with controls would pass for programs
	}
	r.First, r.Count, r.Clip, r.Mark, r.Origin = glyph, 1, -1, -1, FromField
	return r
}

// beside is the nearest text on the row of box; -1: none. It is close when it stands
// right before the box, as its label does.
func (n *neighbourhood) beside(box Rect) (best int, close bool) {
	best = -1
	least := float32(fieldReach)
	first, near := n.between(box.Y0, box.Y1+n.body.Size)
	for k := range near {
		b := &near[k]
		middle := b.y - textMiddle*b.em
		if middle < box.Y0 || middle > box.Y1 || b.x0 >= box.X0 && b.x1 <= box.X1 {
			continue
		}
		gap := max(0, box.X0-b.x1, b.x0-box.X1) / b.em
		if b.letters == 1 && gap > fieldClose {
			continue // of a word set upright at the side of a form, or the sign of a list
		}
		if gap+abs(b.y-n.baseline)/b.em < least {
			least, best = gap+abs(b.y-n.baseline)/b.em, first+k
		}
		close = close || b.x0 < box.X0 && gap < fieldClose && b.letters > 1
	}
	return best, close
}

// joins puts the sign of field i on the line of the text that stands right over it,
// behind that, or right under it, before that. It reports whether there is such text.
func (n *neighbourhood) joins(i int32, r *Run) bool {
	box := n.fields[i].Box
	over, under := -1, -1
	first, near := n.between(box.Y0-fieldOver*n.body.Size, box.Y1+fieldUnder*n.body.Size)
	for k := range near {
		b := &near[k]
		if b.letters == 0 || b.x1 < box.X0 || b.x0 > box.X1-b.em {
			continue
		}
		switch {
		case b.isOver(box) && (over < 0 || b.y > n.near[over].y):
			over = first + k
		case b.y-ascentDefault*b.em > box.Y1-b.em/2 && under < 0:
			under = first + k
		}
	}
	switch {
	case over >= 0 && !n.isColumn(i):
		b := &n.near[over]
		n.x = max(box.X0, min(n.endOf(over, box)+fieldLeast*b.em/2, box.X1-fieldLeast*b.em))
		n.width = max(box.X1-n.x, fieldLeast*b.em)
		n.setOn(b, r)
	case over < 0 && under >= 0 && !n.isNamedBelow(i, &n.near[under]):
		b := &n.near[under]
		n.x, n.width = b.x0-fieldLeast*b.em, fieldLeast*b.em/2
		n.setOn(b, r)
	default:
		return false
	}
	return true
}

// isOver reports that b stands right over box or in its upper edge: it begins where
// the box does, or touches it and ends before the box does.
func (b *neighbour) isOver(box Rect) bool {
	if b.y >= box.Y0+fieldInside*b.em {
		return false
	}
	return abs(b.x0-box.X0) < b.em || b.y > box.Y0-fieldInside*b.em && b.x0 > box.X0 && b.x1 < box.X1
}

// setOn puts the next stand-in on the baseline of b.
func (n *neighbourhood) setOn(b *neighbour, r *Run) {
	n.baseline, r.Size, r.Em = b.y, n.c.Runs[b.run].Size, n.c.Runs[b.run].Em
}

// endOf is where the words end that begin with neighbour k, over box.
func (n *neighbourhood) endOf(k int, box Rect) float32 {
	b := &n.near[k]
	end := b.x1
	_, near := n.between(b.y-b.em*sameRow, b.y+b.em*sameRow)
	for range fieldRuns {
		before := end
		for i := range near {
			if o := &near[i]; o.x0 <= end+b.em && o.x0 < box.X1 && o.x1 > end {
				end = o.x1
			}
		}
		if end == before {
			break
		}
	}
	return end
}

// isColumn reports that another field of the same width stands right under or over
// field i: what is over them is the head of a column.
func (n *neighbourhood) isColumn(i int32) bool {
	box := n.fields[i].Box
	for _, k := range n.fieldsIn(box.Y0-box.Height(), box.Y1+box.Height()) {
		o := n.fields[k].Box
		if k != i && abs(o.X0-box.X0) <= sameSide && abs(o.X1-box.X1) <= sameSide &&
			(abs(o.Y0-box.Y1) < fieldColumn*box.Height() || abs(box.Y0-o.Y1) < fieldColumn*box.Height()) {
			return true
		}
	}
	return false
}

// isNamedBelow reports that b, under field i, stands right over or before another.
func (n *neighbourhood) isNamedBelow(i int32, b *neighbour) bool {
	for _, k := range n.fieldsIn(b.y-b.em, b.y+fieldOver*b.em) {
		o := n.fields[k].Box
		if k != i && o.X1 > b.x0 && o.X0 < max(b.x1, b.x0+fieldClose*b.em)+fieldClose*b.em && o.Y1 > b.y {
			return true
		}
	}
	return false
}

// fieldsIn are the fields whose tops are between two heights, fewer when much was
// looked at before.
func (n *neighbourhood) fieldsIn(y0, y1 float32) []int32 {
	first, _ := slices.BinarySearchFunc(n.tops, y0, func(i int32, y float32) int { return compare(n.fields[i].Box.Y0, y) })
	end := first
	for end < len(n.tops) && n.fields[n.tops[end]].Box.Y0 <= y1 && n.pairs < fieldPairs {
		end++
		n.pairs++
	}
	return n.tops[first:end]
}

// clear makes spaces of the rule of signs that box stands on.
func (n *neighbourhood) clear(box Rect) {
	_, near := n.between(box.Y0, box.Y1+n.body.Size)
	for k := range near {
		b := &near[k]
		if b.x1 < box.X0 || b.x0 > box.X1 {
			continue
		}
		r := &n.c.Runs[b.run]
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		n.pairs += end - first
		clearRules(n.c.Glyphs[first:end], box)
	}
}

// clearRules makes spaces of the rules among glyphs that box covers.
func clearRules(glyphs []Glyph, box Rect) {
	for i := 0; i < len(glyphs); i++ {
		from := i
		for i < len(glyphs) && isRuleSign(glyphs[i].Char) {
			i++
		}
		if i-from < ruleSigns {
			continue
		}
		x0, x1 := glyphs[from].X, glyphs[i-1].X+glyphs[i-1].Advance
		if both := min(x1, box.X1) - max(x0, box.X0); both < ruleCovered*min(x1-x0, box.Width()) {
			continue
		}
		for k := from; k < i; k++ {
			glyphs[k].Char = ' '
		}
	}
}

// isRuleSign reports a character of which rules to write on are made.
func isRuleSign(r rune) bool { return r == '_' || r == '.' || r == 0x2026 || r == 0x2024 }

// noteField notes that the FieldSign g is written.
func (s *scratch) noteField(g *glyph) {
	s.fields = append(s.fields, int32(s.c.Glyphs[s.c.Runs[g.run].First].Code))
}

// field is the control that g stands for; nil: it is text. It is asked before the
// controls are put in order.
func (s *scratch) field(g *glyph) *Field {
	if g.char != FieldSign {
		return nil
	}
	return &s.p.Fields[s.c.Glyphs[s.c.Runs[g.run].First].Code]
}

// orderFields puts the controls in the order of the text, those without a place in
// it behind them.
func (s *scratch) orderFields() {
	if len(s.p.Fields) == 0 {
		return
	}
	at, text := 0, s.p.Text
	for _, i := range s.fields {
		at += strings.IndexRune(text[at:], FieldSign)
		s.p.Fields[i].At = int32(at)
		at += utf8.RuneLen(FieldSign)
	}
	slices.SortStableFunc(s.p.Fields, func(a, b Field) int { return cmp.Compare(uint32(a.At), uint32(b.At)) })
}
