package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// countBars counts the boxes in each drawing that hold no text: the bars of a chart. Boxes with text
// belong to a diagram or a form, or are the ground of the text.
func (s *figureStage) countBars() {
	g := &s.graphics
	if len(g.found) == 0 {
		return
	}
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if !g.kept[i] || p.Op&layout.Fill == 0 {
			continue
		}
		k := slices.IndexFunc(g.found, func(f graphic) bool { return f.bars < leastBars && holdsBox(f.box, p.Box, 0) })
		if k < 0 {
			continue
		}
		s.eachRectangle(p, func(box layout.Rect) {
			if f := &g.found[k]; f.bars < leastBars && min(box.Width(), box.Height()) >= rulingThick && !s.isTextBox(box) {
				f.bars++
			}
		})
	}
}

// addLoose adds to each plain drawing the small parts right beside it, within its width or height, that
// are too little for a drawing of their own.
func (s *figureStage) addLoose() {
	g := &s.graphics
	for i := range g.found {
		f := &g.found[i]
		if f.marked || f.bent < leastBent && f.bars < leastBars {
			continue
		}
		for range looseRounds {
			if g.work += len(s.c.Paths); g.work > graphicWork/2 { // the rest is for labels
				return
			}
			box := f.box
			for k := range s.c.Paths {
				if b, ok := s.drawn(&s.c.Paths[k]); ok && g.kept[k] && isLegend(&b, &f.box) && !g.isOther(i, &b) {
					box = box.Union(b)
				}
			}
			if box == f.box {
				break
			}
			f.box = box
		}
	}
}

// isOther reports whether b is a part of another drawing than the i-th.
func (g *graphicFinder) isOther(i int, b *layout.Rect) bool {
	for k := range g.found {
		if k != i && holdsBox(g.found[k].box, *b, 0) {
			return true
		}
	}
	return false
}

// joinLegends adds to each drawing the weak ones right beside it, within its width or height, such as the
// key of a chart. It then adds what lies in the larger drawing.
func (g *graphicFinder) joinLegends() {
	for i := 0; i < len(g.found); i++ {
		f := &g.found[i]
		for k := 0; k < len(g.found) && !f.weak; k++ {
			w := &g.found[k]
			if k == i || !(w.weak && isLegend(&w.box, &f.box) || mostlyIn(w.box, f.box)) {
				continue
			}
			f.box, f.bent, f.bars = f.box.Union(w.box), f.bent+w.bent, f.bars+w.bars
			g.found = slices.Delete(g.found, k, k+1)
			if k < i {
				i--
				f = &g.found[i]
			}
			k = -1
		}
	}
}

// isLegend reports whether a stands right beside b, within its width or height.
func isLegend(a, b *layout.Rect) bool {
	within := a.X0 >= b.X0-legendGap && a.X1 <= b.X1+legendGap || a.Y0 >= b.Y0-legendGap && a.Y1 <= b.Y1+legendGap
	return within && !apart(a, b, legendGap)
}
