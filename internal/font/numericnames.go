package font

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
)

// numericNames is how a font names its glyphs when it names them by number.
type numericNames uint8

const (
	ordinaryNames numericNames = iota
	codeNames                  // the number is the code, and the codes are those of Windows
	texNames                   // the number is the code of a bitmap font of TeX
)

// minNumeric is how many names must agree before a numbering is believed.
const minNumeric = 3

// numericNamesOf looks for a numbering: letters and then the code itself, in
// decimal or hexadecimal, for every glyph. dvips names the glyphs of TeX's bitmap
// fonts a0 to a255 in this way.
func numericNamesOf(diffs []difference, subtype pdf.Name) numericNames {
	agree, dvips := 0, 0
	for _, d := range diffs {
		if d.name == notdef || d.name == "space" {
			continue
		}
		if n, ok := number(d.name, "a"); ok && n == int(d.code) {
			dvips++
		}
		if !namesCode(d) {
			return ordinaryNames
		}
		agree++
	}
	switch {
	case subtype == "Type3" && dvips == agree && dvips > 0:
		return texNames
	case agree >= minNumeric:
		return codeNames
	}
	return ordinaryNames
}

// namesCode reports whether a name is letters and the number of its own code.
func namesCode(d difference) bool {
	digits := strings.TrimLeft(d.name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#:_")
	if n, err := strconv.ParseUint(digits, 10, 16); err == nil && n == uint64(d.code) {
		return digits != d.name
	}
	// Hexadecimal digits may be letters: G4D, C0A.
	if len(d.name) < 3 {
		return false
	}
	n, err := strconv.ParseUint(d.name[len(d.name)-2:], 16, 16)
	return err == nil && n == uint64(d.code) && !listText(d.name).known()
}

// text is what code c means in such a font.
func (n numericNames) text(c byte, name string) text {
	if name == "space" {
		return text{r: ' '}
	}
	switch n {
	case codeNames:
		return nameText(winAnsiEncoding[c])
	case texNames:
		return texText(c)
	}
	return text{}
}

// texPunctuation is where the text encoding of TeX (OT1) differs from ASCII below
// 128; most bitmap fonts have it.
var texPunctuation = [128]string{
	0: "Γ", 1: "Δ", 2: "Θ", 3: "Λ", 4: "Ξ", 5: "Π", 6: "Σ", 7: "Υ", 8: "Φ", 9: "Ψ", 10: "Ω",
	11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "ı", 17: "ȷ", 18: "`", 19: "´", 20: "ˇ", 21: "˘",
	22: "¯", 23: "˚", 24: "¸", 25: "ß", 26: "æ", 27: "œ", 28: "ø", 29: "Æ", 30: "Œ", 31: "Ø",
	34: "”", 39: "’", 60: "¡", 62: "¿", 92: "“", 95: "˙", 96: "‘", 123: "–", 124: "—", 125: "˝", 126: "˜", 127: "¨",
}

func texText(c byte) text {
	if int(c) >= len(texPunctuation) {
		return text{}
	}
	if s := texPunctuation[c]; s != "" {
		return textOf([]byte(s))
	}
	return text{r: rune(c)}.clean()
}

// guessName reads names that hold a code of their own, when nothing else is known
// of the glyph: IBM's, G41 in hexadecimal, C65 and c65 in decimal.
func guessName(name string) text {
	if m := ibmText(name); m.known() {
		return m
	}
	if len(name) == 3 && name[0] == 'G' {
		if n, err := strconv.ParseUint(name[1:], 16, 8); err == nil {
			return nameText(winAnsiEncoding[n])
		}
	}
	for _, prefix := range []string{"C", "c", "char"} {
		if n, ok := number(name, prefix); ok && n < 256 {
			return nameText(winAnsiEncoding[n])
		}
	}
	return text{}
}
