package svg_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// drawn is a page of 100 by 100 points, drawn as a whole.
type drawn struct {
	content   string
	resources string
	add       func(*testkit.PDF) string // adds objects, and gives more resources
}

// read interprets the page.
func (d drawn) read(t testing.TB) (*pdf.Document, *layout.Content) {
	t.Helper()
	file := &testkit.PDF{}
	resources := d.resources
	if d.add != nil {
		resources += d.add(file)
	}
	file.AddPage(testkit.Page{Content: d.content, Resources: resources, MediaBox: "0 0 100 100"})
	doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	c := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
	return doc, c
}

func (d drawn) write(t testing.TB) string {
	t.Helper()
	doc, c := d.read(t)
	g, err := svg.Figure(t.Context(), doc, c, layout.Rect{X1: 100, Y1: 100})
	require.NoError(t, err)
	require.Equal(t, svg.MediaType, g.MediaType)
	requireSound(t, g.Data)
	return string(g.Data)
}

// elements are all that a figure may have.
var elements = strings.Fields("svg defs g path text image use clipPath mask pattern linearGradient radialGradient stop filter feColorMatrix feComponentTransfer feFuncA feFuncR feFuncG feFuncB")

// requireSound checks that data is well-formed XML of those elements, in which every
// reference leads to a definition and nothing leads out.
func requireSound(t testing.TB, data []byte) {
	t.Helper()
	ids := map[string]bool{}
	var refs []string
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err, "%.2000s", data)
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		require.Contains(t, elements, e.Name.Local)
		for _, a := range e.Attr {
			require.False(t, strings.HasPrefix(a.Name.Local, "on"), a.Name.Local)
			if a.Name.Local == "href" {
				require.True(t, strings.HasPrefix(a.Value, "data:image/") || strings.HasPrefix(a.Value, "#"), a.Value)
			}
			if a.Name.Local == "id" {
				require.False(t, ids[a.Value], "id %s twice", a.Value)
				ids[a.Value] = true
			}
			if ref, ok := strings.CutPrefix(a.Value, "url(#"); ok {
				refs = append(refs, strings.TrimSuffix(ref, ")"))
			}
		}
	}
	for _, r := range refs {
		require.True(t, ids[r], "nothing has the id %s", r)
	}
}

const triangle = "10 10 m 50 90 l 90 10 l h "

// function is an exponential function between two colours of three components.
const function = "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>"

var pages = map[string]drawn{
	"shapes of one colour are one element":         {content: "1 0 0 rg 10 10 20 20 re f 60 60 20 20 re f 15 15 5 60 re f"},
	"markers that overlap are one element":         {content: "0 0 1 rg 10 10 m 20 10 l 15 20 l f 14 10 m 24 10 l 19 20 l f"},
	"outlines against each other are kept apart":   {content: "0 0 1 rg 10 10 m 20 10 l 15 20 l f 14 10 m 19 20 l 24 10 l f"},
	"transparent shapes that overlap stay two":     {content: "/A gs 10 10 40 40 re f 30 30 40 40 re f", resources: "/ExtGState << /A << /ca .5 /CA .25 >> >>"},
	"strokes of one line are one element":          {content: "0 .5 0 RG 2 w 10 10 m 90 90 l S 10 90 m 90 10 l S 10 50 m 30 50 40 70 50 50 c S"},
	"a stroke has its ends and corners and dashes": {content: "1 J 2 j 5 w [3 2 1] 4 d 10 10 m 50 90 l 90 10 l S 0 j 3 M [] 0 d 0 J 10 50 m 90 50 l 10 40 l S"},
	"a line of no width can be seen":               {content: "0 w 10 10 m 90 90 l S"},
	"fills and strokes keep their order":           {content: "1 0 0 rg 0 0 1 RG 4 w 10 10 40 40 re B 30 30 40 40 re B"},
	"holes by the even-odd rule":                   {content: "10 10 80 80 re 30 30 40 40 re f*"},
	"a clip that cuts nothing off is not written":  {content: "5 5 90 90 re W n " + triangle + "f"},
	"a rectangle clips":                            {content: "20 20 30 60 re W n " + triangle + "f"},
	"clips inside each other":                      {content: triangle + "W n 20 20 30 60 re W* n 1 0 0 rg 0 0 100 100 re f"},
	"blend modes":                                  {content: "1 0 0 rg 10 10 50 50 re f /M gs 0 1 0 rg 30 30 50 50 re f", resources: "/ExtGState << /M << /BM /ColorDodge >> >>"},
	"a group is seen through as a whole": {content: "/A gs /G Do", resources: "/ExtGState << /A << /ca .5 >> >>", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency >>", "1 0 0 rg 10 10 40 40 re f 0 1 0 rg 30 30 40 40 re f")
		return "/XObject << /G " + ref(n) + " >>"
	}},
	"a group without effect is none": {content: "/G Do", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency >>", triangle+"f")
		return "/XObject << /G " + ref(n) + " >>"
	}},
	"a soft mask": {content: "/M gs 1 0 0 rg 0 0 100 100 re f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency /CS /DeviceGray >>", ".5 g "+triangle+"f")
		return "/ExtGState << /M << /SMask << /S /Luminosity /G " + ref(n) + " /BC [1] >> >> >>"
	}},
	"a gradient along a line":                  {content: "/Pattern cs /P scn " + triangle + "f", resources: "/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [10 0 90 0] /Extend [true false] /Function " + function + " >> >> >>"},
	"a gradient between circles":               {content: "q " + triangle + "W n /S sh Q", resources: "/Shading << /S << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [50 50 40 50 50 5] /Extend [false true] /Function " + function + " >> >>"},
	"a gradient cut by a box lies on a ground": {content: "/Pattern cs /P scn " + triangle + "f", resources: "/Pattern << /P << /PatternType 2 /Matrix [1 0 0 1 5 5] /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [10 0 60 0] /BBox [10 10 60 40] /Background [0 1 0] /Function " + function + " >> >> >>"},
	"a function of the place is an image": {content: "/Pattern cs /P scn " + triangle + "f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", "{ pop 0.5 1 }")
		return "/Pattern << /P << /PatternType 2 /Shading << /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [90 0 0 90 5 5] /Background [1 0 0] /Function " + ref(n) + " >> >> >>"
	}},
	"a mesh is an image": {content: "20 20 60 60 re W n /S sh", add: func(p *testkit.PDF) string {
		n := p.AddStream("/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 255 0 255 0 1 0 1 0 1]",
			"\x00\x0a\x0a\xff\x00\x00\x00\x5a\x0a\x00\xff\x00\x00\x0a\x5a\x00\x00\xff")
		return "/Shading << /S " + ref(n) + " >>"
	}},
	"a mesh without a piece paints nothing": {content: "/Pattern cs /P scn " + triangle + "f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 100 0 100 0 1 0 .5 0 1]", "")
		return "/Pattern << /P << /PatternType 2 /Shading " + ref(n) + " >> >>"
	}},
	"a tiling pattern": {content: "/Pattern cs /P scn " + triangle + "f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 12 /Matrix [1 0 0 1 5 5]", "1 0 0 rg 0 0 5 5 re f 0 0 1 RG 5 5 m 10 10 l S")
		return "/Pattern << /P " + ref(n) + " >>"
	}},
	"cells that reach into the next ones": {content: "/Pattern cs /P scn " + triangle + "f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 15 10] /XStep 10 /YStep 10", "1 0 0 RG 0 0 m 15 10 l S")
		return "/Pattern << /P " + ref(n) + " >>"
	}},
	"a cell whose ink lies some tiles away": {content: "/Pattern cs /P scn " + triangle + "f", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 80 80] /XStep 15 /YStep 15", "0 0 1 rg 4 62 9 9 re f")
		return "/Pattern << /P " + ref(n) + " >>"
	}},
	"an image twice": {content: "q 40 0 0 40 10 10 cm /I Do Q q 0 30 -30 0 90 60 cm /I Do Q", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x00\xff")
		return "/XObject << /I " + ref(n) + " >>"
	}},
	"a pattern without colours takes that of its use": {content: "/C cs 0 1 0 /P scn " + triangle + "f", resources: "/ColorSpace << /C [/Pattern /DeviceRGB] >>", add: func(p *testkit.PDF) string {
		n := p.AddStream("/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10", "0 0 5 5 re f")
		return "/Pattern << /P " + ref(n) + " >>"
	}},
	"text stands at its width":           {content: "BT /F1 12 Tf 10 50 Td (A < B & C) Tj 0 -20 Td [(sp) -400 (aced) -3000 (far)] TJ ET"},
	"runs of one line are one text":      {content: "BT /F1 12 Tf 10 50 Td (Time ) Tj (in s) Tj ET"},
	"turned text":                        {content: "BT /F1 10 Tf 0 1 -1 0 30 20 Tm (Upwards) Tj .7 .7 -.7 .7 50 20 Tm (Slanted) Tj ET"},
	"text painted by its outline":        {content: "1 0 0 RG BT /F1 30 Tf 1 Tr 10 50 Td (Out) Tj ET"},
	"text that is not seen is not there": {content: "10 10 5 5 re f BT /F1 10 Tf 3 Tr 10 50 Td (Hidden) Tj ET"},
	"what lies outside is not there":     {content: "10 10 5 5 re f 200 200 50 50 re f BT /F1 10 Tf 300 50 Td (Off) Tj ET"},
}

func ref(n int) string { return fmt.Sprintf("%d 0 R", n) }

// samples are the bytes of an image, which are for package imaging to test.
var samples = regexp.MustCompile(`base64,[^"]*`)

func TestFigure(t *testing.T) {
	t.Parallel()
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := samples.ReplaceAllString(page.write(t), "base64,...")
			testkit.Golden(t, strings.ReplaceAll(name, " ", "-")+".svg", []byte(got))
		})
	}
}

func TestFigureIsCutOutOfThePage(t *testing.T) {
	t.Parallel()
	doc, c := drawn{content: "1 0 0 rg 0 0 100 100 re f 0 g 20 60 m 40 80 l S BT /F1 8 Tf 5 5 Td (Elsewhere) Tj ET"}.read(t)
	g, err := svg.Figure(t.Context(), doc, c, layout.Rect{X0: 10, Y0: 10, X1: 60, Y1: 50})
	require.NoError(t, err)
	require.InDelta(t, 50, g.Width, 0.01)
	require.InDelta(t, 40, g.Height, 0.01)
	require.Contains(t, string(g.Data), `viewBox="0 0 50 40"`)
	require.Contains(t, string(g.Data), `d="m0 0h50v40h-50z"`, "the ground is cut to the figure")
	require.Contains(t, string(g.Data), `d="m10 30 20-20"`)
	require.NotContains(t, string(g.Data), "Elsewhere")
}

func TestFigureRefuses(t *testing.T) {
	t.Parallel()
	full := layout.Rect{X1: 100, Y1: 100}
	t.Run("a drawing with too many parts", func(t *testing.T) {
		t.Parallel()
		doc, c := drawn{content: "/A gs " + strings.Repeat("1 0 0 rg 10 10 40 40 re f 0 g 30 30 40 40 re f ", 6000), resources: "/ExtGState << /A << /ca .5 >> >>"}.read(t)
		_, err := svg.Figure(t.Context(), doc, c, full)
		require.ErrorIs(t, err, svg.ErrTooLarge)
	})
	t.Run("a place where nothing is drawn", func(t *testing.T) {
		t.Parallel()
		doc, c := drawn{content: "10 10 5 5 re f"}.read(t)
		_, err := svg.Figure(t.Context(), doc, c, layout.Rect{X0: 50, Y0: 10, X1: 90, Y1: 50})
		require.Error(t, err)
		_, err = svg.Figure(t.Context(), doc, c, layout.Rect{X0: 50, Y0: 10, X1: 50, Y1: 50})
		require.Error(t, err)
	})
	t.Run("to go on when nobody waits", func(t *testing.T) {
		t.Parallel()
		doc, c := drawn{content: strings.Repeat("10 10 5 5 re f ", 9000)}.read(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := svg.Figure(ctx, doc, c, full)
		require.ErrorIs(t, err, context.Canceled)
	})
}

func BenchmarkFigure(b *testing.B) {
	page := drawn{content: strings.Repeat("1 0 0 rg 10 10 m 50 90 l 90 10 l h f 0 0 1 RG 10 10 m 30 70 60 20 90 90 c S BT /F1 8 Tf 20 20 Td (label) Tj ET ", 500)}
	doc, c := page.read(b)
	b.ReportAllocs()
	for b.Loop() {
		g, err := svg.Figure(context.Background(), doc, c, layout.Rect{X1: 100, Y1: 100})
		require.NoError(b, err)
		b.SetBytes(int64(len(g.Data)))
	}
}

func TestLettersThatNobodyKnowsAreShapes(t *testing.T) {
	t.Parallel()
	page := drawn{
		content: "0.2 g BT /U 20 Tf 10 30 Td <0001> Tj /F1 20 Tf (known) Tj /U 20 Tf <00010001> Tj ET",
		add: func(file *testkit.PDF) string {
			program := file.AddStream("", testkit.SquareFont())
			return fmt.Sprintf("/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /U << /Type /Font /Subtype /Type0 /BaseFont /U /Encoding /Identity-H /DescendantFonts [ << /Type /Font "+
				"/Subtype /CIDFontType2 /BaseFont /U /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "+
				"/FontDescriptor << /Type /FontDescriptor /FontName /U /Flags 4 /FontFile2 %d 0 R >> >> ] >> >>", program)
		},
	}
	got := page.write(t)
	require.Contains(t, got, `d="m10 70h10v-10h-10z"`, "half an em from the baseline up")
	require.Contains(t, got, ">known</text>")
	require.Less(t, strings.Index(got, "m10 70"), strings.Index(got, "known"), "in the order in which they are painted")
	require.Contains(t, got, `d="m79.8 70h10v-10h-10zm12 0h10v-10h-10z"`)
}
