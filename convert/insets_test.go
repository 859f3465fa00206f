package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// placed returns the operators that paint an image, w by h points, with its lower left corner at x, y.
func placed(name string, x, y, w, h float64) string {
	return fmt.Sprintf("q %g 0 0 %g %g %g cm /%s Do Q\n", w, h, x, y, name)
}

// prose returns a paragraph of five lines from y down.
func prose(y float64) string {
	var b strings.Builder
	for i := range 5 {
		b.WriteString(text("R", 10, 72, y-12*float64(i), "The lines of this paragraph go from one side of the page to the other side of it."))
	}
	return b.String()
}

// box returns the operators that stroke a rectangle.
func box(x0, y0, x1, y1 float64) string {
	return fmt.Sprintf("%g %g %g %g re S\n", x0, y0, x1-x0, y1-y0)
}

func TestPicturesStandWhereThePageHasThem(t *testing.T) {
	t.Parallel()
	const inline = `<img class="unnamed" src="assets/p1-1.png" alt="Image on page 1" width="13" height="13" style="height:1em;vertical-align:-0.2em" decoding="async">`
	cases := map[string]struct {
		content string
		want    []string
		never   []string
	}{
		"in a line": {
			prose(700) + text("R", 10, 72, 600, "Press the") + placed("A", 119, 598, 10, 10) + text("R", 10, 133, 600, "key to begin, and the other to end."),
			[]string{"<p>Press the " + inline + " key to begin, and the other to end.</p>"}, []string{"<figure"},
		},
		"in a word": {
			prose(700) + text("R", 10, 72, 600, "V") + placed("A", 79, 600, 5, 7) + text("R", 10, 84.2, 600, "clav wrote this line of text."),
			[]string{`<p>V<img `, `style="height:0.7em"`, `>clav wrote this line of text.</p>`}, []string{"<figure"},
		},
		"at the beginning of a line": {
			prose(700) + placed("A", 72, 598, 10, 10) + text("R", 10, 85, 600, "This is a line behind a sign."),
			[]string{"<p>" + inline + " This is a line behind a sign.</p>"}, []string{"<figure", "<li>"},
		},
		"two in a row": {
			prose(700) + text("R", 10, 72, 600, "Press") + placed("A", 102, 598, 10, 10) + placed("B", 115, 598, 10, 10) + text("R", 10, 128, 600, "at once."),
			[]string{"<p>Press " + inline + " ", " at once.</p>", "p1-2.png"}, []string{"<figure"},
		},
		"before the items of a list": {
			prose(700) + placed("A", 72, 600, 6, 6) + text("R", 10, 84, 600, "The first of the items") + placed("A", 72, 588, 6, 6) + text("R", 10, 84, 588, "The second of the items") +
				placed("A", 72, 576, 6, 6) + text("R", 10, 84, 576, "The third of the items"),
			[]string{"<ul><li>The first of the items</li><li>The second of the items</li><li>The third of the items</li></ul>"}, []string{"<img"},
		},
		"different ones before lines": {
			prose(700) + placed("A", 72, 598, 9, 9) + text("R", 10, 84, 600, "By telephone, in the morning") + placed("B", 72, 580, 9, 9) + text("R", 10, 84, 582, "By letter, in the evening"),
			[]string{"p1-1.png", "p1-2.png", "By telephone, in the morning", "By letter, in the evening"}, []string{"<figure", "<ul"},
		},
		"a photo beside text": {
			prose(700) + placed("A", 72, 500, 80, 80) + text("R", 10, 160, 540, "A line beside it."),
			[]string{"<figure><img"}, nil,
		},
		"behind text": {
			prose(700) + placed("A", 70, 596, 60, 14) + text("R", 10, 72, 600, "A button") + text("R", 10, 140, 600, "is something to press."),
			nil, []string{"em;"},
		},
		"in a table with rules": {
			prose(700) + box(72, 500, 400, 600) + box(72, 550, 400, 600) + box(72, 500, 150, 600) +
				placed("A", 90, 555, 40, 40) + text("R", 10, 160, 580, "A picture of the first thing") + placed("B", 90, 505, 40, 40) + text("R", 10, 160, 530, "A picture of the second thing"),
			[]string{`<tr><td><img class="unnamed" src="assets/p1-1.png"`, `p1-2.png`, "<td>A picture of the second thing</td>"}, []string{"<figure"},
		},
		"in a box": {
			prose(700) + prose(640) + "0.9 g 72 430 468 110 re f 0 g\n" + text("R", 10, 90, 520, "Nota bene: what stands in a box stands beside the text around it.") +
				placed("A", 90, 460, 50, 50) + text("R", 10, 90, 440, "The end of what stands in the box is here, with a full stop.") + prose(410) + prose(350) + prose(290) + prose(230),
			[]string{"around it.</p><figure><img", "</figure><p>The end of what", "full stop.</p></aside>"}, nil,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := pictures([]string{c.content}, gray(8, 8), samples(64), gray(9, 9), samples(81))
			result, err := convert.Convert(t.Context(), bytes.NewReader(src), convert.DefaultOptions())
			require.NoError(t, err)
			html := strings.ReplaceAll(result.HTML, "\n", "")
			for _, want := range c.want {
				require.Contains(t, html, want)
			}
			for _, never := range c.never {
				require.NotContains(t, html, never)
			}
		})
	}
}

// taggedInset returns a tagged document in which a picture belongs to the content of a paragraph. In the structure
// tree it stands behind another picture, on the page before it.
func taggedInset() []byte {
	pdf := &testkit.PDF{}
	image := pdf.AddStream(gray(8, 8), samples(64))
	mark := func(id int, content string) string { return fmt.Sprintf("/P << /MCID %d >> BDC\n%sEMC\n", id, content) }
	page := pdf.AddPage(testkit.Page{
		Content: mark(0, text("R", 10, 72, 700, "Press the")+placed("A", 119, 698, 10, 10)+text("R", 10, 133, 700, "key to begin, and no other one.")) +
			mark(1, text("R", 10, 72, 660, "The first paragraph of this document in its tree.")) +
			mark(2, text("R", 10, 72, 620, "The last paragraph of this document in its tree, and on its page.")),
		Resources: fmt.Sprintf("/XObject << /A %d 0 R >>", image), Fonts: fonts, Extra: "/StructParents 0",
	})
	// The objects have consecutive numbers.
	root := page + 1
	for _, n := range []int{1, 0, 2} {
		pdf.Add(fmt.Sprintf("<< /Type /StructElem /S /P /P %d 0 R /Pg %d 0 R /K %d >>", root+3, page, n))
	}
	pdf.Add(fmt.Sprintf("<< /Type /StructElem /S /Document /P %d 0 R /K [%d 0 R %d 0 R %d 0 R] >>", root+4, root, root+1, root+2))
	pdf.Add(fmt.Sprintf("<< /Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [0 [%d 0 R %d 0 R %d 0 R]] >> >>", root+3, root+1, root, root+2))
	pdf.Catalog = fmt.Sprintf("/Lang (en) /MarkInfo << /Marked true >> /StructTreeRoot %d 0 R", root+4)
	return pdf.Bytes()
}

func TestPicturesInLinesOfTaggedDocuments(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(taggedInset()), convert.DefaultOptions())
	require.NoError(t, err)
	require.Regexp(t, `The first paragraph[^<]*</p>\s*<p>Press the <img [^>]*em[^>]*> key to begin, and no other one.</p>\s*<p>The last`, result.HTML)
}

func TestPicturesInProgramsAreNotLost(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	image := pdf.AddStream(gray(8, 8), samples(64))
	var content strings.Builder
	for i := range 8 {
		content.WriteString(text("M", 10, 72, 700-12*float64(i), fmt.Sprintf("    if (count > limit%d) return error;", i)))
	}
	content.WriteString(placed("A", 298, 650, 10, 10))
	pdf.AddPage(testkit.Page{
		Content: content.String(), Resources: fmt.Sprintf("/XObject << /A %d 0 R >>", image),
		Fonts: "/M << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
	})
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), convert.DefaultOptions())
	require.NoError(t, err)
	require.Contains(t, result.HTML, "<pre")
	require.Contains(t, result.HTML, "limit4) return error;\n", "the sign is no part of the program")
	require.Contains(t, result.HTML, "<img")
}
