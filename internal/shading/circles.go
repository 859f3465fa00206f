package shading

import (
	"errors"
	"image/color"
	"math"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// circles is a radial shading (clause 8.7.4.5.4): circles from a first to a last one, each with a
// colour. Later circles cover earlier ones.
type circles struct {
	x, y, r    float64 // the first circle
	dx, dy, dr float64 // the difference between the last circle and the first
	extend     [2]bool // the circles continue before the first and behind the last
	table      *palette
}

var errCircles = errors.New("shading: circles that cannot be read")

func (s *Shading) readCircles(doc *pdf.Document, d pdf.Dict, space *imaging.ColorSpace, f *imaging.Function) error {
	at := doc.Numbers(d.Raw("Coords"))
	if len(at) < 6 || f == nil || f.In != 1 || !(at[2] >= 0 && at[5] >= 0) {
		return errCircles
	}
	c := &circles{x: at[0], y: at[1], r: at[2], dx: at[3] - at[0], dy: at[4] - at[1], dr: at[5] - at[2]}
	for i, o := range doc.Array(d.Raw("Extend")) {
		if i < len(c.extend) {
			c.extend[i] = doc.Bool(o, false)
		}
	}
	domain := doc.Numbers(d.Raw("Domain"))
	if len(domain) < 2 {
		domain = []float64{0, 1}
	}
	c.table = newTable(space, f, domain[0], domain[1])
	reach := 0.0 // how far the paint reaches beyond both circles
	if c.extend[0] || c.extend[1] {
		reach = everywhere
	}
	s.cover(Point{min(at[0]-at[2], at[3]-at[5]) - reach, min(at[1]-at[2], at[4]-at[5]) - reach}, true)
	s.cover(Point{max(at[0]+at[2], at[3]+at[5]) + reach, max(at[1]+at[2], at[4]+at[5]) + reach}, false)
	s.painter = c
	return nil
}

// everywhere is farther than any page reaches in any space.
const everywhere = 1e7

func (c *circles) paint(on *raster, to Matrix) {
	back, ok := to.inverse()
	if !ok {
		return
	}
	size := on.img.Rect.Size()
	for y := range size.Y {
		if !on.goesOn(size.X) {
			return
		}
		for x := range size.X {
			if col, ok := c.at(back.Apply(Point{float64(x) + 0.5, float64(y) + 0.5})); ok {
				on.img.SetNRGBA(x, y, col)
			}
		}
	}
}

// at returns the colour of the last circle through p. The circle at s goes through p if (p - c(s))² = r(s)².
func (c *circles) at(p Point) (color.NRGBA, bool) {
	x, y := p.X-c.x, p.Y-c.y
	a := c.dx*c.dx + c.dy*c.dy - c.dr*c.dr
	b := x*c.dx + y*c.dy + c.r*c.dr
	q := x*x + y*y - c.r*c.r
	var roots [2]float64
	if math.Abs(a) < 1e-9 {
		if b == 0 {
			return color.NRGBA{}, false
		}
		roots[0] = q / (2 * b)
		roots[1] = roots[0]
	} else {
		d := b*b - a*q
		if d < 0 {
			return color.NRGBA{}, false
		}
		root := math.Sqrt(d)
		roots[0], roots[1] = max((b+root)/a, (b-root)/a), min((b+root)/a, (b-root)/a)
	}
	for _, s := range roots {
		if c.r+s*c.dr < 0 || s < 0 && !c.extend[0] || s > 1 && !c.extend[1] {
			continue
		}
		return c.table.color(shade{min(max(s, 0), 1) * (paletteSteps - 1)}), true
	}
	return color.NRGBA{}, false
}
