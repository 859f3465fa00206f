package testkit

import (
	"fmt"
	"strings"
)

// Documents returns the three documents of the benchmarks of every stage, by name: a manual in one column, a paper
// in two, and drawings. They are the same bytes each time.
func Documents() map[string][]byte {
	return map[string][]byte{"manual": manual(200), "paper": paper(12), "drawing": drawing(6)}
}

const prose = "the quick brown fox jumps over the lazy dog while nobody of the village looks out of the window"

// sentence returns n words of prose. seed selects the first word.
func sentence(seed, n int) string {
	words := strings.Fields(prose)
	out := make([]string, n)
	for i := range out {
		out[i] = words[(seed*7+i*3)%len(words)]
	}
	return strings.Join(out, " ")
}

// line shows text at x, y with kerning, as typesetters write it.
func line(b *strings.Builder, font string, size float64, x, y int, text string) {
	half := len(text) / 2
	fmt.Fprintf(b, "BT /%s %.2f Tf %d %d Td [(%s)28.4(%s)]TJ ET\n", font, size, x, y, text[:half], text[half:])
}

const benchFonts = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >> " +
	"/F2 << /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>"

// manual returns a manual of that many pages: running head, headings, prose, page numbers, and a link on each
// page.
func manual(pages int) []byte {
	var p PDF
	for n := range pages {
		var b strings.Builder
		line(&b, "F1", 9, 72, 750, "The manual of everything")
		if n%4 == 0 {
			line(&b, "F2", 17, 72, 712, fmt.Sprintf("Chapter %d: %s", n/4+1, sentence(n, 3)))
		}
		for i := range 44 {
			line(&b, "F1", 10, 72, 680-14*i, sentence(n*44+i, 14))
		}
		line(&b, "F1", 9, 300, 30, fmt.Sprint(n+1))
		p.AddPage(Page{
			Content: b.String(), Fonts: benchFonts,
			Extra: "/Annots [<< /Type /Annot /Subtype /Link /Rect [72 676 140 690] /A << /S /URI /URI (https://example.org/) >> >>]",
		})
	}
	return p.Bytes()
}

// paper returns an article in two columns.
func paper(pages int) []byte {
	var p PDF
	for n := range pages {
		var b strings.Builder
		top := 740
		if n == 0 {
			line(&b, "F2", 20, 110, 730, "On foxes, dogs and the laziness of either")
			top = 690
		}
		for i := range 52 {
			y := top - 12*i
			line(&b, "F1", 9.5, 54, y, sentence(n*104+i, 9))
			line(&b, "F1", 9.5, 318, y, sentence(n*104+52+i, 9))
		}
		p.AddPage(Page{Content: b.String(), Fonts: benchFonts})
	}
	return p.Bytes()
}

// drawing returns line art with labels: many paths, little text.
func drawing(pages int) []byte {
	var p PDF
	for n := range pages {
		var b strings.Builder
		for i := range 8000 {
			fmt.Fprintf(&b, "q .5 w 0.%d 0 0 RG %d.25 %d.5 m %d.125 200 l 10 20 30 40 50 60 c S %d 10 %d 5 re f Q\n",
				i%10, i%500, i%300, i%400, i%550, i%100)
			if i%100 == 0 {
				line(&b, "F1", 8, 40+i%500, 100+i%600, fmt.Sprintf("label %d of %d", i, n))
			}
		}
		p.AddPage(Page{Content: b.String(), Fonts: benchFonts})
	}
	return p.Bytes()
}
