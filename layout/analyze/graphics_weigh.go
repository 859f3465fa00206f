package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Running text that covers groundText of a drawing stands on it: the drawing is its ground. A drawing
	// is weak if sentences cover weakText of it, or if it has fewer than leastBent slanted or bent strokes
	// and fewer than leastBars bars. Below plainBent it is weak too if it cuts text by more than cutText
	// points. legendGap is how far from a chart its key stands at most; looseRounds is how often a drawing
	// takes in the strokes that stand so near. A drawing as large as a page is its frame, frameBins bins
	// thick, if at most the share hollow of the bins inside are drawn in. The shorter side of an ornament
	// has at most ornamentSide points: drawn quotation marks have 14 to 22.
	groundText   = 0.3
	frameBins    = 4
	hollow       = 0.02
	weakText     = 0.12
	legendGap    = 14
	ornamentSide = 48
)

// isGround reports whether f is the ground of running text, or the frame of a page.
func (s *figureStage) isGround(f *graphic) bool {
	g := &s.graphics
	text := float32(0)
	for i := range g.texts {
		if t := &g.texts[i]; t.running && mostlyIn(t.box, f.box) {
			text += t.area
		}
	}
	area := f.box.Width() * f.box.Height()
	return !f.marked && (text > groundText*area || area > drawingGround*s.c.Width*s.c.Height && g.isHollow(f.box))
}

// isOrnament reports whether f is small, the document marks all its strokes as artifacts, and no text stands in it: a
// drawn quotation mark, a flourish. A chart has labels.
func (s *figureStage) isOrnament(f *graphic) bool {
	g := &s.graphics
	if f.marked || !s.untagged || min(f.box.Width(), f.box.Height()) > ornamentSide || slices.ContainsFunc(g.texts, func(t textBlock) bool { return mostlyIn(t.box, f.box) }) {
		return false
	}
	marked := false
	if g.work += len(s.c.Paths); g.work > graphicWork {
		return false
	}
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if box, ok := s.drawn(p); !ok || !g.kept[i] || !holdsBox(f.box, box, 0) {
			continue
		}
		if p.Flags&layout.ArtifactRun == 0 {
			return false
		}
		marked = true
	}
	return marked
}

// isHollow reports whether hardly anything is drawn in box, apart from a frame at its edges.
func (g *graphicFinder) isHollow(box layout.Rect) bool {
	c0, r0 := g.bin(box.X0, box.Y0)
	c1, r1 := g.bin(box.X1, box.Y1)
	inside, drawn := 0, 0
	for r := r0 + frameBins; r <= r1-frameBins; r++ {
		for c := c0 + frameBins; c <= c1-frameBins; c++ {
			if inside++; g.bins[r*g.cols+c] != 0 {
				drawn++
			}
		}
	}
	return float32(drawn) <= hollow*float32(inside)
}

// weighGraphic decides whether f is weak. A few strokes that cut through lines of text belong to these; so
// do boxes and rules around text.
func (s *figureStage) weighGraphic(f *graphic) {
	if f.marked {
		return
	}
	f.weak = f.bent < leastBent && f.bars < leastBars && s.outlinesIn(&f.box) < leastOutlines && !s.hasLinks(f)
	g := &s.graphics
	text := float32(0)
	for i := range g.texts {
		t := &g.texts[i]
		in := t.box.Intersect(f.box)
		if t.running || t.long {
			text += in.Width() * in.Height()
		}
		if f.bent < plainBent && f.bars < leastBars && min(in.Width(), in.Height()) > cutText && !holdsBox(f.box, t.box, cutText) {
			f.weak = true
		}
	}
	f.weak = f.weak || text > weakText*f.box.Width()*f.box.Height()
}

// outlinesIn counts the filled shapes in a box that have as many corners as letters, up to leastOutlines.
// Letters may have no bent or slanted stroke:
//
//	##  ##  ######  ##      #####
//	######    ##    ##      ###
//	##  ##    ##    ######  #####
func (s *figureStage) outlinesIn(box *layout.Rect) (n int) {
	for i := 0; i < len(s.c.Paths) && n < leastOutlines && s.graphics.work < graphicWork; i++ {
		s.graphics.work++
		p := &s.c.Paths[i]
		if p.Op&layout.Fill != 0 && !p.Rectangle && p.Count >= outlineSegments && mostlyIn(p.Box, *box) {
			n++
		}
	}
	return n
}
