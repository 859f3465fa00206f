package shading

import (
	"context"
	"image"
	"math"
)

// raster is what is painted on.
type raster struct {
	ctx  context.Context
	img  *image.NRGBA
	left int // pixels that may still be looked at
}

// goesOn pays for looking at n pixels.
func (c *raster) goesOn(n int) bool {
	c.left -= n
	return c.left >= 0 && c.ctx.Err() == nil
}

// corner is a corner of a triangle, in pixels.
type corner struct {
	Point
	shade
}

// seam is how far in pixels a triangle reaches over its edges. Patches side by side are cut
// into pieces of other lengths, between which a gap would be left open.
const seam = 0.5

// triangle paints a triangle whose colours pass from corner to corner.
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
	// The share of each corner falls by one from there to the edge across.
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
			a, b, d = max(a, 0), max(b, 0), max(d, 0) // as on the edge
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

// to returns how far b is from a.
func (a corner) to(b corner) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// span returns the pixels from a to b whose middles may lie between or near, of n.
func span(a, b float64, n int) (from, to int) {
	if !(a <= b) {
		return 0, 0
	}
	return int(min(max(math.Floor(a-0.5-seam), 0), float64(n))), int(min(max(math.Ceil(b+0.5+seam), 0), float64(n)))
}
