package analyze

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// combining returns the combining form of an accent that takes space of its own; r itself if it is a
// combining mark; else 0.
func combining(r rune) rune {
	switch r {
	case 0x60, 0x2CB:
		return 0x300
	case 0xB4, 0x2CA:
		return 0x301
	case 0x5E, 0x2C6:
		return 0x302
	case 0x7E, 0x2DC:
		return 0x303
	case 0xAF, 0x2C9:
		return 0x304
	case 0x2D8:
		return 0x306
	case 0x2D9:
		return 0x307
	case 0xA8:
		return 0x308
	case 0x2DA, 0xB0:
		return 0x30A
	case 0x2DD:
		return 0x30B
	case 0x2C7:
		return 0x30C
	case 0xB8:
		return 0x327
	case 0x2DB:
		return 0x328
	}
	if r >= 0x300 && r <= 0x36F {
		return r
	}
	return 0
}

// spacing returns the sign that looks like a combining mark standing alone, or 0.
func spacing(mark rune) rune {
	switch mark {
	case 0x300:
		return '`'
	case 0x301:
		return 0xB4
	case 0x302:
		return '^'
	case 0x303:
		return '~'
	case 0x308:
		return 0xA8
	}
	return 0
}

// maybeAccent is a quick test that plain text fails: most letters, digits and signs of ASCII are no
// accents.
func maybeAccent(r rune) bool { return r > '~'-1 || r == '`' || r == '^' }

// compose joins g with the glyph before it if one is an accent painted over the other. TeX sets the
// accents of its old fonts so: first the accent, then the letter under it. It reports whether g was
// joined.
//
//	shown: ¨ then u, both at one place      becomes  ü
//	shown: n, then ˜ over it                becomes  ñ
func (s *glyphStage) compose(last int32, g *glyph) bool {
	before := &s.glyphs[last]
	if !maybeAccent(g.char) && !maybeAccent(before.char) || g.char < 0 {
		return false
	}
	if mark := combining(g.char); mark != 0 {
		return s.accentAfter(before, g, mark)
	}
	if mark := combining(before.char); mark != 0 {
		return s.accentBefore(last, g, mark)
	}
	return false
}

// accentAfter composes a letter with the accent g painted after it.
func (s *contentStage) accentAfter(letter, g *glyph, mark rune) bool {
	if letter.char < 0 || !covers(letter, g) {
		return false
	}
	char, single := s.composed(letter.char, mark)
	if !single && g.char != mark {
		return false // two signs that happen to touch
	}
	letter.char = char
	letter.flags |= g.flags
	return true
}

// accentBefore composes the accent painted last with the letter g under it. The glyph of the accent
// becomes the letter. If no script has the letter with that accent, the accent is a sign of its own: TeX
// takes the quotation mark in \`foo' for an accent.
func (s *glyphStage) accentBefore(last int32, g *glyph, mark rune) bool {
	accent := &s.glyphs[last]
	if !covers(g, accent) {
		return false
	}
	char, single := s.composed(g.char, mark)
	if !single {
		if sign := spacing(accent.char); sign != 0 {
			s.standBefore(accent, g, sign)
		}
		return false
	}
	flags := accent.flags
	*accent = *g
	accent.char, accent.flags = char, flags
	k := &s.chunks[len(s.chunks)-1]
	if k.count == 1 {
		k.v, k.u0, k.u1, k.size = g.v, g.u0, g.u1, g.size
	} else {
		k.u0, k.u1 = min(k.u0, g.u0), max(k.u1, g.u1)
	}
	return true
}

// standBefore turns the accent painted last into a sign right before g. The accent was set on a space
// glyph there; that space is none between words.
func (s *glyphStage) standBefore(accent, g *glyph, sign rune) {
	accent.char, accent.u0, accent.u1, accent.v = sign, g.u0, g.u0, g.v
	if a := &s.gather; accent.flags&spaceBefore != 0 && a.spaceStart < g.u0 {
		accent.u0 = a.spaceStart
		accent.flags &^= spaceBefore
	}
	if k := &s.chunks[len(s.chunks)-1]; k.count == 1 {
		k.v, k.u0, k.u1 = accent.v, accent.u0, accent.u1
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// accentCover is the share of an accent's width that must lie over its letter;
	// accentRaise how far TeX lifts an accent over a capital.
	accentCover = 0.5
	accentRaise = 0.45
)

// covers reports whether the accent lies over the letter.
func covers(letter, accent *glyph) bool {
	if abs(letter.v-accent.v) > accentRaise*letter.size {
		return false
	}
	width := accent.u1 - accent.u0
	if width <= 0 {
		// A mark without width is drawn to the left of the pen or to its right.
		return accent.u0 >= letter.u0 && accent.u0 <= letter.u1+sameChunk*letter.size
	}
	return min(letter.u1, accent.u1)-max(letter.u0, accent.u0) >= accentCover*min(width, letter.u1-letter.u0)
}

// composed returns the letter with the mark, and whether that is one character.
func (s *contentStage) composed(letter, mark rune) (rune, bool) {
	switch {
	case letter == 0x131 && mark < 0x323:
		letter = 'i'
	case letter == 0x237 && mark < 0x323:
		letter = 'j'
	}
	var in, out [16]byte
	b := norm.NFC.Append(out[:0], utf8.AppendRune(utf8.AppendRune(in[:0], letter), mark)...)
	if r, n := utf8.DecodeRune(b); n == len(b) {
		return r, true
	}
	return s.addText(string(b)), false
}
