package svg

import (
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/layout"
)

// meanOf returns one colour that replaces the shading pattern c, which cannot be shown. It returns
// c if it cannot read the shading.
func (v *canvas) meanOf(c layout.Color) layout.Color {
	i := c.Pattern - 1
	if i < 0 || int(i) >= len(v.c.Patterns) || v.c.Patterns[i].Tiling {
		return c
	}
	return v.meanOfShading(v.c.Patterns[i].Shading, c)
}

// meanOfShading returns one colour for shading k, or c.
func (v *canvas) meanOfShading(k int32, c layout.Color) layout.Color {
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
	return c
}

func meanStop(stops []stop) layout.Color {
	var r, g, b int
	for _, s := range stops {
		r, g, b = r+int(s.r), g+int(s.g), b+int(s.b)
	}
	n := len(stops)
	return layout.Color{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n)}
}
