package convert_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// documents are the small PDFs of these tests, by name.
var documents = map[string]func() []byte{
	"headings":  headings,
	"twocolumn": twoColumns,
	"link":      linked,
	"hidden":    hidden,
	"rotated":   rotated,
	"image":     image,
}

// fonts are the fonts of the documents: Times, Helvetica bold.
const fonts = "/R << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>" +
	" /B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"

// text returns the operators that show one line with its baseline at x, y.
func text(font string, size, x, y float64, s string) string {
	s = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s)
	return fmt.Sprintf("BT /%s %g Tf %g %g Td (%s) Tj ET\n", font, size, x, y, s)
}

// lines returns the operators that show lines in the body font, from y down.
func lines(x, y float64, list ...string) string {
	var b strings.Builder
	for i, s := range list {
		b.WriteString(text("R", 11, x, y-14*float64(i), s))
	}
	return b.String()
}

// build returns a document of pages with these contents.
func build(contents ...string) *testkit.PDF {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	for _, c := range contents {
		pdf.AddPage(testkit.Page{Content: c, Fonts: fonts})
	}
	return pdf
}

// numbered returns a document of n pages that say their number. Unlike running heads, their lines differ from page
// to page.
func numbered(n int) []byte {
	contents := make([]string, n)
	for i := range contents {
		contents[i] = lines(72, 700-float64(i*37%400),
			fmt.Sprintf("This is what stands on page number %d.", i+1),
			strings.Repeat("More of it follows. ", 1+i%4),
			strings.Repeat("And that is all. ", 1+i%3))
	}
	return build(contents...).Bytes()
}

func headings() []byte {
	pdf := build(
		text("B", 24, 72, 700, "The title of it all")+
			text("B", 15, 72, 650, "1 First things")+
			lines(72, 625,
				"The first paragraph has two lines, and the second of them is the shorter one, since a",
				"paragraph has to end somewhere.")+
			text("B", 15, 72, 570, "2 Second things")+
			lines(72, 545, "The second paragraph is followed by a list of what is needed:")+
			lines(84, 525, "1. a hammer,", "2. a nail,", "3. and a wall."),
		text("B", 15, 72, 700, "3 Last things")+lines(72, 675, "The last paragraph is one line on the second page."),
	)
	pdf.Trailer = fmt.Sprintf("/Info %d 0 R", pdf.Add("<< /Title (Things & more) /Author (A. N. Other) /Keywords (one; two)"+
		" /CreationDate (D:20240229120000+02'00') >>"))
	return pdf.Bytes()
}

func twoColumns() []byte {
	var left, right []string
	for i := range 20 {
		left = append(left, fmt.Sprintf("Left column, line %d of all its lines,", i+1))
		right = append(right, fmt.Sprintf("right column, line %d of all its lines,", i+1))
	}
	return build(lines(72, 700, left...) + lines(320, 700, right...)).Bytes()
}

func linked() []byte {
	pdf := &testkit.PDF{}
	uri := pdf.Add("<< /Type /Annot /Subtype /Link /Rect [70 696 230 712] /A << /S /URI /URI (https://example.com/?a=1&b=2) >> >>")
	inside := pdf.Add("<< /Type /Annot /Subtype /Link /Rect [70 676 230 692] /Dest [9 0 R /XYZ 72 700 0] >>")
	bad := pdf.Add("<< /Type /Annot /Subtype /Link /Rect [70 656 230 672] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>")
	pdf.AddPage(testkit.Page{ // object 7, its content is 6
		Content: text("R", 11, 72, 700, "A link to another place") + text("R", 11, 72, 680, "A link to the next page") +
			text("R", 11, 72, 660, "A link that does harm"),
		Fonts: fonts, Extra: fmt.Sprintf("/Annots [%d 0 R %d 0 R %d 0 R]", uri, inside, bad),
	})
	pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "The next page"), Fonts: fonts})
	return pdf.Bytes()
}

func hidden() []byte {
	return build(text("R", 11, 72, 700, "What everybody sees <&> \"quoted\"") +
		"3 Tr " + text("R", 11, 72, 680, "What nobody sees") + "0 Tr " +
		text("R", 11, 72, 2000, "What is off the page")).Bytes()
}

func rotated() []byte {
	pdf := &testkit.PDF{}
	pdf.AddPage(testkit.Page{
		Content: "BT /R 11 Tf 0 1 -1 0 100 72 Tm (A line on a page that is turned.) Tj ET", Fonts: fonts, Extra: "/Rotate 90",
	})
	return pdf.Bytes()
}

func image() []byte {
	pdf := &testkit.PDF{}
	picture := pdf.AddStream("/Type /XObject /Subtype /Image /Width 4 /Height 3 /ColorSpace /DeviceGray /BitsPerComponent 8", "0123456789AB")
	pdf.AddPage(testkit.Page{
		Content: lines(72, 700, "Above the picture.") + "q 200 0 0 150 72 500 cm /Im Do Q\n" + lines(72, 450, "Below the picture."),
		Fonts:   fonts, Resources: fmt.Sprintf("/XObject << /Im %d 0 R >>", picture),
	})
	return pdf.Bytes()
}

// stored returns a file of testdata.
func stored(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return data
}
