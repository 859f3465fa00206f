package pages

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

var update = flag.Bool("update", false, "write what the engine makes of the cases now")

// TestCases outlines all cases. What is meant to be otherwise is accepted by
// go test ./internal/regress/pages -update. It ends before the next test looks at the files.
func TestCases(t *testing.T) {
	differences, _, err := Compare(t.Context(), "testdata", *update)
	require.NoError(t, err)
	for _, d := range differences {
		t.Errorf("%s comes out otherwise (- was, + is):\n%s", d.Name, d.Text)
	}
}

// TestCasesAreWhole looks that each file has its other one, and that all are small enough for
// the repository.
func TestCasesAreWhole(t *testing.T) {
	files, err := os.ReadDir("testdata")
	require.NoError(t, err)
	size := int64(0)
	for _, f := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(f.Name(), input), output)
		require.FileExists(t, filepath.Join("testdata", name+input))
		require.FileExists(t, filepath.Join("testdata", name+output))
		info, err := f.Info()
		require.NoError(t, err)
		size += info.Size()
	}
	require.Less(t, size, int64(3<<20))
}

func TestDifferShowsTheLinesAndWhereTheyStand(t *testing.T) {
	t.Parallel()
	require.Empty(t, differ("a\nb", "a\nb"))
	require.Contains(t, differ("a\nb\nc\n", "a\nx\nc\n"), " a\n-b\n+x\n c")
	require.Regexp(t, "and [0-9]+ lines more$", differ(strings.Repeat("a\n", 40), "b\n"))
}

// hello is a page with two words in one line.
func hello(text string) *layout.Content {
	c := &layout.Content{Page: 1, Width: 300, Height: 200, Fonts: []*layout.Font{{ID: 1, Name: "Helvetica", Ascent: 0.8, Descent: -0.2, Space: 0.25}}}
	c.Paints = []layout.Paint{{FillAlpha: 1, StrokeAlpha: 1}}
	x := float32(20)
	for _, r := range text {
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: x, Y: 50, Advance: 5, Char: r, Code: uint32(r)})
		x += 5
	}
	c.Runs = []layout.Run{{Count: int32(len(c.Glyphs)), Clip: -1, Mark: -1, Size: 10, Em: [4]float32{10, 0, 0, -10}}}
	c.Items = []layout.Item{{Kind: layout.KindRun}}
	return c
}

func textOf(c *layout.Content) string {
	var b strings.Builder
	for _, g := range c.Glyphs {
		b.WriteRune(g.Char)
	}
	return b.String()
}

func TestScrambleKeepsShapesNotWords(t *testing.T) {
	t.Parallel()
	c := &Case{Title: "Foxes and others", Pages: []*layout.Content{hello("Table 12: Foxes of 1987 (e.g. FOXES, iv) eat h e n s in b")}}
	Scramble(c, func(w string) bool { return w == "table" || w == "of" })
	got := textOf(c.Pages[0])
	require.NotContains(t, strings.ToLower(got), "foxes")
	require.NotContains(t, got, "eat")
	require.NotContains(t, got, "h e n s")
	require.Regexp(t, `^Table 12: [A-Z][a-z]{4} of 19\d\d \(e\.g\. [A-Z]{5}, iv\) [a-z]{3} [a-z] [a-z] [a-z] [a-z] [a-z]{2} b$`, got)
	fox := strings.Fields(got)[2]
	require.Contains(t, got, strings.ToUpper(fox), "the same word")
	require.Equal(t, fox, strings.Fields(c.Title)[0], "everywhere")
	for i, g := range c.Pages[0].Glyphs {
		require.NotEqual(t, uint32(g.Char), g.Code)
		require.InDelta(t, 20+5*float64(i), g.X, 1e-3)
	}
}

func TestScrambleDrawsAmountsAnew(t *testing.T) {
	t.Parallel()
	c := hello("3.12 on 12 of 1,375.00 and 0.87, 5.8")
	Scramble(&Case{Pages: []*layout.Content{c}}, func(string) bool { return true })
	require.Regexp(t, `^3\.12 on 12 of 1,\d{3}\.\d\d and 0\.\d\d, 5\.8$`, textOf(c))
	require.NotContains(t, textOf(c), "375")
	require.NotContains(t, textOf(c), ".87")
}

func TestScrambleBlursDrawnLetters(t *testing.T) {
	t.Parallel()
	c := hello("A word")
	outline := []layout.Segment{{Verb: layout.MoveTo, P: [3]layout.Point{{X: 10, Y: 10}}}}
	for _, at := range []layout.Point{{X: 20, Y: 10}, {X: 20, Y: 30}, {X: 18, Y: 30}, {X: 18, Y: 12}, {X: 12, Y: 12}, {X: 12, Y: 30}, {X: 10, Y: 30}} {
		outline = append(outline, layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{at}})
	}
	outline = append(outline, layout.Segment{Verb: layout.Close})
	c.Segments = slices.Clone(outline)
	c.Paths = []layout.Path{{Count: int32(len(outline)), Box: layout.Rect{X0: 10, Y0: 10, X1: 20, Y1: 30}, Op: layout.Fill, Clip: -1, Mark: -1}}
	Scramble(&Case{Pages: []*layout.Content{c}}, func(string) bool { return false })
	require.Equal(t, outline[2], c.Segments[2], "on the edge")
	require.NotEqual(t, outline[4], c.Segments[4], "inside")
	require.NotEqual(t, outline[5], c.Segments[5], "inside")
}

func TestVaryMovesPagesAsTheSeedSays(t *testing.T) {
	t.Parallel()
	outlines := map[string]bool{}
	for seed := range uint64(30) {
		var twice [2]string
		for i := range twice {
			c := &Case{Pages: []*layout.Content{hello("Some words in a line"), hello("and in another one")}}
			Vary(c, seed)
			var err error
			twice[i], err = Outline(t.Context(), c)
			require.NoError(t, err)
		}
		require.Equal(t, twice[0], twice[1], "seed %d", seed)
		outlines[twice[0]] = true
	}
	require.Greater(t, len(outlines), 15, "seeds differ")
}

func TestCaseComesBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	c := &Case{Title: "A title", Lang: "en", Pages: []*layout.Content{hello("Some words")}}
	c.Pages[0].Segments = []layout.Segment{{Verb: layout.MoveTo, P: [3]layout.Point{{X: 1, Y: 2.5}}}, {Verb: layout.CurveTo, P: [3]layout.Point{{X: 3}, {Y: 4}, {X: -5}}}, {Verb: layout.Close}}
	c.Pages[0].Fonts[0].Shapes = shapes{7: {Ink: &[4]float32{0, 0, .5, .25}, Math: &layout.MathChar{Char: 'x', Alphabet: layout.MathItalic}}}
	was, err := Outline(t.Context(), c)
	require.NoError(t, err)
	packed, err := Encode(c)
	require.NoError(t, err)
	again, err := decode(packed)
	require.NoError(t, err)
	require.Equal(t, c, again)
	is, err := Outline(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, was, is)
	require.Contains(t, is, `20,50 size 10.0 "Some words"`)
	require.Contains(t, is, `P "Some words"`)
}
