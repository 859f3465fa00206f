package content_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func TestPathsAreKeptAsPainted(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src       string
		op        layout.PaintOp
		box       layout.Rect
		rectangle bool
		verbs     string
	}{
		"a rectangle":            {"10 20 30 40 re f", layout.Fill, layout.Rect{X0: 10, Y0: 40, X1: 40, Y1: 80}, true, "mlllh"},
		"with negative extent":   {"40 60 -30 -40 re S", layout.Stroke, layout.Rect{X0: 10, Y0: 40, X1: 40, Y1: 80}, true, "mlllh"},
		"drawn line by line":     {"10 20 m 40 20 l 40 60 l 10 60 l h B", layout.Fill | layout.Stroke, layout.Rect{X0: 10, Y0: 40, X1: 40, Y1: 80}, true, "mlllh"},
		"turned by a right turn": {"0 1 -1 0 50 0 cm 10 10 20 30 re f*", layout.Fill | layout.EvenOdd, layout.Rect{X0: 10, Y0: 70, X1: 40, Y1: 90}, true, "mlllh"},
		"a line":                 {"10 10 m 90 10 l s", layout.Stroke, layout.Rect{X0: 10, Y0: 90, X1: 90, Y1: 90}, false, "mlh"},
		"a curve":                {"0 0 m 0 10 10 10 10 0 c b*", layout.Fill | layout.Stroke | layout.EvenOdd, layout.Rect{X0: 0, Y0: 90, X1: 10, Y1: 100}, false, "mch"},
		"curves v and y":         {"0 0 m 0 10 10 10 v 20 10 20 0 y F", layout.Fill, layout.Rect{X0: 0, Y0: 90, X1: 20, Y1: 100}, false, "mcc"},
		"moves in a row":         {"1 1 m 5 5 m 10 10 l 50 50 m S", layout.Stroke, layout.Rect{X0: 5, Y0: 90, X1: 10, Y1: 95}, false, "ml"},
		"on after a close":       {"0 0 m 10 0 l 10 10 l h 5 5 l S", layout.Stroke, layout.Rect{X0: 0, Y0: 90, X1: 10, Y1: 100}, false, "mllhml"},
		"a line from nowhere":    {"0 0 l 10 10 l S", layout.Stroke, layout.Rect{X0: 0, Y0: 90, X1: 10, Y1: 100}, false, "ml"},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := paint(t, want.src)
			require.Len(t, c.Paths, 1)
			p := c.Paths[0]
			verbs := ""
			for _, s := range c.Segments[p.First : p.First+p.Count] {
				verbs += "mlch"[s.Verb : s.Verb+1]
			}
			require.Equal(t, want.verbs, verbs)
			require.Equal(t, want.op, p.Op)
			require.Equal(t, want.box, p.Box)
			require.Equal(t, want.rectangle, p.Rectangle)
		})
	}
}

func TestPathsThatPaintNothingAreNotKept(t *testing.T) {
	t.Parallel()
	c := paint(t, "0 0 m S 10 10 20 20 re n 5 5 m 6 6 l")
	require.Empty(t, c.Paths)
	require.Empty(t, c.Segments)
}

func TestClipsNest(t *testing.T) {
	t.Parallel()
	c := paint(t, `q 10 10 50 50 re W n 0 0 m 100 0 l 50 100 l h W* n 0 0 10 10 re f Q
		q -5 -5 500 500 re W n 1 1 2 2 re f Q
		q 10 10 50 50 re W n 1 1 2 2 re f Q q 10 10 50 50 re W n 1 1 2 2 re f Q`)
	require.Len(t, c.Clips, 3, "a clip around the page and one just set add none")
	require.Equal(t, layout.Rect{X0: 10, Y0: 40, X1: 60, Y1: 90}, c.Clips[0].Box)
	require.True(t, c.Clips[0].Rectangle)
	require.Equal(t, int32(0), c.Clips[1].Parent)
	require.True(t, c.Clips[1].EvenOdd)
	require.False(t, c.Clips[1].Rectangle)
	require.Equal(t, []int32{1, -1, 2, 2}, []int32{c.Paths[0].Clip, c.Paths[1].Clip, c.Paths[2].Clip, c.Paths[3].Clip})
}

func TestLineStyle(t *testing.T) {
	t.Parallel()
	c := paintWith(t, "2 0 0 2 0 0 cm 3 w 1 J 2 j 5 M [1 2] 3 d 0 0 m 9 9 l S /G gs 0 0 m 9 9 l S [0] 0 d 0 0 m 9 9 l S",
		"/ExtGState << /G << /LW 1 /LC 2 /LJ 1 /ML 7 /D [[4] 0] /CA .5 /ca .25 /BM [/Odd /Multiply] >> >>")
	require.Equal(t, layout.Paint{
		FillAlpha: 1, StrokeAlpha: 1, LineWidth: 6, Cap: 1, Join: 2, Miter: 5, Dash: []float32{2, 4}, DashPhase: 6,
	}, c.Paints[c.Paths[0].Paint])
	require.Equal(t, layout.Paint{
		FillAlpha: .25, StrokeAlpha: .5, Blend: "Multiply", LineWidth: 2, Cap: 2, Join: 1, Miter: 7, Dash: []float32{8},
	}, c.Paints[c.Paths[1].Paint])
	require.Nil(t, c.Paints[c.Paths[2].Paint].Dash)
}

func TestColours(t *testing.T) {
	t.Parallel()
	resources := `/ColorSpace << /Sep [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1 >>]
		/Idx [/Indexed /DeviceRGB 1 <000000 00FF00>] >>`
	cases := map[string]struct {
		src  string
		want layout.Color
	}{
		"initially black":           {"", layout.Color{}},
		"gray":                      {"1 g", layout.Color{R: 255, G: 255, B: 255}},
		"red":                       {"1 0 0 rg", layout.Color{R: 255}},
		"beyond the range":          {"2 -1 0 rg", layout.Color{R: 255}},
		"named space":               {"/DeviceRGB cs 0 0 1 sc", layout.Color{B: 255}},
		"a separation":              {"/Sep cs 1 scn", layout.Color{R: 255}},
		"an initial colour":         {"/Sep cs", layout.Color{R: 255}},
		"an index":                  {"/Idx cs 1 sc", layout.Color{G: 255}},
		"components without space":  {"0 1 0 sc", layout.Color{G: 255}},
		"a space that is not there": {"1 0 0 rg /Nope cs", layout.Color{R: 255}},
		"back after Q":              {"q 1 0 0 rg Q", layout.Color{}},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := paintWith(t, want.src+" 0 0 10 10 re f", resources)
			require.Equal(t, want.want, c.Paints[c.Paths[0].Paint].Fill)
		})
	}
}

func TestPaintsAreShared(t *testing.T) {
	t.Parallel()
	src := ""
	for range 50 {
		src += "q 1 0 0 rg 0 0 9 9 re f Q q 3 w 0 0 m 9 9 l S Q 0 0 9 9 re f "
	}
	require.Len(t, paint(t, src).Paints, 3)
}

func TestFormsAreDrawnInTheirSpace(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	inner := file.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Matrix [1 0 0 1 10 10] /StructParents 1",
		"/P << /MCID 7 >> BDC 0 0 5 5 re f BT /F1 10 Tf 1 1 Td (in) Tj ET q q 1 0 0 rg")
	file.AddPage(testkit.Page{
		Content:   "2 0 0 2 0 0 cm /X Do 0 0 5 5 re f",
		MediaBox:  "0 0 100 100",
		Resources: fmt.Sprintf("/XObject << /X %d 0 R >>", inner),
	})
	c := read(t, file)
	require.Equal(t, "in", text(c), "a form without resources uses the page's")
	requirePoint(t, 22, 78, origin(c, 0))
	require.Equal(t, layout.Rect{X0: 20, Y0: 70, X1: 30, Y1: 80}, c.Paths[0].Box)
	require.Equal(t, layout.Rect{X0: 20, Y0: 40, X1: 60, Y1: 80}, c.Clips[c.Paths[0].Clip].Box)
	mark := c.Marks[c.Paths[0].Mark]
	require.Equal(t, int32(7), mark.MCID)
	require.Equal(t, int32(inner), mark.Owner)
	require.Equal(t, layout.Rect{X0: 0, Y0: 90, X1: 10, Y1: 100}, c.Paths[1].Box, "the state is back")
	require.Equal(t, layout.Color{}, c.Paints[c.Paths[1].Paint].Fill)
	require.Equal(t, [2]int32{-1, -1}, [2]int32{c.Paths[1].Clip, c.Paths[1].Mark}, "marks of a form end with it")
}

func TestFormsThatDrawThemselvesEnd(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	file.AddStream("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>", "0 0 1 1 re f /X Do")
	file.AddStream("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 3 0 R >> >>", "/X Do /X Do")
	file.AddPage(testkit.Page{Content: "/X Do", Resources: "/XObject << /X 3 0 R >>"})
	c := read(t, file)
	require.Len(t, c.Paths, 1)
	require.Equal(t, []string{"content_damaged"}, codes(c))
}

func TestGroupsStartOpacityAnew(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	n := file.AddStream("/Subtype /Form /BBox [0 0 50 50] /Group << /S /Transparency /I true /K true >>", "0 0 10 10 re f")
	file.AddPage(testkit.Page{
		Content: "/G gs /X Do 0 0 1 1 re f", MediaBox: "0 0 100 100",
		Resources: fmt.Sprintf("/XObject << /X %d 0 R >> /ExtGState << /G << /ca .5 >> >>", n),
	})
	c := read(t, file)
	require.Equal(t, []layout.Item{
		{Kind: layout.KindGroup}, {Kind: layout.KindPath}, {Kind: layout.KindGroupEnd}, {Kind: layout.KindPath, Index: 1},
	}, c.Items)
	g := c.Groups[0]
	require.True(t, g.Isolated && g.Knockout)
	require.Equal(t, layout.Rect{X0: 0, Y0: 50, X1: 50, Y1: 100}, g.Box)
	require.InDelta(t, .5, c.Paints[g.Paint].FillAlpha, 0)
	require.InDelta(t, 1, c.Paints[c.Paths[0].Paint].FillAlpha, 0)
	require.InDelta(t, .5, c.Paints[c.Paths[1].Paint].FillAlpha, 0)
}

func TestImagesArePlaced(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	n := file.AddStream("/Subtype /Image /Width 4 /Height 2 /ImageMask true /Interpolate true", "\x00")
	file.AddPage(testkit.Page{
		Content:   "q 30 0 0 20 10 10 cm /I Do Q 10 0 0 10 50 50 cm BI /W 2 /H 2 /BPC 8 /CS /RGB ID EI EI EI EI \nEI 0 0 1 1 re f",
		MediaBox:  "0 0 100 100",
		Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n),
	})
	c := read(t, file)
	require.Len(t, c.Images, 2)
	img := c.Images[0]
	require.Equal(t, layout.Rect{X0: 10, Y0: 70, X1: 40, Y1: 90}, img.Box)
	require.Equal(t, []int{n, 4, 2}, []int{img.Object, img.Width, img.Height})
	require.True(t, img.Stencil && img.Interpolate && !img.Inline)
	inline := c.Images[1]
	require.True(t, inline.Inline)
	handle, ok := inline.Handle.(*content.Image)
	require.True(t, ok)
	require.Equal(t, "EI EI EI EI ", string(handle.Stream.Raw), "twelve bytes of samples")
	require.Equal(t, "DeviceRGB", fmt.Sprint(handle.Stream.Dict.Raw("ColorSpace")))
	require.Len(t, c.Paths, 1)
}

func TestPatternsAndShadings(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	tiling := file.AddStream("/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 5] /XStep 10 /YStep 5 /Matrix [2 0 0 2 0 0] /Resources << /Pattern << /P 3 0 R >> >>",
		"1 0 0 rg 0 0 3 3 re f /Pattern cs /P scn 0 0 1 1 re f")
	require.Equal(t, 3, tiling)
	stencil := file.AddStream("/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 1 1] /XStep 1 /YStep 1", "1 0 0 rg 0 0 1 1 re f")
	shading := "<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /BBox [0 0 20 20] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>"
	file.AddPage(testkit.Page{
		MediaBox: "0 0 100 100",
		Content:  "/Pattern cs /T scn 0 0 9 9 re f /S scn 0 0 9 9 re f /U cs 0 1 0 /I scn 0 0 9 9 re f /Sh sh /Pattern cs /T scn 0 0 9 9 re f",
		Resources: fmt.Sprintf(`/Pattern << /T %d 0 R /I %d 0 R /S << /PatternType 2 /Shading %s >> >>
			/Shading << /Sh %s >> /ColorSpace << /U [/Pattern /DeviceRGB] >>`, tiling, stencil, shading, shading),
	})
	c := read(t, file)
	require.Len(t, c.Paths, 4)
	fill := func(i int) layout.Color { return c.Paints[c.Paths[i].Paint].Fill }
	require.Equal(t, fill(0), fill(3), "a pattern is read once")
	require.Equal(t, layout.Color{G: 255, Pattern: 3}, fill(2))

	p := c.Patterns[fill(0).Pattern-1]
	require.True(t, p.Tiling && p.Colored)
	require.Equal(t, layout.Matrix{A: 2, D: -2, F: 100}, p.M)
	require.Len(t, p.Cell.Paths, 2)
	require.Equal(t, layout.Color{R: 255}, p.Cell.Paints[p.Cell.Paths[0].Paint].Fill)

	s := c.Patterns[fill(1).Pattern-1]
	require.Equal(t, 2, c.Shadings[s.Shading].Type)
	require.Equal(t, layout.Color{}, c.Patterns[2].Cell.Paints[0].Fill, "an uncoloured cell sets no colour")

	require.Equal(t, layout.KindShading, c.Items[3].Kind)
	require.Equal(t, layout.Rect{X0: 0, Y0: 80, X1: 20, Y1: 100}, c.Shadings[c.Items[3].Index].Box)
}

func TestSoftMasks(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	g := file.AddStream("/Subtype /Form /BBox [0 0 50 50] /Group << /S /Transparency /CS /DeviceGray >>", "0 0 10 10 re f")
	file.AddPage(testkit.Page{
		MediaBox:  "0 0 100 100",
		Content:   "q 2 0 0 2 0 0 cm /M gs Q /M gs 0 0 9 9 re f /M gs /N gs 0 0 9 9 re f",
		Resources: fmt.Sprintf("/ExtGState << /M << /SMask << /S /Luminosity /G %d 0 R /BC [1] >> >> /N << /SMask /None >> >>", g),
	})
	c := read(t, file)
	require.Len(t, c.Masks, 2, "one for each space")
	mask := c.Masks[c.Paints[c.Paths[0].Paint].SoftMask-1]
	require.True(t, mask.Luminosity)
	require.Equal(t, layout.Color{R: 255, G: 255, B: 255}, mask.Backdrop)
	require.Equal(t, layout.Rect{X0: 0, Y0: 90, X1: 10, Y1: 100}, mask.Content.Paths[0].Box)
	require.Zero(t, c.Paints[c.Paths[1].Paint].SoftMask)
}

func TestDefaultSpacesReplaceDeviceSpaces(t *testing.T) {
	t.Parallel()
	swap := `[/DeviceN [/A /B /C] /DeviceRGB << /FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Length 8 >>]`
	c := paintWith(t, "1 0 0 rg 0 0 9 9 re f .5 g 0 0 9 9 re f",
		"/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [.9505 1 1.089] >>] /DefaultGray "+swap+" >>")
	require.Equal(t, layout.Color{R: 128, G: 128, B: 128}, c.Paints[c.Paths[1].Paint].Fill, "a default with other components is none")
	require.NotZero(t, c.Paints[c.Paths[0].Paint].Fill.R)
}

func TestRectanglesMayLeanByLessThanIsSeen(t *testing.T) {
	t.Parallel()
	for left, want := range map[string]bool{"10": true, "10.015": true, "10.025": false, "11": false} {
		c := paint(t, "10 10 m 60 10 l 60 40 l "+left+" 40 l h f")
		require.Equal(t, want, c.Paths[0].Rectangle, left)
	}
}
