package analyze

import "github.com/pagelift/pagelift/layout"

// Drawings are made of rules too: circuits, floor plans, coordinate systems. Their lines end between
// others, slanted and bent strokes run over their rules, and they lie on a picture with little text in the
// cells. The labels of a bar chart stand in rows and columns; its bars have no text.
//
//	   |    ____
//	 --+---|    |---      a rule ends where no other rule is
//	   |   |____|

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A drawing: looseShare of the ends of its rules lie beside all edges (up to .11 in tables, .31 and
	// more in drawings), or it has a bent stroke over several cells for each strokesShare cells with text.
	looseShare   = 0.25
	strokesShare = 4
	// barsLeast is the fewest areas without text that are the bars of a chart: the charts
	// of a paper have 13 to 56, with no area that has text.
	barsLeast = 3
)

// isDrawing reports whether the rules and the text of t are a drawing or a part of one. The rules are
// those of the set at hand.
func (s *tableStage) isDrawing(t *grid, f *gridFacts, box layout.Rect) bool {
	if s.ruled.looseEnds(t) > looseShare {
		return true
	}
	sparse := 2*f.filled < f.cells
	if sparse && s.onImage(box) {
		return true
	}
	strokes := s.strokesOver(t, box)
	return strokes > 0 && (sparse || strokesShare*strokes >= f.filled)
}

// looseEnds returns the share of the ends of rules that touch no other rule. In a table ends lie on its
// edges.
func (rf *ruleFinder) looseEnds(t *grid) float32 {
	loose, ends := 0, 0
	for i, edges := range [...][]float32{t.u, t.v} {
		for _, r := range rf.own[i] {
			ends += 2
			loose += isLoose(edges, r.from) + isLoose(edges, r.to)
		}
	}
	return share(loose, ends)
}

// isLoose returns 1 for an end beside all edges, else 0.
func isLoose(edges []float32, x float32) int {
	if abs(edges[edgeAt(edges, x)]-x) > sameEdge {
		return 1
	}
	return 0
}

// strokesOver counts the slanted and bent paths that have their middle in t and are not inside one cell.
func (s *tableStage) strokesOver(t *grid, box layout.Rect) int {
	if len(s.drawings.found) == 0 {
		return 0
	}
	if s.ruled.looked += len(s.c.Paths); s.ruled.looked > areaWork {
		return 0
	}
	f := &s.frames[t.frame]
	n := 0
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if p.Rectangle || !box.Contains(p.Box.Center()) {
			continue
		}
		b, ok := s.drawn(p)
		if !ok || s.bends(p) == 0 {
			continue
		}
		slack := layout.Point{X: min(ruleTouch, b.Width()/2), Y: min(ruleTouch, b.Height()/2)}
		if c := s.cellAt(t, f, layout.Point{X: b.X0 + slack.X, Y: b.Y0 + slack.Y}); c == outside || c != s.cellAt(t, f, layout.Point{X: b.X1 - slack.X, Y: b.Y1 - slack.Y}) {
			n++
		}
	}
	return n
}

// cellAt is the cell of t, in frame f, at a place of the page.
func (s *runStage) cellAt(t *grid, f *frame, p layout.Point) int32 {
	return s.cellOf(t, t.frame, p.X*f.cos+p.Y*f.sin, p.Y*f.cos-p.X*f.sin)
}

// hasAxis reports whether the scale of a chart stands beside the band, or in it.
func (a *rowStage) hasAxis() bool {
	filled := 0
	for i := range a.band {
		filled += int(a.band[i].end - a.band[i].first)
	}
	u0, u1 := extent(a.band)
	return a.s.isChart(a.frame, u0, a.band[0].v-a.band[0].size, u1, a.band[len(a.band)-1].v, filled, len(a.rows)*len(a.cols))
}

// hasBars reports whether the band is a bar chart or a part of one: more areas without text than with text
// lie in it or in the drawing around it, and at least half as many as it has rows and columns.
func (a *rowStage) hasBars() bool {
	s := a.s
	box := s.drawingAround(a.box())
	f := &s.frames[a.frame]
	bars, cells := 0, 0
	for i := range s.areas {
		b := s.areas[i].box.Intersect(box)
		if b.Width() < a.em/2 || b.Height() < a.em/2 {
			continue
		}
		if s.ruled.looked > areaWork {
			return false
		}
		if s.hasText(f, s.areas[i].box) {
			cells++
		} else {
			bars++
		}
	}
	return bars > cells && bars >= barsLeast && 2*bars >= len(a.rows)+len(a.cols)
}

// drawingAround returns box, joined with the drawings that most of it lies in.
func (s *shapeStage) drawingAround(box layout.Rect) layout.Rect {
	around := box
	for i := range s.drawings.found {
		d := s.drawings.found[i].box
		if mostlyIn(box, d) && d.Width()*d.Height() <= drawingGround*s.c.Width*s.c.Height {
			around = around.Union(d)
		}
	}
	return around
}

// hasText reports whether the middle of some text of f is in box.
func (s *tableStage) hasText(f *frame, box layout.Rect) bool {
	segs := s.segmentsIn(f, box)
	s.ruled.looked += len(segs)
	for i := range segs {
		g := &segs[i]
		if box.Contains(f.pagePoint((g.u0+g.u1)/2, g.v-textMiddle*g.size)) {
			return true
		}
	}
	return false
}
