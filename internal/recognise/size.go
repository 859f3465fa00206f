package recognise

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/ocr"
)

// sizes returns the sizes of the lines: the em in pixels. Each is measured by a few letters and so
// differs from line to line even in text of one size. sizes therefore evens out the sizes of the lines
// of one paragraph, and nearly equal sizes on the page.
func (w *words) sizes() []float64 {
	sizes := make([]float64, len(w.lines))
	for i := range w.lines {
		sizes[i] = w.lines[i].em()
	}
	for from := 0; from < len(sizes); {
		to := from + 1
		for to < len(sizes) && w.lines[to].paragraph == w.lines[from].paragraph {
			to++
		}
		w.evenSizes(sizes[from:to], w.lines[from:to])
		mendOdd(sizes[from:to], w.lines[from:to])
		from = to
	}
	w.evenSizes(sizes, w.lines)
	return sizes
}

// sameSize is the greatest ratio of measured sizes of one text. The lines of a heading in three lines
// have .89 to 1.02 of its true size.
const sameSize = 1.12

// oddSize is the greatest ratio of the wrong size of a single line in a paragraph to that of the lines
// around it. Lines with more or fewer descenders than others have .88 to 1.13, on bowed pages of books
// .86.
const oddSize = 1.25

// oddChars is the least number of characters of a line of a paragraph. Shorter ones are cells that the
// engine takes for lines.
const oddChars = 16

// mendOdd gives a single line within a paragraph the size of the lines before and after it. It leaves
// the first line, which may be a heading close to the text, and the last line if that is larger.
func mendOdd(sizes []float64, lines []line) {
	for i := 1; i < len(sizes); i++ {
		size, most := sizes[i-1], oddSize
		switch {
		case lines[i].chars() < oddChars:
			continue
		case i+1 == len(sizes):
			most = 1
		case sizes[i+1] != size:
			continue
		}
		if sizes[i] >= size/oddSize && sizes[i] <= size*most {
			sizes[i] = size
		}
	}
}

// evenSizes finds the size of most characters and gives it to all lines of nearly that size. It repeats this
// for the rest.
func (w *words) evenSizes(sizes []float64, lines []line) {
	left := make([]int, len(lines))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		body := usualSize(sizes, lines, left)
		rest := left[:0]
		for _, i := range left {
			if s := sizes[i]; s >= body/sameSize && s <= body*sameSize {
				sizes[i] = body
			} else {
				rest = append(rest, i)
			}
		}
		if len(rest) == len(left) {
			return // the sizes are NaN
		}
		left = rest
	}
}

// usualSize returns the median size of the lines in of, each weighted by its characters.
func usualSize(sizes []float64, lines []line, of []int) float64 {
	order := slices.Clone(of)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[a], sizes[b]) })
	all, n := 0, 0
	for _, i := range order {
		all += lines[i].chars()
	}
	for _, i := range order {
		if n += lines[i].chars(); 2*n >= all {
			return sizes[i]
		}
	}
	return sizes[order[0]]
}

func (l *line) chars() int {
	n := 0
	for i := range l.words {
		n += l.words[i].chars
	}
	return n
}

// em returns the size of the letters of a line in pixels. It takes what the engine measured, or else the
// heights of the words and the shapes of their letters.
func (l *line) em() float64 {
	if l.height > 0 {
		return l.height / emHeight
	}
	type estimate struct {
		em    float64
		chars int
	}
	var list []estimate
	n := 0
	for i := range l.words {
		w := &l.words[i]
		extent := w.box.Dy()
		if l.turn%180 != 0 {
			extent = w.box.Dx()
		}
		h := shapeOf(w.text).height()
		if l.direction == ocr.TopToBottom {
			extent, h = w.box.Dx(), 1
		}
		list = append(list, estimate{float64(extent) / h, w.chars})
		n += w.chars
	}
	slices.SortFunc(list, func(a, b estimate) int { return cmp.Or(cmp.Compare(a.em, b.em), a.chars-b.chars) })
	seen := 0
	for _, e := range list {
		if seen += e.chars; 2*seen >= n {
			return e.em
		}
	}
	return list[len(list)-1].em
}

// shape says how far the letters of a word reach above and below.
type shape struct{ tall, deep, square bool }

func shapeOf(text string) (s shape) {
	for _, r := range text {
		switch {
		case r > 0x2E7F:
			s.square = true // ideographs fill their square
		case r == ',' || r == ';':
			s.deep = true
		case r == '.' || r == '-':
		case r == 'g' || r == 'p' || r == 'q' || r == 'y':
			s.deep = true
		case strings.ContainsRune("jQ()[]{}|", r): // brackets reach from the top of l to the foot of p
			s.tall, s.deep = true, true
		case r < 'a' || r > 'z' || r == 'b' || r == 'd' || r == 'f' || r == 'h' || r == 'i' || r == 'k' || r == 'l' || r == 't':
			s.tall = true
		}
	}
	return s
}

// height returns the height of the word in ems.
func (s shape) height() float64 {
	h := xHeight
	switch {
	case s.square:
		return 1
	case s.tall:
		h = emHeight - descentOf
	}
	if s.deep {
		h += descentOf
	}
	return h
}

// descentOf is how far the foot of p falls below the baseline, in ems.
const descentOf = 0.22

// baselines returns the baseline of the line, at the left edge of the line and down the picture, and its
// slope. For lines that run down or up, the baseline is measured across the picture.
func (l *line) baselines(em float64) (at, slope float64) {
	if !math.IsNaN(l.baseline) {
		return l.baseline, l.slope
	}
	var feet []float64
	for i := range l.words {
		w := &l.words[i]
		foot, sign := 0, 1.0
		switch l.turn {
		case 0:
			foot = w.box.Max.Y
		case 90:
			foot, sign = w.box.Min.X, -1
		case 180:
			foot, sign = w.box.Min.Y, -1
		default:
			foot = w.box.Max.X
		}
		f := float64(foot)
		if shapeOf(w.text).deep {
			f -= sign * descentOf * em
		}
		feet = append(feet, f)
	}
	if len(feet) == 0 {
		return float64(l.box.Max.Y), 0 // all its words were rules
	}
	slices.Sort(feet)
	return feet[len(feet)/2], 0
}
