package analyze

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// mathFacts is how much of a band is mathematics.
type mathFacts struct {
	letters int // letters of ordinary text
	maths   int // letters of fonts of mathematics, and signs that only formulas have
	typed   int // letters of a fixed-width font
	big     int // lines with signs that grow: sums, integrals, tall brackets
	numbers int // lines that end in a number in brackets, alone in the last column
	lines   int
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Mathematics has formulaMost of the letters of a formula; formulaSome if formulaBig of its lines have
	// growing signs or its number stands behind it; formulaRuled between formulaRules rules. Where
	// formulaTyped of the letters are of fixed width, they name signs instead. Chosen on the displays and
	// the tables of signs of a book on LaTeX and a manual of mathematics: 27 displays are no tables any
	// more, and no table of the documents tuned on went.
	formulaMost  = 0.6
	formulaSome  = 0.2
	formulaBig   = 0.3
	formulaRules = 3
	formulaRuled = 0.8
	formulaTyped = 0.3
)

// isFormula reports whether the band is a display formula. Its fractions, matrices and aligned signs leave
// channels as cells do:
//
//	x  =  a + b        (3)
//	y  =  c            (4)
//
// Tables of signs say in other letters what each sign means. In tables of values the numbers outweigh the
// letters.
func (a *columnStage) isFormula() bool {
	f := a.maths()
	if f.maths == 0 || float32(f.typed) > formulaTyped*float32(f.letters+f.typed) {
		return false
	}
	part := float32(f.maths) / float32(f.maths+f.letters)
	switch {
	case a.rulesN >= formulaRules:
		return part >= formulaRuled && f.big > 0
	case float32(f.big) >= formulaBig*float32(f.lines):
		return part >= formulaSome
	case f.numbers > 0 && f.numbers == a.partsIn(int32(len(a.cols)-1)):
		return part >= formulaSome
	}
	return part >= formulaMost
}

// maths counts the mathematics among the characters of the band, by character and font.
func (a *columnStage) maths() mathFacts {
	var f mathFacts
	f.lines = len(a.band)
	a.mathFont = nil
	for i := range a.band {
		l := &a.band[i]
		big := false
		for _, p := range a.parts[l.first:l.end] {
			big = a.addMaths(&f, &p) || big
		}
		if big {
			f.big++
		}
		if l.first < l.end && a.isEquationNumber(&a.parts[l.end-1]) {
			f.numbers++
		}
	}
	return f
}

// addMaths counts the characters of p and reports whether one grows with what it holds.
func (a *partStage) addMaths(f *mathFacts, p *alignedPart) (big bool) {
	run, math, mono := int32(-1), false, false
	for _, c := range a.s.glyphs[p.first : p.first+p.count] {
		if c.run != run {
			run = c.run
			math, mono = false, false
			if font := a.s.font(run); font != nil {
				if font != a.mathFont {
					a.mathFont, a.isMath = font, isMathFont(font.Name)
				}
				math, mono = a.isMath, font.Mono
			}
		}
		r := a.s.firstRune(c.char)
		switch {
		case r < utf8.RuneSelf && !chars.IsLetter(r):
		case isBigSign(r):
			big = true
			f.maths++
		case isMathLetter(r), math && chars.IsLetter(r):
			f.maths++
		case chars.IsLetter(r) && mono:
			f.typed++
		case chars.IsLetter(r):
			f.letters++
		}
	}
	return big
}

// isEquationNumber reports whether p is "(3)", "(2.14)" or "(A.3)" alone in the last column.
func (a *columnStage) isEquationNumber(p *alignedPart) bool {
	if p.col == 0 || int(p.end) != len(a.cols) || p.count < 3 || p.count > labelRunes || a.lastOf(p) != ')' {
		return false
	}
	glyphs := a.s.glyphs[p.first : p.first+p.count]
	if a.s.firstRune(glyphs[0].char) != '(' {
		return false
	}
	digits := 0
	for _, c := range glyphs[1 : len(glyphs)-1] {
		switch r := a.s.firstRune(c.char); {
		case chars.IsDigit(r):
			digits++
		case r != '.' && r != '-' && !chars.IsLetter(r):
			return false
		}
	}
	return digits > 0
}

// partsIn counts the parts of the band in one column.
func (a *bandStage) partsIn(col int32) int {
	n := 0
	for i := range a.band {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if p.end-p.col == 1 && p.col == col {
				n++
			}
		}
	}
	return n
}

// mathFonts are the beginnings of the names of fonts that hold nothing but
// mathematics, in capital letters: those of TeX, AMS, MathTime and Fourier.
var mathFonts = []string{
	"CMMI", "CMSY", "CMEX", "CMBSY", "CMMIB", "MSAM", "MSBM", "EUFM", "EUEX", "EUSM", "RSFS",
	"LMMATH", "MTMI", "MTSY", "MTEX", "TXSY", "TXMI", "TXEX", "PXSY", "PXMI", "PXEX",
	"STMARY", "WASY", "ESINT", "FOURIER-MATH", "YHMATH", "ZPLMR", "ZPTMCM", "MATHEMATICALPI",
}

func isMathFont(name string) bool {
	for _, m := range mathFonts {
		if len(name) >= len(m) && strings.EqualFold(name[:len(m)], m) {
			return true
		}
	}
	return false
}

// isMathLetter reports whether r is a letter of the block of mathematical alphabets.
func isMathLetter(r rune) bool { return r >= 0x1D400 && r <= 0x1D7CB }

// isBigSign reports whether r is a sum, integral, root, derivative, or a piece of a tall bracket.
func isBigSign(r rune) bool {
	switch {
	case r >= 0x239B && r <= 0x23B3, r >= 0x23DC && r <= 0x23E1:
		return true
	case r >= 0x222B && r <= 0x2233, r >= 0x2A00 && r <= 0x2A1C, r >= 0x22C0 && r <= 0x22C3:
		return true
	}
	switch r {
	case '∑', '∏', '∐', '√', '∂', '∇':
		return true
	}
	return false
}
