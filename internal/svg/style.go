package svg

import (
	"github.com/pagelift/pagelift/layout"
)

// styleKey identifies a style: what is painted in which way, in which font and size.
type styleKey struct {
	paint int32
	op    layout.PaintOp
	font  int32 // Fonts; -1: a path
	size  int   // size of the font, in hundredths of a point
}

// styleOf returns the attributes of a style, each with a space in front. It returns "" for a black fill.
func (v *canvas) styleOf(key styleKey) string {
	if s, ok := v.styles[key]; ok {
		return s
	}
	p := v.paint(key.paint)
	var out []byte
	if key.font >= 0 {
		out = v.fontStyle(out, key)
	}
	switch {
	case key.op&layout.Fill == 0:
		out = append(out, ` fill="none"`...)
	default:
		out = v.color(out, "fill", p.Fill, p.FillAlpha)
		if key.op&layout.EvenOdd != 0 {
			out = append(out, ` fill-rule="evenodd"`...)
		}
	}
	if key.op&layout.Stroke != 0 {
		out = v.strokeStyle(out, p)
	}
	if v.styles == nil {
		v.styles = map[styleKey]string{}
	}
	v.styles[key] = string(out)
	return v.styles[key]
}

// color appends a paint attribute and its opacity. SVG assumes a black fill by default.
func (v *canvas) color(out []byte, name string, c layout.Color, alpha float32) []byte {
	if v.tint != nil {
		c = *v.tint
	}
	if ref := v.patternID(c); ref != "" {
		out = reference(out, name, ref)
	} else if c = v.meanOf(c); name != "fill" || c.R != 0 || c.G != 0 || c.B != 0 {
		out = append(out, ` `+name+`="`...)
		out = append(hex(out, c.R, c.G, c.B), '"')
	}
	if alpha < 1 {
		out = attribute(out, name+"-opacity", alpha)
	}
	return out
}

// hairline is the width of the thinnest lines in points. A width of 0 means one dot of the device
// (ISO 32000-2 clause 8.4.3.2), and viewers draw no thinner line: a line of a tenth of a point is
// visible there, but would not be in a browser.
const hairline = 0.4

// exactHairline is hairline for a page that must look as printed: one dot at 288 dpi, as viewers
// draw it on good screens.
const exactHairline = 0.25

// lineWidth returns the width of lines with that paint.
func (w *writer) lineWidth(p *layout.Paint) float32 {
	if w.exact {
		return max(p.LineWidth, exactHairline)
	}
	return max(p.LineWidth, hairline)
}

var (
	caps  = [...]string{1: "round", 2: "square"}
	joins = [...]string{1: "round", 2: "bevel"}
)

func (v *canvas) strokeStyle(out []byte, p *layout.Paint) []byte {
	out = v.color(out, "stroke", p.Stroke, p.StrokeAlpha)
	if width := v.lineWidth(p); units(width) != unitsPerPoint {
		out = attribute(out, "stroke-width", width)
	}
	if p.Cap > 0 && int(p.Cap) < len(caps) {
		out = append(out, ` stroke-linecap="`+caps[p.Cap]+`"`...)
	}
	switch {
	case p.Join > 0 && int(p.Join) < len(joins):
		out = append(out, ` stroke-linejoin="`+joins[p.Join]+`"`...)
	case p.Join == 0 && units(p.Miter) != defaultMiter*unitsPerPoint && p.Miter >= 1:
		out = attribute(out, "stroke-miterlimit", p.Miter)
	}
	return dashStyle(out, p)
}

// dashParts is the most parts of a dash pattern that are written. Honest patterns have up to six.
const dashParts = 32

func dashStyle(out []byte, p *layout.Paint) []byte {
	if len(p.Dash) == 0 || len(p.Dash) > dashParts {
		return out
	}
	sum := 0
	for _, d := range p.Dash {
		if !(d >= 0) {
			return out
		}
		sum += units(d)
	}
	if sum == 0 {
		return out
	}
	out = append(out, ` stroke-dasharray="`...)
	for i, d := range p.Dash {
		if i > 0 {
			out = append(out, ' ')
		}
		out = number(out, d)
	}
	out = append(out, '"')
	if units(p.DashPhase) != 0 {
		out = attribute(out, "stroke-dashoffset", p.DashPhase)
	}
	return out
}

// hex appends a colour as #rrggbb, or as #rgb if that is the same.
func hex(out []byte, r, g, b uint8) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '#')
	short := r%17 == 0 && g%17 == 0 && b%17 == 0
	for _, c := range [3]uint8{r, g, b} {
		if !short {
			out = append(out, digits[c>>4])
		}
		out = append(out, digits[c&15])
	}
	return out
}
