package font

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
)

// numericNames is the way in which a font names its glyphs by numbers.
type numericNames uint8

const (
	ordinaryNames numericNames = iota
	codeNames                  // the number is a code of Windows
	texNames                   // the number is a code of a bitmap font of TeX, in TeX's first text encoding (OT1)
	corkNames                  // the same in TeX's second text encoding (T1), that of Cork
	letterNames                // the same in the encodings of TeXEncoding, from TeXLetters on
	symbolNames
	extensionNames
	amsANames
	amsBNames
)

// minNumeric is the least number of names that must agree on a numbering.
const minNumeric = 3

// numericNamesOf finds out how a font numbers its glyphs. The name of every glyph must be letters
// followed by its code, in decimal or hexadecimal. dvips names the glyphs of TeX's bitmap fonts a0
// to a255. Earlier versions named a glyph by the single byte of its code.
func numericNamesOf(diffs []difference, subtype pdf.Name) numericNames {
	agree, dvips := 0, 0
	letters := true
	var codes [256]bool
	for _, d := range diffs {
		if d.name == notdef || d.name == "space" || d.code == 0 && subtype == "Type3" { // no name has this byte
			continue
		}
		asByte := subtype == "Type3" && d.name == string([]byte{d.code})
		if n, ok := number(d.name, "a"); asByte || ok && n == int(d.code) {
			dvips++
		}
		if !asByte && !namesCode(d) {
			return ordinaryNames
		}
		agree++
		codes[d.code] = true
		letters = letters && asByte && listText(d.name).known()
	}
	switch {
	case letters: // all fonts have these names for the glyphs
		return ordinaryNames
	case subtype == "Type3" && dvips == agree && dvips > 0:
		if isCork(&codes) {
			return corkNames
		}
		return texNames
	case agree >= minNumeric:
		return codeNames
	}
	return ordinaryNames
}

// isCork reports whether the codes of a bitmap font of TeX are those of T1. OT1 has no codes from
// 128 on. Its ligatures are 11 to 15, where T1 has accents. The ligatures of T1 are 27 to 31, where
// OT1 has letters of northern languages.
func isCork(codes *[256]bool) bool {
	return slices.Contains(codes[128:], true) || slices.Contains(codes[27:32], true) && !slices.Contains(codes[11:16], true)
}

// namesCode reports whether a name consists of letters and the number of its own code.
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

// text returns the meaning of code c in such a font.
func (n numericNames) text(c byte, name string) text {
	if name == "space" {
		return text{r: ' '}
	}
	switch n {
	case codeNames:
		return nameText(winAnsiEncoding[c])
	case texNames:
		return texText(c)
	case corkNames:
		return corkText(c)
	}
	return text{r: n.math().Char(c)}
}

// math returns the mathematical encoding of the codes, or NoTeX.
func (n numericNames) math() TeXEncoding {
	if n < letterNames {
		return NoTeX
	}
	return TeXLetters + TeXEncoding(n-letterNames)
}

// texPunctuation has the characters in which TeX's text encoding (OT1) differs from ASCII below
// 128. Most bitmap fonts have this encoding.
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

// corkText returns the meaning of a code in T1, the encoding of Cork. It is that of ASCII, and that
// of Latin-1 from 192 on, except for the codes in corkLetters.
func corkText(c byte) text {
	if s := corkLetters[c]; s != "" {
		return textOf([]byte(s))
	}
	return text{r: rune(c)}.clean()
}

var corkLetters = [256]string{
	0: "`", 1: "´", 2: "ˆ", 3: "˜", 4: "¨", 5: "˝", 6: "˚", 7: "ˇ", 8: "˘", 9: "¯", 10: "˙", 11: "¸", 12: "˛", 13: "‚", 14: "‹", 15: "›",
	16: "“", 17: "”", 18: "„", 19: "«", 20: "»", 21: "–", 22: "—", 24: "₀", 25: "ı", 26: "ȷ", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl",
	32: "␣", 39: "’", 96: "‘", 127: "-",
	128: "Ă", 129: "Ą", 130: "Ć", 131: "Č", 132: "Ď", 133: "Ě", 134: "Ę", 135: "Ğ", 136: "Ĺ", 137: "Ľ", 138: "Ł", 139: "Ń", 140: "Ň", 141: "Ŋ", 142: "Ő", 143: "Ŕ",
	144: "Ř", 145: "Ś", 146: "Š", 147: "Ş", 148: "Ť", 149: "Ţ", 150: "Ű", 151: "Ů", 152: "Ÿ", 153: "Ź", 154: "Ž", 155: "Ż", 156: "Ĳ", 157: "İ", 158: "đ", 159: "§",
	160: "ă", 161: "ą", 162: "ć", 163: "č", 164: "ď", 165: "ě", 166: "ę", 167: "ğ", 168: "ĺ", 169: "ľ", 170: "ł", 171: "ń", 172: "ň", 173: "ŋ", 174: "ő", 175: "ŕ",
	176: "ř", 177: "ś", 178: "š", 179: "ş", 180: "ť", 181: "ţ", 182: "ű", 183: "ů", 184: "ÿ", 185: "ź", 186: "ž", 187: "ż", 188: "ĳ", 189: "¡", 190: "¿", 191: "£",
	215: "Œ", 223: "ẞ", 247: "œ", 255: "ß",
}

// guessName reads names that contain a code, if nothing else says what the glyph means: names of
// IBM, names of Linotype, G41 in hexadecimal, C65 and c65 in decimal.
func guessName(name string) text {
	if m := ibmText(name); m.known() {
		return m
	}
	if m := mathPiText(name); m.known() {
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
