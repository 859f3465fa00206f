package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// A proof ends in a square, which stands at the edge of the column however short the last
// line is:
//
//	Proof. Let us take any two of them that are
//	not equal. Then the claim is true.        □
//
// At the edge it looks like something beside the text, such as the bullet of an item without words. It
// belongs behind the sentence.

// isEndSign reports whether chunk j of a row, not its first, is a square behind the end of a sentence with
// white on both sides.
func isEndSign(chunks []chunk, j int, glyphs []glyph) bool {
	k, before := &chunks[j], &chunks[j-1]
	if k.count != 1 || !isSquare(glyphs[k.first].char) || k.u0-before.u1 < splitGap*min(k.size, before.size) || before.count == 0 {
		return false
	}
	if j+1 < len(chunks) && chunks[j+1].u0-k.u1 < splitGap*k.size {
		return false // it is the bullet of what follows
	}
	switch last := glyphs[before.first+before.count-1].char; last {
	case ')', ']', '}', ',', ';':
		return true // the end of a formula
	default:
		return chars.EndsSentence(last)
	}
}

func isSquare(r rune) bool {
	switch r {
	case '□', '■', '▪', '▫', '◻', '◼', '◽', '◾', '∎', '▢', '⬜', '⬛':
		return true
	}
	return false
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// endSignGap is the space in ems put before the square that ends a proof. No other square stands in
	// its place within endSignRows rows, the height of a cell of a table; within endSignBeside rows if
	// text follows the square, for that may be a list of long items in the next column.
	endSignGap    = 0.4
	endSignRows   = 3
	endSignBeside = 20
)

// moveEndSign moves square j of row i behind the text before it, unless rows near by have a square in the
// same place. Such squares are marks of a table, or bullets of a column beside the text:
//
//	English   yes   ■        the first of them.   ■ Bread
//	Finnish   no.   □        Then come others,    ■ Butter
func (s *segmentStage) moveEndSign(rf *rowFinder, i, j int) {
	chunks := rf.chunksOf(&rf.rows[i])
	k, reach := &chunks[j], endSignRows
	if j+1 < len(chunks) {
		reach = endSignBeside
	}
	for n := max(0, i-reach); n < min(len(rf.rows), i+reach+1); n++ {
		if n == i {
			continue
		}
		for _, o := range rf.chunksOf(&rf.rows[n]) {
			if o.count == 1 && isSquare(s.glyphs[o.first].char) && abs(o.u0-k.u0) < k.size {
				return
			}
		}
	}
	g := &s.glyphs[k.first]
	back := k.u0 - s.segments[len(s.segments)-1].u1 - endSignGap*k.size
	k.u0, k.u1, g.u0, g.u1 = k.u0-back, k.u1-back, g.u0-back, g.u1-back
}
