package convert_test

import (
	"bytes"
	"fmt"
	goimage "image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// TestNothingVanishesInScans needs an installed tesseract with English.
func TestNothingVanishesInScans(t *testing.T) {
	t.Parallel()
	testkit.Tesseract(t)
	recognised := func(o *convert.Options) { o.OCREnabled, o.OCRLanguages = true, []string{"en"} }
	nothingVanishes(t, map[string]vanishing{
		"a page upside down, in two columns": {
			document: scanOf(t, newspaper, func(img *goimage.Gray) { // upside down
				for i, j := 0, len(img.Pix)-1; i < j; i, j = i+1, j-1 {
					img.Pix[i], img.Pix[j] = img.Pix[j], img.Pix[i]
				}
			}),
			adjust: recognised,
			want: []string{
				"The council met on Monday", "closed the old bridge until spring", // the left column as a whole
				"The orchestra will play", "and tickets are sold at the door", // then the right one
			},
			warnings: []string{"recognised_text"},
		},
		"a table with a dark head, shaded rows and single digits": {
			document: scanOf(t, districts, nil), adjust: recognised,
			want: []string{
				"District Schools Wells", "Aldermoor 4 9", "Brackley 1 6", "Dunmere 7 2", "Eastvale 3 8",
			},
		},
	})
}

// TestAPortraitInAScanIsAFigure needs an installed tesseract with English.
func TestAPortraitInAScanIsAFigure(t *testing.T) {
	t.Parallel()
	testkit.Tesseract(t)
	options := convert.DefaultOptions()
	options.OCREnabled, options.OCRLanguages = true, []string{"en"}
	result, err := convert.Convert(t.Context(), bytes.NewReader(scanOf(t, newspaper, portrait)), options)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(result.HTML, "<img"))
	require.Contains(t, readersText(t, result.HTML), "members voted for the plan")
}

// column returns a column of text from y down, in points.
func column(x, y, size float64, text ...string) string {
	b := &strings.Builder{}
	for i, line := range text {
		fmt.Fprintf(b, "BT /F1 %g Tf %g %g Td (%s) Tj ET\n", size, x, y-1.3*size*float64(i), line)
	}
	return b.String()
}

var newspaper = column(60, 740, 24, "The Evening Courier") +
	column(60, 700, 11,
		"The council met on Monday and heard", "three speakers about the state of the",
		"harbour wall. It has cracks that were", "measured in the autumn, and it will be",
		"mended before the next winter. The", "members voted for the plan and then",
		"closed the old bridge until spring.") +
	column(310, 700, 11,
		"The orchestra will play on Saturday in", "the town hall at seven in the evening.",
		"There are works by two composers of", "the region, one of whom conducts. The",
		"doors open half an hour before, there", "is coffee for those who come early,",
		"and tickets are sold at the door.")

// districts is a table: a black head with white words, every other row gray.
var districts = column(60, 740, 20, "Public works by district") + func() string {
	rows := [][3]string{{"District", "Schools", "Wells"}, {"Aldermoor", "4", "9"}, {"Brackley", "1", "6"}, {"Dunmere", "7", "2"}, {"Eastvale", "3", "8"}}
	b := &strings.Builder{}
	for i, row := range rows {
		y := 690 - 22*i
		ground, ink := 1-.14*float64(i%2), 0
		if i == 0 {
			ground, ink = .1, 1
		}
		fmt.Fprintf(b, "%g g 60 %d 420 22 re f\n", ground, y)
		for j, text := range row {
			fmt.Fprintf(b, "0 G .8 w %d %d 140 22 re S %d g %s", 60+140*j, y, ink, column(float64(70+140*j), float64(y+7), 11, text))
		}
	}
	return b.String()
}()

// portrait paints a gray disc with a darker one inside, on a background that gets darker. It is as wide as a
// thumb, and stands below the left column.
func portrait(img *goimage.Gray) {
	const left, top, width, height = 250, 700, 170, 220
	for y := range height {
		for x := range width {
			v := 200 - y/4 + (x*7+y*13)%9
			if dx, dy := x-width/2, y-height/2; dx*dx+dy*dy < 60*60 {
				v = 120 + dx/2 + (x*5+y*3)%11
				if dx*dx+dy*dy < 30*30 {
					v = 70 + dy/2
				}
			}
			img.Pix[(top+y)*img.Stride+left+x] = uint8(v)
		}
	}
}

// TestALayerIsSetAsItsPictureShows: a program for text recognition sets each word in Courier, so that it fills its
// box, and says nothing about pictures.
func TestALayerIsSetAsItsPictureShows(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(layeredScanOf(t, newspaper, portrait)), convert.DefaultOptions())
	require.NoError(t, err)
	require.Contains(t, result.HTML, ">The Evening Courier</h1>")
	require.Equal(t, 1, strings.Count(result.HTML, "<h"+"1"), "words of other heights are no headings")
	require.NotContains(t, result.HTML, "<h2")
	require.Equal(t, 1, strings.Count(result.HTML, "<img"))
	text := readersText(t, result.HTML)
	require.Contains(t, text, "heard three speakers about the state of the harbour wall")
	require.Contains(t, text, "The orchestra will play on Saturday in the town hall")
	for _, w := range result.Warnings {
		require.NotEqual(t, "ocr_recommended", w.Code)
	}
}

// TestNoLetterOfAScanIsLostInItsFacsimile: measured letters have more different widths than a font has room for.
func TestNoLetterOfAScanIsLostInItsFacsimile(t *testing.T) {
	t.Parallel()
	options := convert.DefaultOptions()
	options.PreserveFormatting = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(layeredScanOf(t, newspaper, nil)), options)
	require.NoError(t, err)
	text := readersText(t, result.HTML)
	for _, line := range []string{"The Evening Courier", "measured in the autumn, and it will be", "and tickets are sold at the door."} {
		require.Contains(t, text, line)
	}
}

// TestALayerThatDoesNotFitItsPictureStays, because its words are not in the picture.
func TestALayerThatDoesNotFitItsPictureStays(t *testing.T) {
	t.Parallel()
	blank := func(img *goimage.Gray) {
		for i := range img.Pix {
			img.Pix[i] = 255
		}
	}
	result, err := convert.Convert(t.Context(), bytes.NewReader(layeredScanOf(t, newspaper, blank)), convert.DefaultOptions())
	require.NoError(t, err)
	require.Contains(t, readersText(t, result.HTML), "members voted for the plan")
}

// layeredScanOf is scanOf with an invisible layer of the printed words. Each is in Courier of 1.3 times the height
// of its box, squeezed to the width of the box.
func layeredScanOf(t *testing.T, content string, change func(*goimage.Gray)) []byte {
	t.Helper()
	var printed testkit.PDF
	printed.AddPage(testkit.Page{MediaBox: "0 0 612 792", Content: content})
	layer := &strings.Builder{}
	options := convert.DefaultOptions()
	options.Trace = &convert.Trace{Layout: func(p *layout.Page) {
		for _, w := range p.Words {
			text := p.Text[w.Start:w.End]
			size := 1.3 * w.Box.Height()
			squeezed := 100 * w.Box.Width() / (.6 * size * float32(len(text)))
			fmt.Fprintf(layer, "BT 3 Tr /C %.1f Tf %.2f Tz 1 0 0 1 %.2f %.2f Tm (%s) Tj ET\n", size, squeezed, w.Box.X0, 792-w.Box.Y1+.15*size, text)
		}
	}}
	_, err := convert.Convert(t.Context(), bytes.NewReader(printed.Bytes()), options)
	require.NoError(t, err)
	require.NotZero(t, layer.Len())
	return scanWith(t, content, change, layer.String())
}

// scanOf returns a document of one page that was printed from a content stream at 200 dpi, changed, and scanned:
// an image without text.
func scanOf(t *testing.T, content string, change func(*goimage.Gray)) []byte {
	t.Helper()
	return scanWith(t, content, change, "")
}

// scanWith is scanOf with a layer over the image. The layer's font is C.
func scanWith(t *testing.T, content string, change func(*goimage.Gray), layer string) []byte {
	t.Helper()
	var printed testkit.PDF
	printed.AddPage(testkit.Page{MediaBox: "0 0 612 792", Content: content})
	pages := raster.Open(printed.Bytes(), raster.Options{Pages: 1})
	defer pages.Close()
	drawn, err := pages.Draw(t.Context(), raster.Drawing{Page: 1, Width: 612, Height: 792, Scale: 200. / 72, Gray: true})
	require.NoError(t, err)
	img := drawn.(*goimage.Gray)
	require.Equal(t, img.Rect.Dx(), img.Stride)
	if change != nil {
		change(img)
	}
	var p testkit.PDF
	n := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", img.Rect.Dx(), img.Rect.Dy()), string(img.Pix))
	p.AddPage(testkit.Page{MediaBox: "0 0 612 792", Content: "q 612 0 0 792 0 0 cm /I Do Q\n" + layer, Fonts: "/C << /Type /Font /Subtype /Type1 /BaseFont /Courier >>", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	return p.Bytes()
}
