package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// placed sets an image of 40 by 30 samples at box.
func (b *pageBuilder) placed(box layout.Rect, alt string) *pageBuilder {
	b.Figures = append(b.Figures, layout.Figure{Box: box, Images: []int32{0}, Parts: []layout.Raster{{Box: box, Width: 40, Height: 30}}, Mark: -1, Alt: alt})
	b.Blocks = append(b.Blocks, layout.Block{Kind: layout.Picture, FirstLine: int32(len(b.Lines)), Box: box, Column: -1, Figure: int32(len(b.Figures) - 1)})
	return b
}

// names are the alternatives of the figures of a document, those that were made for
// them in brackets.
func names(doc *semantic.Document) (list []string) {
	for n := range doc.Root.All() {
		if n.Role != semantic.Figure {
			continue
		}
		if n.Attr.Subtype == semantic.Unnamed {
			list = append(list, "["+n.Attr.Alt+"]")
		} else {
			list = append(list, n.Attr.Alt)
		}
	}
	return list
}

func TestAlternatives(t *testing.T) {
	t.Parallel()
	photo := layout.Rect{X0: 50, Y0: 300, X1: 250, Y1: 400}
	for alt, want := range map[string]string{
		" A fox\x00":                 "A fox",
		"Photo of Fig. 3":            "Photo of Fig. 3",
		"How to write to config.pdf": "How to write to config.pdf",
		"IMG_2031.JPG":               "[Image on page 1]",
		`C:\Users\Some Body\AppData\Local\Temporary Files\fox_2[1].png`: "[Image on page 1]",
		"https://example.org/a/fox.svg":                                 "[Image on page 1]",
		"":                                                              "[Image on page 1]",
	} {
		require.Equal(t, []string{want}, names(build(t, page(1).text().placed(photo, alt))), alt)
	}
}

func TestTextReadInAPictureDescribesIt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Tonnes of cargo a year\n", 9) + "Source: the harbour office"
	for name, c := range map[string]struct {
		alt, text string
		names     []string
		lines     int // of text beside the name
	}{
		"a few words are its name":      {"", "Port of\nKestrelby", []string{"[Port of Kestrelby]"}, 0},
		"more stands under it":          {"", long, []string{"[Image on page 1]"}, 10},
		"what the document says counts": {"A crane", long, []string{"A crane"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).text().placed(layout.Rect{X0: 50, Y0: 300, X1: 250, Y1: 400}, c.alt)
			p.Figures[0].Text = c.text
			doc := build(t, p)
			require.Equal(t, c.names, names(doc))
			lines := 0
			for n := range doc.Root.All() {
				if n.Attr != nil && n.Attr.Subtype == semantic.Pictured {
					require.Contains(t, long, n.Text)
					lines++
				}
			}
			require.Equal(t, c.lines, lines)
		})
	}
}

func TestPicturesOfOnePageAreCounted(t *testing.T) {
	t.Parallel()
	a, b := layout.Rect{X0: 50, Y0: 300, X1: 250, Y1: 400}, layout.Rect{X0: 50, Y0: 420, X1: 250, Y1: 500}
	doc := build(t, page(1).text().placed(a, "").placed(b, ""), page(2).text().placed(b, "A fox").placed(a, ""))
	require.Equal(t, []string{"[Image on page 1]", "[Image 2 on page 1]", "A fox", "[Image 2 on page 2]"}, names(doc))
}
