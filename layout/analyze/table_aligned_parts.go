package analyze

import (
	"github.com/pagelift/pagelift/internal/roman"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// alignedPart is text of a line between wide gaps: one cell, a part of a cell, or several cells that stand
// close.
type alignedPart struct {
	u0, u1   float32
	first    int32 // glyphStage.glyphs; of a stretched line only the first stretch
	count    int32
	chars    int32   // glyphs in all
	tail     int32   // the last glyph
	col, end int32   // columns [col, end) once they are known
	v        float32 // its baseline when it stands below its line, between two rows; 0: on the line
	kind     partKind
	label    bool // a bullet or number as before items of lists
	lower    bool // begins with a small letter
	bold     bool
	mono     bool
}

// spans reports whether p is one cell of several columns.
func (p *alignedPart) spans() bool { return p.end-p.col > 1 }

// partKind says what a part consists of, for the search for tables.
type partKind uint8

const (
	textPart   partKind = iota
	numberPart          // mostly digits, or a dash or the like that stands for a number
	signPart            // a currency or other sign that belongs to a number beside it
	yearPart            // a number that may as well be a head: a year
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// prefacePages is the largest page number in Roman numerals, lxxxix; romanLetters is the length of the
	// longest one up to there, lxxxviii.
	prefacePages = 89
	romanLetters = 8
	// A number has numberLetters digits for each letter, or a unit of at most unitLetters. A year has
	// yearDigits digits. A unit of thousands has at least unitZeros zeros and no other digits. A month has
	// at least monthLetters letters. A sign for no value has at most noValueRunes.
	numberLetters = 2
	unitLetters   = 6
	unitZeros     = 3
	monthLetters  = 3
	yearDigits    = 4
	noValueRunes  = 4
)

// kindOf returns what the characters of g make it, and whether all of them are bold.
func (a *partStage) kindOf(g *segment) (partKind, bool) {
	digits, zeros, letters, others := 0, 0, 0, 0
	count := func(r rune) {
		switch {
		case r == '0':
			zeros++
			digits++
		case chars.IsDigit(r):
			digits++
		case chars.IsLetter(r), isMathLetter(r):
			letters++
		default:
			others++
		}
	}
	bold, run := true, int32(-1)
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		if c.run != run {
			run = c.run
			b, _ := a.s.weight(run)
			bold = bold && (b || c.flags&repeated != 0)
		}
		if c.char != layout.FormulaSign {
			count(a.s.firstRune(c.char))
			continue
		}
		for _, r := range a.s.formulaOf(&c).Text {
			count(r)
		}
	}
	switch {
	case letters >= monthLetters && a.endsInYear(g):
		return yearPart, bold // "Jan 26, 2025"
	case zeros == digits && zeros >= unitZeros:
		return textPart, bold // "€000", a unit
	case digits == 1 && letters == 1 && a.isDimension(g):
		return textPart, bold
	case digits > 0 && digits >= letters*numberLetters:
		if letters == 0 && a.isYear(g) {
			return yearPart, bold
		}
		return numberPart, bold
	case digits == 0 && letters == 0:
		if a.isSign(g) {
			return signPart, bold
		}
		return numberPart, bold // dashes, dots and ditto marks stand for values
	case digits > 0 && letters <= unitLetters && chars.IsDigit(a.s.firstRune(a.s.glyphs[g.first].char)):
		return numberPart, bold // with its unit
	case others == 0 && a.isRoman(g):
		return numberPart, bold // the page of a preface
	case letters > 0 && letters+others <= noValueRunes && a.isNoValue(g):
		return numberPart, bold
	}
	return textPart, bold
}

// isRoman reports whether g is a numeral such as xiv, in lower case. A letter alone may be a sign or a
// variable, and larger numerals are words and units: mix, cm.
func (a *partStage) isRoman(g *segment) bool {
	var text [romanLetters]byte
	if g.count < 2 || g.count > int32(len(text)) {
		return false
	}
	for i, c := range a.s.glyphs[g.first : g.first+g.count] {
		if c.char < 'a' || c.char > 'z' {
			return false
		}
		text[i] = byte(c.char)
	}
	n, ok := roman.Parse(text[:g.count])
	return ok && n <= prefacePages
}

// isDimension reports whether g is "2D", "3D" or the like: the name of a kind, no number.
func (a *partStage) isDimension(g *segment) bool {
	return g.count == 2 && a.s.firstRune(a.s.glyphs[g.first+1].char) == 'D'
}

// endsInYear reports whether the last word of g is a year.
func (a *partStage) endsInYear(g *segment) bool {
	last := segment{first: g.first + g.count - yearDigits, count: yearDigits}
	return g.count > yearDigits && a.isYear(&last) && a.allDigits(&last) && !chars.IsDigit(a.s.firstRune(a.s.glyphs[last.first-1].char))
}

func (a *partStage) allDigits(g *segment) bool {
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		if !chars.IsDigit(a.s.firstRune(c.char)) {
			return false
		}
	}
	return true
}

// isYear reports whether g has the four characters of a year and begins with 19 or 20.
func (a *partStage) isYear(g *segment) bool {
	if g.count != yearDigits {
		return false
	}
	first, second := a.s.glyphs[g.first].char, a.s.glyphs[g.first+1].char
	return first == '1' && second == '9' || first == '2' && second == '0'
}

// isSign reports whether g is a currency sign, a percent sign or a bracket alone.
func (a *partStage) isSign(g *segment) bool {
	if g.count > 2 {
		return false
	}
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		switch r := a.s.firstRune(c.char); {
		case r == '$', r == '%', r == ')', r == '(', r >= 0x20A0 && r <= 0x20CF, r == '£', r == '¥', r == '*', r == '†', r == '‡':
		default:
			return false
		}
	}
	return true
}

// isNoValue reports whether g is "n/a", "NA", "nil" or the like.
func (a *partStage) isNoValue(g *segment) bool {
	var text [noValueRunes]rune
	n := 0
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		if r := a.s.firstRune(c.char) | 0x20; chars.IsLetter(r) && n < len(text) {
			text[n] = r
			n++
		}
	}
	switch string(text[:n]) {
	case "na", "nil", "nd", "ns", "x":
		return true
	}
	return false
}
