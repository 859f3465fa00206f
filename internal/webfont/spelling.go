package webfont

import (
	"strings"
	"unicode/utf8"
)

// follows records which texts were shown behind which, each as a glyph of its own.
type follows map[string]map[string]bool

// follows returns the record of all faces.
func (c *cast) follows() follows {
	if c.after != nil {
		return c.after
	}
	c.after = make(follows)
	for face, texts := range c.texts {
		for m := range c.shapes.faces[face].Usage.moves {
			left, right := texts[m.before], texts[m.after]
			if c.after[left] == nil {
				c.after[left] = make(map[string]bool)
			}
			c.after[left][right] = true
		}
	}
	return c.after
}

// spells reports whether glyphs of d that were shown behind each other begin with the characters of
// text. A browser would then draw the glyph of text for them, too. A text that begins within
// another sequence is safe, since that sequence is found first.
func (d *draft) spells(text string, f follows) bool {
	s := speller{draft: d, follows: f, text: text, tried: make(map[[2]int]bool)}
	for end := range text {
		if end > 0 && d.hasGlyph(text[:end]) && s.restShown(0, end) {
			return true
		}
	}
	return false
}

// hasGlyph reports whether text has a glyph in d.
func (d *draft) hasGlyph(text string) bool {
	if r, n := utf8.DecodeRuneInString(text); n == len(text) {
		return d.chars[r] != nil
	}
	return d.sequences[text] != nil
}

// speller tries to compose a text from shorter ones.
type speller struct {
	*draft
	follows follows
	text    string
	tried   map[[2]int]bool // pieces of text whose continuation was examined
}

// restShown reports whether the rest was shown behind the piece of text from begin to end.
func (s *speller) restShown(begin, end int) bool {
	if s.tried[[2]int{begin, end}] {
		return false
	}
	s.tried[[2]int{begin, end}] = true
	return s.restShownBehind(s.text[begin:end], end)
}

// restShownBehind reports whether the rest of text, from at on, was shown behind a glyph of last.
func (s *speller) restShownBehind(last string, at int) bool {
	next := s.follows[last]
	if len(next) == 0 {
		return false
	}
	rest := s.text[at:]
	for i, r := range rest {
		end := i + utf8.RuneLen(r)
		if piece := rest[:end]; next[piece] && s.hasGlyph(piece) && (end == len(rest) || s.restShown(at, at+end)) {
			return true
		}
	}
	for other := range s.sequences {
		if len(other) > len(rest) && strings.HasPrefix(other, rest) && next[other] {
			return true
		}
	}
	return strings.HasPrefix(s.text, rest) && next[s.text]
}
