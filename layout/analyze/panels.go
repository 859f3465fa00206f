package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// panel is a box drawn around or behind text: a sidebar, a field of a form, the
// background of a program. Its text is read by itself.
type panel struct {
	box     layout.Rect
	color   uint32 // colour of its background, with panelDrawn if it has a frame
	parent  int32  // the panel around it; -1: none
	depth   int32
	rows    int32 // rows of text in it
	row     int32 // the last such row seen
	other   int32 // the last row seen beside it
	shared  int32 // rows with text beside it
	beside  int32 // segments beside it
	parts   int32 // segments in it
	chars   int32 // glyphs in it
	torn    int32 // segments in it that reach over its sides
	segs    []int32
	placed  bool
	field   bool // a frame of four rules of its own, as a field of a form has
	float   bool // text flows around it
	drawing bool // a chart or diagram: its text is labels
	quote   bool // a pull quote, without a box
}

// panelDrawn marks a panel that has a frame. A white panel without a frame is invisible, unless it lies on
// another panel.
const (
	panelDrawn = 1 << 24
	panelWhite = 0xFFFFFF
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A panel is at least panelHigh by panelWide points: a box of two lines of small print. From panelMost
	// of the page on it is the paper. It has at least panelRows rows of text. panelsSeen panels are
	// listed, panelsKept kept, panelDepth nested. The sides of one panel differ by at most sameSide
	// points.
	panelHigh  = 18
	panelWide  = 36
	panelMost  = 0.9
	panelRows  = 2
	fieldWide  = 0.8 // share of the rules above and below: a wider box is a frame around them
	panelsSeen = limits.PanelRules
	panelsKept = limits.PagePanels
	panelDepth = 5
	sameSide   = 1.5
	// A box with rounded corners has at most boxParts parts, and boxStraight of its outline is straight.
	boxParts    = 14
	boxStraight = 0.6
	// Short texts in a panel are cells of a table if they stand on fewer than cellsRows rows, or if
	// cellsShared of the rows have text beside the panel.
	cellsRows   = 4
	cellsShared = 0.7
	// A panel with more than tableOverlap of it inside a table is part of the table.
	tableOverlap = 0.5
)

// findPanels finds the panels of the page. Inner panels come behind the outer ones.
//
//	running text of      +-------------+
//	the page that is     | a sidebar,  |      a panel: text stands beside it, and
//	read by itself       | read apart  |      none reaches over its sides
//	                     +-------------+
func (s *tableStage) findPanels() {
	s.framePanels()
	s.collectPanels()
	s.drawingPanels()
	s.quotePanels()
	if len(s.panels) == 0 {
		return
	}
	s.joinPanels()
	slices.SortStableFunc(s.panels, func(a, b panel) int {
		return compare(b.box.Width()*b.box.Height(), a.box.Width()*a.box.Height())
	})
	s.panels = s.panels[:min(len(s.panels), panelsKept)]
	s.nestPanels()
	for i := range s.frames {
		s.countPanels(&s.frames[i])
	}
	s.keepPanels()
}

// framePanels lists the boxes of four rules that no other rule touches. Such a box is a field of a form,
// and no cell of a table.
func (s *tableStage) framePanels() {
	for _, box := range s.ruled.frames {
		if box.Height() >= panelHigh && box.Width() >= panelWide && len(s.panels) < panelsSeen {
			s.panels = append(s.panels, panel{box: box, color: panelWhite | panelDrawn, parent: -1, field: true})
		}
	}
}

// collectPanels lists the painted boxes that are large enough.
func (s *tableStage) collectPanels() {
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if len(s.panels) >= panelsSeen {
			return
		}
		if p.Flags&layout.Unseen != 0 || p.Box.Height() < panelHigh || p.Box.Width() < panelWide || !s.isBox(p) {
			continue
		}
		box := p.Box.Intersect(layout.Rect{X0: 0, Y0: 0, X1: s.c.Width, Y1: s.c.Height})
		if p.Clip >= 0 && int(p.Clip) < len(s.c.Clips) {
			box = box.Intersect(s.c.Clips[p.Clip].Box)
		}
		if box.Height() < panelHigh || box.Width() < panelWide || box.Width()*box.Height() > panelMost*s.c.Width*s.c.Height {
			continue
		}
		s.panels = append(s.panels, panel{box: box, color: s.panelColor(p), parent: -1})
	}
}

// panelColor is the colour of the background that p paints.
func (s *contentStage) panelColor(p *layout.Path) uint32 {
	color, paint := uint32(panelWhite), s.paint(p.Paint)
	if p.Op&layout.Fill != 0 && paint.FillAlpha > 0 {
		color = hex(paint.Fill)
	}
	if p.Op&layout.Stroke != 0 {
		color |= panelDrawn
	}
	return color
}

// isBox reports whether p is a rectangle, perhaps with rounded corners. It has few parts; its straight
// parts are level or upright and make up most of its outline.
func (s *contentStage) isBox(p *layout.Path) bool {
	if p.Rectangle {
		return true
	}
	if p.Count > boxParts {
		return false
	}
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	straight := float32(0)
	var start, at layout.Point
	side := func(to layout.Point) bool {
		w, h := abs(to.X-at.X), abs(to.Y-at.Y)
		straight += w + h
		return min(w, h) <= rulingLean
	}
	for _, g := range s.c.Segments[first:end] {
		switch g.Verb {
		case layout.MoveTo:
			start, at = g.P[0], g.P[0]
		case layout.LineTo:
			if !side(g.P[0]) {
				return false
			}
			at = g.P[0]
		case layout.CurveTo:
			at = g.P[2]
		case layout.Close:
			if !side(start) {
				return false
			}
			at = start
		}
	}
	outline := 2 * (p.Box.Width() + p.Box.Height())
	return straight >= boxStraight*outline && straight <= outline+rulingLean
}

// joinPanels joins boxes that continue each other: some programs paint a background cell by cell or line
// by line. It also joins boxes that are painted twice.
func (s *tableStage) joinPanels() {
	slices.SortStableFunc(s.panels, func(a, b panel) int {
		return cmp.Or(compare(a.box.Y0, b.box.Y0), compare(a.box.Y1, b.box.Y1), compare(a.box.X0, b.box.X0), compare(b.box.X1, a.box.X1))
	})
	s.joinNext(func(a, b *layout.Rect) (same, next bool) {
		same = abs(b.Y0-a.Y0) <= sameSide && abs(b.Y1-a.Y1) <= sameSide
		return same && b.X0-a.X0 <= sameSide && b.X1 <= a.X1+sameSide, same && b.X0 <= a.X1+sameSide
	})
	slices.SortStableFunc(s.panels, func(a, b panel) int {
		return cmp.Or(compare(a.box.X0, b.box.X0), compare(a.box.X1, b.box.X1), compare(a.box.Y0, b.box.Y0), compare(b.box.Y1, a.box.Y1))
	})
	s.joinNext(func(a, b *layout.Rect) (same, next bool) {
		same = abs(b.X0-a.X0) <= sameSide && abs(b.X1-a.X1) <= sameSide
		return same && b.Y0-a.Y0 <= sameSide && b.Y1 <= a.Y1+sameSide, same && b.Y0 <= a.Y1+sameSide
	})
}

// joinNext joins a panel with the one before it if both are the same box, or if it continues that one in
// its colour and neither has a frame.
func (s *tableStage) joinNext(compare func(a, b *layout.Rect) (same, next bool)) {
	kept := s.panels[:1]
	for _, p := range s.panels[1:] {
		last := &kept[len(kept)-1]
		same, next := compare(&last.box, &p.box)
		switch {
		case same:
			last.field, last.drawing = last.field || p.field, last.drawing || p.drawing
			last.color = min(last.color, p.color)&panelWhite | (last.color|p.color)&panelDrawn
		case next && p.color == last.color && p.color&panelDrawn == 0:
			last.box = last.box.Union(p.box)
		default:
			kept = append(kept, p)
		}
	}
	s.panels = kept
}

// nestPanels finds the smallest panel around each panel. The panels are sorted, the largest first.
func (s *tableStage) nestPanels() {
	for i := range s.panels {
		p := &s.panels[i]
		for k := i - 1; k >= 0; k-- {
			if s.panels[k].box.Contains(p.box.Center()) {
				p.parent, p.depth = int32(k), s.panels[k].depth+1
				break
			}
		}
	}
}

// panelAt is the innermost panel at a place of the page; -1: none.
func (s *tableStage) panelAt(at layout.Point) int32 {
	for i := len(s.panels) - 1; i >= 0; i-- {
		if p := &s.panels[i]; p.depth >= 0 && p.box.Contains(at) {
			return int32(i)
		}
	}
	return -1
}

// inField reports whether g stands in a field of a form that is narrower than width. Rules of that length
// run above and below fields; they do not make a table of them.
func (s *tableStage) inField(g *segment, frame int32, width float32) bool {
	if len(s.panels) == 0 {
		return false
	}
	k := s.panelAt(s.frames[frame].pagePoint((g.u0+g.u1)/2, g.v-textMiddle*g.size))
	return k >= 0 && s.panels[k].field && s.panels[k].box.Width() < fieldWide*width
}

// countPanels counts the text of frame f in each panel, and the text beside it.
func (s *tableStage) countPanels(f *frame) {
	segs := s.segments[f.segments.first : f.segments.first+f.segments.count]
	for i := range s.panels {
		s.panels[i].row, s.panels[i].other = -1, -1
	}
	for i := range segs {
		g := &segs[i]
		v := g.v - textMiddle*g.size
		from, to := f.pagePoint(g.u0+g.size/2, v), f.pagePoint(g.u1-g.size/2, v)
		at := f.pagePoint((g.u0+g.u1)/2, v)
		for k := range s.panels {
			if p := &s.panels[k]; p.box.Contains(at) {
				p.hold(g, p.box.Contains(from) && p.box.Contains(to))
			} else if at.Y > p.box.Y0 && at.Y < p.box.Y1 {
				p.neighbour(g)
			}
		}
	}
}

// hold counts segment g, which lies in p.
func (p *panel) hold(g *segment, whole bool) {
	p.chars += g.count
	p.parts++
	if p.row != g.row {
		if p.row, p.rows = g.row, p.rows+1; p.other == g.row {
			p.shared++
		}
	}
	if !whole {
		p.torn++
	}
}

// neighbour counts segment g, which stands beside p.
func (p *panel) neighbour(g *segment) {
	p.beside++
	if p.other == g.row {
		return
	}
	if p.other = g.row; p.row == g.row {
		p.shared++
	}
}

// isCells reports whether a panel shades cells of a table: its texts are short, and few or on the
// baselines of those beside it.
func (p *panel) isCells() bool {
	return !p.field && !p.quote && p.chars < proseChars*p.parts && (p.rows < cellsRows || float32(p.shared) >= cellsShared*float32(p.rows))
}

// keepPanels drops the panels that part no text from other text: panels with nothing beside them, with one
// row, with text that reaches over their sides, and the cells and stripes of tables. Drawings may have one
// row only, and text that reaches over.
func (s *tableStage) keepPanels() {
	for i := range s.panels {
		p := &s.panels[i]
		white := p.color == panelWhite && p.parent < 0
		if p.drawing {
			if p.parts == 0 || p.beside == 0 || p.chars >= drawingChars*p.parts || s.inTable(p.box) {
				p.depth = -1
			}
			continue
		}
		if p.rows < panelRows || p.torn > 0 || p.beside == 0 || white || p.isCells() || s.inTable(p.box) {
			p.depth = -1
		}
	}
	for i := range s.panels {
		p := &s.panels[i]
		for p.parent >= 0 && s.panels[p.parent].depth < 0 {
			p.parent = s.panels[p.parent].parent
		}
		if p.depth < 0 {
			continue
		}
		if p.depth = 0; p.parent >= 0 {
			p.depth = s.panels[p.parent].depth + 1
		}
		if p.depth >= panelDepth {
			p.depth = -1
		}
	}
}

// inTable reports whether a panel is a cell or stripe of a table, or the table itself.
func (s *tableStage) inTable(box layout.Rect) bool {
	for i := range s.grids {
		t := s.grids[i].box(&s.frames[s.grids[i].frame])
		both := t.Intersect(box)
		if both.Width()*both.Height() > tableOverlap*box.Width()*box.Height() {
			return true
		}
	}
	return false
}
