package tesseract

import (
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

func TestHOCR(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   string
		want ocr.Page
	}{
		"a line with its measures": {
			`<div class='ocr_carea' title="bbox 1 2 90 40"><p class='ocr_par' lang='eng'>
			 <span class='ocr_line' title="bbox 10 20 80 40; baseline 0.01 -7; x_size 30; x_descenders 7; x_ascenders 8">
			  <span class='ocrx_word' title='bbox 10 20 40 40; x_wconf 96'>R&amp;D</span>
			  <span class='ocrx_word' title='bbox 45 21 80 39; x_wconf 50'><strong>it&#39;s</strong></span></span></p></div>`,
			ocr.Page{
				Words: []ocr.Word{
					{Text: "R&D", Box: image.Rect(10, 20, 40, 40), Confidence: 0.96},
					{Text: "it's", Box: image.Rect(45, 21, 80, 39), Confidence: 0.5},
				},
				Lines: []ocr.Line{{
					Count: 2, Box: image.Rect(10, 20, 80, 40),
					Baseline: 33, Slope: 0.01, XHeight: 15, Ascender: 8, Descender: 7,
				}},
			},
		},
		"blocks and paragraphs are counted over the page, lines of every class": {
			`<div class='ocr_carea'><p class='ocr_par'>` + line("ocr_header", "a") + line("ocr_line", "b") + `</p><p class='ocr_par'>` + line("ocr_textfloat", "c") +
				`</p></div><div class='ocr_carea'><p class='ocr_par'>` + line("ocr_caption", "d") + `</p></div>`,
			ocr.Page{
				Words: []ocr.Word{word("a", 0), word("b", 1), word("c", 2), word("d", 3)},
				Lines: []ocr.Line{lineOf(0, 0, 0), lineOf(1, 0, 0), lineOf(2, 0, 1), lineOf(3, 1, 2)},
			},
		},
		"pictures and rules are no text": {
			`<div class='ocr_photo' title="bbox 5 5 60 50"></div><div class='ocr_separator' title="bbox 0 0 90 2"></div>`,
			ocr.Page{Pictures: []image.Rectangle{image.Rect(5, 5, 60, 50)}},
		},
		"boxes are cut to the image and words without one are left out": {
			strings.ReplaceAll(line("ocr_line", "a"), "bbox 0 0 9 9", "bbox -4 0 9999999 9") +
				`<span class='ocr_line' title='bbox 0 0 9 9; baseline 0 0'><span class='ocrx_word' title='bbox 200 0 300 9'>out</span><span class='ocrx_word' title='bbox 5 5'>half</span></span>`,
			ocr.Page{
				Words: []ocr.Word{{Text: "a", Box: image.Rect(0, 0, 100, 9), Confidence: 0.9}},
				Lines: []ocr.Line{{Count: 1, Box: image.Rect(0, 0, 100, 9), Baseline: 9}},
			},
		},
		"white space is no word, nor is what is no text": {
			`<span class='ocr_line' title='bbox 0 0 9 9; baseline 0 0'><span class='ocrx_word' title='bbox 0 0 9 9'> </span></span>` +
				line("ocr_line", "\xff\xfe"),
			ocr.Page{},
		},
		"a page that ends in the middle of a tag": {
			line("ocr_line", "a") + `<span class='ocrx_wo`,
			ocr.Page{Words: []ocr.Word{word("a", 0)}, Lines: []ocr.Line{lineOf(0, 0, 0)}},
		},
		"confidences outside of their range": {
			`<span class='ocr_line' title='bbox 0 0 9 9; baseline 0 0'><span class='ocrx_word' title='bbox 0 0 9 9; x_wconf NaN'>a</span><span class='ocrx_word' title='bbox 0 0 9 9; x_wconf 1e300'>b</span></span>`,
			ocr.Page{
				Words: []ocr.Word{{Text: "a", Box: image.Rect(0, 0, 9, 9)}, {Text: "b", Box: image.Rect(0, 0, 9, 9), Confidence: 1}},
				Lines: []ocr.Line{{Count: 2, Box: image.Rect(0, 0, 9, 9), Baseline: 9}},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.want.Width, tt.want.Height = 100, 60
			require.Equal(t, &tt.want, parseHOCR([]byte(tt.in), 100, 60))
		})
	}
}

// line returns a line of one word in hOCR, word and lineOf what becomes of it.
func line(class, text string) string {
	return `<span class='` + class + `' title='bbox 0 0 9 9; baseline 0 0'><span class='ocrx_word' title='bbox 0 0 9 9; x_wconf 90'>` + text + `</span></span>`
}

func word(text string, line int32) ocr.Word {
	return ocr.Word{Text: text, Box: image.Rect(0, 0, 9, 9), Confidence: 0.9, Line: line}
}

func lineOf(first, block, paragraph int32) ocr.Line {
	return ocr.Line{First: first, Count: 1, Block: block, Paragraph: paragraph, Box: image.Rect(0, 0, 9, 9), Baseline: 9}
}

func TestHOCRTurns(t *testing.T) {
	t.Parallel()
	two := func(title, first, second string) string {
		return `<span class='ocr_line' title='` + title + `'><span class='ocrx_word' title='` + first + `' dir='rtl'>港口</span><span class='ocrx_word' title='` + second + `' dir='rtl'>b</span></span>`
	}
	latin := func(s string) string { return strings.ReplaceAll(s, "港口", "a") }
	tests := map[string]struct {
		in        string
		turn      int
		direction ocr.Direction
	}{
		"from right to left":                       {latin(two("bbox 0 0 90 20; baseline 0 -4", "bbox 50 0 90 20", "bbox 0 0 40 20")), 0, ocr.RightToLeft},
		"upside down":                              {two("bbox 0 0 90 20; textangle 180", "bbox 50 0 90 20", "bbox 0 0 40 20"), 180, ocr.RightToLeft},
		"on its left side":                         {two("bbox 0 0 20 50; textangle 90", "bbox 0 30 20 50", "bbox 0 0 20 20"), 270, ocr.RightToLeft},
		"on its right side":                        {two("bbox 0 0 20 50; textangle 270", "bbox 0 0 20 20", "bbox 0 30 20 50"), 90, ocr.RightToLeft},
		"down the page by its baseline":            {latin(two("bbox 0 0 20 50; baseline -1161 12771", "bbox 0 0 20 20", "bbox 0 30 20 50")), 90, ocr.RightToLeft},
		"up the page by its baseline":              {latin(two("bbox 0 0 20 50; baseline 524 -3668", "bbox 0 30 20 50", "bbox 0 0 20 20")), 270, ocr.RightToLeft},
		"down the page without a baseline":         {latin(two("bbox 0 0 20 50; x_size 20", "bbox 0 0 20 20", "bbox 0 30 20 50")), 90, ocr.RightToLeft},
		"columns of characters that stand upright": {two("bbox 0 0 20 50; baseline -1161 12771", "bbox 0 0 20 20", "bbox 0 30 20 50"), 0, ocr.TopToBottom},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := parseHOCR([]byte(tt.in), 100, 60)
			require.Len(t, page.Lines, 1)
			require.Equal(t, tt.turn, page.Turn)
			require.EqualValues(t, tt.turn, page.Lines[0].Turn)
			require.Equal(t, tt.direction, page.Lines[0].Direction)
		})
	}
}

// Whatever a program writes, the indices of a page are valid, and its boxes are inside of the image.
func FuzzHOCR(f *testing.F) {
	f.Add([]byte(line("ocr_line", "a") + line("ocr_header", "&lt;b&gt;")))
	f.Add([]byte(`<span class="ocr_line" title="bbox 2 2 4 8; textangle 90; x_size nan"><span class='ocrx_word' title='bbox 9 9 1 1'>x</span>`))
	f.Add([]byte(`<span class=ocrx_word>x<span class='ocr_line'><span class='ocrx_word' title=`))
	f.Fuzz(func(t *testing.T, in []byte) {
		page := parseHOCR(in, 50, 40)
		whole := image.Rect(0, 0, 50, 40)
		next := int32(0)
		for i := range page.Lines {
			l := &page.Lines[i]
			require.Equal(t, next, l.First)
			require.Positive(t, l.Count)
			next += l.Count
			for _, w := range page.LineWords(l) {
				require.EqualValues(t, i, w.Line)
				require.NotEmpty(t, w.Text)
				require.False(t, w.Box.Empty())
				require.True(t, w.Box.In(whole))
				require.True(t, w.Confidence >= 0 && w.Confidence <= 1)
			}
		}
		require.EqualValues(t, len(page.Words), next)
	})
}

func BenchmarkHOCR(b *testing.B) {
	in := []byte(strings.Repeat(line("ocr_line", "Kapitel"), 500))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		parseHOCR(in, 100, 60)
	}
}
