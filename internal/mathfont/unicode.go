package mathfont

import "github.com/pagelift/pagelift/layout"

// ofRune is what a character of Unicode is in mathematics: the styled letters and digits
// are plain ones with an alphabet, pieces are the signs that they are of, and of several
// characters for one sign it is always the same.
func ofRune(r rune) layout.MathChar {
	if r >= firstStyled && r <= lastStyled {
		return ofStyled(r)
	}
	if c, ok := letterlike[r]; ok {
		return c
	}
	if c, ok := pieces[r]; ok {
		return c
	}
	if same, ok := same[r]; ok {
		r = same
	}
	return layout.MathChar{Char: r}
}

// The block of Mathematical Alphanumeric Symbols: 13 alphabets of 52 letters, dotless i
// and j, 5 alphabets of 58 Greek letters and signs, 5 of ten digits.
const (
	firstStyled = 0x1D400
	dotless     = 0x1D6A4
	firstGreek  = 0x1D6A8
	firstDigit  = 0x1D7CE
	lastStyled  = 0x1D7FF

	letters = 26
	greek   = 58
	digits  = 10
)

// The order of the alphabets in the block.
var (
	styledLetters = [...]layout.Alphabet{
		layout.MathBold, layout.MathItalic, layout.MathBoldItalic, layout.Script, layout.BoldScript, layout.Fraktur, layout.DoubleStruck,
		layout.BoldFraktur, layout.SansSerif, layout.SansSerifBold, layout.SansSerifItalic, layout.SansSerifBoldItalic, layout.Monospace,
	}
	styledGreek  = [...]layout.Alphabet{layout.MathBold, layout.MathItalic, layout.MathBoldItalic, layout.SansSerifBold, layout.SansSerifBoldItalic}
	styledDigits = [...]layout.Alphabet{layout.MathBold, layout.DoubleStruck, layout.SansSerif, layout.SansSerifBold, layout.Monospace}
)

// greekRow are the signs of a Greek alphabet of the block.
var greekRow = []rune("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ")

func ofStyled(r rune) layout.MathChar {
	switch {
	case r < dotless:
		n := int(r - firstStyled)
		c := layout.MathChar{Char: 'A' + rune(n%(2*letters)), Alphabet: styledLetters[n/(2*letters)]}
		if c.Char > 'Z' {
			c.Char += 'a' - 'Z' - 1
		}
		return c
	case r < dotless+2:
		return layout.MathChar{Char: [...]rune{'ı', 'ȷ'}[r-dotless], Alphabet: layout.MathItalic}
	case r >= firstGreek && r < firstGreek+greek*rune(len(styledGreek)):
		n := int(r - firstGreek)
		return layout.MathChar{Char: greekRow[n%greek], Alphabet: styledGreek[n/greek]}
	case r == 0x1D7CA || r == 0x1D7CB:
		return layout.MathChar{Char: 'Ϝ' + (r - 0x1D7CA), Alphabet: layout.MathBold}
	case r >= firstDigit:
		n := int(r - firstDigit)
		return layout.MathChar{Char: '0' + rune(n%digits), Alphabet: styledDigits[n/digits]}
	}
	return layout.MathChar{Char: r}
}

// letterlike are the styled letters that Unicode had before the block.
var letterlike = func() map[rune]layout.MathChar {
	m := map[rune]layout.MathChar{'ℎ': {Char: 'h', Alphabet: layout.MathItalic}}
	for alphabet, pairs := range map[layout.Alphabet]string{
		layout.Script:       "ℬBℰEℱFℋHℐIℒLℳMℛRℯeℊgℴo",
		layout.Fraktur:      "ℭCℌHℑIℜRℨZ",
		layout.DoubleStruck: "ℂCℍHℕNℙPℚQℝRℤZℼπℽγℾΓℿΠ",
		layout.MathItalic:   "ⅆdⅇeⅈiⅉj",
	} {
		row := []rune(pairs)
		for i := 0; i < len(row); i += 2 {
			m[row[i]] = layout.MathChar{Char: row[i+1], Alphabet: alphabet}
		}
	}
	return m
}()

// pieces are the parts of large signs that Unicode has. The extender of braces is the same
// for both.
var pieces = func() map[rune]layout.MathChar {
	m := map[rune]layout.MathChar{}
	for _, p := range [...]struct {
		signs string
		piece layout.Piece
	}{
		{"⎛(⎞)⎡[⎤]⎧{⎫}⌠∫⎲∑", layout.Top},
		{"⎨{⎬}", layout.Middle},
		{"⎝(⎠)⎣[⎦]⎩{⎭}⌡∫⎳∑⎷√", layout.Bottom},
		{"⎜(⎟)⎢[⎥]⎪{⎮∫⏐|", layout.Extender},
		{"⎯─", layout.LevelExtender},
	} {
		row := []rune(p.signs)
		for i := 0; i < len(row); i += 2 {
			m[row[i]] = layout.MathChar{Char: row[i+1], Piece: p.piece}
		}
	}
	return m
}()

// same are characters that stand for another in mathematics: those of units and of
// compatibility, brackets of East Asia, and the accents, which are combining ones whatever
// a font calls them.
var same = map[rune]rune{
	'\u2206': 'Δ', '\u2126': 'Ω', '\u00B5': 'μ', '\u212B': 'Å', '\u212A': 'K',
	'\u2044': '/', '\u2215': '/', '\u2758': '|',
	'\u2329': '⟨', '\u232A': '⟩', '\u3008': '⟨', '\u3009': '⟩',
	'\u00A0': ' ', '\u2010': '-', '\u2011': '-',
	'`': '\u0300', '\u02CB': '\u0300', '\u00B4': '\u0301', '\u02CA': '\u0301', '^': '\u0302', '\u02C6': '\u0302',
	'\u02DC': '\u0303', '\u00AF': '\u0304', '\u02C9': '\u0304', '\u02D8': '\u0306', '\u02D9': '\u0307',
	'\u00A8': '\u0308', '\u02DA': '\u030A', '\u02DD': '\u030B', '\u02C7': '\u030C',
}
