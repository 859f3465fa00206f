package svg

import (
	"image/color"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/layout"
)

// ground finds out whether a drawing needs paper below. If a page is shown on a dark ground, a dark
// part of the drawing that lies on nothing may be invisible. A part on a panel of the drawing
// itself does not count. The panel counts if it lies on nothing:
//
//	+--------+
//	| dark   |  on a light panel: can be read       dark  on nothing: needs paper
//	+--------+
type ground struct {
	panels     []layout.Rect
	needsPaper bool
}

// mostPanels is the most panels that are kept. What lies on further panels counts as if it lay on
// nothing. No drawing was seen that had more panels and nothing dark beside them.
const mostPanels = 64

// marks records that something of colour c is painted in box, its visible part.
func (v *canvas) marks(c layout.Color, alpha float32, p *layout.Paint, box layout.Rect) {
	g := v.ground
	if g == nil || g.needsPaper || g.isPanel(box) {
		return
	}
	c = v.meanOf(c)
	g.needsPaper = p.Blend != "" || v.isTiling(c) || imaging.NeedsPaper(color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(255 * min(max(alpha, 0), 1))})
}

// strikes records what op paints.
func (v *canvas) strikes(op layout.PaintOp, p *layout.Paint, box layout.Rect) {
	if op&layout.Fill != 0 {
		v.marks(p.Fill, p.FillAlpha, p, box)
	}
	if op&layout.Stroke != 0 {
		v.marks(p.Stroke, p.StrokeAlpha, p, box)
	}
}

// covers records that something opaque fills box, so that later things there do not lie on nothing.
// A drawing that is white all over has its own paper.
func (v *canvas) covers(c *layout.Color, box layout.Rect) {
	g := v.ground
	if g == nil || g.needsPaper || v.effect != noEffect || len(g.panels) == mostPanels || g.isPanel(box) {
		return
	}
	for i := range v.groups {
		if v.groups[i].written {
			return
		}
	}
	if c != nil && min(c.R, c.G, c.B) >= nearlyWhite && holds(box, v.view, edge) {
		g.needsPaper = true
		return
	}
	g.panels = append(g.panels, box)
}

// nearlyWhite is the darkest value of paper.
const nearlyWhite = 250

// isPanel reports whether box lies on a panel.
func (g *ground) isPanel(box layout.Rect) bool {
	for i := range g.panels {
		if holds(g.panels[i], box, edge) {
			return true
		}
	}
	return false
}

// isTiling reports whether c is a tiling pattern. Nobody knows how dark it is.
func (v *canvas) isTiling(c layout.Color) bool {
	i := c.Pattern - 1
	return i >= 0 && int(i) < len(v.c.Patterns) && v.c.Patterns[i].Tiling
}
