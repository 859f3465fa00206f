package imaging

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// ColorSpace is a colour space (ISO 32000-2 clause 8.6). It is immutable and may
// be used by several goroutines.
type ColorSpace struct {
	Family     pdf.Name // DeviceRGB, ICCBased, Separation, Pattern, ...
	Components int
	Base       *ColorSpace // Indexed, Pattern: the underlying space; else nil

	// Invisible is set for Separation and DeviceN spaces that have only the colorant None. They
	// paint nothing (clause 8.6.6.4).
	Invisible bool

	model   model
	ranges  []float64 // lowest and highest value of each component; nil: 0 to 1
	initial []float64 // nil: all 0
}

// components holds the components of a colour; unused ones are 0. It is passed by value, so that no
// conversion allocates.
type components [limits.Components]float64

// rgb is a colour in sRGB, 0 to 1, not yet clipped.
type rgb [3]float64

// model is the arithmetic of a family. Its components are within their range.
type model interface {
	rgb(c components) rgb
}

// Initial returns the components of the initial colour of the space (clause 8.6.8). The caller owns them.
func (cs *ColorSpace) Initial() []float64 {
	c := make([]float64, cs.Components)
	copy(c, cs.initial)
	return c
}

// RGB returns the sRGB colour of the components c. Missing components are 0, and those out of range
// become the nearest end of it. A Pattern space has the colours of its underlying space, in which
// uncoloured patterns are painted.
func (cs *ColorSpace) RGB(c []float64) (r, g, b uint8) {
	switch cs.model.(type) { // nearly all colours are in one of these two
	case grayModel:
		if len(c) > 0 && cs.Components > 0 {
			v := byteOf(c[0])
			return v, v, v
		}
	case rgbModel:
		if len(c) >= 3 {
			return byteOf(c[0]), byteOf(c[1]), byteOf(c[2])
		}
	}
	v := cs.convert(c)
	return byteOf(v[0]), byteOf(v[1]), byteOf(v[2])
}

func (cs *ColorSpace) convert(c []float64) rgb {
	var in components
	n := min(len(c), cs.Components, len(in))
	for i := range n {
		lo, hi := cs.rangeOf(i)
		in[i] = clamp(c[i], lo, hi)
	}
	return cs.model.rgb(in)
}

// rangeOf returns the lowest and highest value of component i. The samples of an image decode to
// this range by default (clause 8.9.5.2).
func (cs *ColorSpace) rangeOf(i int) (lo, hi float64) {
	if 2*i+1 < len(cs.ranges) {
		return cs.ranges[2*i], cs.ranges[2*i+1]
	}
	return 0, 1
}

// clamp returns v within lo and hi. NaN becomes lo.
func clamp(v, lo, hi float64) float64 {
	if !(v > lo) {
		return lo
	}
	return min(v, hi)
}

func byteOf(v float64) uint8 { return uint8(255*clamp(v, 0, 1) + 0.5) }

// The device spaces have no parameters and are shared.
var (
	deviceGray = &ColorSpace{Family: "DeviceGray", Components: 1, model: grayModel{}}
	deviceRGB  = &ColorSpace{Family: "DeviceRGB", Components: 3, model: rgbModel{}}
	deviceCMYK = &ColorSpace{Family: "DeviceCMYK", Components: 4, model: cmykModel{}, initial: []float64{0, 0, 0, 1}}
	pattern    = &ColorSpace{Family: "Pattern", model: grayModel{}}
)

// device returns the device space of n components. It returns gray for numbers without one.
func device(n int) *ColorSpace {
	switch n {
	case 3:
		return deviceRGB
	case 4:
		return deviceCMYK
	}
	return deviceGray
}

type grayModel struct{}

func (grayModel) rgb(c components) rgb { return rgb{c[0], c[0], c[0]} }

type rgbModel struct{}

func (rgbModel) rgb(c components) rgb { return rgb{c[0], c[1], c[2]} }
