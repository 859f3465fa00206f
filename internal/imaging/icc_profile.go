package imaging

import (
	"encoding/binary"
	"math"
)

// profileModel is the model of an ICC profile (ISO 15076-1).
type profileModel interface {
	model
	size() int // approximate bytes in memory
	// simplest returns the model itself, or a device space if the difference is invisible.
	simplest(components int) model
}

// profile returns the tags of an ICC profile.
type profile struct{ data []byte }

// Positions in an ICC profile (ISO 15076-1 clause 7).
const (
	profileSpace = 16 // colour space of the components
	profilePCS   = 20 // the connection space
	profileTags  = 128
	profileTag   = 12 // bytes of a table entry: signature, position, size
)

// maxProfileTags is more than the number of tags of any profile. The standard defines 60.
const maxProfileTags = 256

// readProfile returns nil for profiles that are broken, have another number of components, or are
// of a kind that is not read.
func readProfile(data []byte, components int) profileModel {
	p := profile{data}
	if profileComponents(data) != components || components == 0 {
		return nil
	}
	// Relative colorimetric is the default of PDF. Every profile with tables has perceptual.
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

// profileComponents returns the number of components of a profile, or 0 when it is unknown.
func profileComponents(data []byte) int {
	if len(data) < profileTags+4 {
		return 0
	}
	spaces := map[string]int{"GRAY": 1, "RGB ": 3, "CMYK": 4}
	return spaces[string(data[profileSpace:profileSpace+4])]
}

// tag returns the data of a tag, or nil when it is not there.
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

// fixed returns an s15Fixed16Number.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / (1 << 16) }

// d50 is the white of the profile connection space.
var d50 = xyz{0.9642, 1, 0.8249}

// grayModelICC is a gray profile: a curve from gray to light, with white kept white.
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
	if string(p.data[profilePCS:profilePCS+4]) == "Lab " { // the curve gives lightness
		lightness := c
		c = formula(func(x float64) float64 { return labDecode((100*lightness.at(x) + 16) / 116) })
	}
	return &grayModelICC{c}
}

// matrixModel is a profile of three curves and a matrix to XYZ (ISO 15076-1 annex F.3), such as
// those of screens and cameras.
type matrixModel struct {
	curves [3]curve
	toRGB  matrix // linear, adapted to D65
	same   bool   // it looks like sRGB
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

// plainDifference is the greatest difference between a profile and a device space that replaces it,
// on a scale of 1: less than two levels, which nobody sees. The variants of the sRGB profile in use
// differ by less. A curve of gamma 2.2 differs by more.
const plainDifference = 1.9 / 255

// plainer returns the device space of n components if m looks the same, else m.
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
