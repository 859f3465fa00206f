package content_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func TestShapesOfType3Glyphs(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	colorless := file.AddStream("", "60 0 0 0 50 50 d1 1 0 0 rg 0 0 50 50 re f")
	coloured := file.AddStream("", "60 0 d0 0 0 10 10 re f 1 0 0 rg 0 0 50 50 re f")
	file.AddPage(testkit.Page{
		Content: "BT /F3 10 Tf (AB) Tj ET", MediaBox: "0 0 100 100",
		Fonts: fmt.Sprintf(`/F3 << /Type /Font /Subtype /Type3 /FontBBox [0 0 60 70] /FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /LastChar 67
			/Widths [60 60 60] /CharProcs << /a %d 0 R /b %d 0 R >> /Encoding << /Differences [65 /a /b /c] >> >>`, colorless, coloured),
	})
	doc := open(t, file)
	r := content.NewReader(doc)
	c := &layout.Content{}
	require.NoError(t, r.Page(t.Context(), doc.Page(1), c))
	f, shapes := c.Fonts[0].Handle.(*font.Font), r.Shapes(t.Context(), doc.Page(1))
	blue := layout.Color{B: 255}

	a := shapes.Of(f, 'A', blue)
	require.True(t, a.Colorless)
	require.Equal(t, layout.Rect{X1: 500, Y1: 500}, a.Content.Paths[0].Box, "in thousandths of an em, upwards")
	require.Equal(t, blue, a.Content.Paints[a.Content.Paths[0].Paint].Fill)
	require.Same(t, a, shapes.Of(f, 'A', blue))

	b := shapes.Of(f, 'B', blue)
	require.False(t, b.Colorless)
	require.Equal(t, blue, b.Content.Paints[b.Content.Paths[0].Paint].Fill, "the colour of the text where it sets none")
	require.Equal(t, layout.Color{R: 255}, b.Content.Paints[b.Content.Paths[1].Paint].Fill)

	require.Nil(t, shapes.Of(f, 'C', blue), "without a procedure")
	require.Nil(t, shapes.Of(f, 1000, blue))
}

func TestTextClipsNameTheirRuns(t *testing.T) {
	t.Parallel()
	c := paint(t, "BT /F1 10 Tf 10 10 Td (before) Tj ET BT /F1 10 Tf 7 Tr 10 50 Td (a) Tj 0 Tr (b) Tj ET 0 0 100 100 re f")
	require.Len(t, c.Clips, 1)
	require.True(t, c.Clips[0].Text)
	require.EqualValues(t, 1, c.Clips[0].First)
	require.EqualValues(t, 2, c.Clips[0].Count)
}

func TestTransferFunctionsOfSoftMasks(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		function string
		want     []uint8 // first, middle, last; nil: none
	}{
		"none":                    {"", nil},
		"named identity":          {"/TR /Identity", nil},
		"a function that is none": {"/TR << /FunctionType 2 /Domain [0 1] /N 1 >>", nil},
		"the other way round":     {"/TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>", []uint8{255, 128, 0}},
		"of two outputs":          {"/TR << /FunctionType 2 /Domain [0 1] /C0 [1 1] /C1 [0 0] /N 1 >>", nil},
		"no function":             {"/TR << /A 1 >>", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			group := file.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >>", "0 0 9 9 re f")
			file.AddPage(testkit.Page{
				Content:   "/M gs 0 0 9 9 re f",
				Resources: fmt.Sprintf("/ExtGState << /M << /SMask << /S /Luminosity /G %d 0 R %s >> >> >>", group, tc.function),
			})
			got := read(t, file).Masks[0].Transfer
			if tc.want == nil {
				require.Nil(t, got)
				return
			}
			require.Equal(t, tc.want, []uint8{got[0], got[len(got)/2], got[len(got)-1]})
		})
	}
}
