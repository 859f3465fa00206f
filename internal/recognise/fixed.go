package recognise

import (
	"image"
	"math"
	"unicode"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// fixedSpread is the greatest spread of the middles of letters around even steps in a line of fixed
	// width, as a share of a step. On nine scans at 200 dpi lines of fixed width have up to .046. All other
	// lines with fixedSure letters have .063 to .6.
	fixedSpread = 0.05
	// A page has type of fixed width if fixedSure letters say so, in one line or in several lines of one
	// pitch. Each of those lines has at least fixedLine letters.
	fixedSure = 20
	fixedLine = 8
	// fixedSame is the greatest difference between the pitches of one type, as a share.
	fixedSame = 0.02
	// fixedWord is the least number of letters of a word that is measured. Short words say little: digits
	// have one width in most faces.
	fixedWord = 3
	// plainSpread is the spread above which fixedSure letters prove that a line is not of fixed width.
	plainSpread = 0.1
	// A word stands on the grid if its middle is at most fixedOff from its place there, as a share of the
	// pitch. A line stands on the grid if fixedShare of its characters do.
	fixedOff   = 0.2
	fixedShare = 0.7
	// fixedNear is the greatest gap between two lines of a program, in heights of the line before.
	fixedNear = 3
)

// steps gathers what the places of letters say about their width. It holds the sums for a line fit
// (least squares) with one step for all words and a free start for each word.
type steps struct {
	letters     int
	xy, xx, yy  float64
	first, from float64 // the middle of the first word that was measured, and half of its letters before that
}

// add adds the middles of the letters of a word.
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

// pitch returns the step from letter to letter, and the spread around it as a share of the step.
func (s *steps) pitch() (pitch, spread float64) {
	if !(s.xx > 0) || !(s.xy > 0) {
		return 0, math.Inf(1)
	}
	pitch = s.xy / s.xx
	return pitch, math.Sqrt(max(s.yy-s.xy*pitch, 0)/float64(s.letters)) / pitch
}

// start returns the left edge of the cell of the first letter that was measured.
func (s *steps) start(pitch float64) float64 { return s.first - (s.from+0.5)*pitch }

// findFixed finds the lines whose letters all have one width, as in programs, commands and typescripts:
//
//	wwwwww
//	iiiiii    in type of fixed width six i are as long as six w
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
		if p := all[i].pitchAmong(known); p > 0 && (all[i].letters >= fixedSure || l.isOn(p, all[i].start(p))) {
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
	// typescript is the least share of the characters of a page that a typewriter set in type of fixed
	// width. Manuals with programs have up to .6.
	typescript = 0.8
	// proseWords is the least share of common words in sentences. Prose has .25 and more, programs have .1
	// at most.
	proseWords = 0.2
)

// isTypescript reports whether the page is a letter or a report from a typewriter. Its type does not
// distinguish parts of the text, so marking it as fixed would turn the text into a program.
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

// dropQuoted unmarks single lines of fixed width that are part of a sentence, such as a long file name.
// Such a line stands in one paragraph with a line of other type beside it, at the same left edge.
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

// pitchAmong returns the pitch of the letters if it is one of pitches, else 0. Few letters tell their pitch
// less precisely than many, and are allowed to differ more.
func (s *steps) pitchAmong(pitches []float64) float64 {
	slack := fixedSame * max(1, fixedLine/float64(s.letters))
	pitch, spread := s.pitch()
	for _, p := range pitches {
		if spread <= fixedSpread && math.Abs(pitch-p) <= slack*p {
			return p
		}
	}
	return 0
}

// pitches returns the pitches that lines of the page with little spread have in common.
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

// steps measures the letters of a line. It uses only words of which each letter is a piece of ink of
// its own.
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

// letters counts the letters of text, except those of scripts in which all letters have one width.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) && !script.IsIdeographic(r) && !unicode.Is(unicode.Hangul, r) {
			n++
		}
	}
	return n
}

// pieces appends to out the middles of the pieces of ink in box. White columns separate pieces. columns
// is a buffer that the next call reuses.
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

// joinFixed marks a line that could not be measured as one of fixed width if the line beside it is one
// and its own words stand on the grid of that line.
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

// isOn reports whether the word stands on a grid and has the length that its letters have there.
func (w *word) isOn(pitch, start float64) bool {
	cell := (w.left(pitch) - start) / pitch
	cells := float64(w.box.Dx()) / pitch
	return math.Abs(cell-math.Round(cell)) <= fixedOff && cells <= float64(w.chars)+fixedOff && cells >= float64(w.chars)-1
}

// left returns the left edge of the cell of the first letter, if the word stands in the middle of its
// cells.
func (w *word) left(pitch float64) float64 {
	return float64(w.box.Min.X+w.box.Max.X)/2 - float64(w.chars)/2*pitch
}

// snap moves the edges of the words of a line of fixed width to those of their cells in the grid.
func (l *line) snap() {
	if l.pitch == 0 {
		return
	}
	end := math.MinInt
	for i := range l.words {
		word := &l.words[i]
		cell := math.Round((word.left(l.pitch) - l.start) / l.pitch)
		from, to := int(math.Round(l.start+cell*l.pitch)), int(math.Round(l.start+(cell+float64(word.chars))*l.pitch))
		if from < end || i+1 < len(l.words) && to > l.words[i+1].box.Min.X { // the engine missed letters or made some up
			from, to = max(word.box.Min.X, end), word.box.Max.X
		}
		if to > from {
			word.box.Min.X, word.box.Max.X = from, to
		}
		end = word.box.Max.X
	}
}
