package recognise

import (
	"image"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/ocr"
)

// words are the words of a page that can be believed in: they have letters, a box
// within the picture and a line.
type words struct {
	lines []line
	prose bool    // they are sentences, as far as the words tell that are commonest
	skew  float64 // slope of the lines: how far they fall for each pixel to the right

	layer   bool // they are those of a layer, and stay as they are
	blurred bool // the picture does not tell their sizes
}

// line is a line of words in pixels of the picture.
type line struct {
	words     []word
	box       image.Rectangle
	turn      int
	paragraph int32
	direction ocr.Direction
	baseline  float64 // y at the left edge of box; NaN: unknown
	slope     float64
	height    float64 // from the foot of p to the top of l; 0: unknown
	pitch     float64 // of letters that are all as wide; 0: they are not
	start     float64 // where the cell of one of them begins
}

type word struct {
	text       string
	chars      int
	box        image.Rectangle
	confidence float32
	stroke     float64 // thickness of its strokes in pixels; 0: unknown
	bold       bool
	breadths   []float32 // of its letters, beside each other; nil: unknown
}

// clean takes what an engine says with care.
func clean(page *ocr.Page, size image.Point) *words {
	w := &words{}
	bounds, chars := image.Rectangle{Max: size}, 0
	for i := range page.Lines {
		l := &page.Lines[i]
		first, end := max(int(l.First), 0), int(min(int64(l.First)+int64(l.Count), int64(len(page.Words))))
		if first >= end || chars >= limits.Glyphs {
			continue
		}
		out := line{box: l.Box.Intersect(bounds), turn: turnOf(l.Turn), direction: l.Direction, paragraph: l.Paragraph}
		for _, v := range page.Words[first:end] {
			out.add(v, bounds)
		}
		if len(out.words) == 0 {
			continue
		}
		out.measure(l)
		chars += out.chars()
		w.lines = append(w.lines, out)
	}
	w.skew = skew(w.lines)
	return w
}

const (
	// dustSigns are what engines take specks for.
	dustSigns = ".,:;'`‘’“”\"~_*^°|-"
	// dustChars is how many of them a word of specks has at most.
	dustChars = 2
	// dustDash is how wide a dash is at least that is one, in heights of words.
	dustDash = 0.3
)

// dropDust takes out the words of a dusty page that are nothing but signs for specks, and of
// which the engine is not sure: they stand in the white between columns and fill it.
func (w *words) dropDust() {
	dash := int(dustDash * float64(w.usualHeight()))
	kept := w.lines[:0]
	for _, l := range w.lines {
		l.words = slices.DeleteFunc(l.words, func(v word) bool {
			return v.chars <= dustChars && v.confidence < guessed && strings.Trim(v.text, dustSigns) == "" && (v.text != "-" || v.box.Dx() < dash)
		})
		if len(l.words) > 0 {
			kept = append(kept, l)
		}
	}
	w.lines = kept
}

// turnOf is the quarter turn next to t.
func turnOf(t int16) int { return ((int(t)+45)/90%4 + 4) % 4 * 90 }

// mostChars is longer than any word, and than any line of a script without spaces.
const mostChars = 1024

// noConfidence is the confidence of a guess: 0 is that of text that was not recognised.
const noConfidence = 0.01

func (l *line) add(v ocr.Word, bounds image.Rectangle) {
	text := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, v.Text)
	box := v.Box.Intersect(bounds)
	chars := utf8.RuneCountInString(text)
	if chars == 0 || chars > mostChars || box.Empty() {
		return
	}
	confidence := v.Confidence
	if !(confidence >= noConfidence) { // also no number
		confidence = noConfidence
	}
	l.words = append(l.words, word{text: text, chars: chars, box: box, confidence: min(confidence, 1)})
	l.box = l.box.Union(box)
}

// bearing is the white on either side of a letter that belongs to it, in ems. Boxes
// end where the ink does.
const bearing = 0.06

// widen gives the first and last letters of the words of a level line their share of
// white: the gaps between words are those that the rest of the program knows.
func (l *line) widen(em float64) {
	if l.turn != 0 || l.direction == ocr.TopToBottom || l.pitch > 0 {
		return
	}
	most := int(math.Round(bearing * em))
	for i := range l.words {
		box := &l.words[i].box
		before, after := most, most
		if i > 0 { // whose white is on the right already
			before = min(most, max((box.Min.X-l.words[i-1].box.Max.X)/2, 0))
		}
		if i+1 < len(l.words) {
			after = min(most, max((l.words[i+1].box.Min.X-box.Max.X)/3, 0))
		}
		box.Min.X, box.Max.X = box.Min.X-before, box.Max.X+after
	}
}

// spaceLeast is the least gap in ems between two words: boxes that engines give meet now and
// then, and what stands so near to each other is one word for layout.
const spaceLeast = 0.12

// part sets the words of a line apart that the engine has parted: it saw the space, however
// near their boxes come.
func (l *line) part(em float64) {
	if l.turn != 0 || l.direction != ocr.LeftToRight {
		return
	}
	least := int(math.Ceil(spaceLeast * em))
	for i := 1; i < len(l.words); i++ {
		a, b := &l.words[i-1], &l.words[i]
		missing := least - (b.box.Min.X - a.box.Max.X)
		if missing <= 0 || b.box.Min.X <= a.box.Min.X || isUnspaced(a.text, b.text) {
			continue
		}
		a.box.Max.X -= min((missing+1)/2, a.box.Dx()/2)
		b.box.Min.X += min((missing+1)/2, b.box.Dx()/2)
	}
}

// measure takes over the shape of the line where it can be true.
func (l *line) measure(from *ocr.Line) {
	l.baseline = math.NaN()
	b, slope := float64(from.Baseline), float64(from.Slope)
	if b > 0 && b >= float64(from.Box.Min.Y) && math.Abs(slope) <= steepest && from.Turn == 0 && l.direction != ocr.TopToBottom {
		l.baseline, l.slope = b-slope*float64(from.Box.Min.X-l.box.Min.X), slope
	}
	h := float64(from.XHeight + from.Ascender + from.Descender)
	if h > 0 && h <= float64(2*max(l.box.Dx(), l.box.Dy())) {
		l.height = h
	}
}

// steepest is the slope beyond which a line was read wrongly: 12 degrees.
const steepest = 0.2

// skewWords is how many words a line has at least to tell the slope of the page.
const skewWords = 3

// skew is the slope of most lines.
func skew(lines []line) float64 {
	var slopes []float64
	for i := range lines {
		if l := &lines[i]; !math.IsNaN(l.baseline) && len(l.words) >= skewWords {
			slopes = append(slopes, l.slope)
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	slices.Sort(slopes)
	return slopes[len(slopes)/2]
}

func (w *words) result() Result {
	r, sure := Result{}, 0.0
	for i := range w.lines {
		n := w.lines[i].chars()
		r.Words += len(w.lines[i].words)
		r.chars += n
		sure += float64(n) * w.lines[i].confidence()
	}
	if r.chars > 0 {
		r.Confidence = sure / float64(r.chars)
	}
	return r
}
