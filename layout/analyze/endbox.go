package analyze

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// placeEndBoxes puts a sign behind the last sentence of a proof for the square that is drawn at its end.
// TeX draws its open square with four rules:
//
//	                   __
//	the claim is true. |__|   □
func (s *contentStage) placeEndBoxes() {
	work, found := 0, 0
	for i := range s.c.Paths {
		box, sign := s.endBox(i)
		if sign == 0 || found == tickBoxesMost || s.isPartOfDrawing(i, &box) {
			continue
		}
		if work += len(s.c.Glyphs); work > insetWork {
			return
		}
		run, at := s.sentenceBefore(&box)
		if run < 0 {
			continue
		}
		found++
		s.ownRuns()
		r, g := s.c.Runs[run], s.c.Glyphs[at]
		size := abs(r.Em[3])
		r.First, r.Count, r.Clip, r.Mark = int32(len(s.own.Glyphs)), 1, -1, -1
		g = layout.Glyph{Char: sign, X: g.X + g.Advance + endSignGap*size, Y: g.Y, Advance: box.Width()}
		s.own.Runs, s.own.Glyphs = append(s.own.Runs, r), append(s.own.Glyphs, g)
	}
}

// endBox returns the square that path i draws alone or with the next three paths; 0: none.
func (s *contentStage) endBox(i int) (box layout.Rect, sign rune) {
	p := &s.c.Paths[i]
	if p.Flags&layout.Unseen != 0 {
		return box, 0
	}
	if p.Rectangle && isEndBox(&p.Box) {
		switch {
		case p.Op&layout.Fill != 0 && hex(s.paint(p.Paint).Fill) != panelWhite:
			return p.Box, '■'
		case p.Op&layout.Stroke != 0:
			return p.Box, '□'
		}
		return box, 0
	}
	if box, ok := s.fourSides(i); ok {
		return box, '□'
	}
	return box, 0
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A square at the end of a proof is endBoxLow to endBoxHigh ems high (amsthm .675) and stands within
	// endBoxLevel ems of the baseline. Its endBoxSides rules are at most endBoxThick points thick (TeX
	// 0.4). No other square stands within endBoxApart of its heights above or below.
	endBoxLow   = 0.4
	endBoxHigh  = 0.9
	endBoxLevel = 0.15
	endBoxSides = 4
	endBoxThick = 1
	endBoxApart = 6
)

// fourSides returns the square whose sides are path i and the next three.
func (s *contentStage) fourSides(i int) (box layout.Rect, ok bool) {
	p := &s.c.Paths[i]
	if i+endBoxSides > len(s.c.Paths) || min(p.Box.Width(), p.Box.Height()) > endBoxThick {
		return box, false
	}
	sides := s.c.Paths[i : i+endBoxSides]
	box = p.Box
	for k := range sides {
		box = box.Union(sides[k].Box)
	}
	if !isEndBox(&box) {
		return box, false
	}
	var left, right, top, bottom bool
	for k := range sides {
		switch b := &sides[k].Box; {
		case sides[k].Flags&layout.Unseen != 0:
			return box, false
		case b.Width() <= endBoxThick && b.Height() >= box.Height()-2*endBoxThick:
			left, right = left || b.X0 <= box.X0+endBoxThick, right || b.X1 >= box.X1-endBoxThick
		case b.Height() <= endBoxThick && b.Width() >= box.Width()-2*endBoxThick:
			top, bottom = top || b.Y0 <= box.Y0+endBoxThick, bottom || b.Y1 >= box.Y1-endBoxThick
		}
	}
	return box, left && right && top && bottom
}

// isEndBox reports whether a box has about the shape and the height of a small letter or a capital.
func isEndBox(b *layout.Rect) bool {
	w, h := b.Width(), b.Height()
	return w >= dotLeast && max(w, h) <= dotMost && w <= dotRatio*h && h <= dotRatio*w
}

// isPartOfDrawing reports whether the square of path i is a mark of a plot, a legend or a form: another
// path touches it, another square of its size stands above or below, or a control lies over it.
func (s *contentStage) isPartOfDrawing(i int, box *layout.Rect) bool {
	if s.compared += len(s.c.Paths) + len(s.c.Fields); s.compared > dotsWork {
		return true
	}
	for k := range s.c.Fields {
		if both := s.c.Fields[k].Box.Intersect(*box); !both.Empty() {
			return true // what a control shows
		}
	}
	for k := range s.c.Paths {
		b := &s.c.Paths[k].Box
		if k >= i && k < i+endBoxSides && b.X0 >= box.X0 && b.X1 <= box.X1 && b.Y0 >= box.Y0 && b.Y1 <= box.Y1 {
			continue
		}
		if b.X0 > box.X1+dotApart || b.X1 < box.X0-dotApart {
			continue
		}
		touches := b.Y0 <= box.Y1+dotApart && b.Y1 >= box.Y0-dotApart
		around := b.X0 <= box.X0 && b.X1 >= box.X1 && b.Y0 <= box.Y0 && b.Y1 >= box.Y1
		if touches && !around {
			return true
		}
		if far := endBoxApart * box.Height(); isEndBox(b) && b.Y0 <= box.Y1+far && b.Y1 >= box.Y0-far && !around {
			return true
		}
	}
	return false
}

// sentenceBefore returns the run and the last glyph of the text before box on its baseline. It returns -1
// if that text does not end a sentence, or if something else is near on the row.
func (s *contentStage) sentenceBefore(box *layout.Rect) (run, glyph int) {
	run, glyph = -1, -1
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		size := abs(r.Em[3])
		if r.Flags&layout.Unseen != 0 || !form.IsLevel(r) || size == 0 || r.Origin != layout.FromPDF || box.Height() < endBoxLow*size || box.Height() > endBoxHigh*size {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
		for k := first; k < end; k++ {
			g := &s.c.Glyphs[k]
			switch {
			case s.isBlank(g.Char) || abs(g.Y-box.Y1) > endBoxLevel*size:
			case g.X >= box.X0 && g.X < box.X1+splitGap*size:
				return -1, -1 // a label, with its text
			case g.X < box.X0 && (run < 0 || g.X > s.c.Glyphs[glyph].X):
				run, glyph = i, k
			}
		}
	}
	if run >= 0 && !chars.EndsSentence(s.lastRune(s.c.Glyphs[glyph].Char)) {
		return -1, -1
	}
	return run, glyph
}
