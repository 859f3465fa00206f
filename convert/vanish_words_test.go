package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pagelift/pagelift/internal/testkit"
)

func TestNothingVanishesInWords(t *testing.T) {
	t.Parallel()
	quiet := []string{"hidden_text"}
	nothingVanishes(t, map[string]vanishing{
		"spaces of tight type, most made by moving the pen": {
			document: setVerse(typesetting{gap: .17, spaceEvery: 5}), want: verse, quiet: quiet,
		},
		"letters wider than their widths": {
			document: setVerse(typesetting{gap: .25, declared: func(w float64) float64 { return .8 * w }}), want: verse, quiet: quiet,
		},
		"letters narrower than their widths": {
			document: setVerse(typesetting{gap: .25, declared: func(w float64) float64 { return 1.25 * w }}), want: verse, quiet: quiet,
		},
		"one width for all letters": {
			document: setVerse(typesetting{gap: .25, spaceEvery: 1, declared: func(float64) float64 { return .55 }}), want: verse, quiet: quiet,
		},
		"tracked capitals": {
			document: setVerse(typesetting{gap: .3, tracking: .2, capitals: true}), want: upper(verse), quiet: quiet,
		},
		"overprinted numbers":    {document: overprintedTable(), want: []string{"1.9 7.6 -13.25", "23,285.10 0.66 7.9"}, quiet: quiet},
		"a layer of two columns": {document: layerOfTwoColumns(), want: layerWords(), quiet: quiet},
	})
}

// verse is the text that setVerse sets, line by line.
var verse = []string{
	"Two days later the whole party of them", "went back to the branch in the valley,", "where nobody had wanted any of it.",
	"They say I won't be told the story, yet", "it will become the best story we have", "if anybody ever comes to write it down.",
}

func upper(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.ToUpper(line))
	}
	return out
}

// typesetting is a way of setting lines of text, each shown by one TJ operator.
type typesetting struct {
	gap        float64                       // between words, in ems
	spaceEvery int                           // every gap whose number this divides begins with a space glyph; 0: none
	tracking   float64                       // between letters, in ems
	capitals   bool                          // instead of small letters
	declared   func(advance float64) float64 // the advance that the font declares; nil: the true one
}

// letterAdvance returns the width of a letter, in ems.
func letterAdvance(c byte) float64 {
	switch {
	case strings.IndexByte("iljtfI'.,- ", c) >= 0:
		return .28
	case strings.IndexByte("mwMW", c) >= 0:
		return .8
	case c >= 'A' && c <= 'Z':
		return .67
	}
	return .52
}

// setVerse returns a document with the lines of verse.
func setVerse(how typesetting) []byte {
	declared := func(c byte) float64 {
		if how.declared == nil {
			return letterAdvance(c)
		}
		return how.declared(letterAdvance(c))
	}
	var widths, content strings.Builder
	for c := byte(' '); c < 127; c++ {
		fmt.Fprintf(&widths, " %.0f", 1000*declared(c))
	}
	lines, words := verse, 0
	if how.capitals {
		lines = upper(verse)
	}
	for i, line := range lines {
		fmt.Fprintf(&content, "BT /F1 10 Tf 1 0 0 1 72 %d Tm [", 700-13*i)
		pen, at := 0., 0. // where the operator is, and where the next letter belongs
		show := func(c byte) {
			fmt.Fprintf(&content, "%.1f (%c)", -1000*(at-pen), c)
			pen = at + declared(c)
		}
		for n := range len(line) {
			if line[n] != ' ' {
				show(line[n])
				at += letterAdvance(line[n]) + how.tracking
				continue
			}
			if words++; how.spaceEvery > 0 && words%how.spaceEvery == 0 {
				show(' ')
			}
			at += how.gap
		}
		content.WriteString("] TJ ET\n")
	}
	pdf := &testkit.PDF{}
	pdf.AddPage(testkit.Page{Content: content.String(), Fonts: "/F1 << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Prose /FirstChar 32 /LastChar 126 /Widths [" + widths.String() +
		"] /Encoding /WinAnsiEncoding /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Prose /Flags 32 /Ascent 750 /Descent -250 /CapHeight 700 /ItalicAngle 0 /StemV 80 /FontBBox [0 -250 1000 750] >> >>"})
	return pdf.Bytes()
}

// overprintedTable returns a document that paints numbers five times, each time a little further right.
func overprintedTable() []byte {
	var b strings.Builder
	for i, row := range [][]string{{"1.9", "7.6", "-13.25"}, {"23,285.10", "0.66", "7.9"}} {
		for k, number := range row {
			for n := range 5 {
				b.WriteString(text("R", 8, float64(100+60*k), float64(700-14*i), number))
				b.WriteString(fmt.Sprintf("1 0 0 1 %.2f 0 cm\n", []float64{.3, .3, .3, .3, -1.2}[n]))
			}
		}
	}
	return build(b.String()).Bytes()
}

// layerLines returns the lines of the column that begins with word.
func layerLines(word string) []string {
	var out []string
	for i := range 14 {
		out = append(out, fmt.Sprintf("%s line %d of the column goes on and on", word, i+1))
	}
	return out
}

func layerWords() []string { return append(layerLines("left"), layerLines("right")...) }

// layerOfTwoColumns returns a document with a picture and its recognised text behind it, as Tesseract writes it:
// each word is shown with a space, both squeezed into the box of the word.
func layerOfTwoColumns() []byte {
	var b strings.Builder
	b.WriteString("q 612 0 0 792 0 0 cm /Im0 Do Q\n")
	for c, column := range [][]string{layerLines("left"), layerLines("right")} {
		for i, line := range column {
			x := 72 + 246*float64(c)
			for _, word := range strings.Fields(line) {
				box := 4.6 * float64(len(word))
				squeeze := 100 * box / (6 * float64(len(word)+1))
				fmt.Fprintf(&b, "BT 3 Tr /C 10 Tf %.2f Tz 1 0 0 1 %.2f %d Tm (%s ) Tj ET\n", squeeze, x, 700-13*i-3*c, word)
				x += box + 3.4
			}
		}
	}
	pdf := &testkit.PDF{}
	image := pdf.AddStream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\xff")
	pdf.AddPage(testkit.Page{
		Content: b.String(), Fonts: "/C << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
		Resources: fmt.Sprintf("/XObject << /Im0 %d 0 R >>", image),
	})
	return pdf.Bytes()
}
