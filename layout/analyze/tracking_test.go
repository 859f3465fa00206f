package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A character space as wide as a word space, taken back between the letters of words.
func TestCharacterSpaceThatWordsTakeBackPartsThem(t *testing.T) {
	t.Parallel()
	words := []string{"=", "0", "but", "the", "second", "one", "gives", "the", "right"}
	lines := func(back float32) []string {
		p := newPage()
		all := ""
		for _, w := range words {
			all += w
		}
		p.show(72, 100, 10, all, run{char: 4})
		r := &p.Runs[len(p.Runs)-1]
		glyphs, n := p.Glyphs[r.First:r.First+r.Count], 0
		x := glyphs[0].X
		for _, w := range words {
			for k := range len(w) {
				glyphs[n].X = x
				x += glyphs[n].Advance + 4
				if k < len(w)-1 {
					x -= back
				}
				n++
			}
		}
		return blocks(pageOf(t, p))
	}
	require.Contains(t, lines(4)[0], "= 0 but the second one gives the right")
	require.Contains(t, lines(0)[0], "=0butthesecondonegivestheright", "all of it tracked")
}

// TestACharacterSpaceBetweenTwoLettersPartsWords: some programs show the end of a word and the beginning of the next with
// a character space as wide as a word space.
func TestACharacterSpaceBetweenTwoLettersPartsWords(t *testing.T) {
	t.Parallel()
	p := newPage()
	x := float32(72)
	for _, piece := range []struct {
		text string
		char float32
	}{{"Thi", 0}, {"sb", 2.8}, {"oo", .1}, {"ki", 2.8}, {"sa", 2.8}, {"ls", 0}, {"oan", 2.8}, {"ewone", 0}} {
		x = p.show(x, 100, 10, piece.text, run{char: piece.char}) - piece.char
	}
	p.show(72, 130, 10, "TO", run{char: 3})
	require.Equal(t, []string{"This book is also a newone", "TO"}, lines(pageOf(t, p)))
}
