package imaging

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
)

// xyz is a colour in CIE 1931 XYZ.
type xyz [3]float64

// matrix is a 3 by 3 matrix, row by row.
type matrix [9]float64

func (m *matrix) apply(v xyz) xyz {
	return xyz{
		m[0]*v[0] + m[1]*v[1] + m[2]*v[2],
		m[3]*v[0] + m[4]*v[1] + m[5]*v[2],
		m[6]*v[0] + m[7]*v[1] + m[8]*v[2],
	}
}

// d65 is the white point of sRGB (IEC 61966-2-1).
var d65 = xyz{0.9505, 1, 1.089}

var (
	// xyzToRGB converts XYZ under D65 to linear sRGB.
	xyzToRGB = matrix{
		3.2406, -1.5372, -0.4986,
		-0.9689, 1.8758, 0.0415,
		0.0557, -0.2040, 1.0570,
	}
	// bradford converts XYZ to the cone responses in which white points are adapted.
	bradford = matrix{
		0.8951, 0.2664, -0.1614,
		-0.7502, 1.7135, 0.0367,
		0.0389, -0.0685, 1.0296,
	}
	bradfordInverse = matrix{
		0.9869929, -0.1470543, 0.1599627,
		0.4323053, 0.5183603, 0.0492912,
		-0.0085287, 0.0400428, 0.9684867,
	}
)

// adaptation converts colours seen under one white to sRGB, such that this white becomes white (clause
// 8.6.5.9, relative colorimetric). It ignores BlackPoint, since that of screens is not worth mapping.
type adaptation struct{ gain xyz }

func newAdaptation(white xyz) adaptation {
	from, to := bradford.apply(white), bradford.apply(d65)
	var a adaptation
	for i := range a.gain {
		a.gain[i] = to[i] / from[i]
	}
	return a
}

// linear converts v to linear sRGB.
func (a *adaptation) linear(v xyz) xyz {
	cone := bradford.apply(v)
	for i := range cone {
		cone[i] *= a.gain[i]
	}
	return xyzToRGB.apply(bradfordInverse.apply(cone))
}

// after returns the matrix that does m, which converts to XYZ, and then converts to linear sRGB.
func (a adaptation) after(m matrix) (out matrix) {
	for i := range 3 { // the images of the unit vectors are the columns
		v := a.linear(xyz{m[i], m[3+i], m[6+i]})
		out[i], out[3+i], out[6+i] = v[0], v[1], v[2]
	}
	return out
}

func (a *adaptation) rgb(v xyz) rgb {
	linear := a.linear(v)
	return rgb{encodeSRGB(linear[0]), encodeSRGB(linear[1]), encodeSRGB(linear[2])}
}

// encodeSRGB applies the transfer function of sRGB.
func encodeSRGB(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// whitePoint returns the WhitePoint of a CIE-based space, or D65 when it is missing or impossible.
// Y must be 1 and the others positive (table 62).
func (p *spaceParser) whitePoint(d pdf.Dict) xyz {
	const lowest, highest = 0.1, 10 // beyond all illuminants
	w := p.doc.Numbers(d.Raw("WhitePoint"))
	if len(w) != 3 {
		return d65
	}
	for _, v := range w {
		if !(v >= lowest && v <= highest) {
			return d65
		}
	}
	return xyz(w)
}

// numbers returns the numbers at key if there are exactly as many as in def, and def otherwise.
func (p *spaceParser) numbers(d pdf.Dict, key pdf.Name, def []float64) []float64 {
	n := p.doc.Numbers(d.Raw(key))
	if len(n) != len(def) {
		return def
	}
	for _, v := range n {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return def
		}
	}
	return n
}

// calGrayModel is CalGray (clause 8.6.5.2). Gray stays neutral under every white.
type calGrayModel struct{ gamma float64 }

func (m calGrayModel) rgb(c components) rgb {
	v := encodeSRGB(math.Pow(c[0], m.gamma))
	return rgb{v, v, v}
}

func (p *spaceParser) calGray(a pdf.Array) (*ColorSpace, error) {
	gamma := 1.0
	if g, ok := p.doc.Number(p.doc.Dict(a[1]).Raw("Gamma")); ok && g > 0 {
		gamma = g
	}
	return &ColorSpace{Family: "CalGray", Components: 1, model: calGrayModel{gamma}}, nil
}

// calRGBModel is CalRGB (clause 8.6.5.3).
type calRGBModel struct {
	gamma [3]float64
	toRGB matrix // linear, adapted to D65
}

// light returns the amount of light for value v of component i, from 0 to 1.
func (m *calRGBModel) light(i int, v float64) float64 { return math.Pow(v, m.gamma[i]) }

func (m *calRGBModel) rgb(c components) rgb {
	v := m.toRGB.apply(xyz{m.light(0, c[0]), m.light(1, c[1]), m.light(2, c[2])})
	return rgb{encodeSRGB(v[0]), encodeSRGB(v[1]), encodeSRGB(v[2])}
}

func (p *spaceParser) calRGB(a pdf.Array) (*ColorSpace, error) {
	d := p.doc.Dict(a[1])
	g := p.numbers(d, "Gamma", []float64{1, 1, 1})
	t := p.numbers(d, "Matrix", []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	m := &calRGBModel{
		gamma: [3]float64{max(g[0], 0), max(g[1], 0), max(g[2], 0)},
		// The file gives the matrix by columns.
		toRGB: newAdaptation(p.whitePoint(d)).after(matrix{t[0], t[3], t[6], t[1], t[4], t[7], t[2], t[5], t[8]}),
	}
	return &ColorSpace{Family: "CalRGB", Components: 3, model: m}, nil
}
