package font

import "strings"

// Printer drivers rename the fonts of a document when they embed them. A font of pictures then
// looks like one of letters, and the bullet of a slide is read as a section sign. A subset of few
// glyphs is one of Wingdings or Symbol if its glyphs cannot be the letters that they are named
// after:
//
//	TT23Co00 has one glyph, "section":     █████     four straight lines;
//	                                       █████     every section sign has curves

// The letters whose codes have the commonest pictures in the two fonts.
const (
	wingdingsLetters = "§nuqolvwØàèü¨"
	symbolLetters    = "ÞÜÛ®³£"
)

// fewPictures is the most glyphs of such a subset: bullets of a few levels, a tick, an arrow.
// Subsets with the letters of a text have more, except for titles of one word.
const fewPictures = 8

// pictureOf returns the picture that the glyph of code shows, if the glyph cannot be r, the letter
// of that code. Otherwise it returns r.
func (f *Font) pictureOf(code uint32, r rune) rune {
	inSymbol := strings.ContainsRune(symbolLetters, r)
	if !inSymbol && !strings.ContainsRune(wingdingsLetters, r) || !f.hasFewGlyphs() {
		return r
	}
	outline := f.Outline(code)
	low, high, ok := f.Box(code)
	if !ok || looksLike(outline, high.X-low.X, high.Y-low.Y, r) {
		return r
	}
	if inSymbol {
		return nameText(symbolEncoding[r]).r
	}
	return wingdingsSymbols.picture(byte(r))
}

// hasFewGlyphs reports whether f is an embedded font of few glyphs whose flags do not say that it
// has Latin letters.
func (f *Font) hasFewGlyphs() bool {
	s := f.simple
	if s == nil || f.Type3 != nil || s.table != noSymbols || !f.Symbolic || s.program == nil {
		return false
	}
	n := 0
	for _, w := range s.widths {
		if w != 0 {
			n++
		}
	}
	return n <= fewPictures
}

// looksLike reports whether a glyph of width w and height h may be the letter r. It checks what all
// typefaces have in common: bowls are curved, accents stand apart from their letter.
func looksLike(outline Outline, w, h float32, r rune) bool {
	contours, curved := 0, false
	for i := range outline {
		switch outline[i].Verb {
		case MoveTo:
			contours++
		case CurveTo:
			curved = true
		}
	}
	switch r {
	case 'l': // the picture is a disc, which is as wide as high
		return !curved || contours > 1 || w < discRatio*h
	case '§', 'n', 'u': // the picture is a square or a diamond; letters of straight lines have more corners
		return curved || len(outline) > squareSteps
	case 'o', 'q': // the picture is a square in a square, with a shadow
		return curved || len(outline) > 4*squareSteps
	case 'v', 'w': // the picture is four diamonds, or one
		return curved || contours != 4 && len(outline) > squareSteps
	case 'ü', 'è':
		return contours > 1
	case 'Þ', 'Ü', 'Û', '®': // the picture is an arrow
		return w < arrowRatio*h
	}
	return curved
}

const (
	// discRatio is the least ratio of the width of a disc to its height. That of a small l is below
	// .5.
	discRatio = 0.9
	// arrowRatio is the least ratio of the width of an arrow to its height. That of a wide Ü is .9.
	arrowRatio = 1.3
	// squareSteps is the most steps that draw a square: a move and four lines, one of which may be
	// divided.
	squareSteps = 6
)
