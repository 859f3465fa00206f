package shading

import (
	"image/color"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// places is a function of the position (clause 8.7.4.5.2).
type places struct {
	space    *imaging.ColorSpace
	function *imaging.Function
	domain   [4]float64 // x0 x1 y0 y1
	m        Matrix     // from the domain to the space of the shading
}

func (s *Shading) readPlaces(doc *pdf.Document, d pdf.Dict, space *imaging.ColorSpace, f *imaging.Function) error {
	if f == nil || f.In != 2 {
		return ErrKind
	}
	p := &places{space: space, function: f, domain: [4]float64{0, 1, 0, 1}, m: Matrix{1, 0, 0, 1, 0, 0}}
	if list := doc.Numbers(d.Raw("Domain")); len(list) >= 4 {
		copy(p.domain[:], list)
	}
	if list := doc.Numbers(d.Raw("Matrix")); len(list) >= 6 {
		copy(p.m[:], list)
	}
	for i, corner := range [4]Point{{p.domain[0], p.domain[2]}, {p.domain[1], p.domain[2]}, {p.domain[0], p.domain[3]}, {p.domain[1], p.domain[3]}} {
		s.cover(p.m.Apply(corner), i == 0)
	}
	s.painter = p
	return nil
}

func (p *places) paint(c *raster, to Matrix) {
	back, ok := to.after(p.m).inverse()
	if !ok {
		return
	}
	values, in := make([]float64, p.function.Out), make([]float64, 2)
	size := c.img.Rect.Size()
	for y := range size.Y {
		if !c.goesOn(size.X) {
			return
		}
		for x := range size.X {
			at := back.Apply(Point{float64(x) + 0.5, float64(y) + 0.5})
			if !(at.X >= p.domain[0] && at.X <= p.domain[1] && at.Y >= p.domain[2] && at.Y <= p.domain[3]) {
				continue
			}
			in[0], in[1] = at.X, at.Y
			p.function.Eval(in, values)
			r, g, b := p.space.RGB(values)
			c.img.SetNRGBA(x, y, color.NRGBA{r, g, b, 0xFF})
		}
	}
}
