package content

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// markups are functions that draw annotations without an appearance, by subtype, as viewers do (ISO 32000-2
// clauses 12.5.6.7 to 12.5.6.13). startMarkup sets the state before each.
var markups = map[pdf.Name]func(*interp, *pdf.Annotation){
	"Highlight": (*interp).highlight,
	"Underline": (*interp).underline,
	"StrikeOut": (*interp).strikeOut,
	"Squiggly":  (*interp).squiggly,
	"Square":    (*interp).square,
	"Circle":    (*interp).circle,
	"Line":      (*interp).lineMarkup,
	"Polygon":   (*interp).polygon,
	"PolyLine":  (*interp).polyline,
	"Ink":       (*interp).ink,
}

// markup draws an annotation without an appearance, if its subtype needs none.
func (in *interp) markup(a *pdf.Annotation, base *matrix) {
	draw := markups[a.Subtype]
	if draw == nil {
		return
	}
	in.startMarkup(a, base)
	draw(in, a)
}

// startMarkup sets the colours, the opacity and the line of a. Without a colour it has no line, and without an
// interior colour it is not filled.
func (in *interp) startMarkup(a *pdf.Annotation, base *matrix) {
	doc := in.r.doc
	in.gs = initialState(*base)
	g := &in.gs
	g.clipBox = in.pageBox
	g.lineWidth, g.dash = float64(in.frameWidth(a)), in.frameDash(a)
	opacity, ok := doc.Number(a.Dict.Raw("CA"))
	if !ok {
		opacity = 1
	}
	color := func(entry pdf.Name) (layout.Color, float32) {
		c, ok := in.colorOf(doc.Numbers(a.Dict.Raw(entry)))
		if !ok {
			return c, 0
		}
		return c, alpha(opacity)
	}
	g.stroke.color, g.strokeAlpha = color("C")
	g.fill.color, g.fillAlpha = color("IC")
}

// frameDash returns the dashes of the frame around a (clause 12.5.4), or nil if it has none.
func (in *interp) frameDash(a *pdf.Annotation) []float64 {
	doc := in.r.doc
	style := doc.Dict(a.Dict.Raw("BS"))
	switch {
	case doc.Name(style.Raw("S")) == "D":
		if dash := usableDash(doc.Numbers(style.Raw("D"))); dash != nil {
			return dash
		}
		return []float64{usualDash}
	case style.Len() == 0:
		if border := doc.Array(a.Dict.Raw("Border")); len(border) > 3 {
			return usableDash(doc.Numbers(border[3]))
		}
	}
	return nil
}

// usualDash is the length of dashes and gaps if none is given.
const usualDash = 3

// paintMarkup paints the path, with a line and a fill if startMarkup has set them.
func (in *interp) paintMarkup(closed bool) {
	var op layout.PaintOp
	if in.gs.lineWidth > 0 && in.gs.strokeAlpha > 0 {
		op |= layout.Stroke
	}
	if closed && in.gs.fillAlpha > 0 {
		op |= layout.Fill
	}
	in.paintPath(op)
}

// square draws a rectangle. Its line lies inside.
func (in *interp) square(a *pdf.Annotation) {
	b := in.inside(a)
	in.rect(b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0)
	in.paintMarkup(true)
}

// circle draws an ellipse.
func (in *interp) circle(a *pdf.Annotation) {
	b := in.inside(a)
	in.ellipse((b.X0+b.X1)/2, (b.Y0+b.Y1)/2, (b.X1-b.X0)/2, (b.Y1-b.Y0)/2)
	in.paintMarkup(true)
}

// inside returns the rectangle of a, less its differences (RD) and half of its line.
func (in *interp) inside(a *pdf.Annotation) pdf.Box {
	b, half := a.Rect, in.gs.lineWidth/2
	if d := in.r.doc.Numbers(a.Dict.Raw("RD")); len(d) == 4 {
		b.X0, b.Y0, b.X1, b.Y1 = b.X0+d[0], b.Y0+d[1], b.X1-d[2], b.Y1-d[3]
	}
	b.X0, b.Y0, b.X1, b.Y1 = b.X0+half, b.Y0+half, b.X1-half, b.Y1-half
	if b.X0 > b.X1 || b.Y0 > b.Y1 {
		return a.Rect
	}
	return b
}

// arc is the distance of the control points of a quarter circle from its ends, in radii.
const arc = 0.5523

// ellipse adds an ellipse to the path.
func (in *interp) ellipse(x, y, rx, ry float64) {
	in.moveTo(x+rx, y)
	in.curveTo(x+rx, y+arc*ry, x+arc*rx, y+ry, x, y+ry)
	in.curveTo(x-arc*rx, y+ry, x-rx, y+arc*ry, x-rx, y)
	in.curveTo(x-rx, y-arc*ry, x-arc*rx, y-ry, x, y-ry)
	in.curveTo(x+arc*rx, y-ry, x+rx, y-arc*ry, x+rx, y)
	in.closePath()
}

// polygon draws a closed line.
func (in *interp) polygon(a *pdf.Annotation) {
	in.linesThrough(in.r.doc.Numbers(a.Dict.Raw("Vertices")))
	in.closePath()
	in.paintMarkup(true)
}

// polyline draws an open line with its endings.
func (in *interp) polyline(a *pdf.Annotation) {
	in.openLine(a, in.r.doc.Numbers(a.Dict.Raw("Vertices")))
}

// lineMarkup draws a straight line with its endings.
func (in *interp) lineMarkup(a *pdf.Annotation) {
	ends := in.r.doc.Numbers(a.Dict.Raw("L"))
	in.openLine(a, ends[:min(len(ends), 4)])
}

// openLine draws a line through the points v, with its endings.
func (in *interp) openLine(a *pdf.Annotation, v []float64) {
	in.linesThrough(v)
	in.paintMarkup(false)
	n := len(v) &^ 1
	names := in.r.doc.Array(a.Dict.Raw("LE"))
	if n < 4 || len(names) < 2 {
		return
	}
	in.lineEnding(in.r.doc.Name(names[0]), v[2], v[3], v[0], v[1])
	in.lineEnding(in.r.doc.Name(names[1]), v[n-4], v[n-3], v[n-2], v[n-1])
}

// ink draws lines as a pen does, with round ends.
func (in *interp) ink(a *pdf.Annotation) {
	const round = 1 // cap and join
	in.gs.cap, in.gs.join = round, round
	for _, stroke := range in.r.doc.Array(a.Dict.Raw("InkList")) {
		if !in.b.charge(1) {
			return
		}
		in.linesThrough(in.r.doc.Numbers(stroke))
		in.paintMarkup(false)
	}
}

// linesThrough adds lines through the points v to the path.
func (in *interp) linesThrough(v []float64) {
	if !in.b.charge(len(v)) {
		return
	}
	for i := 0; i+1 < len(v); i += 2 {
		if i == 0 {
			in.moveTo(v[0], v[1])
		} else {
			in.lineTo(v[i], v[i+1])
		}
	}
}

// ending is the shape at the end of a line (table 179), for a line that comes from the left to the origin. Its
// unit is the width of the line.
type ending struct {
	points []float64
	closed bool
	radius float64 // of a circle, in place of points
}

// Sizes of endings in line widths. Viewers differ between 5 and 10.
const (
	endingHalf   = 3                  // of shapes that are as wide as they are long
	endingLength = 5.2                // of arrows of 60 degrees
	endingSlant  = 1.5                // of a slash of 30 degrees
	endingRise   = endingLength / 2.0 // of that slash
)

var endings = map[pdf.Name]ending{
	"Square":       {[]float64{-endingHalf, -endingHalf, endingHalf, -endingHalf, endingHalf, endingHalf, -endingHalf, endingHalf}, true, 0},
	"Circle":       {nil, true, endingHalf},
	"Diamond":      {[]float64{-endingHalf, 0, 0, -endingHalf, endingHalf, 0, 0, endingHalf}, true, 0},
	"OpenArrow":    {[]float64{-endingLength, endingHalf, 0, 0, -endingLength, -endingHalf}, false, 0},
	"ClosedArrow":  {[]float64{-endingLength, endingHalf, 0, 0, -endingLength, -endingHalf}, true, 0},
	"ROpenArrow":   {[]float64{endingLength, endingHalf, 0, 0, endingLength, -endingHalf}, false, 0},
	"RClosedArrow": {[]float64{endingLength, endingHalf, 0, 0, endingLength, -endingHalf}, true, 0},
	"Butt":         {[]float64{0, -endingHalf, 0, endingHalf}, false, 0},
	"Slash":        {[]float64{-endingSlant, -endingRise, endingSlant, endingRise}, false, 0},
}

// lineEnding draws an ending at (x, y), for a line that comes from (fromX, fromY).
func (in *interp) lineEnding(name pdf.Name, fromX, fromY, x, y float64) {
	e, ok := endings[name]
	along := math.Hypot(x-fromX, y-fromY)
	g := &in.gs
	if !ok || !(along > 0) || math.IsInf(along, 0) || !(g.lineWidth > 0) {
		return
	}
	outer := in.gs
	cos, sin := (x-fromX)/along*g.lineWidth, (y-fromY)/along*g.lineWidth
	in.concat(matrix{cos, sin, -sin, cos, x, y})
	g.lineWidth, g.dash = 1, nil
	g.restyle()
	if e.radius > 0 {
		in.ellipse(0, 0, e.radius, e.radius)
	}
	in.linesThrough(e.points)
	if e.closed {
		in.closePath()
	}
	in.paintMarkup(e.closed)
	in.gs = outer
}
