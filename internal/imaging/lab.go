package imaging

import "github.com/pagelift/pagelift/internal/pdf"

// labModel is CIE 1976 L*a*b* (clause 8.6.5.4).
type labModel struct {
	white xyz
	adapt adaptation
}

func (m *labModel) rgb(c components) rgb {
	l := (c[0] + 16) / 116
	return m.adapt.rgb(xyz{
		m.white[0] * labDecode(l+c[1]/500),
		m.white[1] * labDecode(l),
		m.white[2] * labDecode(l-c[2]/200),
	})
}

// labDecode undoes the cube root of L*a*b*. Near black it is a straight line.
func labDecode(x float64) float64 {
	if x >= 6.0/29 {
		return x * x * x
	}
	return 108.0 / 841 * (x - 4.0/29)
}

func (p *spaceParser) lab(a pdf.Array) (*ColorSpace, error) {
	d := p.doc.Dict(a[1])
	white := p.whitePoint(d)
	return newLab(white, p.numbers(d, "Range", []float64{-100, 100, -100, 100})), nil
}

// newLab returns the space with a white point and the ranges r of a* and b*.
func newLab(white xyz, r []float64) *ColorSpace {
	return &ColorSpace{
		Family: "Lab", Components: 3,
		model:   &labModel{white: white, adapt: newAdaptation(white)},
		ranges:  []float64{0, 100, r[0], r[1], r[2], r[3]},
		initial: []float64{0, clamp(0, r[0], r[1]), clamp(0, r[2], r[3])},
	}
}
