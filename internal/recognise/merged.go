package recognise

import (
	"image"
	"slices"
	"unicode"

	"github.com/pagelift/pagelift/ocr"
)

// Engines overlook a space now and then, most often before a word of one letter and behind an
// f. The picture has it:
//
//	vineyard a       read as "vineyarda"
//	|||||||| |       one stretch of ink for each letter, and one gap as wide as a space
const (
	// A gap is a space if it is mergedGap of the mean gap between the words of its line, of
	// which there are mergedLine at least, and mergedApart times the next one of its word.
	mergedGap   = 0.6
	mergedApart = 1.8
	mergedLine  = 3
	// mergedChars is how many letters a word has at least that is looked at.
	mergedChars = 3
	// mergedOff is how far the letters before the gap, by their usual breadths, may be broader
	// or narrower than what is there, in breadths of a letter.
	mergedOff = 0.5
)

// splitMerged parts words in which the picture has a space. What is no word of letters stays:
// the gaps around signs and figures are uneven.
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

// usualGap is the mean white space between the words of a line; 0: there are too few.
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

// split parts a word where the picture has a space and it is plain which letter that is behind.
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

// firstIdeograph is where the scripts begin that have no spaces.
const firstIdeograph = 0x2E80

// columns are the stretches of box from left to right that have ink.
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

// lettersBefore is how many of the letters stand before run at: as many as their breadths say,
// if one side has a run for each of its letters; 0: nobody knows. A speck beside a word is no
// letter, being less broad.
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
