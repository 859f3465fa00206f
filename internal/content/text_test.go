package content_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

const tolerance = 0.01

// origin returns where the first glyph of run i stands.
func origin(c *layout.Content, i int) layout.Point {
	g := c.Glyphs[c.Runs[i].First]
	return layout.Point{X: g.X, Y: g.Y}
}

func requirePoint(t *testing.T, x, y float32, got layout.Point) {
	t.Helper()
	require.InDelta(t, x, got.X, tolerance)
	require.InDelta(t, y, got.Y, tolerance)
}

func TestTextStandsWhereItsMatrixSays(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src  string
		x, y float32
		size float32
	}{
		"moved with Td":               {"BT /F1 10 Tf 20 30 Td (A) Tj ET", 20, 70, 10},
		"moved twice":                 {"BT /F1 10 Tf 20 30 Td 5 -5 Td (A) Tj ET", 25, 75, 10},
		"on the next line after TD":   {"BT /F1 10 Tf 20 30 TD 0 -12 TD T* (A) Tj ET", 20, 94, 10},
		"on the next line with TL":    {"BT /F1 10 Tf 12 TL 20 50 Td (A)' ET", 20, 62, 10},
		"set with Tm":                 {"BT /F1 1 Tf 8 0 0 8 20 30 Tm (A) Tj ET", 20, 70, 8},
		"scaled by cm":                {"2 0 0 2 10 10 cm BT /F1 10 Tf 5 5 Td (A) Tj ET", 20, 80, 20},
		"raised":                      {"BT /F1 10 Tf 20 30 Td 3 Ts (A) Tj ET", 20, 67, 10},
		"outside of a text object":    {"/F1 10 Tf 20 30 Td (A) Tj", 20, 70, 10},
		"after a second BT":           {"BT /F1 10 Tf 20 30 Td BT 5 5 Td (A) Tj ET ET", 5, 95, 10},
		"with a font set before BT":   {"/F1 10 Tf BT 20 30 Td (A) Tj ET", 20, 70, 10},
		"kerned before the first":     {"BT /F1 10 Tf 20 30 Td [-500 (A)] TJ ET", 25, 70, 10},
		"spaced words and characters": {"BT /F1 10 Tf 20 30 Td 5 1 (A)\" ET", 20, 70, 10},
		"in a form without brackets":  {"BT /F1 10 Tf 20 30 Td (A) TJ ET", 20, 70, 10},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := paint(t, c.src)
			require.Equal(t, "A", text(got))
			requirePoint(t, c.x, c.y, origin(got, 0))
			require.InDelta(t, c.size, got.Runs[0].Size, tolerance)
		})
	}
}

func TestThePenMovesByWidthAndSpacing(t *testing.T) {
	t.Parallel()
	// In Helvetica, A is 667 and a space 278 thousandths of an em wide.
	cases := map[string]struct {
		src string
		x   float32 // of the last glyph
	}{
		"by the width":                     {"(AA) Tj", 6.67},
		"by the width and Tc":              {"2 Tc (AA) Tj", 8.67},
		"by Tw at spaces":                  {"3 Tw (A A) Tj", 6.67 + 2.78 + 3},
		"scaled by Tz":                     {"50 Tz 2 Tc (AA) Tj", 4.335},
		"back by numbers":                  {"[(A) 100 (A)] TJ", 5.67},
		"from one operator to the next":    {"(A) Tj (A) Tj", 6.67},
		"by numbers scaled":                {"50 Tz [(A) -1000 (A)] TJ", 3.335 + 5},
		"by numbers behind the last glyph": {"[(A) -1000] TJ (A) Tj", 16.67},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := paint(t, "BT /F1 10 Tf 0 50 Td "+c.src+" ET")
			require.InDelta(t, c.x, got.Glyphs[len(got.Glyphs)-1].X, tolerance)
		})
	}
}

func TestRunsKeepTheirState(t *testing.T) {
	t.Parallel()
	c := paint(t, "1 0 0 rg BT /F1 10 Tf 2 Tc 3 Tw 50 Tz 10 50 Td (AB) Tj 1 Tr 0 0 1 RG (C) Tj ET")
	require.Equal(t, "AB|C", text(c))
	run := c.Runs[0]
	require.Equal(t, [4]float32{5, 0, 0, -10}, run.Em)
	require.InDelta(t, 1, run.CharSpace, tolerance)
	require.InDelta(t, 1.5, run.WordSpace, tolerance)
	require.InDelta(t, 3.335, c.Glyphs[0].Advance, tolerance)
	require.Equal(t, layout.Color{R: 255}, c.Paints[run.Paint].Fill)
	require.Equal(t, uint8(1), c.Runs[1].RenderMode)
	require.Equal(t, layout.Color{B: 255}, c.Paints[c.Runs[1].Paint].Stroke)
	require.Equal(t, uint32('A'), c.Glyphs[0].Code)
	require.Equal(t, []string{"Helvetica"}, []string{c.Fonts[run.Font].Name})
}

func TestPageSpaceFoldsInRotationCropAndUnit(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		extra  string
		width  float32
		x, y   float32
		em     [4]float32
		height float32
	}{
		"upright":       {"", 100, 20, 170, [4]float32{10, 0, 0, -10}, 200},
		"a quarter":     {"/Rotate 90", 200, 30, 20, [4]float32{0, 10, 10, 0}, 100},
		"upside down":   {"/Rotate 180", 100, 80, 30, [4]float32{-10, 0, 0, 10}, 200},
		"three quarter": {"/Rotate 270", 200, 170, 80, [4]float32{0, -10, -10, 0}, 100},
		"cropped":       {"/CropBox [10 10 60 110]", 50, 10, 80, [4]float32{10, 0, 0, -10}, 100},
		"in user units": {"/UserUnit 2", 200, 40, 340, [4]float32{20, 0, 0, -20}, 400},
		"all at once":   {"/Rotate 90 /CropBox [10 10 60 110] /UserUnit 2", 200, 40, 20, [4]float32{0, 20, 20, 0}, 100},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			file.AddPage(testkit.Page{
				Content: "BT /F1 10 Tf 20 30 Td (A) Tj ET", MediaBox: "0 0 100 200", Extra: want.extra,
			})
			c := read(t, file)
			require.InDelta(t, want.width, c.Width, tolerance)
			require.InDelta(t, want.height, c.Height, tolerance)
			requirePoint(t, want.x, want.y, origin(c, 0))
			require.Equal(t, want.em, c.Runs[0].Em)
		})
	}
}

func TestStatesNestedTooDeeplyAreCounted(t *testing.T) {
	t.Parallel()
	c := paint(t, "1 0 0 rg "+strings.Repeat("q ", 5000)+"BT /F1 10 Tf 0 1 0 rg (in) Tj ET "+strings.Repeat("Q ", 5000)+"BT /F1 10 Tf (out) Tj ET")
	require.Equal(t, "in|out", text(c))
	require.Equal(t, layout.Color{R: 255}, c.Paints[c.Runs[1].Paint].Fill)
	require.Equal(t, []string{"page_truncated"}, codes(c))
}

func TestGarbageBetweenOperatorsLosesNoText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src  string
		want string
		code []string
	}{
		"operands that lack":        {"BT /F1 10 Tf 1 Td (A) Tj ET", "A", []string{"content_damaged"}},
		"operands of other types":   {"BT /F1 10 Tf (x) 1 Td (A) Tj ET", "A", []string{"content_damaged"}},
		"too many Q":                {"Q Q BT /F1 10 Tf (A) Tj ET", "A", []string{"content_damaged"}},
		"q without Q":               {"q q q BT /F1 10 Tf (A) Tj ET", "A", nil},
		"unknown operators":         {"1 2 foo BT /F1 10 Tf (A) Tj ET bar", "A", []string{"unknown_operators"}},
		"unknown operators allowed": {"BX 1 2 foo EX BT /F1 10 Tf (A) Tj ET", "A", nil},
		"operators glued together":  {"qBT /F1 10 Tf (A) Tj ETQ", "A", []string{"content_damaged"}},
		"a font that is not there":  {"BT /F9 10 Tf (A) Tj ET", "A", []string{"resource_missing"}},
		"no font at all":            {"BT (A) Tj ET", "A", []string{"resource_missing"}},
		"a matrix without end":      {"1e30 0 0 1e30 0 0 cm 1e30 0 0 1e30 0 0 cm BT /F1 10 Tf (A) Tj ET", "A", []string{"content_damaged"}},
		"EMC too many":              {"EMC BT /F1 10 Tf (A) Tj ET EMC", "A", []string{"content_damaged"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := paint(t, c.src)
			require.Equal(t, c.want, text(got))
			require.Equal(t, c.code, codes(got))
		})
	}
}
