package mathfont

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// ofRune returns what a Unicode character is in mathematics. Styled letters and digits become plain
// ones with an alphabet. Pieces become the sign of which they are a part. If several characters
// stand for one sign, the result is always the same one.
func ofRune(r rune) layout.MathChar {
	if r >= firstStyled && r <= lastStyled {
		return ofStyled(r)
	}
	if r >= firstLetterlike && r <= lastLetterlike {
		for _, row := range letterlike {
			if plain := partnerOf(row.pairs, r); plain != 0 {
				return layout.MathChar{Char: plain, Alphabet: row.alphabet}
			}
		}
	}
	if r >= firstPiece && r <= lastPiece {
		for _, row := range pieces {
			if whole := partnerOf(row.pairs, r); whole != 0 {
				return layout.MathChar{Char: whole, Piece: row.piece}
			}
		}
	}
	return layout.MathChar{Char: standsFor(r)}
}

// The block Mathematical Alphanumeric Symbols: 13 alphabets of 52 letters, dotless i and j, 5
// alphabets of 58 Greek letters and signs, 5 sets of ten digits.
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

// partnerOf returns the partner of r in a list of pairs of characters, or 0 when r is in no pair.
func partnerOf(pairs string, r rune) rune {
	_, behind, found := strings.Cut(pairs, string(r))
	if !found {
		return 0
	}
	c, _ := utf8.DecodeRuneInString(behind)
	return c
}

// letterlike has the styled letters that Unicode had before the block, each with its plain letter.
var letterlike = [...]struct {
	alphabet layout.Alphabet
	pairs    string
}{
	{layout.Script, "ℬBℰEℱFℋHℐIℒLℳMℛRℯeℊgℴo"},
	{layout.Fraktur, "ℭCℌHℑIℜRℨZ"},
	{layout.DoubleStruck, "ℂCℍHℕNℙPℚQℝRℤZℼπℽγℾΓℿΠ"},
	{layout.MathItalic, "ℎhⅆdⅇeⅈiⅉj"},
}

const (
	firstLetterlike = 'ℂ'
	lastLetterlike  = 'ⅉ'
)

// pieces has the Unicode characters for parts of large signs, each with the whole sign. Both braces
// have one extender.
var pieces = [...]struct {
	piece layout.Piece
	pairs string
}{
	{layout.Top, "⎛(⎞)⎡[⎤]⎧{⎫}⌠∫⎲∑"},
	{layout.Middle, "⎨{⎬}"},
	{layout.Bottom, "⎝(⎠)⎣[⎦]⎩{⎭}⌡∫⎳∑⎷√"},
	{layout.Extender, "⎜(⎟)⎢[⎥]⎪{⎮∫⏐|"},
	{layout.LevelExtender, "⎯─"},
}

const (
	firstPiece = '⌠'
	lastPiece  = '⏐'
)

// standsFor returns the character for which r stands in mathematics. It replaces units, compatibility
// characters and East Asian brackets. Accents become combining ones, whatever the font calls them.
func standsFor(r rune) rune {
	switch r {
	case '\u2206':
		return 'Δ'
	case '\u2126':
		return 'Ω'
	case '\u00B5':
		return 'μ'
	case '\u212B':
		return 'Å'
	case '\u212A':
		return 'K'
	case '\u2044', '\u2215':
		return '/'
	case '\u2758':
		return '|'
	case '\u2329', '\u3008':
		return '⟨'
	case '\u232A', '\u3009':
		return '⟩'
	case '\u00A0':
		return ' '
	case '\u2010', '\u2011':
		return '-'
	case '`', '\u02CB':
		return '\u0300'
	case '\u00B4', '\u02CA':
		return '\u0301'
	case '^', '\u02C6':
		return '\u0302'
	case '\u02DC':
		return '\u0303'
	case '\u00AF', '\u02C9':
		return '\u0304'
	case '\u02D8':
		return '\u0306'
	case '\u02D9':
		return '\u0307'
	case '\u00A8':
		return '\u0308'
	case '\u02DA':
		return '\u030A'
	case '\u02DD':
		return '\u030B'
	case '\u02C7':
		return '\u030C'
	}
	return r
}
