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

// words are the words of a page that passed clean: each has letters or signs, a line, and a box
// within the picture.
type words struct {
	lines []line
	prose bool    // the words are sentences, as far as the commonest words tell
	skew  float64 // slope of the lines: how many pixels they fall for each pixel to the right

	layer   bool // the words are those of a text layer; their text is not changed
	blurred bool // the picture is too coarse to tell the sizes of the words
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
	pitch     float64 // width of each letter in type of fixed width; 0: the type is not of fixed width
	start     float64 // left edge of the cell of one letter of fixed width
}

type word struct {
	text       string
	chars      int
	box        image.Rectangle
	confidence float32
	stroke     float64 // thickness of its strokes in pixels; 0: unknown
	bold       bool
	breadths   []float32 // widths of its letters relative to each other; nil: unknown
}

// clean returns the words of a page that an engine read, without those that cannot be right.
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
	// dustSigns are the characters that engines read in specks.
	dustSigns = ".,:;'`‘’“”\"~_*^°|-"
	// dustChars is the most characters of a word that is nothing but specks.
	dustChars = 2
	// dustDash is the least width of a real dash, in heights of words.
	dustDash = 0.3
)

// dropDust removes words of a dusty page that consist of dustSigns and of which the engine is not
// sure: such words fill the white space between columns.
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

// turnOf returns the quarter turn nearest to t degrees.
func turnOf(t int16) int { return ((int(t)+45)/90%4 + 4) % 4 * 90 }

// mostChars is longer than any word, and than any line of a script without spaces.
const mostChars = 1024

// noConfidence is the confidence of a guess. 0 means that the text was not recognised.
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
	if !(confidence >= noConfidence) { // NaN too
		confidence = noConfidence
	}
	l.words = append(l.words, word{text: text, chars: chars, box: box, confidence: min(confidence, 1)})
	l.box = l.box.Union(box)
}

// bearing is the white space at either side of a letter that belongs to it, in ems. The boxes of
// engines end where the ink ends.
const bearing = 0.06

// widen adds bearing to both sides of the words of a level line. The other packages measure the gaps
// between words in this way.
func (l *line) widen(em float64) {
	if l.turn != 0 || l.direction == ocr.TopToBottom || l.pitch > 0 {
		return
	}
	most := int(math.Round(bearing * em))
	for i := range l.words {
		box := &l.words[i].box
		before, after := most, most
		if i > 0 { // the white space at its right was set before
			before = min(most, max((box.Min.X-l.words[i-1].box.Max.X)/2, 0))
		}
		if i+1 < len(l.words) {
			after = min(most, max((l.words[i+1].box.Min.X-box.Max.X)/3, 0))
		}
		box.Min.X, box.Max.X = box.Min.X-before, box.Max.X+after
	}
}

// spaceLeast is the least gap between two words, in ems. The boxes that engines return meet now and
// then, and package layout takes words that stand so close to each other for one word.
const spaceLeast = 0.12

// part moves apart words of a line that the engine separated, even where their boxes nearly meet: the
// engine saw a space.
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

// measure copies the shape of the line from the engine's result where it is plausible.
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

// steepest is the greatest slope of a line: 11 degrees. A line with a greater slope was misread.
const steepest = 0.2

// skewWords is the least number of words of a line that tells the slope of the page.
const skewWords = 3

// skew returns the slope of most lines.
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
