package content_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// fuzzFile returns a file with one of each resource and the content src.
func fuzzFile(src string) *testkit.PDF {
	file := &testkit.PDF{}
	file.AddStream("/Subtype /Form /BBox [0 0 90 90] /Group << /S /Transparency >>", "q 1 0 0 rg /F1 8 Tf (form) Tj /T scn 0 0 5 5 re f")
	file.AddStream("/Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8", "abcd")
	file.AddStream("/PatternType 1 /PaintType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9", "0 0 3 3 re f /P sh")
	file.AddStream("", "9 0 0 0 9 9 d1 0 0 9 9 re f")
	file.AddPage(testkit.Page{
		Content: src, MediaBox: "0 0 100 100", Extra: "/Rotate 90",
		Fonts: `/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
			/F3 << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 65 /LastChar 65
			/Widths [9] /CharProcs << /g 6 0 R >> /Encoding << /Differences [65 /g] >> >>`,
		Resources: `/XObject << /X 3 0 R /I 4 0 R >> /Pattern << /T 5 0 R >>
			/Shading << /P << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] >> >>
			/ExtGState << /G << /ca .5 /SMask << /S /Alpha /G 3 0 R >> >> >> /Properties << /L << /MCID 1 >> >>`,
	})
	return file
}

// A page with any bytes as content is read without failure, within its budget, and its content is consistent.
func FuzzContent(f *testing.F) {
	f.Add([]byte("BT /F1 12 Tf 10 50 Td [(A)-120(B)]TJ ET q 1 0 0 1 5 5 cm /X Do Q"))
	f.Add([]byte("/G gs /Pattern cs /T scn 0 0 m 9 9 l 5 5 6 6 7 7 c h B* W n /P sh"))
	f.Add([]byte("BT /F3 10 Tf 7 Tr (AAA) Tj ET 1 g 0 0 99 99 re f"))
	f.Add([]byte("/OC /L BDC /P <</MCID 1/ActualText(x)>> BDC (a)' EMC BI /W 1/H 1/BPC 8/CS/G ID a EI"))
	f.Add([]byte("1e30 0 0 1e30 1e30 1e30 cm 1e30 1e30 1e30 1e30 re S /F1 1e30 Tf 1e30 Tc (A) Tj"))
	f.Add([]byte("q q q W* n Q Q Q Q ET EMC EX qBTETQ 1 2 foo [ [ ( < << /"))
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, err := pdf.Open(context.Background(), fuzzFile(string(src)).Bytes(), pdf.Options{})
		if err != nil || doc.Page(1) == nil {
			t.Skip("the content broke the file around it")
		}
		r := content.NewReader(doc)
		var c layout.Content
		require.NoError(t, r.Page(context.Background(), doc.Page(1), &c))
		validate(t, &c)
		require.LessOrEqual(t, len(c.Items), limits.PageItems)
		first := text(&c)
		require.NoError(t, r.Page(context.Background(), doc.Page(1), &c))
		require.Equal(t, first, text(&c), "the same page reads the same again")
	})
}
