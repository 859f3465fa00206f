package analyze

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// drawingPanels makes panels of the plain drawings of the page. The numbers and names in a chart are then
// read by themselves, not in lines with those of the chart beside it.
func (s *tableStage) drawingPanels() {
	for i := range s.drawings.found {
		d := &s.drawings.found[i]
		if len(s.panels) >= panelsSeen || d.box.Width()*d.box.Height() > drawingGround*s.c.Width*s.c.Height {
			continue
		}
		if d.bent < panelBent && !s.hasBars(d.box) {
			continue
		}
		s.panels = append(s.panels, panel{box: s.withAxes(d.box), color: panelWhite | panelDrawn, parent: -1, drawing: true})
	}
}

// hasBars reports whether box has enough boxes without text in them to be a chart.
func (s *tableStage) hasBars(box layout.Rect) bool {
	bars := 0
	for i := range s.areas {
		a := &s.areas[i].box
		if holdsBox(box, *a, 0) && !s.isTextBox(*a) {
			if bars++; bars == leastBars {
				return true
			}
		}
	}
	return false
}

// isTextBox reports whether text stands in box. It reports true once the work for the page is used up.
func (s *tableStage) isTextBox(box layout.Rect) bool {
	if s.ruled.looked > areaWork {
		return true
	}
	return len(s.byWeight) > 0 && s.hasText(&s.frames[s.byWeight[0]], box)
}

// withAxes returns box, joined with the short texts right beside it: the numbers of its axes, and the
// names of the axes beside these.
func (s *tableStage) withAxes(box layout.Rect) layout.Rect {
	for range axisRounds {
		wider := box
		for _, k := range s.byWeight {
			f := &s.frames[k]
			if f.cos != 0 && f.sin != 0 {
				continue
			}
			segs := s.segments[f.segments.first : f.segments.first+f.segments.count]
			if s.ruled.looked += len(segs); s.ruled.looked > areaWork {
				return box
			}
			for i := range segs {
				if g := &segs[i]; g.count <= axisChars && !numbered(s.beginning(g)) {
					if b := f.toPage(g.u0, g.v-2*textMiddle*g.size, g.u1, g.v); standsBeside(&b, &box, axisReach*g.size) {
						wider = wider.Union(b)
					}
				}
			}
		}
		if wider == box {
			break
		}
		box = wider
	}
	return box
}

// beginning returns the first characters of segment g, as many as tell a caption.
func (s *glyphStage) beginning(g *segment) string {
	var text []rune
	for i := g.first; i < g.first+min(g.count, 2*captionWord); i++ {
		c := &s.glyphs[i]
		if c.flags&(spaceBefore|wordStart) != 0 {
			text = append(text, ' ')
		}
		text = append(text, max(c.char, 0))
	}
	return strings.TrimLeft(string(text), " ")
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sideLabel is the share of a drawing's width that a label at its side has at most.
	sideLabel = 0.4
)

// standsBeside reports whether a stands within reach of b, and within its width or
// height.
func standsBeside(a, b *layout.Rect, reach float32) bool {
	if apart(a, b, reach) {
		return false
	}
	return a.X0 >= b.X0-reach && a.X1 <= b.X1+reach || a.Y0 >= b.Y0-reach && a.Y1 <= b.Y1+reach && a.Width() <= sideLabel*b.Width()
}
