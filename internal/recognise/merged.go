package recognise

import (
	"image"
	"slices"
	"unicode"

	"github.com/pagelift/pagelift/ocr"
)

// Engines overlook a space now and then, most often before a word of one letter and behind an f. The
// picture shows it:
//
//	vineyard a       read as "vineyarda"
//	|||||||| |       one stretch of ink for each letter, and one gap as wide as a space
const (
	// A gap is a space if it is at least mergedGap times the mean gap between the words of its line and
	// mergedApart times the next gap of its word. The line has at least mergedLine gaps between words.
	mergedGap   = 0.6
	mergedApart = 1.8
	mergedLine  = 3
	// mergedChars is the least number of letters of a word that may be split.
	mergedChars = 3
	// mergedOff is how much the width of the letters before the gap may differ from that of the ink before
	// the gap, in widths of a letter.
	mergedOff = 0.5
)

// splitMerged splits words in which the picture has a space. It splits words of letters only: the gaps
// around signs and figures are uneven.
func (w *words) splitMerged(k *ink) {
	for i := range w.lines {
		l := &w.lines[i]
		if l.turn != 0 || l.direction != ocr.LeftToRight || l.pitch > 0 {
			continue
		}
		usual := l.usualGap(k)
		if usual == 0 {
			continue
		}
		for j := 0; j < len(l.words); j++ {
			if a, b, ok := l.words[j].split(k, usual); ok {
				l.words[j] = a
				l.words = slices.Insert(l.words, j+1, b)
				j++
			}
		}
	}
}

// usualGap returns the mean white space between the words of a line, or 0 when it has too few words.
func (l *line) usualGap(k *ink) float64 {
	sum := 0
	for i := 1; i < len(l.words); i++ {
		sum += k.trim(l.words[i].box).Min.X - k.trim(l.words[i-1].box).Max.X
	}
	if n := len(l.words) - 1; n >= mergedLine && sum > 0 {
		return float64(sum) / float64(n)
	}
	return 0
}

// split splits a word where the picture has a space, if it is certain how many letters stand before
// the space.
func (v *word) split(k *ink, usual float64) (a, b word, ok bool) {
	letters := []rune(v.text)
	if len(letters) < mergedChars || slices.ContainsFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) || r >= firstIdeograph }) {
		return a, b, false
	}
	runs := k.columns(v.box)
	widest, next, at := 0, 0, 0
	for i := 1; i < len(runs); i++ {
		if gap := runs[i][0] - runs[i-1][1]; gap > widest {
			widest, next, at = gap, widest, i
		} else {
			next = max(next, gap)
		}
	}
	if float64(widest) < mergedGap*usual || float64(widest) < mergedApart*float64(max(next, 1)) {
		return a, b, false
	}
	n := lettersBefore(letters, runs, at)
	if n <= 0 || n >= len(letters) {
		return a, b, false
	}
	a, b = *v, *v
	a.text, a.chars, a.box.Max.X = string(letters[:n]), n, runs[at-1][1]
	b.text, b.chars, b.box.Min.X = string(letters[n:]), len(letters)-n, runs[at][0]
	return a, b, true
}

// firstIdeograph is the code point where the scripts without spaces begin.
const firstIdeograph = 0x2E80

// columns returns the horizontal ranges of box that have ink, from left to right.
func (k *ink) columns(box image.Rectangle) (runs [][2]int) {
	edge := k.edge(box)
	inked := make([]bool, box.Dx())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x, v := range k.row(box, y) {
			inked[x] = inked[x] || v < edge
		}
	}
	for x, is := range inked {
		switch {
		case !is:
		case x > 0 && inked[x-1]:
			runs[len(runs)-1][1] = box.Min.X + x + 1
		default:
			runs = append(runs, [2]int{box.Min.X + x, box.Min.X + x + 1})
		}
	}
	return runs
}

// lettersBefore returns how many of the letters stand before run at, or 0 when that is not certain. The
// widths of the letters say how many; one side must have one run for each of its letters. A speck
// beside the word does not count as a letter, since it is narrower.
func lettersBefore(letters []rune, runs [][2]int, at int) int {
	before, behind := at, len(letters)-(len(runs)-at)
	left, right := runs[at-1][1]-runs[0][0], runs[len(runs)-1][1]-runs[at][0]
	total := float32(0)
	for _, r := range letters {
		total += breadth(r)
	}
	share, sum := total*float32(left)/float32(left+right), float32(0)
	for i, r := range letters[:len(letters)-1] {
		if sum += breadth(r); abs(sum-share) <= mergedOff && (i+1 == before || i+1 == behind) {
			return i + 1
		}
	}
	return 0
}
