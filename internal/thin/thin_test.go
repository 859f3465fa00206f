package thin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
)

// reading is what was read of a formula.
type reading struct{}

func (reading) Trusted() bool { return true }
func (reading) TeX() string   { return "x" }
func (reading) Text() string  { return "x" }

func TestFormulasThatWereReadAreThin(t *testing.T) {
	t.Parallel()
	glyphs, bars := make([]layout.FormulaGlyph, 3), make([]layout.Rect, 1)
	p := layout.Page{Formulas: []layout.Formula{{Glyphs: glyphs, Bars: bars, Reading: reading{}}, {Glyphs: glyphs, Bars: bars}}}
	thin.Page(&p)
	require.Equal(t, glyphs, p.Formulas[0].Glyphs)
	thin.Formulas(&p)
	require.Empty(t, p.Formulas[0].Glyphs)
	require.Empty(t, p.Formulas[0].Bars)
	require.Equal(t, glyphs, p.Formulas[1].Glyphs)
	require.Equal(t, bars, p.Formulas[1].Bars)
}

func TestLongLevelRulesStay(t *testing.T) {
	t.Parallel()
	level := layout.Ruling{Box: layout.Rect{X0: 50, Y0: 60, X1: 350, Y1: 61}}
	short := layout.Ruling{Box: layout.Rect{X0: 50, Y0: 500, X1: 150, Y1: 501}}
	upright := layout.Ruling{Box: layout.Rect{X0: 50, Y0: 60, X1: 51, Y1: 500}, Vertical: true}
	p := layout.Page{Width: 400, Rulings: []layout.Ruling{short, level, upright}}
	thin.Page(&p)
	require.Equal(t, []layout.Ruling{level}, p.Rulings)

	p.Rulings = nil
	for range 1000 {
		p.Rulings = append(p.Rulings, level)
	}
	thin.Page(&p)
	require.Len(t, p.Rulings, 64)
}
