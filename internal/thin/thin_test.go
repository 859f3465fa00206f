package thin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
)

func TestFormulasThatWereReadAreThin(t *testing.T) {
	t.Parallel()
	glyphs, bars := make([]layout.FormulaGlyph, 3), make([]layout.Rect, 1)
	p := layout.Page{Formulas: []layout.Formula{{Glyphs: glyphs, Bars: bars, Reading: true}, {Glyphs: glyphs, Bars: bars}}}
	thin.Page(&p)
	require.Equal(t, glyphs, p.Formulas[0].Glyphs)
	thin.Formulas(&p)
	require.Empty(t, p.Formulas[0].Glyphs)
	require.Empty(t, p.Formulas[0].Bars)
	require.Equal(t, glyphs, p.Formulas[1].Glyphs)
	require.Equal(t, bars, p.Formulas[1].Bars)
}
