package recognise

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
)

// stripes returns a page of 600 by 800 points and pixels, with a stroke two pixels wide for each letter of a line of text.
func stripes(text string, x, foot, pitch, height int) *picture {
	img := image.NewGray(image.Rect(0, 0, 600, 800))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for i, r := range text {
		for dy := range height {
			for dx := 0; dx < 2 && r != ' '; dx++ {
				img.Pix[(foot-1-dy)*img.Stride+x+i*pitch+dx] = 0
			}
		}
	}
	p := &picture{pixels: img, dpi: 300, box: layout.Rect{X1: 600, Y1: 800}}
	p.prepared = &scanimage.Prepared{Image: img, DPI: 300, Scale: 1}
	return p
}

// shownAs returns a page with text in one run, its letters pitch points apart.
func shownAs(text string, x, foot, pitch, size float32) (*layout.Content, *layer) {
	c := &layout.Content{Width: 600, Height: 800}
	letters := []rune(text)
	run := layout.Run{Count: int32(len(letters)), Size: size, Em: [4]float32{size, 0, 0, -size}}
	for i, r := range letters {
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: x + float32(i)*pitch, Y: foot, Advance: pitch, Char: r})
	}
	c.Runs = append(c.Runs, run)
	return c, &layer{runs: []int32{0}}
}

// wideSpaces returns a page with n lines at one place, each of two letters with a space behind the second that is wider than the page.
func wideSpaces(n int) (*layout.Content, *layer) {
	c, l := &layout.Content{Width: 600, Height: 800}, &layer{}
	for i := range 2 * n {
		x := float32(100 + i%2*120)
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: x, Y: 300, Advance: 12, Char: 'F'}, layout.Glyph{X: x + 12, Y: 300, Advance: 1e4, Char: ' '})
		c.Runs = append(c.Runs, layout.Run{First: int32(2 * i), Count: 2, Size: 100, Em: [4]float32{100, 0, 0, -100}})
		l.runs = append(l.runs, int32(i))
	}
	return c, l
}

func TestWordsOfALayerAreFoundInItsPicture(t *testing.T) {
	t.Parallel()
	const text = "Foxes and Dogs"
	p := stripes(text, 100, 300, 12, 20)
	k := newInk(p.prepared.Image)
	c, l := shownAs(text, 98, 303, 12, 36)
	w := l.measure(c, p, &k)
	require.NotNil(t, w)
	require.Len(t, w.lines, 1)
	var words []string
	for _, v := range w.lines[0].words {
		words = append(words, v.text)
		require.Equal(t, 280, v.box.Min.Y)
		require.Equal(t, 300, v.box.Max.Y)
		require.Len(t, v.breadths, v.chars)
	}
	require.Equal(t, []string{"Foxes", "and", "Dogs"}, words)
	require.Equal(t, 100, w.lines[0].words[0].box.Min.X)
}

// TestALayerThatAPictureDoesNotTell has a picture on which the layer cannot be measured. The page stays as it is.
func TestALayerThatAPictureDoesNotTell(t *testing.T) {
	t.Parallel()
	const text = "Foxes and Dogs"
	p := stripes(text, 100, 300, 12, 20)
	k := newInk(p.prepared.Image)
	for name, made := range map[string]func() (*layout.Content, *layer){
		"words where there is no ink":         func() (*layout.Content, *layer) { return shownAs(text, 98, 600, 12, 30) },
		"words beside the picture":            func() (*layout.Content, *layer) { return shownAs(text, 900, 300, 12, 30) },
		"words nowhere on a page":             func() (*layout.Content, *layer) { return shownAs(text, 1e30, 300, 12, 30) },
		"letters as large as many pages":      func() (*layout.Content, *layer) { return shownAs(text, 98, 303, 12, 1e9) },
		"spaces that take all of the page":    func() (*layout.Content, *layer) { return wideSpaces(200) },
		"letters that take all of the page":   func() (*layout.Content, *layer) { return shownAs("Foxes", 0, 800, 1e5, 9e4) },
		"words written from the right":        func() (*layout.Content, *layer) { return shownAs("שלום", 98, 303, 12, 30) },
		"a layer in which no run has letters": func() (*layout.Content, *layer) { return shownAs("", 98, 303, 12, 30) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, l := made()
			require.Nil(t, l.measure(c, p, &k))
		})
	}
}

// TestTheLastLetterOfAWordStandsOnItsSpace has a layer that squeezes each word and a space into the box of the
// word. Then the last letter of the picture stands where the layer has the space.
func TestTheLastLetterOfAWordStandsOnItsSpace(t *testing.T) {
	t.Parallel()
	p := stripes("Held", 100, 300, 36, 20)
	k := newInk(p.prepared.Image)
	c, l := shownAs("Held ", 98, 300, 29, 30) // the d of the picture begins where the space does
	w := l.measure(c, p, &k)
	require.NotNil(t, w)
	require.Equal(t, image.Rect(100, 280, 210, 300), w.lines[0].words[0].box)
}

// TestALayerThatFalls has a page that was scanned askew. Its lines and those of the picture fall by 3 pixels in 100.
func TestALayerThatFalls(t *testing.T) {
	t.Parallel()
	const text, slope = "Held so firmly at hand that all men saw", 0.03
	img := stripes("", 0, 0, 0, 0).prepared.Image
	c := &layout.Content{Width: 600, Height: 800}
	run := layout.Run{Size: 30, Em: [4]float32{30, 30 * slope, 30 * slope, -30}}
	for i, r := range text {
		x, foot := 100+12*i, 300+int(12*slope*float32(i))
		for dy := range 20 {
			for dx := 0; dx < 2 && r != ' '; dx++ {
				img.Pix[(foot-1-dy)*img.Stride+x+dx] = 0
			}
		}
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: float32(x) - 2, Y: 300 + 12*slope*float32(i), Advance: 12, Char: r})
		run.Count++
	}
	c.Runs = append(c.Runs, run)
	p := &picture{pixels: img, dpi: 300, box: layout.Rect{X1: 600, Y1: 800}, prepared: &scanimage.Prepared{Image: img, DPI: 300, Scale: 1}}
	k := newInk(img)
	w := (&layer{runs: []int32{0}}).measure(c, p, &k)
	require.NotNil(t, w)
	require.Len(t, w.lines, 1)
	require.Len(t, w.lines[0].words, 9)
	require.InDelta(t, slope, w.skew, 0.005)
	require.InDelta(t, 300, w.lines[0].baseline, 1.5)
}

func TestStemsOfWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]stem{
		"Held": ascender, "if": ascender, "MAN": capital, "Man": capital, "Мне": capital, "Ενα": capital,
		"it": noStem, "was": noStem, "12": noStem, "•": noStem, "選択": han, "選": noStem, "から": noStem,
	} {
		require.Equal(t, want, stemOf(text), text)
	}
}

// TestSizesOfALineAreThoseOfItsStems checks that stems give a line its size, whatever t, tails and figures measure.
func TestSizesOfALineAreThoseOfItsStems(t *testing.T) {
	t.Parallel()
	l := &line{}
	for _, v := range []struct {
		text   string
		height int
	}{{"Men", 20}, {"held", 22}, {"had", 22}, {"it", 18}, {"not", 18}, {"pay", 26}, {"1066", 15}, {"all", 24}} {
		l.words = append(l.words, word{text: v.text, chars: len(v.text), box: image.Rect(0, 0, 10, v.height)})
	}
	em, off := l.stemHeights()
	require.InDelta(t, 22/(emHeight-descentOf), em, 0.01)
	require.InDeltaSlice(t, []float64{0, 0, 2. / 22}, off, 0.001, "but for one word")
}

// TestLinesOfALayerAreParagraphs checks that a paragraph begins where the step from line to line is larger, and
// where it goes back up to the next column.
func TestLinesOfALayerAreParagraphs(t *testing.T) {
	t.Parallel()
	w := &words{}
	for _, foot := range []int{100, 120, 140, 180, 200, 100, 120} {
		w.lines = append(w.lines, line{box: image.Rect(0, foot-15, 100, foot)})
	}
	w.partLines()
	var got []int32
	for i := range w.lines {
		got = append(got, w.lines[i].paragraph)
	}
	require.Equal(t, []int32{0, 0, 0, 1, 1, 2, 2}, got)
}
