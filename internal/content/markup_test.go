package content_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// annotated returns a page of 100 by 100 points with only these annotations.
func annotated(t *testing.T, annotations ...string) *layout.Content {
	t.Helper()
	var annots strings.Builder
	for _, a := range annotations {
		annots.WriteString("<< /Type /Annot " + a + " >> ")
	}
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{MediaBox: "0 0 100 100", Extra: "/Annots [" + annots.String() + "]"})
	return read(t, file)
}

// drawn describes each path: its steps, its box in whole points, how it is painted, and the width of its line.
func drawn(c *layout.Content) (list []string) {
	for _, p := range c.Paths {
		verbs := ""
		for _, s := range c.Segments[p.First : p.First+p.Count] {
			verbs += map[layout.Verb]string{layout.MoveTo: "m", layout.LineTo: "l", layout.CurveTo: "c", layout.Close: "h"}[s.Verb]
		}
		how := map[layout.PaintOp]string{layout.Fill: "fill", layout.Stroke: "stroke", layout.Fill | layout.Stroke: "both"}[p.Op]
		paint := c.Paints[p.Paint]
		if p.Op&layout.Stroke != 0 {
			how += fmt.Sprintf(" %g", paint.LineWidth)
		}
		list = append(list, fmt.Sprintf("%s %.0f,%.0f-%.0f,%.0f %s", verbs, p.Box.X0, p.Box.Y0, p.Box.X1, p.Box.Y1, how))
	}
	return list
}

func TestAnnotationsWithoutAppearanceAreDrawn(t *testing.T) {
	t.Parallel()
	const red, blue, rect = "/C [1 0 0] ", "/IC [0 0 1] ", "/Rect [10 10 50 30] "
	const text = rect + "/QuadPoints [10 30 50 30 10 16 50 16] "     // row by row, as most writers have them
	const standard = rect + "/QuadPoints [10 16 50 16 50 30 10 30] " // around the area, from the lower left
	for name, tc := range map[string]struct {
		annotation string
		want       []string
	}{
		"a square":                    {"/Subtype /Square " + red + blue + rect, []string{"mlllh 10,70-50,90 both 1"}},
		"with a wide line":            {"/Subtype /Square " + red + rect + "/BS << /W 4 >>", []string{"mlllh 12,72-48,88 stroke 4"}},
		"with a border":               {"/Subtype /Square " + red + rect + "/Border [0 0 6]", []string{"mlllh 13,73-47,87 stroke 6"}},
		"without a line":              {"/Subtype /Square " + blue + rect + "/BS << /W 0 >>", []string{"mlllh 10,70-50,90 fill"}},
		"with differences":            {"/Subtype /Square " + blue + rect + "/BS << /W 0 >> /RD [1 2 3 4]", []string{"mlllh 11,74-47,88 fill"}},
		"with differences too large":  {"/Subtype /Square " + blue + rect + "/RD [30 30 30 30]", []string{"mlllh 10,70-50,90 fill"}},
		"a circle":                    {"/Subtype /Circle " + red + rect + "/BS << /W 2 >>", []string{"mcccch 11,71-49,89 stroke 2"}},
		"a line":                      {"/Subtype /Line " + red + rect + "/L [10 10 50 30]", []string{"ml 10,70-50,90 stroke 1"}},
		"an arrow":                    {"/Subtype /Line " + red + blue + rect + "/L [10 20 50 20] /LE [/Butt /ClosedArrow] /BS << /W 2 >>", []string{"ml 10,80-50,80 stroke 2", "ml 10,74-10,86 stroke 2", "mllh 40,74-50,86 both 2"}},
		"a line that is a point":      {"/Subtype /Line " + red + rect + "/L [10 20 10 20] /LE [/Circle /Circle]", []string{"ml 10,80-10,80 stroke 1"}},
		"with round ends":             {"/Subtype /Line " + red + rect + "/L [10 20 50 20] /LE [/Circle /Nothing]", []string{"ml 10,80-50,80 stroke 1", "mcccch 7,77-13,83 stroke 1"}},
		"a polygon":                   {"/Subtype /Polygon " + red + blue + rect + "/Vertices [10 10 50 10 30 30]", []string{"mllh 10,70-50,90 both 1"}},
		"lines":                       {"/Subtype /PolyLine " + red + blue + rect + "/Vertices [10 10 50 10 30 30 9]", []string{"mll 10,70-50,90 stroke 1"}},
		"lines with ends":             {"/Subtype /PolyLine " + red + rect + "/Vertices [10 10 50 10 50 30] /LE [/None /Square]", []string{"mll 10,70-50,90 stroke 1", "mlllh 47,67-53,73 stroke 1"}},
		"ink":                         {"/Subtype /Ink " + red + rect + "/InkList [[10 10 50 30 20 20] [1] [10 20 50 20]]", []string{"mll 10,70-50,90 stroke 1", "ml 10,80-50,80 stroke 1"}},
		"a marker":                    {"/Subtype /Highlight " + red + text, []string{"mlclch 6,70-54,84 fill"}},
		"a marker as by the standard": {"/Subtype /Highlight " + red + standard, []string{"mlclch 6,70-54,84 fill"}},
		"an underline":                {"/Subtype /Underline " + red + text + "/BS << /W 7 >>", []string{"ml 10,83-50,83 stroke 1"}},
		"one as by the standard":      {"/Subtype /Underline " + red + standard, []string{"ml 10,83-50,83 stroke 1"}},
		"text struck out":             {"/Subtype /StrikeOut " + red + text, []string{"ml 10,77-50,77 stroke 1"}},
		"a squiggly line":             {"/Subtype /Squiggly " + red + text, []string{"m" + strings.Repeat("l", 20) + " 10,82-50,84 stroke 1"}},
		"no colour":                   {"/Subtype /Square " + rect, nil},
		"a marker without a colour":   {"/Subtype /Highlight " + blue + text, nil},
		"nothing to mark":             {"/Subtype /Highlight " + red + rect, nil},
		"hidden":                      {"/Subtype /Square /F 2 " + red + rect, nil},
		"seen on paper only":          {"/Subtype /Square /F 32 " + red + rect, nil},
		"transparent":                 {"/Subtype /Square /CA 0 " + red + blue + rect, nil},
		"drawn by each viewer alone":  {"/Subtype /Stamp " + red + rect, nil},
		"no numbers":                  {"/Subtype /Ink " + red + "/Rect [] /InkList [null [/A /B] (x)]", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.want, drawn(annotated(t, tc.annotation)))
		})
	}
}

func TestMarkupsHaveTheirPaint(t *testing.T) {
	t.Parallel()
	paint := func(annotation string) layout.Paint {
		c := annotated(t, "/C [1 0 0] /IC [0 0 1] /CA .5 /Rect [10 10 50 30] "+annotation)
		require.NotEmpty(t, c.Paths)
		return c.Paints[c.Paths[0].Paint]
	}
	red, blue := layout.Color{R: 255}, layout.Color{B: 255}
	square := paint("/Subtype /Square /BS << /S /D /D [4 2] >>")
	require.Equal(t, []layout.Color{red, blue}, []layout.Color{square.Stroke, square.Fill})
	require.Equal(t, []float32{.5, .5, 4, 2}, []float32{square.StrokeAlpha, square.FillAlpha, square.Dash[0], square.Dash[1]})
	require.Equal(t, []float32{3}, paint("/Subtype /Square /BS << /S /D >>").Dash)
	require.Equal(t, []float32{5}, paint("/Subtype /Square /Border [0 0 1 [5]]").Dash)
	require.Equal(t, uint8(1), paint("/Subtype /Ink /InkList [[1 1 9 9]]").Cap)

	marker := paint("/Subtype /Highlight /QuadPoints [10 30 50 30 10 16 50 16]")
	require.Equal(t, red, marker.Fill, "a marker has no interior colour")
	require.Equal(t, "Multiply", marker.Blend)
	require.InDelta(t, .5, marker.FillAlpha, 0)
}

func TestAnAppearanceIsAllThatIsDrawn(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	form := file.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 40 20]", "0 0 5 5 re f")
	file.AddPage(testkit.Page{MediaBox: "0 0 100 100", Extra: fmt.Sprintf("/Annots [<< /Type /Annot /Subtype /Square /C [1 0 0] /Rect [10 10 50 30] /AP << /N %d 0 R >> >>]", form)})
	require.Equal(t, []string{"mlllh 10,85-15,90 fill"}, drawn(read(t, file)))
}

// TestMarkupsAreBounded checks that one annotation draws little, however large it claims to be. If many share a
// long array, the budget of the page stops them.
func TestMarkupsAreBounded(t *testing.T) {
	t.Parallel()
	huge := annotated(t, "/Subtype /Squiggly /C [1 0 0] /QuadPoints [0 9 1e30 9 0 0 1e30 0] /Rect [0 0 1 1]",
		"/Subtype /Line /C [1 0 0] /L [-1e38 -1e38 1e38 1e38] /LE [/OpenArrow /Slash] /BS << /W 1e30 >> /Rect [0 0 1 1]")
	require.Less(t, len(huge.Segments), 2000)
	for _, s := range huge.Segments {
		for _, p := range s.P {
			require.False(t, math.IsNaN(float64(p.X+p.Y)) || math.IsInf(float64(p.X+p.Y), 0))
		}
	}

	file := &testkit.PDF{}
	vertices := file.Add("[" + strings.Repeat("1 1 9 9 ", 50_000) + "]")
	one := fmt.Sprintf("<< /Type /Annot /Subtype /PolyLine /C [1 0 0] /Rect [0 0 9 9] /Vertices %d 0 R >> ", vertices)
	file.AddPage(testkit.Page{Extra: "/Annots [" + strings.Repeat(one, 400) + "]"})
	doc, many := open(t, file), &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), many))
	require.LessOrEqual(t, len(many.Segments), 2*limits.Segments, "the last path may go beyond")
	require.Less(t, len(many.Paths), 400)
	require.Contains(t, fmt.Sprint(many.Warnings), "page_truncated")
}

// TestRoundAnnotationsAreRound looks at the middle of each arc, where a wrong one shows.
func TestRoundAnnotationsAreRound(t *testing.T) {
	t.Parallel()
	c := annotated(t, "/Subtype /Circle /C [1 0 0] /Rect [10 10 90 90] /BS << /W 0 >> /IC [0 0 1]")
	require.Len(t, c.Paths, 1)
	from, arcs := layout.Point{}, 0
	for _, s := range c.Segments {
		if s.Verb == layout.CurveTo {
			arcs++
			x, y := (from.X+3*s.P[0].X+3*s.P[1].X+s.P[2].X)/8, (from.Y+3*s.P[0].Y+3*s.P[1].Y+s.P[2].Y)/8
			require.InDelta(t, 40, math.Hypot(float64(x-50), float64(y-50)), 0.1)
			from = s.P[2]
		} else {
			from = s.P[0]
		}
	}
	require.Equal(t, 4, arcs)
}

// TestSlashesLean has a line that ends in a slash, 30 degrees off the upright (ISO 32000-2 table 179).
func TestSlashesLean(t *testing.T) {
	t.Parallel()
	c := annotated(t, "/Subtype /Line /C [1 0 0] /Rect [0 0 100 100] /L [20 50 80 50] /LE [/None /Slash]")
	var lean []float64
	for _, p := range c.Paths {
		a, b := c.Segments[p.First].P[0], c.Segments[p.First+1].P[0]
		if a.Y != b.Y {
			lean = append(lean, math.Atan(math.Abs(float64((b.X-a.X)/(b.Y-a.Y))))*180/math.Pi)
		}
	}
	require.Len(t, lean, 1)
	require.InDelta(t, 30, lean[0], 2)
}

func TestFreeTextIsBrokenWhereItsRectangleEnds(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{MediaBox: "0 0 100 100", Extra: "/Annots [<< /Type /Annot /Subtype /FreeText /Rect [10 10 90 90] /DA (/F1 10 Tf) /Contents (some fox came from here) >>]"})
	doc := open(t, file)
	c := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
	require.Equal(t, "some fox came|from here", text(c))
	below := origin(c, 1).Y - origin(c, 0).Y
	require.Greater(t, below, float32(10), "lines do not touch")
	require.Less(t, below, float32(15), "no line is left out between them")
}
