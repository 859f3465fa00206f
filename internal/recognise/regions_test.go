package recognise_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// notice is an image of 800 by 400 samples that takes 200 by 100 points. It has rows of words, which are dark
// bars on a ground.
type notice struct {
	rows         int
	ground, ink  byte
	picture      bool // a dark square on the right
	halftone     bool // no ground at all, but shades of every kind
	from, height int  // the rows of samples that are shown; height 0: all
}

// wordsOf returns the boxes of the words of s, three a row.
func (s notice) wordsOf(row int) []image.Rectangle {
	var out []image.Rectangle
	for i := range 3 {
		out = append(out, image.Rect(20+i*130, 20+row*60, 130+i*130, 50+row*60))
	}
	return out
}

// stream returns the image XObject.
func (s notice) stream(p *testkit.PDF) int {
	const width, height = 800, 400
	samples := []byte(strings.Repeat(string([]byte{s.ground}), width*height))
	fill := func(r image.Rectangle) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				samples[y*width+x] = s.ink
			}
		}
	}
	for row := range s.rows {
		for _, box := range s.wordsOf(row) {
			fill(box)
		}
	}
	if s.picture {
		fill(image.Rect(450, 20, 780, 380))
	}
	if s.halftone {
		for i := range samples {
			samples[i] = byte(i * 7)
		}
	}
	if s.height > 0 {
		samples = samples[s.from*width : (s.from+s.height)*width]
	}
	return p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", width, len(samples)/width), string(samples))
}

// engine reads the words of the notice, and keeps the images that it was given.
func (s notice) engine(confidence float32, seen *[]*image.Gray) engine {
	return func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
		*seen = append(*seen, img.Pixels.(*image.Gray))
		page := &ocr.Page{}
		for row := range s.rows {
			line := ocr.Line{First: int32(len(page.Words)), Count: 3}
			for i, box := range s.wordsOf(row) {
				page.Words = append(page.Words, ocr.Word{Text: [...]string{"Harbour", "of", "Kestrel"}[i], Box: box, Confidence: confidence})
				line.Box = line.Box.Union(box)
			}
			page.Lines = append(page.Lines, line)
		}
		return page, nil
	}
}

// beside returns a page of 300 by 400 points with two lines of text. It paints the images /I0, /I1 and so on as
// paint says.
func beside(paint string, notices ...notice) []byte {
	var p testkit.PDF
	resources := ""
	for i, s := range notices {
		resources += fmt.Sprintf("/I%d %d 0 R ", i, s.stream(&p))
	}
	text := "BT /F1 12 Tf 20 370 Td (The harbour office reviews its vessels) Tj 0 -20 Td (and the council thanks the office for it.) Tj ET "
	p.AddPage(testkit.Page{MediaBox: "0 0 300 400", Content: text + paint, Resources: "/XObject << " + resources + ">>"})
	return p.Bytes()
}

// regions recognises the images of page 1 of file.
func regions(t *testing.T, file []byte, e ocr.Engine) (*layout.Content, recognise.Result, error) {
	t.Helper()
	doc, err := pdf.Open(t.Context(), file, pdf.Options{})
	require.NoError(t, err)
	c := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
	found, err := recognise.New(doc, blackboard{}, recognise.Options{Engine: e, Identify: marked}).Regions(t.Context(), c)
	return c, found, err
}

func TestImagesBesideText(t *testing.T) {
	t.Parallel()
	const whole = "q 200 0 0 100 50 200 cm /I0 Do Q"
	text := notice{rows: 3, ground: 250, ink: 10}
	three := "Harbour of Kestrel\nHarbour of Kestrel\nHarbour of Kestrel"
	cases := map[string]struct {
		paint      string
		notice     notice
		confidence float32
		words      int    // that are content
		text       string // of the image
		unread     bool   // nobody asks the engine
	}{
		"of nothing but text":       {paint: whole, notice: text, words: 9},
		"of text on a dark ground":  {paint: whole, notice: notice{rows: 3, ground: 5, ink: 240}, words: 9},
		"of text and more":          {paint: whole, notice: notice{rows: 3, ground: 250, ink: 10, picture: true}, text: three},
		"of a few words":            {paint: whole, notice: notice{rows: 1, ground: 250, ink: 10}, text: "Harbour of Kestrel"},
		"read without confidence":   {paint: whole, notice: text, confidence: 0.76, text: three},
		"read by guessing":          {paint: whole, notice: text, confidence: 0.3},
		"without words":             {paint: whole, notice: notice{ground: 250}},
		"that are photographs":      {paint: whole, notice: notice{halftone: true}, unread: true},
		"that are small":            {paint: "q 60 0 0 30 50 200 cm /I0 Do Q", notice: text, unread: true},
		"under text":                {paint: whole + " BT /F1 8 Tf 60 250 Td (A chart of the harbour and all its quays) Tj ET", notice: text, unread: true},
		"that the document tells":   {paint: "/Span << /Alt (A notice) >> BDC " + whole + " EMC", notice: text, unread: true},
		"that it calls decoration":  {paint: "/Artifact BMC " + whole + " EMC", notice: text, unread: true},
		"that it has an element of": {paint: "/Figure << /MCID 0 >> BDC " + whole + " EMC", notice: text, text: three},
		"that are transparent":      {paint: "q 0 0 10 10 re 20 20 m 30 30 l 40 20 l h W n 200 0 0 100 50 200 cm /I0 Do Q", notice: text, unread: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.confidence == 0 {
				c.confidence = 0.9
			}
			var seen []*image.Gray
			got, found, err := regions(t, beside(c.paint, c.notice), c.notice.engine(c.confidence, &seen))
			require.NoError(t, err)
			require.Len(t, places(got), c.words)
			require.Equal(t, c.text, got.Images[0].Text)
			require.Equal(t, c.words > 0, got.Images[0].Flags&layout.Covered != 0, "its words stand for it")
			require.Equal(t, c.words > 0 || c.text != "", found.Words > 0)
			require.Equal(t, c.unread, len(seen) == 0)
			for _, img := range seen {
				require.Greater(t, img.GrayAt(0, 0).Y, uint8(200), "paper is light")
			}
		})
	}
}

func TestWordsOfAnImageStandWhereTheyAreShown(t *testing.T) {
	t.Parallel()
	text := notice{rows: 3, ground: 250, ink: 10}
	var seen []*image.Gray
	c, _, err := regions(t, beside("q 200 0 0 100 50 200 cm /I0 Do Q", text), text.engine(0.9, &seen))
	require.NoError(t, err)
	first, last := c.Runs[len(c.Runs)-9], c.Runs[len(c.Runs)-1]
	require.InDelta(t, 50+20.0/4, c.Glyphs[first.First].X, 1)
	require.InDelta(t, 100+50.0/4, c.Glyphs[first.First].Y, 2)
	require.InDelta(t, 50+280.0/4, c.Glyphs[last.First].X, 1)
	require.InDelta(t, 100+170.0/4, c.Glyphs[last.First].Y, 2)
}

func TestTilesOfAnImageAreReadAsOne(t *testing.T) {
	t.Parallel()
	text := notice{rows: 3, ground: 250, ink: 10}
	upper, lower := text, text
	upper.height, lower.from, lower.height = 100, 100, 300
	var seen []*image.Gray
	c, found, err := regions(t, beside("q 200 0 0 25 50 275 cm /I0 Do Q q 200 0 0 75 50 200 cm /I1 Do Q", upper, lower), text.engine(0.9, &seen))
	require.NoError(t, err)
	require.Len(t, seen, 1)
	require.Equal(t, image.Rect(0, 0, 800, 400), seen[0].Rect)
	require.Equal(t, 9, found.Words)
	require.NotZero(t, c.Images[0].Flags&c.Images[1].Flags&layout.Covered)
}

func TestAnImageThatFailsDoesNotKeepOthersFromBeingRead(t *testing.T) {
	t.Parallel()
	text := notice{rows: 3, ground: 250, ink: 10}
	file := beside("q 200 0 0 100 50 200 cm /I0 Do Q q 200 0 0 100 50 50 cm /I0 Do Q", text)
	var seen []*image.Gray
	reads := text.engine(0.9, &seen)
	failing := func(err error) engine {
		return func(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
			page, _ := reads(ctx, img, opt)
			if len(seen)%2 == 1 {
				return nil, err
			}
			return page, nil
		}
	}
	odd := errors.New("odd")
	c, found, err := regions(t, file, failing(odd))
	require.ErrorIs(t, err, odd)
	require.Equal(t, 9, found.Words)
	require.Zero(t, c.Images[0].Flags)
	require.NotZero(t, c.Images[1].Flags&layout.Covered)

	_, found, err = regions(t, file, failing(&ocr.Error{Code: ocr.EngineUnavailable}))
	require.ErrorIs(t, err, ocr.EngineUnavailable)
	require.Zero(t, found.Words)
}
