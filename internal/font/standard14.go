package font

import (
	"slices"
	"strings"
	"unicode"
)

// stdFace is one of the standard 14 fonts (clause 9.6.2.2). Faces with equal widths share one. Its
// lengths are thousandths of an em.
type stdFace struct {
	name                     string
	ascent, descent, xHeight int16
	runes                    []uint16 // in order
	widths                   []uint16
	boxes                    []int16 // left, lower, right and upper edge of each; empty for all but Symbol
}

// Indexes of faces in stdFaces.
const (
	faceHelvetica = iota
	faceHelveticaBold
	faceTimesRoman
	faceTimesBold
	faceTimesItalic
	faceTimesBoldItalic
	faceCourier
	faceSymbol
	faceZapfDingbats
)

// width returns the advance of the glyph called name in ems, or 0 when the face has none.
func (s *stdFace) width(name string) float32 {
	if i, ok := s.index(name); ok {
		return float32(s.widths[i]) / unitsPerEm
	}
	return 0
}

// box returns the box of the glyph called name, in ems.
func (s *stdFace) box(name string) (low, high Point, ok bool) {
	i, ok := s.index(name)
	if !ok || len(s.boxes) < 4*(i+1) {
		return Point{}, Point{}, false
	}
	ems := func(k int) float32 { return float32(s.boxes[4*i+k]) / unitsPerEm }
	return Point{ems(0), ems(1)}, Point{ems(2), ems(3)}, true
}

// index returns where the face has the glyph called name.
func (s *stdFace) index(name string) (int, bool) {
	m := listText(name)
	if s.name == "ZapfDingbats" {
		m = zapfText(name)
	}
	r := m.r
	switch m.s { // the standard fonts have these two ligatures
	case "fi":
		r = 0xFB01
	case "fl":
		r = 0xFB02
	}
	i, ok := slices.BinarySearch(s.runes, uint16(r))
	return i, ok && r != 0
}

// stdFamilies are the families with standard metrics, and the beginnings of their names in lower
// case without marks. Arial, Times New Roman and Courier New were drawn to the same widths.
var stdFamilies = [...]struct {
	name string
	face int
}{
	{"helvetica", faceHelvetica},
	{"arial", faceHelvetica},
	{"nimbussan", faceHelvetica},
	{"liberationsans", faceHelvetica},
	{"timesnewroman", faceTimesRoman},
	{"times", faceTimesRoman},
	{"nimbusrom", faceTimesRoman},
	{"liberationserif", faceTimesRoman},
	{"couriernew", faceCourier},
	{"courier", faceCourier},
	{"nimbusmon", faceCourier},
	{"liberationmono", faceCourier},
	{"symbol", faceSymbol},
	{"zapfdingbats", faceZapfDingbats},
	{"dingbats", faceZapfDingbats},
}

// standardFace returns the standard font that f is, or that a viewer would use in its place. It
// goes by the name, or else by the flags.
func standardFace(f *Font) *stdFace {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_,", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, f.Name)
	face := faceHelvetica
	switch {
	case f.Mono:
		face = faceCourier
	case f.Serif:
		face = faceTimesRoman
	}
	for _, s := range stdFamilies {
		if strings.HasPrefix(name, s.name) {
			face = s.face
			break
		}
	}
	switch {
	case face == faceHelvetica && f.Bold:
		face = faceHelveticaBold
	case face == faceTimesRoman && f.Bold && f.Italic:
		face = faceTimesBoldItalic
	case face == faceTimesRoman && f.Bold:
		face = faceTimesBold
	case face == faceTimesRoman && f.Italic:
		face = faceTimesItalic
	}
	return &stdFaces[face]
}
