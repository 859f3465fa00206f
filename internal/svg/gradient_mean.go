package svg

import (
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// meanSteps is how many places each way a function of two inputs is looked at.
const meanSteps = 8

// meanOf is one colour for the shading pattern that c is, when it is none that SVG has:
// a mesh, or a function of the place. c is what stays where nothing can be read.
func (v *canvas) meanOf(c layout.Color) layout.Color {
	i := c.Pattern - 1
	if i < 0 || int(i) >= len(v.c.Patterns) || v.c.Patterns[i].Tiling {
		return c
	}
	k := v.c.Patterns[i].Shading
	if k < 0 || int(k) >= len(v.c.Shadings) || v.doc == nil {
		return c
	}
	h, ok := v.c.Shadings[k].Handle.(*content.Shading)
	if !ok {
		return c
	}
	d := v.doc.Dict(h.Object)
	if stops := v.stops(d, h.Resources); len(stops) > 0 {
		return meanStop(stops)
	}
	return v.meanPlace(d, h.Resources, c)
}

func meanStop(stops []stop) layout.Color {
	var r, g, b int
	for _, s := range stops {
		r, g, b = r+int(s.r), g+int(s.g), b+int(s.b)
	}
	n := len(stops)
	return layout.Color{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n)}
}

// meanPlace is the mean of a function of the place over its domain, or the middle of
// the colours that the corners of a mesh may have.
func (v *canvas) meanPlace(d, resources pdf.Dict, c layout.Color) layout.Color {
	space, _ := imaging.ParseColorSpace(v.doc, d.Raw("ColorSpace"), resources)
	f, err := imaging.ParseFunction(v.doc, d.Raw("Function"))
	if err != nil || f.In != 2 {
		decode := v.doc.Numbers(d.Raw("Decode"))
		if len(decode) < 4+2*space.Components || space.Components == 0 {
			return c
		}
		middle := make([]float64, space.Components)
		for i := range middle {
			middle[i] = (decode[4+2*i] + decode[5+2*i]) / 2
		}
		c.R, c.G, c.B = space.RGB(middle)
		return c
	}
	domain := [4]float64{0, 1, 0, 1}
	copy(domain[:], v.doc.Numbers(d.Raw("Domain")))
	values := make([]float64, f.Out)
	var stops []stop
	for n := range meanSteps * meanSteps {
		x, y := (float64(n%meanSteps)+0.5)/meanSteps, (float64(n/meanSteps)+0.5)/meanSteps
		f.Eval([]float64{domain[0] + x*(domain[1]-domain[0]), domain[2] + y*(domain[3]-domain[2])}, values)
		r, g, b := space.RGB(values)
		stops = append(stops, stop{0, r, g, b})
	}
	return meanStop(stops)
}
