package font

import (
	"math"
	"strings"
)

// dvips names the glyphs of TeX's bitmap fonts by their codes only, and does not name the fonts.
// The advance widths show in which encoding the codes are: the widths of TeX's fonts are known, and
// no two encodings have the same (docs/adr/0097-bitmap-fonts-by-their-widths.md).
//
//	code            23  25  61  66  68  78
//	width in dots   18  21  19  27  30  29     a font of 300 dpi
//	cmmi7 * 31.8    18  21  19  27  30  29     ν π / B D N
//	cmr10 * 33.5    25  17  26  24  26  25     ˚ ß = B D N

// texFace is a font of TeX.
type texFace struct {
	encoding numericNames
	widths   []uint16 // by code, in ten-thousandths of an em; 0: none
}

// texEm is the number of units in an em in the widths of a texFace.
const texEm = 10000

const (
	// texMean is the greatest difference between the widths of a font and those of its face in ems,
	// as a root mean square. TeX draws each size of a face anew, and not all sizes are in the
	// table. Between neighbouring sizes it is .001 to .006.
	texMean = 0.008
	// dotMean is the same for widths in whole dots, in dots. Rounding alone makes .29, and METAFONT
	// moves some widths by one dot.
	dotMean = 0.5
	// texWorst and dotWorst are the same for the single width that fits worst.
	texWorst = 0.01
	dotWorst = 1.0
	// texPlain is how many times as large the difference from every other encoding must be. A test drew
	// 39 000 random subsets of text fonts with 3 to 40 codes, of 7 and 10 points at 300 and 600 dpi. At
	// this value none was taken for a mathematical encoding; at 1.5 one in ten thousand was.
	texPlain = 2.0
	// sizeRange is how far the em of a face may be from 1, in ems of the font. It applies to fonts
	// whose widths are not whole dots, since their FontMatrix is that of their size. The widths of
	// cmr12 in a font of 7 points give .96, those of cmss17 in one of 8 points 1.13.
	sizeRange = 0.15
	// wholeDot is how far a width in dots may be from a whole number, after it was multiplied by
	// the FontMatrix and divided by it again.
	wholeDot = 0.02
)

// codeWidth is a code and its width in units of its font.
type codeWidth struct {
	code  byte
	width float64
}

// texFit is how well the widths of a font fit an encoding. It is that of the face that fits best.
type texFit struct {
	mean, worst float64 // differences in units of the font, as for texMean and texWorst
	em          float64 // in units of the font
	possible    bool    // the encoding has all codes
}

// texEncodingOf returns the encoding of a bitmap font of TeX by its widths. n is the text encoding
// that its codes suggest.
func (s *simpleFont) texEncodingOf(n numericNames, unit float64) numericNames {
	font, dots := s.codeWidths(unit)
	if len(font) == 0 {
		return n
	}
	rounding, least, most := 1.0, 0.0, math.Inf(1)
	if !dots {
		rounding, least, most = 0, (1-sizeRange)/unit, (1+sizeRange)/unit
	}
	fits := texFits(font, least, most)
	best := n
	for e, f := range fits {
		if f.possible && (!fits[best].possible || f.mean < fits[best].mean) {
			best = numericNames(e)
		}
	}
	if f := fits[best]; !f.possible || f.mean > texMean*f.em+dotMean*rounding {
		return n
	}
	var may [amsBNames + 1]bool
	rivals := 0
	for e, f := range fits {
		off := texWorst*f.em + dotWorst*rounding
		may[e] = f.possible && f.worst <= off
		if f.possible && f.worst <= texPlain*off && numericNames(e) != best {
			rivals++
		}
	}
	switch {
	case rivals == 0 && len(font) >= minTeX:
		return best
	case len(font) <= fewTeX:
		return loneCodes(font, &may, n)
	}
	return n
}

// codeWidths returns the codes that s names, and their widths. unit is the unit of its glyphs in
// ems. dots reports whether the widths are whole dots.
func (s *simpleFont) codeWidths(unit float64) (list []codeWidth, dots bool) {
	dots = true
	var seen [256]bool
	for _, d := range s.diffs {
		i := int(d.code) - s.firstChar
		if seen[d.code] || d.name == notdef || d.name == "space" || i < 0 || i >= len(s.widths) {
			continue
		}
		w := float64(s.widths[i]) / unit
		if !(w > 0) { // NaN: the file gives no width
			continue
		}
		seen[d.code] = true
		list = append(list, codeWidth{d.code, w})
		dots = dots && math.Abs(w-math.Round(w)) <= wholeDot
	}
	return list, dots
}

// texFits returns the fit of each encoding, for an em of least to most units.
func texFits(font []codeWidth, least, most float64) (fits [amsBNames + 1]texFit) {
	for i := range texFaces {
		face := &texFaces[i]
		f, ok := face.fit(font)
		if best := &fits[face.encoding]; ok && f.em >= least && f.em <= most && (!best.possible || f.mean < best.mean) {
			*best = f
		}
	}
	return fits
}

// fit returns how well the widths of a font are those of face, at the size with the least squares.
func (face *texFace) fit(font []codeWidth) (f texFit, ok bool) {
	product, square := 0.0, 0.0
	for _, c := range font {
		if int(c.code) >= len(face.widths) || face.widths[c.code] == 0 {
			return f, false
		}
		w := float64(face.widths[c.code]) / texEm
		product += w * c.width
		square += w * w
	}
	f = texFit{em: product / square, possible: true}
	for _, c := range font {
		off := math.Abs(c.width - f.em*float64(face.widths[c.code])/texEm)
		f.mean += off * off
		f.worst = max(f.worst, off)
	}
	f.mean = math.Sqrt(f.mean / float64(len(font)))
	return f, true
}

// minTeX is the least number of codes whose widths decide by themselves. A single width fits all encodings.
const minTeX = 2

// fewTeX is the most codes for which the widths may leave the encoding open. A paper may use a font
// of signs only for a minus, a bullet, a brace or a small Greek letter.
const fewTeX = 3

// Codes that stand alone in fonts of mathematics, but hardly ever in fonts of text, which have
// letters besides. Braces come in pairs.
const (
	// − · × ∗ ± • ≤ ≥ ∼ in OMS. In OT1 these codes are the Greek capitals, accents and ß.
	loneSymbols = "\x00\x01\x02\x03\x06\x0f\x14\x15\x18"
	// Greek letters of OML and . , < / >. In OT1 these codes are ligatures, accents, æ, œ, ø, and : ; ¡ ¿.
	loneLetters = "\x0b\x0c\x0d\x0e\x11\x12\x16\x17\x19\x1b\x1c\x1e\x1f:;<>"
)

// firstNorthern to lastNorthern are letters of northern languages in OT1, ligatures in T1, and
// sigma to chi in OML. If T1 does not fit, one Latin letter may stand beside one of them.
const (
	firstNorthern = 27
	lastNorthern  = 31
)

// loneCodes returns the encoding of a font of few codes that fits more than one encoding. The codes
// that stand alone in such fonts decide. It returns n if they do not. may has the encodings that fit.
func loneCodes(font []codeWidth, may *[amsBNames + 1]bool, n numericNames) numericNames {
	symbols, greek, latin := may[symbolNames], true, false
	late := false    // there is a Greek letter from sigma to chi
	var f, g float64 // widths of { and }, which are equal; the letters with these codes have different widths
	for _, c := range font {
		symbols = symbols && (c.code == 'f' || c.code == 'g' || strings.IndexByte(loneSymbols, c.code) >= 0)
		switch c.code {
		case 'f':
			f = c.width
		case 'g':
			g = c.width
		}
		letter := c.code|0x20 >= 'a' && c.code|0x20 <= 'z'
		latin = latin || letter
		greek = greek && (letter || strings.IndexByte(loneLetters, c.code) >= 0)
		late = late || c.code >= firstNorthern && c.code <= lastNorthern
	}
	symbols = symbols && math.Abs(f-g) <= wholeDot
	letters := may[letterNames] && greek && (!latin || late && len(font) == 2 && !may[corkNames])
	switch {
	case symbols:
		return symbolNames
	case letters:
		return letterNames
	}
	return n
}

// TeXEncoding returns the mathematical encoding that the widths of a bitmap font of TeX show, or
// NoTeX for all other fonts.
func (f *Font) TeXEncoding() TeXEncoding {
	if f.simple == nil {
		return NoTeX
	}
	return f.simple.numeric.math()
}
