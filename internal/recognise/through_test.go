package recognise_test

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/ocr"
)

// thinSheet returns a page of 100 by 200 points, 400 by 800 samples: rows of dark bars, and of as
// many bars of a shade between them.
func thinSheet(rows int, shade byte) (file []byte, dark, pale []image.Rectangle) {
	const width, height, paper = 400, 800, 250
	samples := []byte(strings.Repeat(string([]byte{paper}), width*height))
	bar := func(x, y int, shade byte) image.Rectangle {
		box := image.Rect(x, y, x+100, y+24)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if (x-box.Min.X)%12 < 5 { // the strokes of letters
					samples[y*width+x] = shade
				}
			}
		}
		return box
	}
	for row := range rows {
		for col := range 3 {
			dark = append(dark, bar(20+125*col, 40+70*row, 20))
			pale = append(pale, bar(32+125*col, 75+70*row, shade))
		}
	}
	var p testkit.PDF
	n := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", width, height), string(samples))
	p.AddPage(testkit.Page{MediaBox: "0 0 100 200", Content: "q 100 0 0 200 0 0 cm /I Do Q", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	return p.Bytes(), dark, pale
}

func TestWhatShinesThroughIsNotRead(t *testing.T) {
	t.Parallel()
	const rows = 10
	tests := map[string]struct {
		shade        byte
		sureOfPale   float32 // in the first reading
		second       float32 // confidence of the second reading
		calls, words int
	}{
		"the back shines through":          {shade: 180, sureOfPale: 0.3, second: 0.9, calls: 2, words: 3 * rows},
		"the second reading is no better":  {shade: 180, sureOfPale: 0.3, second: 0.1, calls: 2, words: 2 * 3 * rows},
		"what is pale is print":            {shade: 180, sureOfPale: 0.9, second: 0.99, calls: 1, words: 2 * 3 * rows},
		"all is as dark":                   {shade: 20, sureOfPale: 0.3, second: 0.99, calls: 1, words: 2 * 3 * rows},
		"the paper has hardly any shadows": {shade: 240, sureOfPale: 0.3, second: 0.99, calls: 1, words: 2 * 3 * rows},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, dark, pale := thinSheet(rows, tt.shade)
			calls := 0
			e := engine(func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
				page := &ocr.Page{}
				add := func(text string, box image.Rectangle, sure float32) {
					page.Lines = append(page.Lines, ocr.Line{First: int32(len(page.Words)), Count: 1, Box: box})
					page.Words = append(page.Words, ocr.Word{Text: text, Box: box, Confidence: sure, Line: int32(len(page.Lines) - 1)})
				}
				calls++
				if calls == 2 {
					for _, box := range pale {
						require.EqualValues(t, 250, img.Pixels.(*image.Gray).GrayAt(box.Min.X+2, box.Min.Y+12).Y, "what is faint is gone")
					}
					for _, box := range dark {
						require.EqualValues(t, 20, img.Pixels.(*image.Gray).GrayAt(box.Min.X+2, box.Min.Y+12).Y)
						add("harbour", box, tt.second)
					}
					return page, nil
				}
				for i := range dark {
					add("harbour", dark[i], 0.85)
					add("ruodrad", pale[i], tt.sureOfPale)
				}
				return page, nil
			})
			got, found, err := read(t, file, e, recognise.Verdict{}, "en")
			require.NoError(t, err)
			require.Equal(t, tt.calls, calls)
			require.Equal(t, tt.words, found.Words)
			require.Len(t, places(got), tt.words)
		})
	}
}
