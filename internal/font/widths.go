package font

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
)

// maxDots is maxEms for Type 3 fonts, whose em may be any number of units of text space. The fonts
// of TeX have one unit a dot, and an em of 10 points at 8000 dpi is 1107 dots wide.
const maxDots = 1 << 14

// loadWidths reads FirstChar, Widths and MissingWidth (clause 9.6.2.1).
func (s *simpleFont) loadWidths(doc *pdf.Document, f *Font, dict pdf.Dict, d descriptor) {
	scale, most := 1.0/unitsPerEm, float64(maxEms)
	if f.Type3 != nil {
		scale, most = f.Type3.Matrix[0], maxDots
	}
	s.missing = float32(d.missingWidth)
	s.firstChar = doc.Int(dict.Raw("FirstChar"), 0)
	array := doc.Array(dict.Raw("Widths"))
	if s.firstChar < 0 || s.firstChar > 255 {
		f.damage("FirstChar out of range")
		s.firstChar = 0
	}
	array = array[:min(len(array), 256-s.firstChar)]
	if len(array) == 0 {
		return
	}
	widths := make([]float32, len(array))
	some := false
	for i, o := range array {
		w, ok := doc.Number(o)
		if w *= scale; !ok || math.Abs(w) > most {
			w = math.NaN()
		}
		widths[i] = float32(w)
		some = some || w != 0
	}
	if some { // a list of zeros only gives no widths
		s.widths = widths
	}
}

// width returns the advance of code c in ems. The file gives it, or else the program, or else a standard font.
func (s *simpleFont) width(c byte) float32 {
	if i := int(c) - s.firstChar; i >= 0 && i < len(s.widths) && s.widths[i] == s.widths[i] { // not NaN
		return s.widths[i]
	}
	if s.missing != 0 {
		return s.missing
	}
	if p := s.program.get(); p != nil {
		if gid, ok := s.gid(p, c, s.name(c)); ok {
			if w, ok := p.width(gid); ok {
				return w
			}
		}
		return 0
	}
	if s.face != nil {
		return s.face.width(s.name(c))
	}
	return 0
}
