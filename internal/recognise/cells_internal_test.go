package recognise

import (
	"bytes"
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/ocr"
)

// sheetReader reads one word wherever there is a cell on a sheet.
type sheetReader struct{ page *ocr.Page }

func (s *sheetReader) Recognize(_ context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	if opt.Segmentation != ocr.SingleBlock {
		return nil, &ocr.Error{Code: ocr.EngineFailed}
	}
	return s.page, nil
}

// gridded returns a picture with a table of two by two cells and the words of three of them.
func gridded() (*picture, *words) {
	img := sheet(600, 400)
	var rules []scanimage.Ruling
	for i := range 3 {
		x, y := float64(100+150*i), float64(100+60*i)
		rules = append(rules, scanimage.Ruling{X0: 100, Y0: y, X1: 403, Y1: y + 3}, scanimage.Ruling{X0: x, Y0: 100, X1: x + 3, Y1: 223, Vertical: true})
	}
	for _, box := range []image.Rectangle{{image.Pt(120, 120), image.Pt(180, 144)}, {image.Pt(300, 120), image.Pt(312, 144)}, {image.Pt(120, 180), image.Pt(180, 204)}, {image.Pt(300, 180), image.Pt(312, 204)}} {
		fill(img, box, square)
	}
	p := &picture{pixels: img, dpi: 200, calls: newCalls(), prepared: &scanimage.Prepared{Image: img, DPI: 200, Scale: 1}, rules: rules}
	p.bare = image.NewGray(img.Rect) // a copy: the rules were never painted
	copy(p.bare.Pix, img.Pix)
	p.tables = true
	sure := word{text: "Dunmere", chars: 7, confidence: .9, box: image.Rect(120, 120, 180, 144)}
	also := word{text: "Lindenau", chars: 8, confidence: .9, box: image.Rect(120, 180, 180, 204)}
	doubt := word{text: "dl,", chars: 3, confidence: .5, box: image.Rect(300, 120, 312, 144)}
	w := &words{lines: []line{{words: []word{sure, doubt}, box: image.Rect(120, 120, 312, 144)}, {words: []word{also}, box: also.box}}}
	return p, w
}

func TestDoubtfulCellsAreReadAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		confidence float32
		want       []string
	}{
		"surely":   {.95, []string{"Dunmere", "Lindenau", "1", "3"}},
		"no surer": {.52, []string{"Dunmere", "dl,", "Lindenau"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, w := gridded()
			slots := w.doubtfulCells(p, cellsOf(p.rules, p.prepared.DPI))
			require.Len(t, slots, 2, "the cell with a doubtful word, and the one without any")
			sheetOf(p.bare, slots, 255)
			answer := &ocr.Page{}
			for i, text := range []string{"1", "3"} {
				box := image.Rectangle{Min: slots[i].at, Max: slots[i].at.Add(slots[i].cell.Size())}.Inset(8)
				answer.Words = append(answer.Words, ocr.Word{Text: text, Box: box, Confidence: c.confidence, Line: int32(i)})
				answer.Lines = append(answer.Lines, ocr.Line{First: int32(i), Count: 1, Box: box})
			}
			r := &Reader{engine: &sheetReader{answer}}
			require.NoError(t, r.readCells(t.Context(), p, w, nil))
			var got []string
			for i := range w.lines {
				for _, v := range w.lines[i].words {
					got = append(got, v.text)
				}
			}
			require.Equal(t, c.want, got)
			if last := w.lines[len(w.lines)-1]; c.confidence > .9 {
				require.True(t, last.box.In(image.Rect(250, 160, 400, 220)), "it stands in its cell: %v", last.box)
			}
		})
	}
}

// A black head of a table is one cell, because the rules between its cells are as black as it is.
func TestAWordThatWasLeftOutOfACellIsReadAlone(t *testing.T) {
	t.Parallel()
	p, w := gridded()
	fill(p.bare, image.Rect(200, 120, 230, 144), square)
	slots := w.doubtfulCells(p, cellsOf(p.rules, p.prepared.DPI))
	require.Len(t, slots, 3)
	require.Equal(t, [2]int{192, 238}, [2]int{slots[0].cell.Min.X, slots[0].cell.Max.X}, "what stands beside Dunmere")
	require.Zero(t, slots[0].was)
}

// Dashes say that there is no value; engines take them for dust.
func TestADashInACellIsFoundByItsInk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ink  image.Rectangle // in the cell from 253, 163 to 400, 220
		read string          // "": nothing
		want string
	}{
		"of which nothing was read":  {image.Rect(300, 190, 316, 193), "", "–"},
		"that was read as a sign":    {image.Rect(300, 190, 316, 193), "=", "–"},
		"a dot":                      {image.Rect(300, 190, 304, 194), ".", "."},
		"what is left of a rule":     {image.Rect(300, 164, 316, 166), "", ""},
		"a line to be written on":    {image.Rect(270, 190, 380, 193), "", ""},
		"a word that reaches beyond": {image.Rect(300, 190, 316, 193), "no", "no"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, w := gridded()
			for y := 170; y < 215; y++ { // the cell is empty
				copy(p.bare.Pix[y*p.bare.Stride+260:][:135], bytes.Repeat([]byte{255}, 135))
			}
			fill(p.bare, c.ink, square)
			if c.read != "" {
				w.lines = append(w.lines, row(word{text: c.read, confidence: .95, box: c.ink}))
				w.lines[2].words[0].chars = len(c.read)
			}
			w.findDashes(p, cellsOf(p.rules, p.prepared.DPI))
			got := ""
			for i := range w.lines {
				for _, v := range w.lines[i].words {
					if middle(v.box).In(image.Rect(253, 163, 400, 220)) {
						got += v.text
					}
				}
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestCellsAreBetweenRulesThatMeet(t *testing.T) {
	t.Parallel()
	p, _ := gridded()
	require.Len(t, cellsOf(p.rules, 200), 4)
	require.Empty(t, cellsOf(p.rules[:1], 200))
}

// A letter that was written with a typewriter is not taken for program text.
func TestTypescriptsAreProse(t *testing.T) {
	t.Parallel()
	w := &words{lines: []line{{words: []word{{text: "Dear", chars: 4}}, pitch: 12}, {words: []word{{text: "Sir", chars: 3}}, pitch: 12}}}
	require.False(t, w.isTypescript(), "a program, as far as its words tell")
	w.prose = true
	require.True(t, w.isTypescript())
	w.lines[0].pitch = 0
	require.False(t, w.isTypescript(), "part of the page is set in other type")
}

// Engines take a whole face for one large letter.
func TestALetterAsLargeAsAPictureIsNone(t *testing.T) {
	t.Parallel()
	img := sheet(1000, 1400)
	face, text := image.Rect(100, 100, 400, 400), image.Rect(100, 500, 500, 530)
	fill(img, face, strokes(99))
	fill(img, text, strokes(40))
	k := newInk(img)
	for confidence, pictures := range map[float32]int{.2: 1, .95: 0} {
		w := &words{lines: []line{
			row(word{text: "Caption", confidence: .9, box: text}), row(word{text: "more", confidence: .9, box: text}),
			row(word{text: "B", confidence: confidence, box: face}),
		}}
		require.Len(t, w.findShown(&k, &scanimage.Prepared{Image: img, DPI: 200}, nil).pictures, pictures)
	}
}

// Ink that shines through from the back of a sheet is not a picture, even if words were read in it.
func TestWhatShinesThroughIsNoPicture(t *testing.T) {
	t.Parallel()
	back, text := image.Rect(100, 100, 700, 400), image.Rect(100, 500, 500, 530)
	for shade, pictures := range map[uint8]int{190: 0, 40: 1} {
		img := sheet(1000, 1400)
		fill(img, back, strokes(99))
		for i, v := range img.Pix {
			if v == 0 {
				img.Pix[i] = shade
			}
		}
		fill(img, text, strokes(40))
		k := newInk(img)
		w := &words{lines: []line{
			row(word{text: "Caption", confidence: .9, box: text}), row(word{text: "more", confidence: .9, box: text}),
			row(word{text: "B", confidence: .2, box: back}),
		}}
		require.Len(t, w.findShown(&k, &scanimage.Prepared{Image: img, DPI: 200}, nil).pictures, pictures, "shade %d", shade)
	}
}
