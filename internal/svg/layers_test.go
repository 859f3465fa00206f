package svg_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func allShown(int32) bool { return true }

// layers returns the page in layers, which are checked.
func (d drawn) layers(t testing.TB, opts svg.LayerOptions) *svg.PageLayers {
	t.Helper()
	doc, c := d.read(t)
	opts.Prefix, opts.Reader = "p1-", content.NewReader(doc)
	got, err := svg.Layers(t.Context(), doc, c, opts)
	require.NoError(t, err)
	requireSoundLayers(t, got)
	require.Len(t, got.Texts, len(c.Runs))
	return got
}

// requireSoundLayers checks them as requireSound does, in the one document that they are
// part of, and their levels.
func requireSoundLayers(t testing.TB, got *svg.PageLayers) {
	t.Helper()
	all := []byte("<svg>")
	level := 0
	for _, l := range got.Layers {
		require.True(t, l.Level >= level && l.Level%2 == 0, "%d after %d", l.Level, level)
		level = l.Level
		all = append(all, l.Markup...)
	}
	requireSound(t, append(all, "</svg>"...))
	for _, p := range got.Texts {
		require.LessOrEqual(t, p.Level, level+1)
		require.Equal(t, 1, p.Level%2)
	}
}

// levels tells what stands where: "0" a layer, "1:plain" a run.
func levels(got *svg.PageLayers) string {
	var out []string
	for _, l := range got.Layers {
		name := fmt.Sprint(l.Level)
		if l.Blend != "" {
			name += " " + l.Blend
		}
		out = append(out, name)
	}
	shows := [...]string{svg.Plain: "plain", svg.Transparent: "transparent", svg.Absent: "absent"}
	for _, p := range got.Texts {
		out = append(out, fmt.Sprintf("%d:%s", p.Level, shows[p.Show]))
	}
	return strings.Join(out, ", ")
}

const (
	fontF1 = "BT /F1 10 Tf "
	word   = fontF1 + "20 50 Td (Words) Tj ET "
	states = "/ExtGState << /M << /BM /Multiply >> /A << /ca .5 >> >>"
)

func TestTextStandsBetweenLayers(t *testing.T) {
	t.Parallel()
	form := func(dict, content string) func(p *testkit.PDF) string {
		return func(p *testkit.PDF) string {
			n := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] "+dict, content)
			return "/XObject << /G " + ref(n) + " >>"
		}
	}
	photo := func(p *testkit.PDF) string {
		return "/XObject << /I " + ref(p.AddStream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x80")) + " >>"
	}
	fax := func(p *testkit.PDF) string {
		return "/XObject << /I " + ref(p.AddStream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ColorSpace /DeviceGray", "\x80")) + " >>"
	}
	for name, tc := range map[string]struct {
		content string
		add     func(*testkit.PDF) string
		want    string
	}{
		"text alone":                                   {word, nil, "1:plain"},
		"text over a fill":                             {"1 0 0 rg 0 0 100 100 re f 0 g " + word, nil, "0, 1:plain"},
		"a fill over a part of a text":                 {word + "1 0 0 rg 30 40 20 30 re f", nil, "2, 1:plain"},
		"a fill, a text, a fill, a text":               {"1 0 0 rg 0 0 100 100 re f 0 g " + word + "0 1 0 rg 30 40 20 30 re f 0 g " + fontF1 + "32 52 Td (Up) Tj ET", nil, "0, 2, 1:plain, 3:plain"},
		"what lies beside text is below":               {word + "1 0 0 rg 20 10 50 30 re f", nil, "0, 1:plain"},
		"a frame holds text and does not cover it":     {word + "1 0 0 RG 10 40 60 30 re S", nil, "0, 1:plain"},
		"a rule of the colour of the text":             {word + "20 49 40 1 re f", nil, "0, 1:plain"},
		"a rule of another colour through the text":    {word + "1 0 0 rg 20 52 40 1 re f", nil, "2, 1:plain"},
		"a watermark over text":                        {word + "/A gs 1 0 0 rg " + fontF1 + "25 48 Td (DRAFT) Tj ET", nil, "1:plain, 1:plain"},
		"a highlight over text":                        {word + "/M gs 1 1 0 rg 15 45 40 15 re f", nil, "2 multiply, 1:plain"},
		"a highlight below text is blended in":         {"q /M gs 1 1 0 rg 15 45 40 15 re f Q " + word, nil, "0, 1:plain"},
		"highlights and a stamp":                       {word + "q /M gs 1 1 0 rg 15 45 40 15 re f Q 1 0 0 rg 30 40 5 30 re f q /M gs 0 1 0 rg 15 45 40 15 re f Q", nil, "2 multiply, 2, 2 multiply, 1:plain"},
		"black that multiplies is black":               {"/M gs " + word, nil, "1:plain"},
		"colour that multiplies is drawn":              {"/M gs 1 0 0 rg " + word, nil, "0, 1:transparent"},
		"text that is painted over is gone":            {word + "10 40 60 30 re f", nil, "0, 1:absent"},
		"text under a scan is transparent":             {word + "q 100 0 0 100 0 0 cm /I Do Q", fax, "0, 1:transparent"},
		"text under a picture without it is gone":      {word + "q 100 0 0 100 0 0 cm /I Do Q", photo, "0, 1:absent"},
		"text that is not painted":                     {"3 Tr " + word, nil, "1:transparent"},
		"outlined text is drawn":                       {"1 Tr " + word, nil, "0, 1:transparent"},
		"text that a rectangle cuts is drawn":          {"30 0 30 100 re W n " + word, nil, "0, 1:transparent"},
		"text that a rectangle holds":                  {"10 40 80 40 re W n " + word, nil, "1:plain"},
		"text in an outline that holds it":             {"0 0 m 100 0 l 100 100 l 50 99 l 0 100 l h W n " + word, nil, "1:plain"},
		"text that an outline cuts is drawn":           {"0 0 m 100 0 l 35 100 l h W n " + fontF1 + "20 90 Td (Words) Tj ET", nil, "0, 1:transparent"},
		"text seen through with a group is drawn":      {"/A gs /G Do", form("/Group << /S /Transparency >> /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>", word), "0, 1:transparent"},
		"text in a group that shows as it is":          {"/G Do", form("/Group << /S /Transparency >> /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>", word), "1:plain"},
		"text above the last level of text is drawn":   {strings.Repeat(word+"1 0 0 rg 30 40 20 30 re f 0 g ", 6), nil, "2, 4, 6, 8, 1:plain, 3:plain, 5:plain, 7:plain, 7:transparent, 7:transparent"},
		"a page-size paint behind that has no text on": {"1 1 1 rg 0 0 100 100 re f", nil, "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := drawn{content: tc.content, resources: states, add: tc.add}.layers(t, svg.LayerOptions{Shows: allShown})
			require.Equal(t, tc.want, levels(got))
		})
	}
}

// squareFontPage has the font U of testkit.SquareFont, whose glyph 1 is a square.
func squareFontPage(src string) drawn {
	return drawn{content: src, add: func(file *testkit.PDF) string {
		program := file.AddStream("", testkit.SquareFont())
		return fmt.Sprintf("/Font << /U << /Type /Font /Subtype /Type0 /BaseFont /U /Encoding /Identity-H /DescendantFonts [ << /Type /Font "+
			"/Subtype /CIDFontType2 /BaseFont /U /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "+
			"/FontDescriptor << /Type /FontDescriptor /FontName /U /Flags 4 /FontFile2 %d 0 R >> >> ] >> >> "+
			"/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Extend [true true] /Function "+function+" >> >>", program)
	}}
}

// type3Page has the font T: A is a path, B the dots of a bitmap, C in two colours.
func type3Page(src string) drawn {
	return drawn{content: src, add: func(file *testkit.PDF) string {
		path := file.AddStream("", "600 0 0 0 500 500 d1 0 0 500 500 re f")
		bitmap := file.AddStream("", "600 0 0 0 500 500 d1 q 400 0 0 400 0 0 cm BI /W 4 /H 4 /IM true ID \x0f\x6f\x6f\x0f EI Q")
		colours := file.AddStream("", "600 0 d0 1 0 0 rg 0 0 250 500 re f 0 0 1 rg 250 0 250 500 re f")
		return fmt.Sprintf("/Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar 67 /Widths [600 600 600] "+
			"/CharProcs << /A %d 0 R /B %d 0 R /C %d 0 R >> /Encoding << /Differences [65 /A /B /C] >> >> >>", path, bitmap, colours)
	}}
}

var layerPages = map[string]drawn{
	"letters are outlines":              squareFontPage("0 0 1 rg BT /U 20 Tf 10 30 Td <00010001> Tj ET"),
	"stroked letters":                   squareFontPage("1 0 0 RG 2 w BT /U 20 Tf 1 Tr 10 30 Td <0001> Tj ET"),
	"letters clip":                      squareFontPage("BT /U 20 Tf 7 Tr 10 30 Td <00010001> Tj ET /S sh"),
	"letters that nobody has clip":      {content: "BT /F1 20 Tf 7 Tr 10 30 Td (Hi) Tj ET 1 0 0 rg 0 0 100 100 re f"},
	"a glyph of Type 3 is an outline":   type3Page("0 0 1 rg BT /T 20 Tf 10 30 Td (AA) Tj ET"),
	"a bitmap is traced":                type3Page("BT /T 20 Tf 10 30 Td (B) Tj ET"),
	"a glyph of two colours is used":    type3Page("BT /T 20 Tf 10 30 Td (CC) Tj ET"),
	"paths by turns are two elements":   {content: strings.Repeat("1 0 0 rg 10 10 5 5 re f 0 1 0 rg 30 10 5 5 re f 1 0 0 1 0 10 cm ", 5)},
	"order is kept where paths touch":   {content: "1 0 0 rg 10 10 30 30 re f 1 g 20 20 30 30 re f 1 0 0 rg 30 30 30 30 re f 60 10 5 5 re f"},
	"blended paths that touch are two":  {content: "/M gs 0 0 1 rg 10 10 40 40 re f 30 30 40 40 re f", resources: states},
	"a rectangle is cut by a rectangle": {content: "20 20 30 30 re W n 1 0 0 rg 10 10 20 80 re f"},
	"a stencil is painted with a pattern": {content: "/Pattern cs /P scn 60 0 0 60 20 20 cm /I Do", add: func(p *testkit.PDF) string {
		tile := p.AddStream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5", "1 0 0 rg 0 0 3 3 re f")
		stencil := p.AddStream("/Type /XObject /Subtype /Image /ImageMask true /Width 2 /Height 2 /BitsPerComponent 1", "\x80\x40")
		return "/Pattern << /P " + ref(tile) + " >> /XObject << /I " + ref(stencil) + " >>"
	}},
	"a soft mask with a transfer function": {content: "/T gs 1 0 0 rg 0 0 100 100 re f", add: func(p *testkit.PDF) string {
		invert := p.AddStream("/FunctionType 4 /Domain [0 1] /Range [0 1]", "{ 1 exch sub }")
		group := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency /CS /DeviceGray >>", "1 g "+triangle+"f")
		return "/ExtGState << /T << /SMask << /S /Luminosity /G " + ref(group) + " /TR " + ref(invert) + " >> >> >>"
	}},
	"circles side by side are an image": {content: "10 20 80 60 re W n /S sh", resources: "/Shading << /S << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [30 50 5 70 50 20] /Function " + function + " >> >>"},
}

func TestLayers(t *testing.T) {
	t.Parallel()
	for name, page := range layerPages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := page.layers(t, svg.LayerOptions{})
			require.Len(t, got.Layers, 1)
			testkit.Golden(t, "layers/"+strings.ReplaceAll(name, " ", "-")+".svg", samples.ReplaceAll(got.Layers[0].Markup, []byte("base64,...")))
		})
	}
}

func TestOnlyGlyphsThatHTMLDoesNotShowAreDrawn(t *testing.T) {
	t.Parallel()
	page := squareFontPage("BT /U 20 Tf 10 30 Td <000100010001> Tj ET")
	got := page.layers(t, svg.LayerOptions{Shows: func(i int32) bool { return i != 1 }})
	require.Equal(t, "0, 1:plain", levels(got))
	require.Contains(t, string(got.Layers[0].Markup), `d="m22 70h10v-10h-10z"`)
}

func TestAnImageIsOneFile(t *testing.T) {
	t.Parallel()
	files := map[string]int{}
	page := drawn{content: "q 40 0 0 40 10 10 cm /I Do Q q 20 0 0 20 60 60 cm /I Do Q", add: func(p *testkit.PDF) string {
		return "/XObject << /I " + ref(p.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x00\xff")) + " >>"
	}}
	doc, c := page.read(t)
	got, err := svg.Layers(t.Context(), doc, c, svg.LayerOptions{File: func(key string, f *imaging.File) string {
		files[key]++
		require.Equal(t, "image/png", f.MediaType)
		return "img/a&b.png"
	}})
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.Equal(t, 2, bytes.Count(got.Layers[0].Markup, []byte(`href="img/a&amp;b.png"`)))
	require.NotContains(t, string(got.Layers[0].Markup), "base64")
}

// tooMany paints more than a layer may have.
var tooMany = strings.Repeat("1 0 0 rg 10 10 40 40 re f 0 g 30 30 40 40 re f ", limits.LayerNodes)

func TestAPageWithTooManyPartsIsAnImage(t *testing.T) {
	t.Parallel()
	picture := &imaging.File{MediaType: "image/png", Data: []byte("png")}
	page := drawn{content: "/A gs " + tooMany + "1 Tr " + word + "0 Tr " + word, resources: states}
	for name, tc := range map[string]struct {
		raster func(context.Context, layout.Rect, bool) (*imaging.File, error)
		images int
	}{
		"that is drawn": {func(_ context.Context, box layout.Rect, text bool) (*imaging.File, error) {
			require.Equal(t, layout.Rect{X1: 100, Y1: 100}, box)
			require.False(t, text)
			return picture, nil
		}, 1},
		"that cannot be drawn":   {func(context.Context, layout.Rect, bool) (*imaging.File, error) { return nil, fmt.Errorf("no") }, 0},
		"that nobody would draw": {nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := page.layers(t, svg.LayerOptions{Shows: allShown, Raster: tc.raster})
			require.True(t, got.Rastered)
			require.Equal(t, tc.images == 0, got.Lost)
			require.Equal(t, "0, 1:transparent, 1:plain", levels(got))
			require.Equal(t, tc.images, bytes.Count(got.Layers[0].Markup, []byte("<image ")))
			require.Contains(t, string(got.Layers[0].Markup), "Words", "what is stroked is drawn over it")
		})
	}
}

func TestATextOfTooManyPartsIsInTheImage(t *testing.T) {
	t.Parallel()
	line := "1 Tr " + fontF1 + strings.Repeat("0 0 Td (a) Tj 0 1 0 RG (b) Tj 1 0 0 RG ", 2*limits.LayerNodes) + "ET "
	var texts []bool
	got := drawn{content: line + "0 Tr " + word}.layers(t, svg.LayerOptions{Shows: allShown, Raster: func(_ context.Context, _ layout.Rect, text bool) (*imaging.File, error) {
		texts = append(texts, text)
		return &imaging.File{MediaType: "image/png"}, nil
	}})
	require.Equal(t, []bool{false, true}, texts)
	require.Equal(t, svg.TextPlace{Level: 1, Show: svg.Transparent}, got.Texts[len(got.Texts)-1])
}

func TestAPageWithoutRoomForItsLayersIsAnImage(t *testing.T) {
	t.Parallel()
	raster := func(context.Context, layout.Rect, bool) (*imaging.File, error) {
		return &imaging.File{MediaType: "image/png"}, nil
	}
	for _, fits := range []bool{true, false} {
		asked := 0
		got := drawn{content: "1 0 0 rg 10 10 40 40 re f"}.layers(t, svg.LayerOptions{Raster: raster, Fits: func(bytes int) bool { asked = bytes; return fits }})
		require.Equal(t, !fits, got.Rastered)
		require.Positive(t, asked)
		if fits {
			require.Len(t, got.Layers[0].Markup, asked)
		}
	}
}

func TestLayersStopWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	doc, c := drawn{content: tooMany}.read(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := svg.Layers(ctx, doc, c, svg.LayerOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestLayersOfNothing(t *testing.T) {
	t.Parallel()
	got, err := svg.Layers(t.Context(), &pdf.Document{}, &layout.Content{}, svg.LayerOptions{})
	require.NoError(t, err)
	require.Empty(t, got.Layers)
}

func FuzzLayers(f *testing.F) {
	f.Add([]byte(strings.Repeat("\x01\x00\x00\x20\x40", 60)))
	f.Add([]byte(strings.Repeat("\x04\x01\xff\x20\xfe\x80\xfd\x07", 90)))
	f.Add([]byte(strings.Repeat("\x00\x02\x10\x20\x30\x40\x50\x60\x70\xd2", 50)))
	seed := make([]byte, 2000)
	for i := range seed {
		binary.LittleEndian.PutUint16(seed[i/2*2:], uint16(i*i*7919))
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		h := &hostile{data}
		odd := h.byte()%2 == 1
		c := h.content()
		opts := svg.LayerOptions{Prefix: "x", Shows: func(i int32) bool { return odd == (i%3 == 1) }}
		got, err := svg.Layers(context.Background(), nil, c, opts)
		require.NoError(t, err)
		again, err := svg.Layers(context.Background(), nil, c, opts)
		require.NoError(t, err)
		require.Equal(t, got, again, "the same page gives the same bytes")
		requireSoundLayers(t, got)
		for _, l := range got.Layers {
			require.NotContains(t, string(l.Markup), "<script")
			require.LessOrEqual(t, len(l.Markup), 2*limits.LayerBytes)
		}
	})
}

// BenchmarkLayers is a page of a chart, a table and text.
func BenchmarkLayers(b *testing.B) {
	page := drawn{content: strings.Repeat("1 0 0 rg 10 10 m 50 90 l 90 10 l h f 0 0 1 RG 10 10 m 30 70 60 20 90 90 c S BT /F1 8 Tf 20 20 Td (label) Tj ET ", 500)}
	doc, c := page.read(b)
	b.ReportAllocs()
	for b.Loop() {
		_, err := svg.Layers(context.Background(), doc, c, svg.LayerOptions{Shows: allShown})
		require.NoError(b, err)
	}
}
