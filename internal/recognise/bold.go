package recognise

import (
	"cmp"
	"math"
	"slices"
)

// The picture shows which words are bold: their strokes are thicker than most on the page.
//
//	▌▌▌▌ ▌▌▌▌  │││ ││││      the first two words have strokes of 1.3 times the usual thickness
const (
	// strokeMost is the greatest thickness of a stroke, in ems: that of the blackest faces. What is
	// wider is the bar of a letter.
	strokeMost = 0.3

	// A word of more than boldChars characters is bold if its strokes are boldStroke times as thick as
	// most strokes of the page. On scans at 200 dpi such words have up to 1.2 when they are not bold, and
	// 1.32 and more when they are.
	boldStroke = 1.27
	boldChars  = 2
)

// findBold measures the strokes of all words and marks the bold words.
func (w *words) findBold(k *ink, sizes []float64) {
	for i := range w.lines {
		most := int(math.Ceil(strokeMost * sizes[i]))
		for j := range w.lines[i].words {
			word := &w.lines[i].words[j]
			word.stroke = k.stroke(word.box, most)
		}
	}
	least := boldStroke * w.usualStroke(sizes)
	for i := range w.lines {
		l := &w.lines[i]
		for j := range l.words {
			l.words[j].bold = l.words[j].chars > boldChars && l.words[j].stroke > least*sizes[i]
		}
		l.boldBetween()
	}
}

// boldBetween makes a word of at most boldChars characters bold if the words on both sides of it are
// bold. At the start or the end of a line one bold neighbour is enough.
func (l *line) boldBetween() {
	for j := range l.words {
		if l.words[j].chars > boldChars {
			continue
		}
		before := j == 0 || l.words[j-1].bold
		after := true
		for _, next := range l.words[j+1:] {
			if next.chars > boldChars {
				after = next.bold
				break
			}
		}
		l.words[j].bold = before && after && len(l.words) > 1
	}
}

// usualStroke returns a thickness in ems: the strokes of half of the characters are at most as thick.
func (w *words) usualStroke(sizes []float64) float64 {
	type stroke struct {
		ems   float64
		chars int
	}
	var list []stroke
	all := 0
	for i := range w.lines {
		for _, word := range w.lines[i].words {
			if word.stroke > 0 {
				list = append(list, stroke{word.stroke / sizes[i], word.chars})
				all += word.chars
			}
		}
	}
	slices.SortFunc(list, func(a, b stroke) int { return cmp.Or(cmp.Compare(a.ems, b.ems), a.chars-b.chars) })
	n := 0
	for _, s := range list {
		if n += s.chars; 2*n >= all {
			return s.ems
		}
	}
	return 0
}
