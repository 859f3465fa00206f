package recognise

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
)

// sheet returns a white picture to be painted on.
func sheet(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

// fill paints the pixels of box black for which inside is true.
func fill(img *image.Gray, box image.Rectangle, inside func(x, y float64) bool) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			u := 2*(float64(x-box.Min.X)+.5)/float64(box.Dx()) - 1
			v := 2*(float64(y-box.Min.Y)+.5)/float64(box.Dy()) - 1
			if inside(u, v) {
				img.Pix[y*img.Stride+x] = 0
			}
		}
	}
}

func disc(x, y float64) bool   { return x*x+y*y <= 1 }
func ring(x, y float64) bool   { return disc(x, y) && x*x+y*y >= .6 }
func cross(x, y float64) bool  { return x*x < .04 || y*y < .04 }
func square(x, y float64) bool { return true }

// strokes returns a function that reports whether a pixel is in one of many upright bars. They are as thick as the
// white between them.
func strokes(n int) func(x, y float64) bool {
	return func(x, _ float64) bool { return int((x+1)*float64(n))%2 == 0 }
}

// row returns a line of words with these boxes.
func row(words ...word) line {
	l := line{}
	for i := range words {
		words[i].chars = len([]rune(words[i].text))
		l.box = l.box.Union(words[i].box)
	}
	l.words = words
	l.baseline = float64(l.box.Max.Y)
	return l
}

func TestBulletsAreKnownByTheirInk(t *testing.T) {
	t.Parallel()
	const em = 40
	text := word{text: "Harbour", box: image.Rect(60, 0, 200, 30)}
	cases := map[string]struct {
		text  string
		shape func(x, y float64) bool
		box   image.Rectangle
		want  string
	}{
		"a disc read as e":        {"e", disc, image.Rect(20, 10, 36, 26), "•"},
		"a disc read as a sign":   {"«", disc, image.Rect(20, 10, 36, 26), "•"},
		"a disc read as two":      {"¢«", disc, image.Rect(20, 10, 36, 26), "•"},
		"a square":                {"m", square, image.Rect(20, 10, 36, 26), "•"},
		"a ring":                  {"©", ring, image.Rect(10, 10, 26, 26), "◦"},
		"a ring close to a word":  {"o", ring, image.Rect(34, 10, 46, 26), "o"},
		"a letter":                {"+", cross, image.Rect(20, 10, 36, 26), "+"},
		"a dash":                  {"-", square, image.Rect(20, 16, 40, 20), "-"},
		"a large letter":          {"I", square, image.Rect(10, 0, 40, 30), "I"},
		"a number":                {"1", square, image.Rect(20, 10, 36, 26), "1"},
		"the sign of a command":   {"#", square, image.Rect(20, 10, 36, 26), "#"},
		"a disc without a margin": {"e", disc, image.Rect(40, 10, 56, 26), "e"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := sheet(220, 60)
			fill(img, c.box, c.shape)
			fill(img, text.box, strokes(9))
			w := &words{lines: []line{row(word{text: c.text, box: c.box.Inset(-1).Intersect(img.Rect)}, text)}}
			k := newInk(img)
			w.findBullets(&k, []float64{em})
			require.Equal(t, c.want, w.lines[0].words[0].text)
		})
	}
}

func TestBoldWordsHaveThickStrokes(t *testing.T) {
	t.Parallel()
	img := sheet(900, 60)
	var l line
	at := 0
	for _, v := range []struct {
		text  string
		thick int
	}{{"The", 4}, {"harbour", 4}, {"of", 4}, {"Kestrelby", 6}, {"is", 5}, {"closed", 6}, {"today", 4}} {
		box := image.Rect(at, 10, at+12*len(v.text), 40)
		for x := box.Min.X; x+v.thick <= box.Max.X; x += 12 {
			fill(img, image.Rect(x, 10, x+v.thick, 40), square)
		}
		l.words = append(l.words, word{text: v.text, box: box, chars: len(v.text)})
		at = box.Max.X + 12
	}
	w := &words{lines: []line{l}}
	k := newInk(img)
	w.findBold(&k, []float64{40})
	var bold []string
	for _, v := range w.lines[0].words {
		if v.bold {
			bold = append(bold, v.text)
		}
	}
	require.Equal(t, []string{"Kestrelby", "is", "closed"}, bold)
}

// Sometimes a row of blurred letters is taken for a rule.
func TestLettersAreNoRules(t *testing.T) {
	t.Parallel()
	img := sheet(400, 100)
	fill(img, image.Rect(20, 40, 120, 44), square)
	fill(img, image.Rect(150, 40, 250, 44), square)
	seen := scanimage.Ruling{X0: 20, Y0: 40, X1: 120, Y1: 44}   // in a word
	drawn := scanimage.Ruling{X0: 150, Y0: 40, X1: 250, Y1: 44} // read as a word
	across := scanimage.Ruling{X0: 0, Y0: 40, X1: 400, Y1: 44}  // of a table
	beside := scanimage.Ruling{X0: 300, Y0: 0, X1: 302, Y1: 100, Vertical: true}
	w := &words{lines: []line{row(
		word{text: "November", confidence: .96, box: image.Rect(20, 30, 120, 54)},
		word{text: "wrresesz", confidence: .4, box: image.Rect(150, 30, 250, 54)},
	)}}
	k := newInk(img)
	got := w.dropRules(&k, []scanimage.Ruling{seen, drawn, across, beside}, []float64{24})
	require.Equal(t, []scanimage.Ruling{drawn, across, beside}, got)
	require.Len(t, w.lines[0].words, 1)
	require.Equal(t, "November", w.lines[0].words[0].text)
}

func TestRulesAreNoLetters(t *testing.T) {
	t.Parallel()
	img := sheet(300, 100)
	upright := scanimage.Ruling{X0: 100, Y0: 0, X1: 102, Y1: 100, Vertical: true}
	fill(img, image.Rect(100, 0, 102, 100), square)
	fill(img, image.Rect(110, 20, 180, 50), strokes(7))
	fill(img, image.Rect(20, 20, 90, 50), strokes(7))
	w := &words{lines: []line{row(
		word{text: "Term]", box: image.Rect(20, 20, 102, 50)},
		word{text: "|", box: image.Rect(99, 10, 103, 60)},
		word{text: "|Meaning", box: image.Rect(100, 20, 180, 50)},
		word{text: "]", box: image.Rect(110, 20, 114, 50)},
		word{text: "27.5}", box: image.Rect(40, 60, 92, 90)},
		word{text: "[a]", box: image.Rect(40, 60, 92, 90)},
		word{text: "far]", box: image.Rect(20, 60, 70, 90)},
	)}}
	fill(img, image.Rect(20, 60, 92, 90), strokes(9))
	k := newInk(img)
	require.Len(t, w.dropRules(&k, []scanimage.Ruling{upright}, []float64{40}), 1)
	var texts []string
	for _, v := range w.lines[0].words {
		texts = append(texts, v.text)
	}
	require.Equal(t, []string{"Term", "Meaning", "27.5", "[a]", "far]"}, texts)
	require.Equal(t, image.Rect(103, 20, 180, 50), w.lines[0].words[1].box)
}

func TestUnderlinesAreNoRules(t *testing.T) {
	t.Parallel()
	w := &words{lines: []line{row(word{text: "Harbour", box: image.Rect(50, 20, 150, 50)})}}
	under := scanimage.Ruling{X0: 50, Y0: 53, X1: 130, Y1: 55}
	below := scanimage.Ruling{X0: 50, Y0: 70, X1: 130, Y1: 72}
	wide := scanimage.Ruling{X0: 0, Y0: 53, X1: 300, Y1: 55}
	upright := scanimage.Ruling{X0: 60, Y0: 0, X1: 62, Y1: 90, Vertical: true}
	got := w.withoutUnderlines([]scanimage.Ruling{under, below, wide, upright}, []float64{40})
	require.Equal(t, []scanimage.Ruling{below, wide, upright}, got)
}

func TestPicturesAreWhatIsNeitherWordNorRule(t *testing.T) {
	t.Parallel()
	img := sheet(1000, 1400)
	photo, caption, panel := image.Rect(100, 100, 500, 400), image.Rect(100, 430, 500, 460), image.Rect(100, 900, 500, 1100)
	fill(img, photo, strokes(99))
	fill(img, caption, strokes(40))
	fill(img, panel, square)
	fill(img, image.Rect(0, 0, 1000, 10), square)                                 // the edge of the sheet
	fill(img, image.Rect(600, 600, 616, 616), square)                             // a spot
	fill(img, image.Rect(100, 700, 900, 703), square)                             // a rule
	rules := []scanimage.Ruling{{X0: 100, Y0: 700, X1: 900, Y1: 703}}             // found
	sure, wild := word{confidence: .9, text: "Caption"}, word{confidence: .3}     // words
	wild.text, wild.box, sure.box = "vV", image.Rect(200, 200, 260, 230), caption // in the photo, below it
	panelText := word{text: "A panel of text", box: panel.Inset(20), confidence: .9}
	w := &words{lines: []line{row(sure), row(wild), row(panelText)}}
	k := newInk(img)
	pictures := w.findShown(&k, &scanimage.Prepared{Image: img, DPI: 200}, rules).pictures
	require.Len(t, pictures, 1)
	require.InDelta(t, 100, pictures[0].Min.X, 16)
	require.InDelta(t, 400, pictures[0].Max.Y, 16)

	w.dropGuesses(pictures)
	require.Len(t, w.lines, 2, "what was read in the photo without confidence is no text")
}

func TestSignsOfDustAreDropped(t *testing.T) {
	t.Parallel()
	signs := func(text string, x int, sure float32) word {
		return word{text: text, chars: len([]rune(text)), confidence: sure, box: image.Rect(x, 40, x+6, 46)}
	}
	w := &words{lines: []line{
		row(word{text: "harbour", chars: 7, confidence: .9, box: image.Rect(20, 30, 90, 54)}, signs("‘", 100, .4), signs("-", 120, .4),
			signs("~", 140, .9), word{text: "-", chars: 1, confidence: .4, box: image.Rect(150, 40, 162, 42)}, signs("&", 170, .4), signs("...", 180, .4),
			word{text: "quay", chars: 4, confidence: .9, box: image.Rect(200, 30, 260, 54)}, word{text: "pier", chars: 4, confidence: .9, box: image.Rect(270, 30, 330, 54)}),
		row(signs("_", 100, .4)),
	}}
	for range 3 {
		w.lines = append(w.lines, row(word{text: "harbour", chars: 7, confidence: .9, box: image.Rect(20, 30, 90, 54)}, word{text: "wall", chars: 4, confidence: .9, box: image.Rect(100, 30, 150, 54)}))
	}
	w.dropDust()
	require.Len(t, w.lines, 4, "a line of nothing else goes")
	var left []string
	for _, v := range w.lines[0].words {
		left = append(left, v.text)
	}
	require.Equal(t, []string{"harbour", "~", "-", "&", "...", "quay", "pier"}, left)
}
