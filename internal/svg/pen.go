package svg

import "github.com/pagelift/pagelift/layout"

// pen writes path data (SVG 2 clause 9.3) in relative steps of hundredths. It keeps its place as it
// was written, so that rounding errors do not add up.
type pen struct {
	out            []byte
	x, y           int  // its place
	startX, startY int  // the beginning of the outline
	command        byte // the command that numbers without a letter repeat
	dotted         bool // the last number has a decimal point
	fresh          bool // nothing was drawn since the outline began
}

// path writes the steps of segments. at is the origin.
func (d *pen) path(segments []layout.Segment, at layout.Point) {
	for i := range segments {
		s := &segments[i]
		x, y := units(s.P[0].X-at.X), units(s.P[0].Y-at.Y)
		switch s.Verb {
		case layout.MoveTo:
			d.moveTo(x, y)
		case layout.LineTo:
			d.lineTo(x, y)
		case layout.CurveTo:
			x1, y1 := units(s.P[1].X-at.X), units(s.P[1].Y-at.Y)
			d.curveTo(x, y, x1, y1, units(s.P[2].X-at.X), units(s.P[2].Y-at.Y))
		case layout.Close:
			d.close()
		}
	}
}

// rectangle writes r, clockwise.
func (d *pen) rectangle(r layout.Rect, at layout.Point) {
	x0, y0, x1, y1 := units(r.X0-at.X), units(r.Y0-at.Y), units(r.X1-at.X), units(r.Y1-at.Y)
	d.moveTo(x0, y0)
	d.lineTo(x1, y0)
	d.lineTo(x1, y1)
	d.lineTo(x0, y1)
	d.close()
}

func (d *pen) moveTo(x, y int) {
	d.letter('m')
	d.number(x - d.x)
	d.number(y - d.y)
	d.command = 'l' // numbers behind a move without a letter are lines
	d.x, d.y, d.startX, d.startY, d.fresh = x, y, x, y, true
}

// lineTo draws a line. A line of no length is a dot if it is alone; behind other lines it is left out.
func (d *pen) lineTo(x, y int) {
	switch dx, dy := x-d.x, y-d.y; {
	case dx == 0 && dy == 0:
		if !d.fresh {
			return
		}
		d.letter('h')
		d.number(0)
	case dy == 0:
		d.letter('h')
		d.number(dx)
	case dx == 0:
		d.letter('v')
		d.number(dy)
	default:
		d.letter('l')
		d.number(dx)
		d.number(dy)
	}
	d.x, d.y, d.fresh = x, y, false
}

func (d *pen) curveTo(x1, y1, x2, y2, x, y int) {
	d.letter('c')
	for _, n := range [6]int{x1 - d.x, y1 - d.y, x2 - d.x, y2 - d.y, x - d.x, y - d.y} {
		d.number(n)
	}
	d.x, d.y, d.fresh = x, y, false
}

func (d *pen) close() {
	d.letter('z')
	d.command = 0
	d.x, d.y, d.fresh = d.startX, d.startY, true
}

// letter writes a command, unless numbers without a letter repeat it.
func (d *pen) letter(c byte) {
	if c == d.command && c != 'm' {
		return
	}
	d.out = append(d.out, c)
	d.command, d.dotted = c, false
}

// number writes a number. It writes a space in front only if the number would otherwise be part of
// the one before.
func (d *pen) number(n int) {
	last := d.out[len(d.out)-1]
	point := n%unitsPerPoint != 0
	bare := n > 0 && n < unitsPerPoint // it begins with its decimal point
	if last >= '0' && last <= '9' && n >= 0 && !(bare && d.dotted) {
		d.out = append(d.out, ' ')
	}
	d.out = hundredths(d.out, n)
	d.dotted = point
}
