package font

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:generate go run ./gen

// nameText returns the meaning of a glyph name by the rules of the Adobe Glyph List specification. A suffix behind a
// dot names a variant and does not count. Underscores join the parts of a ligature. uniXXXX and uXXXXX spell code
// points. TeX's large operators and delimiters mean the same as the small ones.
func nameText(name string) text {
	if t := listText(name); t.known() {
		return t
	}
	if len(name) > maxGlyphName {
		return text{}
	}
	name, _, _ = strings.Cut(name, ".")
	if !strings.Contains(name, "_") {
		return partText(name)
	}
	var s []byte
	for part := range strings.SplitSeq(name, "_") {
		t := partText(part)
		if !t.known() {
			return text{}
		}
		s = t.append(s)
	}
	return textOf(s)
}

// NameRune returns the character that a glyph name means, or 0 when it means none or several.
func NameRune(name string) rune { return nameText(name).r }

// maxGlyphName is twice the 63 characters that the glyph list specification allows.
const maxGlyphName = 128

// partText returns the meaning of one part of a glyph name.
func partText(name string) text {
	if t := listText(name); t.known() {
		return t
	}
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 {
		if t := hexText(hex); t.known() {
			return t
		}
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil && utf8.ValidRune(rune(n)) {
			return text{r: rune(n)}.clean()
		}
	}
	for _, suffix := range texSizes {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			if t := listText(base); t.known() {
				return t
			}
		}
	}
	return text{}
}

// texSizes are the suffixes of the sizes in which TeX's extension font (cmex10) has delimiters and operators.
var texSizes = [...]string{"bigg", "Bigg", "big", "Big", "display", "text"}

// hexText returns the text of UTF-16 code units that are spelled in hexadecimal.
func hexText(hex string) text {
	var s []byte
	for i := 0; i < len(hex); i += 4 {
		n, err := strconv.ParseUint(hex[i:i+4], 16, 32)
		if err != nil {
			return text{}
		}
		s = append(s, byte(n>>8), byte(n))
	}
	return utf16Text(s).clean()
}

// listText looks name up in the glyph list.
func listText(name string) text {
	for slot := glyphHash(name); ; slot++ {
		i := int(glyphSlots[slot%uint32(len(glyphSlots))])
		if i == 0 {
			return text{}
		}
		if glyphNames[glyphOffsets[i-1]:glyphOffsets[i]] != name {
			continue
		}
		r := rune(glyphRunes[i-1])
		if r >= firstGlyphText && int(r-firstGlyphText) < len(glyphTexts) {
			return text{s: glyphTexts[r-firstGlyphText]}
		}
		return text{r: r}.clean()
	}
}

// firstGlyphText is the first value of glyphRunes that is an index into glyphTexts. No meaning in the list lies in
// the private use area.
const firstGlyphText = 0xE000

// glyphHash returns FNV-1a of s with its high bits folded in, as gen computes it.
func glyphHash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// zapfText returns what a glyph name of ZapfDingbats means (a1 to a206).
func zapfText(name string) text {
	if n, ok := number(name, "a"); ok && n < len(zapfRunes) {
		return text{r: rune(zapfRunes[n])}
	}
	return listText(name)
}

// number returns the decimal number behind prefix. ok is false if name has anything else.
func number(name, prefix string) (int, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	if !ok || digits == "" || len(digits) > 6 || digits[0] == '+' || digits[0] == '-' {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
