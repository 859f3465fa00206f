package imaging

import (
	"encoding/binary"
	"math"
)

// profileModel is an ICC profile (ISO 15076-1) as a model.
type profileModel interface {
	model
	size() int // bytes in memory, about
	// simplest is the model itself, or one of the device spaces when the difference
	// cannot be seen.
	simplest(components int) model
}

// profile gives the tags of an ICC profile.
type profile struct{ data []byte }

// Positions in an ICC profile (ISO 15076-1 clause 7).
const (
	profileSpace = 16 // colour space of the components
	profilePCS   = 20 // colour space that it connects to
	profileTags  = 128
	profileTag   = 12 // bytes of a table entry: signature, position, size
)

// maxProfileTags is more tags than any profile has; the standard defines 60.
const maxProfileTags = 256

// readProfile is nil for profiles that are broken, of another number of
// components, or of a kind that is not read.
func readProfile(data []byte, components int) profileModel {
	p := profile{data}
	if profileComponents(data) != components || components == 0 {
		return nil
	}
	// Relative colorimetric is what PDF does by default, perceptual what every
	// profile of tables has.
	for _, name := range []string{"A2B1", "A2B0"} {
		if m := p.lut(p.tag(name), components); m != nil {
			return m
		}
	}
	switch components {
	case 1:
		return p.grayCurve()
	case 3:
		return p.matrixCurves()
	}
	return nil
}

// profileComponents is how many components the colours of a profile have; 0 where that
// is not known.
func profileComponents(data []byte) int {
	if len(data) < profileTags+4 {
		return 0
	}
	spaces := map[string]int{"GRAY": 1, "RGB ": 3, "CMYK": 4}
	return spaces[string(data[profileSpace:profileSpace+4])]
}

// tag is the data of a tag, nil when it is not there.
func (p profile) tag(name string) []byte {
	count := min(int(binary.BigEndian.Uint32(p.data[profileTags:])), maxProfileTags)
	table := p.data[profileTags+4:]
	for range count {
		if len(table) < profileTag {
			return nil
		}
		if string(table[:4]) == name {
			at, size := int64(binary.BigEndian.Uint32(table[4:])), int64(binary.BigEndian.Uint32(table[8:]))
			if at >= int64(len(p.data)) {
				return nil
			}
			return p.data[at:min(at+size, int64(len(p.data)))]
		}
		table = table[profileTag:]
	}
	return nil
}

// fixed is an s15Fixed16Number.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / (1 << 16) }

// d50 is the white of the profile connection space.
var d50 = xyz{0.9642, 1, 0.8249}

// grayModelICC is a gray profile: a curve to light, and white stays white.
type grayModelICC struct{ curve curve }

func (m *grayModelICC) rgb(c components) rgb {
	v := encodeSRGB(m.curve.at(c[0]))
	return rgb{v, v, v}
}

func (m *grayModelICC) size() int { return 8 * len(m.curve) }

func (m *grayModelICC) simplest(n int) model { return plainer(m, n) }

func (p profile) grayCurve() profileModel {
	c := readCurve(p.tag("kTRC"))
	if c == nil {
		return nil
	}
	if string(p.data[profilePCS:profilePCS+4]) == "Lab " { // the curve is of lightness
		lightness := c
		c = formula(func(x float64) float64 { return labDecode((100*lightness.at(x) + 16) / 116) })
	}
	return &grayModelICC{c}
}

// matrixModel is a profile of three curves and a matrix to XYZ (ISO 15076-1
// annex F.3), as of screens and cameras.
type matrixModel struct {
	curves [3]curve
	toRGB  matrix // linear, adapted to D65
	same   bool   // as sRGB
}

func (m *matrixModel) rgb(c components) rgb {
	v := m.toRGB.apply(xyz{m.curves[0].at(c[0]), m.curves[1].at(c[1]), m.curves[2].at(c[2])})
	return rgb{encodeSRGB(v[0]), encodeSRGB(v[1]), encodeSRGB(v[2])}
}

func (m *matrixModel) size() int { return 8 * (len(m.curves[0]) + len(m.curves[1]) + len(m.curves[2])) }

func (m *matrixModel) simplest(int) model {
	if m.same {
		return rgbModel{}
	}
	return m
}

func (p profile) matrixCurves() profileModel {
	var columns matrix
	m := &matrixModel{}
	for i, name := range []string{"rXYZ", "gXYZ", "bXYZ"} {
		t := p.tag(name)
		if len(t) < 20 || string(t[:4]) != "XYZ " {
			return nil
		}
		for row := range 3 {
			columns[3*row+i] = fixed(t[8+4*row:])
		}
	}
	for i, name := range []string{"rTRC", "gTRC", "bTRC"} {
		if m.curves[i] = readCurve(p.tag(name)); m.curves[i] == nil {
			return nil
		}
	}
	m.toRGB = newAdaptation(d50).after(columns)
	_, plain := plainer(m, 3).(rgbModel)
	m.same = plain
	return m
}

// plainDifference is how far a profile may be from a device space to count as it,
// in parts of 1: less than two levels, which nobody sees. The variants of the
// sRGB profile in use differ by less, a curve of gamma 2.2 differs by more.
const plainDifference = 1.9 / 255

// plainer is the device space of n components when m is the same, else m.
func plainer(m model, n int) model {
	const steps = 8
	d := device(n).model
	for i := range steps + 1 {
		for j := range steps + 1 {
			for k := range steps + 1 {
				c := components{float64(i) / steps, float64(j) / steps, float64(k) / steps}
				got, want := m.rgb(c), d.rgb(c)
				for ch := range got {
					if math.Abs(clamp(got[ch], 0, 1)-want[ch]) > plainDifference {
						return m
					}
				}
				if n == 1 {
					break
				}
			}
			if n == 1 {
				break
			}
		}
	}
	return d
}
