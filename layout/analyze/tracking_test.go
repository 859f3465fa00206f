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
