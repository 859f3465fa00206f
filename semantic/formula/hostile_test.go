package formula_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// stretched returns c with any width, and any height above and below its baseline, that a file may claim.
func stretched(c rune, x, y, width, up, down float32) layout.FormulaGlyph {
	return layout.FormulaGlyph{
		X: x, Y: y, Advance: width, Size: em, MathChar: layout.MathChar{Char: c},
		Ink: layout.Rect{X0: x, X1: x + width, Y0: y - up, Y1: y + down},
	}
}

// TestReadTakesBoundedWork reads formulas with as many signs as one may have, all on, in
// or under each other. Without FormulaReading some of them take more comparisons.
func TestReadTakesBoundedWork(t *testing.T) {
	t.Parallel()
	for name, sign := range map[string]func(f *layout.Formula, c rune, k float32){
		"under all bars": func(f *layout.Formula, c rune, k float32) {
			f.Glyphs = append(f.Glyphs, stretched(c, .2*k, .2*k, 4, 4, 0))
			f.Bars = append(f.Bars, layout.Rect{X0: -1, X1: 500, Y0: .2*k + 1, Y1: .2*k + 1.1})
		},
		"bars inside bars": func(f *layout.Formula, c rune, k float32) {
			f.Glyphs = append(f.Glyphs, stretched(c, k, 12*k, 4, 4, 0))
			f.Bars = append(f.Bars, layout.Rect{X0: k, X1: 3000 - k, Y0: 12*k + 1, Y1: 12*k + 1.1})
		},
		"brackets before rows": func(f *layout.Formula, c rune, k float32) {
			f.Glyphs = append(f.Glyphs, stretched(c, 2*k, 0, 4, 2000, 2000), stretched('x', 2*k+1, 2*k-1000, 4, .2, .2))
		},
		"signs inside signs": func(f *layout.Formula, c rune, k float32) {
			f.Glyphs = append(f.Glyphs, stretched(c, k, .5*k, 4, 1000-.4*k, 1000-.4*k))
		},
	} {
		for _, c := range "({√^→⏞∑x" {
			t.Run(name+" "+string(c), func(t *testing.T) {
				t.Parallel()
				f := &layout.Formula{}
				for k := float32(0); len(f.Glyphs) < 2048; k++ {
					sign(f, c, k)
				}
				tree, work := formula.ReadWork(f)
				require.Less(t, work, limits.FormulaReading+4*len(f.Glyphs)*len(f.Glyphs)+1) // what it stopped at was not done
				require.Less(t, len(tree.TeX())+len(tree.Text()), 100*len(f.Glyphs))
			})
		}
	}
}

// TestReadBeyondItsWorkIsNotTrusted reads a formula of a thousand letters under a thousand bars.
func TestReadBeyondItsWorkIsNotTrusted(t *testing.T) {
	t.Parallel()
	f := &layout.Formula{}
	for k := float32(0); k < 1000; k++ {
		f.Glyphs = append(f.Glyphs, stretched('x', .2*k, .2*k, 4, 4, 0))
		f.Bars = append(f.Bars, layout.Rect{X0: -1, X1: 500, Y0: .2*k + 1, Y1: .2*k + 1.1})
	}
	tree := formula.Read(f)
	require.Zero(t, tree.Confidence)
	require.Contains(t, tree.Why, "more than 1048576 comparisons")
}
