package font

import "strings"

// Printer drivers rename the fonts of a document when they embed them. A font of pictures
// then looks like one of letters, and the bullet of a slide reads as a section sign. A
// subset of a few glyphs that cannot be the letters which they are named after is one of
// Wingdings or Symbol:
//
//	TT23Co00 has one glyph, "section":     █████     four straight lines;
//	                                       █████     every section sign has curves

// Letters of the codes that the two fonts have the commonest pictures at.
const (
	wingdingsLetters = "§nuqolvwØàèü¨"
	symbolLetters    = "ÞÜÛ®³£"
)

// fewPictures is how many glyphs such a subset has at most: bullets of a few levels, a tick,
// an arrow. Subsets with letters of a text have more, titles of one word apart.
const fewPictures = 8

// pictureOf is the picture that the glyph of code shows, where it cannot be r, the letter of
// the same code. It is r in all other cases.
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

// hasFewGlyphs reports whether f is an embedded font of few glyphs that is not said to hold
// the letters of Latin scripts.
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

// looksLike reports whether a glyph, w wide and h high, may be the letter r, by what all
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
	case 'l': // a disc is as wide as high
		return !curved || contours > 1 || w < discRatio*h
	case '§', 'n', 'u': // a square, a diamond: letters of straight lines have more corners
		return curved || len(outline) > squareSteps
	case 'o', 'q': // one in another one, with a shadow
		return curved || len(outline) > 4*squareSteps
	case 'v', 'w': // four diamonds, one diamond
		return curved || contours != 4 && len(outline) > squareSteps
	case 'ü', 'è':
		return contours > 1
	case 'Þ', 'Ü', 'Û', '®': // arrows
		return w < arrowRatio*h
	}
	return curved
}

const (
	// discRatio is how wide a disc is at least against its height: a small l is under .5.
	discRatio = 0.9
	// arrowRatio is how wide an arrow is at least against its height: a wide Ü is .9.
	arrowRatio = 1.3
	// squareSteps draw a square: a move and four lines, of which one may be drawn in two.
	squareSteps = 6
)
