package content_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// The three documents for the benchmarks of this package: a page of text, a page of line art, and a page that
// draws one form repeatedly.

func textPage() *testkit.PDF {
	var b strings.Builder
	for line := range 60 {
		fmt.Fprintf(&b, "BT /F1 9.96 Tf 72 %d Td [(The)-333(quic)28(k)-333(bro)28(wn)-333(fo)28(x)]TJ "+
			"/F1 10 Tf 3.5 0 Td [(jumps)-330(o)27.5(v)27.8(er)-333(the)-333(lazy)-333(dog,)]TJ "+
			"0 -1.2 TD (and on it goes for another while) Tj ET\n", 770-line*12)
	}
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{Content: b.String()})
	return file
}

func vectorPage() *testkit.PDF {
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "q .5 w 0.%d 0 0 RG %d.25 %d.5 m %d.125 200 l 10 20 30 40 50 60 c S 10 10 %d 5 re f Q\n",
			i%10, i%500, i%300, i%400, i%100)
	}
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{Content: b.String()})
	return file
}

func formPage() *testkit.PDF {
	file := &testkit.PDF{}
	n := file.AddStream("/Subtype /Form /BBox [0 0 20 20] /Resources << >>", "0 0 10 10 re f /P <</MCID 0>> BDC BT /F1 9 Tf (x) Tj ET EMC")
	file.AddPage(testkit.Page{
		Content:   strings.Repeat("q 1 0 0 1 30 40 cm /X Do Q\n", 2000),
		Resources: fmt.Sprintf("/XObject << /X %d 0 R >>", n),
	})
	return file
}

func benchmarkPage(b *testing.B, file *testkit.PDF) {
	doc := open(b, file)
	page := doc.Page(1)
	r := content.NewReader(doc)
	var c layout.Content
	b.SetBytes(int64(len(doc.Content(b.Context(), nil, page))))
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, r.Page(context.Background(), page, &c))
	}
	if n := len(c.Glyphs); n > 0 {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/glyph")
	}
}

func BenchmarkText(b *testing.B)   { benchmarkPage(b, textPage()) }
func BenchmarkVector(b *testing.B) { benchmarkPage(b, vectorPage()) }
func BenchmarkForms(b *testing.B)  { benchmarkPage(b, formPage()) }
