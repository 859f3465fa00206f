package imaging

import (
	"encoding/binary"
	"math"
)

// curve is a tone curve from 0 to 1, sampled at even steps. nil means no curve.
type curve []float64

// curveSteps is the number of samples for a formula. Between two samples a gamma of 2.4 is a
// straight line to within a tenth of an 8-bit level, except for the first, darkest step.
const curveSteps = 4096

// maxCurve is the most samples of a curve in a file. Those of screens have 1,024 or 4,096.
const maxCurve = 1 << 16

// at returns the value of the curve at x, from 0 to 1.
func (c curve) at(x float64) float64 {
	if len(c) < 2 {
		return x
	}
	p := clamp(x, 0, 1) * float64(len(c)-1)
	i := min(int(p), len(c)-2)
	return c[i] + (c[i+1]-c[i])*(p-float64(i))
}

var identity = curve{0, 1}

// readCurve reads a curveType or a parametricCurveType (ISO 15076-1 clauses 10.6
// and 10.18).
func readCurve(tag []byte) curve {
	c, _ := nextCurve(tag)
	return c
}

// nextCurve also returns the number of bytes of the curve.
func nextCurve(tag []byte) (c curve, size int) {
	if len(tag) < 12 {
		return nil, 0
	}
	switch string(tag[:4]) {
	case "curv":
		return sampledCurve(tag)
	case "para":
		return parametricCurve(tag)
	}
	return nil, 0
}

func sampledCurve(tag []byte) (curve, int) {
	n := int(binary.BigEndian.Uint32(tag[8:]))
	switch {
	case n < 0 || n > maxCurve || len(tag) < 12+2*n:
		return nil, 0
	case n == 0:
		return identity, 12
	case n == 1:
		gamma := float64(binary.BigEndian.Uint16(tag[12:])) / 256
		return formula(func(x float64) float64 { return math.Pow(x, gamma) }), 14
	}
	c := make(curve, n)
	for i := range c {
		c[i] = float64(binary.BigEndian.Uint16(tag[12+2*i:])) / math.MaxUint16
	}
	return c, 12 + 2*n
}

// parametricCurve reads the functions of ISO 15076-1 table 68.
func parametricCurve(tag []byte) (curve, int) {
	counts := [...]int{1, 3, 4, 5, 7}
	kind := int(binary.BigEndian.Uint16(tag[8:]))
	if kind >= len(counts) || len(tag) < 12+4*counts[kind] {
		return nil, 0
	}
	var v [7]float64 // g, a, b, c, d, e, f
	for i := range counts[kind] {
		v[i] = fixed(tag[12+4*i:])
	}
	g, a, b, c, d, e, f := v[0], v[1], v[2], v[3], v[4], v[5], v[6]
	switch kind {
	case 0:
		a, b, c, d = 1, 0, 1, 0
	case 1:
		d, c = -b/nonzero(a), 0
	case 2:
		d, e, f, c = -b/nonzero(a), c, c, 0
	}
	return formula(func(x float64) float64 {
		if x >= d {
			return math.Pow(max(a*x+b, 0), g) + e
		}
		return c*x + f
	}), 12 + 4*counts[kind]
}

func nonzero(v float64) float64 {
	if v == 0 {
		return 1
	}
	return v
}

// formula returns samples of f.
func formula(f func(float64) float64) curve {
	c := make(curve, curveSteps)
	for i := range c {
		v := f(float64(i) / (curveSteps - 1))
		if math.IsNaN(v) {
			v = 0
		}
		c[i] = min(max(v, -1), 2) // finite, and within the range of colours
	}
	return c
}
