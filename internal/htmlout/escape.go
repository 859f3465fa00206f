package htmlout

import (
	"strings"
	"unicode/utf8"
)

// What a byte of text needs when it is written.
const (
	plain   = iota
	escaped // & < > "
	dropped // control characters, which HTML forbids
	lead    // first byte of a character that may be forbidden: C1 controls, noncharacters
)

// byteClasses says what each byte needs.
type byteClasses [256]uint8

// classes are the byte classes for any text (full), and for text in an element (compact), where > and " may stand
// unescaped.
var classes = func() (t struct{ full, compact byteClasses }) {
	for c := range 0x20 {
		t.full[c] = dropped
	}
	t.full['\n'], t.full['\t'] = plain, plain
	t.full['&'], t.full['<'], t.full['>'], t.full['"'] = escaped, escaped, escaped, escaped
	t.full[0x7f] = dropped
	t.full[0xc2], t.full[0xef] = lead, lead
	for c := 0xf0; c <= 0xf4; c++ {
		t.full[c] = lead
	}
	t.compact = t.full
	t.compact['>'], t.compact['"'] = plain, plain
	return t
}()

// escape writes s as text. It leaves out characters that HTML forbids. Bytes that are not UTF-8 become U+FFFD.
func escape(out *strings.Builder, s string, classes *byteClasses) {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	start := 0
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		if class == plain {
			continue
		}
		size, replacement := 1, ""
		switch class {
		case escaped:
			replacement = entity(s[i])
		case lead:
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); !forbidden(r) {
				i += size - 1
				continue
			}
		}
		out.WriteString(s[start:i])
		out.WriteString(replacement)
		i += size - 1
		start = i + 1
	}
	out.WriteString(s[start:])
}

func entity(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return "&quot;"
}

// forbidden reports whether HTML forbids the character: C1 controls and noncharacters.
func forbidden(r rune) bool {
	return r >= 0x80 && r <= 0x9f || r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe
}
