package examples_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestSampleIsWhatThisFileBuilds checks that sample.pdf, which the README converts, is what the source below
// builds. go test ./examples -update writes the file.
func TestSampleIsWhatThisFileBuilds(t *testing.T) {
	t.Parallel()
	built := sample()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		require.NoError(t, os.WriteFile("sample.pdf", built, 0o644))
	}
	stored, err := os.ReadFile("sample.pdf")
	require.NoError(t, err)
	require.Equal(t, string(stored), string(built), "run: go test ./examples -update")
}

// Fonts of the sample: none is embedded.
const sampleFonts = "/R << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>" +
	" /B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>" +
	" /I << /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>"

// page sets lines of text on an A4 page, from the top down.
type page struct {
	b strings.Builder
	y float64
}

func newPage() *page { return &page{y: 770} }

// line sets one line and moves down by lead.
func (p *page) line(font string, size, x, lead float64, text string) {
	p.y -= lead
	text = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`, "•", `\225`, "–", `\226`).Replace(text)
	fmt.Fprintf(&p.b, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, p.y, text)
}

func (p *page) heading(text string) { p.line("B", 15, 72, 34, text); p.y -= 6 }

func (p *page) paragraph(lines ...string) {
	p.y -= 4
	for _, l := range lines {
		p.line("R", 11, 72, 14, l)
	}
	p.y -= 4
}

func (p *page) item(lines ...string) {
	p.line("R", 11, 84, 16, "•")
	p.y += 14
	for _, l := range lines {
		p.line("R", 11, 98, 14, l)
	}
}

// sample returns a document of two pages with what a short report has: a title, headings, paragraphs, a list, a
// link, an outline and metadata.
func sample() []byte {
	first := newPage()
	first.line("B", 24, 72, 30, "A Short Walk on the Shore")
	first.line("I", 12, 72, 24, "A sample document for pagelift")
	first.heading("1 The tide")
	first.paragraph(
		"Twice a day the sea comes in and twice it goes out again. Where the land is flat the",
		"water's edge moves by hundreds of metres, and what it leaves behind is neither land",
		"nor sea: ripples in the sand, shells, weed, and small crabs that wait for the water's re-",
		"turn. People who live there read the tables of the tides as others read the clock.",
	)
	first.paragraph(
		"The moon does most of it. The sun helps or hinders, and so the highest tides come",
		"with the full and the new moon. Storms add to them what they like.",
	)
	first.heading("2 What to take along")
	first.paragraph("Little is needed for a walk of an hour or two:")
	first.item("boots that stand salt water;")
	first.item("a table of the tides, and a watch to go with it, since the flat land fills from", "behind;")
	first.item("something to eat.")

	second := newPage()
	second.heading("3 Finding the way")
	second.paragraph(
		"Fog comes quickly. Keep the sound of the surf on one side, and turn back while the",
		"last post can still be seen. The paths are marked on every good map.",
	)
	second.paragraph("More about the tides is to be found at https://example.com/tides for those who ask.")
	link := second.y + 4

	pdf := &testkit.PDF{}
	const a4 = "0 0 595 842"
	page1 := pdf.AddPage(testkit.Page{Content: first.b.String(), Fonts: sampleFonts, MediaBox: a4})
	annotation := pdf.Add(fmt.Sprintf("<< /Type /Annot /Subtype /Link /Rect [239 %g 353 %g] /Border [0 0 0]"+
		" /A << /S /URI /URI (https://example.com/tides) >> >>", link-3, link+10))
	page2 := pdf.AddPage(testkit.Page{
		Content: second.b.String(), Fonts: sampleFonts, MediaBox: a4,
		Extra: fmt.Sprintf("/Annots [%d 0 R]", annotation),
	})
	outline := addOutline(pdf, []entry{
		{"1 The tide", page1, 710},
		{"2 What to take along", page1, 570},
		{"3 Finding the way", page2, 770},
	})
	info := pdf.Add("<< /Title (A Short Walk on the Shore) /Author (The pagelift authors) /Subject (A sample document)" +
		" /Keywords (tides, walking, sample) /Producer (pagelift testkit)" +
		" /CreationDate (D:20250301090000Z) /ModDate (D:20250302103000+01'00') >>")
	pdf.Catalog = fmt.Sprintf("/Lang (en-GB) /PageMode /UseOutlines /Outlines %d 0 R", outline)
	pdf.Trailer = fmt.Sprintf("/Info %d 0 R", info)
	return pdf.Bytes()
}

// entry is an entry of an outline.
type entry struct {
	title string
	page  int // object number
	y     float64
}

// addOutline adds a flat outline. Its objects have the next free numbers.
func addOutline(pdf *testkit.PDF, entries []entry) int {
	first := pdf.Add("null") + 2 // a free object, to learn the numbers of the next ones
	outline := pdf.Add(fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>",
		first, first+len(entries)-1, len(entries)))
	for i, e := range entries {
		links := ""
		if i > 0 {
			links += fmt.Sprintf(" /Prev %d 0 R", first+i-1)
		}
		if i+1 < len(entries) {
			links += fmt.Sprintf(" /Next %d 0 R", first+i+1)
		}
		pdf.Add(fmt.Sprintf("<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /XYZ 72 %g 0]%s >>",
			e.title, outline, e.page, e.y, links))
	}
	return outline
}
