package content_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func TestMarkedContent(t *testing.T) {
	t.Parallel()
	c := paintWith(t, `BT /F1 10 Tf 0 50 Td
		/Document BMC /P << /MCID 3 >> BDC (a) Tj
		/Span << /ActualText <FEFF00E9> /Alt (alt) /E (exp) /Lang (fr) /MCID 4 >> BDC (b) Tj EMC EMC
		/Artifact /A BDC /Span BMC (c) Tj EMC EMC EMC (d) Tj ET`,
		"/Properties << /A << /Type /Pagination /Subtype /Footer >> >>")
	require.Equal(t, "a|b|c|d", text(c))
	require.Equal(t, []layout.Mark{
		{Parent: -1, Tag: "Document", MCID: -1},
		{Parent: 0, Tag: "P", MCID: 3},
		{Parent: 1, Tag: "Span", MCID: 4, ActualText: "é", HasActual: true, Sign: layout.MathChar{Char: 'é'}, Alt: "alt", Expansion: "exp", Lang: "fr"},
		{Parent: 0, Tag: "Artifact", MCID: -1, Artifact: true, Subtype: "Footer"},
		{Parent: 3, Tag: "Span", MCID: -1},
	}, c.Marks)
	var marks []int32
	var artifacts []bool
	for _, r := range c.Runs {
		marks = append(marks, r.Mark)
		artifacts = append(artifacts, r.Flags&layout.ArtifactRun != 0)
	}
	require.Equal(t, []int32{1, 2, 4, -1}, marks)
	require.Equal(t, []bool{false, false, true, false}, artifacts)
}

func TestOptionalContentThatIsOffIsFlagged(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	group := file.Add("<< /Type /OCG /Name (layer) >>")
	form := file.AddStream(fmt.Sprintf("/Subtype /Form /BBox [0 0 50 50] /OC %d 0 R", group), "BT /F1 10 Tf (c) Tj ET 0 0 1 1 re f")
	file.Catalog = fmt.Sprintf("/OCProperties << /OCGs [%d 0 R] /D << /OFF [%d 0 R] >> >>", group, group)
	file.AddPage(testkit.Page{
		Content:   "BT /F1 10 Tf /OC /L BDC (a) Tj 0 0 1 1 re f EMC (b) Tj ET /X Do 0 0 2 2 re f",
		Resources: fmt.Sprintf("/Properties << /L %d 0 R >> /XObject << /X %d 0 R >>", group, form),
	})
	c := read(t, file)
	require.Equal(t, "a|b|c", text(c))
	for i, off := range []bool{true, false, true} {
		require.Equal(t, off, c.Runs[i].Flags&layout.OptionalOff != 0)
	}
	require.Len(t, c.Paths, 1)
}

func TestAnnotationsAreDrawnAndLinksRecorded(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	look := file.AddStream("/Subtype /Form /BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
		"BT /F1 1 Tf 5 5 Td (v) Tj ET")
	file.AddPage(testkit.Page{
		Content: "BT /F1 10 Tf (page) Tj ET q", MediaBox: "0 0 100 100",
		Extra: fmt.Sprintf(`/Annots [
			<< /Type /Annot /Subtype /Widget /Rect [20 40 40 80] /AP << /N %[1]d 0 R >> >>
			<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /AP << /N %[1]d 0 R >> >>
			<< /Type /Annot /Subtype /Stamp /F 2 /Rect [0 0 9 9] /AP << /N %[1]d 0 R >> >>
			<< /Type /Annot /Subtype /Link /Rect [10 10 20 20] /A << /S /URI /URI (https://example.org/) >> /Contents (there) >>
			<< /Type /Annot /Subtype /Link /Rect [10 10 20 20] /QuadPoints [1 9 5 9 1 7 5 7] /Dest [2 0 R /Fit] >> ]`, look),
	})
	c := read(t, file)
	require.Equal(t, "page|v", text(c))
	require.Equal(t, layout.FromAnnotation, c.Runs[1].Origin)
	requirePoint(t, 30, 40, origin(c, 1))
	require.Equal(t, [4]float32{0, -4, -2, 0}, c.Runs[1].Em)
	require.Len(t, c.Links, 2)
	require.Equal(t, "https://example.org/", c.Links[0].URI)
	require.Equal(t, "there", c.Links[0].Title)
	require.Equal(t, []layout.Rect{{X0: 10, Y0: 80, X1: 20, Y1: 90}}, c.Links[0].Areas)
	require.Equal(t, []layout.Rect{{X0: 1, Y0: 91, X1: 5, Y1: 93}}, c.Links[1].Areas)
}

func TestTarget(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{MediaBox: "0 0 100 200", Extra: "/Rotate 90"})
	r := content.NewReader(open(t, file))
	require.Equal(t, layout.Target{Page: 1, At: layout.Point{X: 30, Y: 20}, Name: "n"},
		r.Target(pdf.Destination{Page: 1, X: 20, Y: 30, HasX: true, HasY: true, Name: "n"}))
	require.Equal(t, layout.Target{Page: 1, At: layout.Point{X: -1, Y: -1}}, r.Target(pdf.Destination{Page: 1}))
	require.Equal(t, layout.Point{X: 200, Y: 20}, r.Target(pdf.Destination{Page: 1, X: 20, HasX: true}).At)
	require.Zero(t, r.Target(pdf.Destination{Page: 9}).Page)
}

func TestReaderServesPagesAtOnceAndAgain(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	font := file.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
	const pages = 20
	for i := range pages {
		file.AddPage(testkit.Page{
			Fonts:   fmt.Sprintf("/F1 %d 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Courier >>", font),
			Content: fmt.Sprintf("BT /F1 10 Tf (page %d) Tj /F2 9 Tf (two) Tj ET 0 0 %d 1 re f", i, i+1),
		})
	}
	doc := open(t, file)
	r := content.NewReader(doc)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var c layout.Content
			for n := 1; n <= pages; n++ {
				if r.Page(context.Background(), doc.Page(n), &c) != nil ||
					text(&c) != fmt.Sprintf("page %d|two", n-1) || len(c.Fonts) != 2 || c.Fonts[0].ID != font || len(c.Paths) != 1 {
					t.Errorf("page %d is not as it should be: %q", n, text(&c))
				}
			}
		})
	}
	wg.Wait()
}

func TestPageStopsWithItsContext(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	src := ""
	for range 10_000 {
		src += "0 0 1 1 re f "
	}
	file.AddPage(testkit.Page{Content: src})
	doc := open(t, file)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var c layout.Content
	require.ErrorIs(t, content.NewReader(doc).Page(ctx, doc.Page(1), &c), context.Canceled)
	require.Less(t, len(c.Paths), 10_000)
}

func TestFormsThatMultiplyAreCutOff(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	const depth = 12
	for i := range depth {
		do := ""
		for range 10 {
			do += "/X Do "
		}
		file.AddStream(fmt.Sprintf("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >>", i+4), do)
	}
	file.AddStream("/Subtype /Form /BBox [0 0 9 9]", "q Q")
	file.AddPage(testkit.Page{Content: "BT /F1 9 Tf (A) Tj ET /X Do", Resources: "/XObject << /X 3 0 R >>"})
	c := read(t, file)
	require.Equal(t, "A", text(c))
	require.Equal(t, []string{"page_truncated"}, codes(c))
}

// TestValuesOfControlsAreReadFromTheirAppearance has text in pieces, as programs that print forms write it.
func TestValuesOfControlsAreReadFromTheirAppearance(t *testing.T) {
	t.Parallel()
	for shown, want := range map[string]string{
		"(Jane) Tj":                  "Jane",
		"[(Jan) -150 (e)] TJ":        "Jane",     // letters set apart
		"[(Jane) -250 (Doe)] TJ":     "Jane Doe", // a space that is not written
		"(a) Tj 6 4 Td (b) Tj":       "ab",       // raised
		"(Jane) Tj 0 -6 Td (Doe) Tj": "Jane\nDoe",
	} {
		file := &testkit.PDF{}
		look := file.AddStream("/Subtype /Form /BBox [0 0 60 30] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
			"/Tx BMC BT /F1 10 Tf 2 15 Td "+shown+" ET EMC")
		file.AddField("20 40 80 70", fmt.Sprintf("/FT /Tx /T (name) /AP << /N %d 0 R >>", look))
		file.AddPage(testkit.Page{MediaBox: "0 0 100 100"})
		doc := open(t, file)
		c := &layout.Content{}
		require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
		require.Len(t, c.Fields, 1)
		require.Equal(t, []string{want}, c.Fields[0].Values, shown)
	}
}
