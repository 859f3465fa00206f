package recognise

import (
	"image"
	"math"
	"unicode"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// fixedSpread is how far the middles of letters stand off from even steps at most, as
	// part of a step, in a line of fixed width. On nine scans at 200 dpi lines of type of
	// fixed width have up to .046, all others with fixedSure letters .063 to .6.
	fixedSpread = 0.05
	// fixedSure is how many letters tell that there is type of fixed width on a page, in one
	// line or in several of one pitch, and fixedLine how many one of those lines has.
	fixedSure = 20
	fixedLine = 8
	// fixedSame is how far the pitches of one type lie apart.
	fixedSame = 0.02
	// fixedWord is how many letters a word has at least to tell anything: digits are as
	// wide as each other in most faces.
	fixedWord = 3
	// plainSpread is the spread beyond which fixedSure letters leave no doubt that a line is
	// of another type.
	plainSpread = 0.1
	// fixedOff is how far from its place on the grid the middle of a word may be, as part
	// of the pitch, and fixedShare how much of a line has to be in its place.
	fixedOff   = 0.2
	fixedShare = 0.7
	// fixedNear is how far below each other the lines of a program stand at most, in
	// heights of the upper one.
	fixedNear = 3
)

// steps are what the places of letters tell about their widths: sums over words, of
// which each has a place of its own, for one step that fits them all best.
type steps struct {
	letters     int
	xy, xx, yy  float64
	first, from float64 // middle of the first letter of a word, and its cell
}

// add takes the middles of the letters of a word.
func (s *steps) add(middles []float64) {
	n := float64(len(middles))
	at, mean := (n-1)/2, 0.0
	for _, x := range middles {
		mean += x / n
	}
	for i, x := range middles {
		d := float64(i) - at
		s.xy, s.xx, s.yy = s.xy+d*(x-mean), s.xx+d*d, s.yy+(x-mean)*(x-mean)
	}
	if s.letters == 0 {
		s.first, s.from = mean, at
	}
	s.letters += len(middles)
}

// pitch is the step, and the spread around it as part of it.
func (s *steps) pitch() (pitch, spread float64) {
	if !(s.xx > 0) || !(s.xy > 0) {
		return 0, math.Inf(1)
	}
	pitch = s.xy / s.xx
	return pitch, math.Sqrt(max(s.yy-s.xy*pitch, 0)/float64(s.letters)) / pitch
}

// start is the left edge of the cell of the first letter that was measured.
func (s *steps) start(pitch float64) float64 { return s.first - (s.from+0.5)*pitch }

// findFixed finds the lines whose letters are all of one width: programs, commands,
// typescripts.
func (w *words) findFixed(k *ink) {
	all := make([]steps, len(w.lines))
	for i := range w.lines {
		if l := &w.lines[i]; l.turn == 0 && l.direction == ocr.LeftToRight {
			all[i] = l.steps(k)
		}
	}
	known := pitches(all)
	if len(known) == 0 {
		return
	}
	for i := range w.lines {
		l := &w.lines[i]
		if p := all[i].among(known); p > 0 && (all[i].letters >= fixedSure || l.isOn(p, all[i].start(p))) {
			l.pitch, l.start = p, all[i].start(p)
		}
	}
	for i := 1; i < len(w.lines); i++ {
		w.lines[i].joinFixed(&w.lines[i-1], &all[i])
	}
	for i := len(w.lines) - 2; i >= 0; i-- {
		w.lines[i].joinFixed(&w.lines[i+1], &all[i])
	}
	w.dropQuoted()
	if w.isTypescript() {
		for i := range w.lines {
			w.lines[i].pitch = 0
		}
		return
	}
	for i := range w.lines {
		w.lines[i].snap()
	}
}

const (
	// typescript is the share of the characters of a page in type of fixed width from when
	// on a typewriter wrote all of it: manuals with programs have up to .6.
	typescript = 0.8
	// proseWords is the share of common words from when on it wrote sentences. Prose has .25
	// and more, programs .1 at most.
	proseWords = 0.2
)

// isTypescript reports whether the page is a letter or a report written with a
// typewriter. Its fixed width does not set its text apart from other text, and what is
// marked so would be taken for a program.
func (w *words) isTypescript() bool {
	fixed, all := 0, 0
	for i := range w.lines {
		n := w.lines[i].chars()
		if all += n; w.lines[i].pitch > 0 {
			fixed += n
		}
	}
	return w.prose && float64(fixed) >= typescript*float64(all)
}

// dropQuoted takes lines by themselves that are part of a sentence, such as a long name of a
// file, for lines like those around them: they stand in one paragraph, at one edge.
func (w *words) dropQuoted() {
	quoted := func(l, beside *line) bool {
		return beside.pitch == 0 && beside.paragraph == l.paragraph && abs(float32(beside.box.Min.X-l.box.Min.X)) < float32(l.pitch)
	}
	for i := range w.lines {
		l := &w.lines[i]
		if l.pitch == 0 || i > 0 && w.lines[i-1].pitch > 0 || i+1 < len(w.lines) && w.lines[i+1].pitch > 0 {
			continue
		}
		if i > 0 && quoted(l, &w.lines[i-1]) || i+1 < len(w.lines) && quoted(l, &w.lines[i+1]) {
			l.pitch = 0
		}
	}
}

// among is the one of pitches that the letters have; 0: none. Few letters tell it less
// well than many.
func (s *steps) among(pitches []float64) float64 {
	slack := fixedSame * max(1, fixedLine/float64(s.letters))
	pitch, spread := s.pitch()
	for _, p := range pitches {
		if spread <= fixedSpread && math.Abs(pitch-p) <= slack*p {
			return p
		}
	}
	return 0
}

// pitches are the steps that lines of the page with little spread have in common.
func pitches(all []steps) (known []float64) {
	for i := range all {
		pitch, spread := all[i].pitch()
		if all[i].letters < fixedLine || spread > fixedSpread {
			continue
		}
		letters := 0
		for j := range all {
			if p, spread := all[j].pitch(); all[j].letters >= fixedLine && spread <= fixedSpread && math.Abs(p-pitch) <= fixedSame*pitch {
				letters += all[j].letters
			}
		}
		if letters >= fixedSure {
			known = append(known, pitch)
		}
	}
	return known
}

// steps measures the letters of a line: of those words of which each letter is a piece
// of ink by itself.
func (l *line) steps(k *ink) (s steps) {
	var middles []float64
	var columns []bool
	for i := range l.words {
		word := &l.words[i]
		if letters(word.text) < fixedWord {
			continue
		}
		if middles, columns = k.pieces(middles[:0], columns, word.box); len(middles) != word.chars {
			continue
		}
		s.add(middles)
		if _, spread := s.pitch(); s.letters >= fixedSure && spread > plainSpread {
			break
		}
	}
	return s
}

// letters counts those letters of text that are not as wide as all others of their
// script anyway.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) && !script.IsIdeographic(r) && !unicode.Is(unicode.Hangul, r) {
			n++
		}
	}
	return n
}

// pieces are the middles of the pieces of ink in box that white columns part. columns is
// storage for the columns of the next box.
func (k *ink) pieces(out []float64, columns []bool, box image.Rectangle) ([]float64, []bool) {
	columns = append(columns[:0], make([]bool, box.Dx()+1)...)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x, v := range k.row(box, y) {
			if v < k.dark {
				columns[x] = true
			}
		}
	}
	from := -1
	for x, inked := range columns {
		switch {
		case inked && from < 0:
			from = x
		case !inked && from >= 0:
			out = append(out, float64(box.Min.X)+float64(from+x)/2)
			from = -1
		}
	}
	return out, columns
}

// joinFixed makes a line without evidence of its own one of fixed width where the line
// beside it is one, and its words stand on the grid of that.
func (l *line) joinFixed(beside *line, s *steps) {
	if l.pitch > 0 || beside.pitch == 0 || s.letters > 0 || l.turn != 0 || l.direction != ocr.LeftToRight {
		return
	}
	if gap := max(l.box.Min.Y-beside.box.Max.Y, beside.box.Min.Y-l.box.Max.Y); gap > fixedNear*beside.box.Dy() {
		return
	}
	if l.isOn(beside.pitch, beside.start) {
		l.pitch, l.start = beside.pitch, beside.start
	}
}

// isOn reports whether most of the line stands on a grid.
func (l *line) isOn(pitch, start float64) bool {
	on := 0
	for i := range l.words {
		if word := &l.words[i]; word.isOn(pitch, start) {
			on += word.chars
		}
	}
	return float64(on) >= fixedShare*float64(l.chars())
}

// isOn reports whether the word stands on a grid and is as long as its letters are there.
func (w *word) isOn(pitch, start float64) bool {
	cell := (w.left(pitch) - start) / pitch
	cells := float64(w.box.Dx()) / pitch
	return math.Abs(cell-math.Round(cell)) <= fixedOff && cells <= float64(w.chars)+fixedOff && cells >= float64(w.chars)-1
}

// left is where the cell of the first letter begins, when the word is in the middle of
// its cells.
func (w *word) left(pitch float64) float64 {
	return float64(w.box.Min.X+w.box.Max.X)/2 - float64(w.chars)/2*pitch
}

// snap gives the words of a line of fixed width the cells of the grid that they stand in.
func (l *line) snap() {
	if l.pitch == 0 {
		return
	}
	end := math.MinInt
	for i := range l.words {
		word := &l.words[i]
		cell := math.Round((word.left(l.pitch) - l.start) / l.pitch)
		from, to := int(math.Round(l.start+cell*l.pitch)), int(math.Round(l.start+(cell+float64(word.chars))*l.pitch))
		if from < end || i+1 < len(l.words) && to > l.words[i+1].box.Min.X { // letters were missed or made up
			from, to = max(word.box.Min.X, end), word.box.Max.X
		}
		if to > from {
			word.box.Min.X, word.box.Max.X = from, to
		}
		end = word.box.Max.X
	}
}
