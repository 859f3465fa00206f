package facsimile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGlyphsOfAFormulaAreCopiedAlongItsRows: glyphs are painted in the order of painted; each is a character with
// the column and the row of a grid of letters where it stands.
func TestGlyphsOfAFormulaAreCopiedAlongItsRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ painted, copied string }{
		"as painted":                      {"a00 =10 b20", "a=b"},
		"letters before signs":            {"O10 C20 u40 +00 =30", "+OC=u"},
		"a script goes with its base":     {"x00 y40 +20 z60 n51", "x+yzn"},
		"a base that goes before others":  {"y40 x00 n11 +20", "xn+y"},
		"a fraction, part by part":        {"a00 =10 p21 q22 +30 c40", "a=pq+c"},
		"the numerator in its own order":  {"p31 q22 s21 a00 =10", "spqa="},
		"a matrix, column by column":      {"a01 c02 b11 d12", "acbd"},
		"a row that is painted backwards": {"c20 b10 a00", "abc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &sheet{}
			var glyphs []int32
			for i, g := range strings.Fields(c.painted) {
				s.glyphs = append(s.glyphs, glyph{x: float32(g[1]-'0') * 5, y: float32(g[2]-'0') * 12, advance: 5, char: rune(g[0])})
				glyphs = append(glyphs, int32(i))
			}
			s.runs = []run{{count: int32(len(glyphs)), look: look{em: [4]float32{10, 0, 0, -10}}}}
			var copied strings.Builder
			for _, g := range s.alongRows(glyphs) {
				copied.WriteRune(s.glyphs[g].char)
			}
			require.Equal(t, c.copied, copied.String())
		})
	}
}

// TestALongFormulaIsCopiedAsPainted: what is not ordered loses nothing.
func TestALongFormulaIsCopiedAsPainted(t *testing.T) {
	t.Parallel()
	s := &sheet{}
	glyphs := make([]int32, rowedGlyphs+1)
	for i := range glyphs {
		glyphs[i] = int32(i)
		s.glyphs = append(s.glyphs, glyph{x: float32(-i), advance: 1})
	}
	s.runs = []run{{count: int32(len(glyphs)), look: look{em: [4]float32{10, 0, 0, -10}}}}
	require.Equal(t, glyphs, s.alongRows(glyphs))
	require.Equal(t, glyphs[:2], []int32{0, 1})
	require.Equal(t, []int32{1, 0}, s.alongRows(glyphs[:2]))
}

// TestSignsOfAFormulaAreCopiedApart: what parts the sides of a formula is narrower than a space between words.
func TestSignsOfAFormulaAreCopiedApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		formula int
		gap     float32 // points, in type of 10
		want    string
	}{
		"in a formula":         {1, 1.75, "a ="},
		"a slant in a formula": {1, 0.9, "a="},
		"in a label":           {0, 1.75, "a="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &sheet{ofGlyph: map[int32]int{0: c.formula, 1: c.formula}}
			s.glyphs = []glyph{{advance: 5, char: 'a'}, {x: 5 + c.gap, advance: 5, char: '='}}
			s.runs = []run{{count: 2, wide: 10, look: look{em: [4]float32{10, 0, 0, -10}}}}
			for g := range int32(2) {
				s.addLoose(&s.runs[0], g, false)
			}
			require.Len(t, s.lines, 1)
			require.Equal(t, c.want, s.lines[0].text)
		})
	}
}
