package htmlout

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// mathLetters says where Unicode has the letters and digits of an alphabet: its A, whose a follows 26 later, its Α
// and its 0. 0 means that it has none. Some letters existed before the block was made, and the block has holes in
// their places.
type mathLetters struct {
	latin, greek, digits rune
	holes                string // letters, each followed by its older form
}

// mathAlphabets are the alphabets of the block Mathematical Alphanumeric Symbols (U+1D400).
var mathAlphabets = [...]mathLetters{
	layout.MathBold:            {latin: 0x1D400, greek: 0x1D6A8, digits: 0x1D7CE},
	layout.MathItalic:          {latin: 0x1D434, greek: 0x1D6E2, holes: "hℎı𝚤ȷ𝚥"},
	layout.MathBoldItalic:      {latin: 0x1D468, greek: 0x1D71C},
	layout.Script:              {latin: 0x1D49C, holes: "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ"},
	layout.BoldScript:          {latin: 0x1D4D0},
	layout.Fraktur:             {latin: 0x1D504, holes: "CℭHℌIℑRℜZℨ"},
	layout.DoubleStruck:        {latin: 0x1D538, digits: 0x1D7D8, holes: "CℂHℍNℕPℙQℚRℝZℤΓℾΠℿΣ⅀γℽπℼ"},
	layout.BoldFraktur:         {latin: 0x1D56C},
	layout.SansSerif:           {latin: 0x1D5A0, digits: 0x1D7E2},
	layout.SansSerifBold:       {latin: 0x1D5D4, greek: 0x1D756, digits: 0x1D7EC},
	layout.SansSerifItalic:     {latin: 0x1D608},
	layout.SansSerifBoldItalic: {latin: 0x1D63C, greek: 0x1D790},
	layout.Monospace:           {latin: 0x1D670, digits: 0x1D7F6},
}

// greekLetters are the Greek letters and signs of an alphabet in the order of the block. Each alphabet has these
// 58 in a row.
const greekLetters = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"

// firstHole is the first of the letters that fill holes. Plain letters come before it.
const firstHole = 'ℂ'

// mathLetter returns a plain character in an alphabet, or the character itself if Unicode has none.
func mathLetter(r rune, a layout.Alphabet) rune {
	if a == layout.Upright || int(a) >= len(mathAlphabets) {
		return r
	}
	t := &mathAlphabets[a]
	if _, behind, found := strings.Cut(t.holes, string(r)); found && r < firstHole {
		hole, _ := utf8.DecodeRuneInString(behind)
		return hole
	}
	switch {
	case 'A' <= r && r <= 'Z':
		return t.latin + r - 'A'
	case 'a' <= r && r <= 'z':
		return t.latin + 26 + r - 'a'
	case '0' <= r && r <= '9' && t.digits != 0:
		return t.digits + r - '0'
	case r >= utf8.RuneSelf && t.greek != 0:
		if at := strings.IndexRune(greekLetters, r); at >= 0 {
			return t.greek + rune(utf8.RuneCountInString(greekLetters[:at]))
		}
	}
	return r
}

// inAlphabet returns a plain text in an alphabet.
func inAlphabet(s string, a layout.Alphabet) string {
	if a == layout.Upright {
		return s
	}
	return strings.Map(func(r rune) rune { return mathLetter(r, a) }, s)
}

// slants reports whether browsers show r in italics when an mi element holds only r.
func slants(r rune) bool { return mathLetter(r, layout.MathItalic) != r }
