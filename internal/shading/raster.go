package shading

import (
	"context"
	"image"
	"math"
)

// raster is the image that is painted.
type raster struct {
	ctx  context.Context
	img  *image.NRGBA
	left int // how many pixels may still be examined
}

// goesOn counts n pixels, and reports whether painting may go on.
func (c *raster) goesOn(n int) bool {
	c.left -= n
	return c.left >= 0 && c.ctx.Err() == nil
}

// corner is a corner of a triangle, in pixels.
type corner struct {
	Point
	shade
}

// seam is how far a triangle reaches over its edges, in pixels. Adjacent patches are divided into
// pieces of different lengths, which would leave gaps between them.
const seam = 0.5

// triangle paints a triangle. Its colours change gradually from corner to corner.
func (c *raster) triangle(p *palette, t [3]corner) bool {
	size := c.img.Rect.Size()
	x0, x1 := span(min(t[0].X, t[1].X, t[2].X), max(t[0].X, t[1].X, t[2].X), size.X)
	y0, y1 := span(min(t[0].Y, t[1].Y, t[2].Y), max(t[0].Y, t[1].Y, t[2].Y), size.Y)
	area := (t[1].X-t[0].X)*(t[2].Y-t[0].Y) - (t[2].X-t[0].X)*(t[1].Y-t[0].Y)
	if x0 >= x1 || y0 >= y1 || !(math.Abs(area) > 0) {
		return c.goesOn(1)
	}
	if !c.goesOn((x1 - x0) * (y1 - y0)) {
		return false
	}
	// The share of a corner falls from one at the corner to zero at the opposite edge.
	slack := [3]float64{-seam * t[1].to(t[2]) / math.Abs(area), -seam * t[2].to(t[0]) / math.Abs(area), -seam * t[0].to(t[1]) / math.Abs(area)}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			b := ((px-t[0].X)*(t[2].Y-t[0].Y) - (t[2].X-t[0].X)*(py-t[0].Y)) / area
			d := ((t[1].X-t[0].X)*(py-t[0].Y) - (px-t[0].X)*(t[1].Y-t[0].Y)) / area
			a := 1 - b - d
			if !(a >= slack[0] && b >= slack[1] && d >= slack[2]) {
				continue
			}
			a, b, d = max(a, 0), max(b, 0), max(d, 0) // outside of the triangle the colour is that of the edge
			all := a + b + d
			var s shade
			for i := range s {
				s[i] = (a*t[0].shade[i] + b*t[1].shade[i] + d*t[2].shade[i]) / all
			}
			c.img.SetNRGBA(x, y, p.color(s))
		}
	}
	return true
}

// to returns the distance from a to b.
func (a corner) to(b corner) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// span returns the range of the n pixels whose middles may lie between a and b.
func span(a, b float64, n int) (from, to int) {
	if !(a <= b) {
		return 0, 0
	}
	return int(min(max(math.Floor(a-0.5-seam), 0), float64(n))), int(min(max(math.Ceil(b+0.5+seam), 0), float64(n)))
}
