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

	n := neighbourhood{c: s.c, body: s.bodyRun()}
	n.find()
	for i := range s.p.Fields {
		f := &s.p.Fields[i]
		f.At = -1
		n.clear(f.Box)
		s.own.Runs = append(s.own.Runs, n.standIn(f, int32(len(s.own.Glyphs))))
		r := &s.own.Runs[len(s.own.Runs)-1]
		s.own.Glyphs = append(s.own.Glyphs, Glyph{
			X: f.Box.X0, Y: n.baseline, Advance: max(f.Box.Width(), fieldLeast*r.Size), Char: FieldSign, Code: uint32(i),
		})
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
	c        *Content
	body     Run
	near     []neighbour // by baseline
	pairs    int         // looked at so far
	baseline float32     // of the last stand-in
}

// neighbour is where a run stands.
type neighbour struct {
	run       int32
	x0, x1, y float32
	em        float32
}

// find lists the level text of the page.
func (n *neighbourhood) find() {
	for i := range n.c.Runs {
		r := &n.c.Runs[i]
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		if first == end || r.Flags&Unseen != 0 || !isLevel(r) {
			continue
		}
		a, b := &n.c.Glyphs[first], &n.c.Glyphs[end-1]
		if near(a.X) && near(a.Y) && near(b.X) && near(b.Advance) {
			n.near = append(n.near, neighbour{int32(i), a.X, b.X + b.Advance, a.Y, abs(r.Em[3])})
		}
	}
	slices.SortStableFunc(n.near, func(a, b neighbour) int { return compare(a.y, b.y) })
}

// between are the neighbours with baselines from y0 to y1, fewer when much was
// looked at before: on pages that pile controls and text on one place.
func (n *neighbourhood) between(y0, y1 float32) []neighbour {
	first, _ := slices.BinarySearchFunc(n.near, y0, func(a neighbour, y float32) int { return compare(a.y, y) })
	end := first
	for end < len(n.near) && n.near[end].y <= y1 && n.pairs < fieldPairs {
		end++
		n.pairs++
	}
	return n.near[first:end]
}

// standIn is the run of a FieldSign for f, whose glyph comes next. It stands on the
// baseline of the nearest text beside f, else where text in f would stand.
func (n *neighbourhood) standIn(f *Field, glyph int32) Run {
	r := n.body
	box := f.Box
	size := min(r.Size, max(box.Height(), fieldLeast*r.Size))
	n.baseline = box.Y0 + fieldRise*size
	if box.Height() <= fieldLines*size {
		n.baseline = (box.Y0+box.Y1)/2 + textMiddle*size
	}
	expected, least := n.baseline, float32(fieldReach)
	for _, b := range n.between(box.Y0, box.Y1+size) {
		middle := b.y - textMiddle*b.em
		gap := max(0, box.X0-b.x1, b.x0-box.X1)
		if middle < box.Y0 || middle > box.Y1 || b.x0 >= box.X0 && b.x1 <= box.X1 {
			continue
		}
		if cost := (gap + abs(b.y-expected)) / b.em; cost < least {
			least, n.baseline, size = cost, b.y, n.c.Runs[b.run].Size
			r.Em = n.c.Runs[b.run].Em
		}
	}
	if least == fieldReach {
		r.Em = [4]float32{size, 0, 0, -size}
	}
	if f := r.Font; f >= 0 && int(f) < len(n.c.Fonts) && n.c.Fonts[f].Mono {
		r.Font = -1 // or lines with controls would pass for programs
	}
	r.First, r.Count, r.Clip, r.Mark, r.Size, r.Origin, r.Confidence = glyph, 1, -1, -1, size, FromField, 0
	return r
}

// clear makes spaces of the rule of signs that box stands on.
func (n *neighbourhood) clear(box Rect) {
	for _, b := range n.between(box.Y0, box.Y1+n.body.Size) {
		if b.x1 < box.X0 || b.x0 > box.X1 {
			continue
		}
		r := &n.c.Runs[b.run]
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		glyphs := n.c.Glyphs[first:end]
		n.pairs += len(glyphs)
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
