package content

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Marks on text. markWidth is the width of their lines in points. The others are in heights of the text: how far
// the round ends of a marker reach, how high an underline lies, and how high the teeth of a squiggly one are.
// Viewers agree to within a point.
const (
	markWidth    = 1
	markerBulge  = 0.25
	underlineAt  = 1.0 / 14
	strikeOutAt  = 1.0 / 2
	squigglyHigh = 1.0 / 7
)

// Teeth of a squiggly line: half of the width of one in points, and the most teeth of a line.
const (
	squigglyStep = 2
	mostTeeth    = 1000
)

// band is a quadrilateral around marked text. Its corners are named as a reader of the text sees them.
type band struct{ lowerLeft, lowerRight, upperRight, upperLeft [2]float64 }

// bandOf returns the band of q. The direction around q tells whether its first side is above the text, as most
// writers have it, or below, as the standard does.
func bandOf(q [8]float64) band {
	p := [4][2]float64{{q[0], q[1]}, {q[2], q[3]}, {q[4], q[5]}, {q[6], q[7]}}
	area := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		area += a[0]*b[1] - b[0]*a[1]
	}
	if area > 0 {
		return band{p[0], p[1], p[2], p[3]}
	}
	return band{p[3], p[2], p[1], p[0]}
}

// at returns a point on the band: along from its left side and above its lower side, both in shares of the band.
func (b *band) at(along, above float64) (x, y float64) {
	mean := func(i int) float64 {
		low := b.lowerLeft[i] + (b.lowerRight[i]-b.lowerLeft[i])*along
		high := b.upperLeft[i] + (b.upperRight[i]-b.upperLeft[i])*along
		return low + (high-low)*above
	}
	return mean(0), mean(1)
}

// sides returns the lengths of the lower and the left side.
func (b *band) sides() (width, height float64) {
	return math.Hypot(b.lowerRight[0]-b.lowerLeft[0], b.lowerRight[1]-b.lowerLeft[1]),
		math.Hypot(b.upperLeft[0]-b.lowerLeft[0], b.upperLeft[1]-b.lowerLeft[1])
}

// highlight lays a colour over text as a marker does, with round ends.
func (in *interp) highlight(a *pdf.Annotation) {
	g := &in.gs
	g.fill, g.fillAlpha, g.blend = g.stroke, g.strokeAlpha, "Multiply"
	g.strokeAlpha = 0
	for _, q := range a.Quads {
		b := bandOf(q)
		width, height := b.sides()
		if !(width > 0) {
			continue
		}
		bulge := markerBulge * height / width
		curve := func(along, beyond, from, to float64) {
			x1, y1 := b.at(beyond, from)
			x2, y2 := b.at(beyond, to)
			x3, y3 := b.at(along, to)
			in.curveTo(x1, y1, x2, y2, x3, y3)
		}
		in.moveTo(b.at(0, 0))
		in.lineTo(b.at(1, 0))
		curve(1, 1+bulge, 0, 1)
		in.lineTo(b.at(0, 1))
		curve(0, -bulge, 1, 0)
		in.closePath()
		in.paintMarkup(true)
	}
}

func (in *interp) underline(a *pdf.Annotation) { in.acrossText(a, underlineAt) }
func (in *interp) strikeOut(a *pdf.Annotation) { in.acrossText(a, strikeOutAt) }

// acrossText draws a line through each quadrilateral.
func (in *interp) acrossText(a *pdf.Annotation, above float64) {
	in.gs.lineWidth, in.gs.dash = markWidth, nil
	for _, q := range a.Quads {
		b := bandOf(q)
		in.moveTo(b.at(0, above))
		in.lineTo(b.at(1, above))
		in.paintMarkup(false)
	}
}

// squiggly draws a zigzag line under the text.
func (in *interp) squiggly(a *pdf.Annotation) {
	in.gs.lineWidth, in.gs.dash = markWidth, nil
	for _, q := range a.Quads {
		b := bandOf(q)
		width, _ := b.sides()
		n := int(min(max(width/squigglyStep, 1), mostTeeth))
		if !in.b.charge(n) {
			return
		}
		in.moveTo(b.at(0, 0))
		for i := 1; i <= n; i++ {
			in.lineTo(b.at(float64(i)/float64(n), squigglyHigh*float64(i%2)))
		}
		in.paintMarkup(false)
	}
}
