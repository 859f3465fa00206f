package recognise

import (
	"image"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
)

const (
	// ruleInk is the least share of the ink of a supposed word that belongs to rules if there is no word.
	ruleInk = 0.6
	// ruleEdge is how close to the end of a word a rule through the word must be, in ems, to have been read
	// as the first or last letter.
	ruleEdge = 0.25
	// ruleSigns are the characters that engines read in upright rules.
	ruleSigns = "|[]{}()!Il1i:;,.'/\\¦"
	// writtenLetters is the least number of other letters or digits of a real word that a rule crosses.
	writtenLetters = 3
	// barSigns are the characters that stand for a rule even if their box does not reach it. A sign that
	// closes a bracket of its word does not. barReach is the greatest distance to the rule, in ems.
	barSigns = "|[]{}¦"
	barReach = 0.6
)

// dropRules removes the characters that the engine read in the rules of tables. It returns the rules
// without those that are rows of letters: blurred type looks like a rule from its feet to its heads.
//
//	| 348 | Eastvale |      read as "|", "348", "|", "Eastvale|": the signs | are rules
func (w *words) dropRules(k *ink, rules []scanimage.Ruling, sizes []float64) []scanimage.Ruling {
	if len(rules) == 0 {
		return rules
	}
	boxes := make([]image.Rectangle, len(rules))
	for i, r := range rules {
		boxes[i] = image.Rect(int(math.Floor(r.X0))-1, int(math.Floor(r.Y0))-1, int(math.Ceil(r.X1))+1, int(math.Ceil(r.Y1))+1)
	}
	near := newShelf(boxes)
	letters := make([]bool, len(rules))
	for i := range w.lines {
		l := &w.lines[i]
		reach := int(barReach * sizes[i])
		l.words = slices.DeleteFunc(l.words, func(word word) bool {
			switch {
			case !k.isRule(word.box, near):
				return l.turn == 0 && word.isBar(rules, near, reach)
			case !word.isWritten():
				return true
			}
			for j := range near.boxesOver(word.box) {
				letters[j] = letters[j] || !rules[j].Vertical && boxes[j].In(l.box.Inset(-reach))
			}
			return false
		})
		if l.turn != 0 {
			continue
		}
		for j := range l.words {
			l.words[j].cutRules(rules, near, ruleEdge*sizes[i])
			l.words[j].cutBar(rules, near, reach)
		}
	}
	kept := make([]scanimage.Ruling, 0, len(rules))
	for i, r := range rules {
		if !letters[i] {
			kept = append(kept, r)
		}
	}
	return kept
}

// isWritten reports whether a word was read surely and has letters or digits that no engine sees in a
// rule.
func (w *word) isWritten() bool {
	n := 0
	for _, r := range w.text {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune(ruleSigns, r) {
			n++
		}
	}
	return n >= writtenLetters && w.confidence >= guessed
}

// isRule reports whether most of the dark pixels in box belong to rules.
func (k *ink) isRule(box image.Rectangle, near *shelf) bool {
	all := k.share(box) * float64(box.Dx()*box.Dy())
	rule := 0.0
	for i := range near.boxesOver(box) {
		part := near.boxes[i].Intersect(box)
		rule += k.share(part) * float64(part.Dx()*part.Dy())
	}
	return rule > ruleInk*all
}

// isBar reports whether the word is nothing but a sign for the rule beside it.
func (w *word) isBar(rules []scanimage.Ruling, near *shelf, reach int) bool {
	return strings.Trim(w.text, barSigns) == "" && besideRule(rules, near, w.box, reach)
}

// cutBar removes the last character of the word if it stands for the rule beside the word.
func (w *word) cutBar(rules []scanimage.Ruling, near *shelf, reach int) {
	last, size := utf8.DecodeLastRuneInString(w.text)
	if w.chars < 2 || !strings.ContainsRune(barSigns, last) || strings.ContainsAny(w.text[:len(w.text)-size], barSigns) {
		return
	}
	if !besideRule(rules, near, image.Rect(w.box.Max.X, w.box.Min.Y, w.box.Max.X+1, w.box.Max.Y), reach) {
		return
	}
	letter := w.box.Dx() / w.chars
	w.text, w.chars, w.box.Max.X = w.text[:len(w.text)-size], w.chars-1, max(w.box.Max.X-letter, w.box.Min.X+1)
}

// besideRule reports whether an upright rule runs along the whole height of box, at most reach away.
func besideRule(rules []scanimage.Ruling, near *shelf, box image.Rectangle, reach int) bool {
	box.Min.X, box.Max.X = box.Min.X-reach, box.Max.X+reach
	for i := range near.boxesOver(box) {
		if at := near.boxes[i]; rules[i].Vertical && at.Min.Y <= box.Min.Y && at.Max.Y >= box.Max.Y {
			return true
		}
	}
	return false
}

// cutRules removes the first or last character of the word if an upright rule was read as it.
func (w *word) cutRules(rules []scanimage.Ruling, near *shelf, edge float64) {
	for i := range near.boxesOver(w.box) {
		if !rules[i].Vertical || w.chars < 2 {
			continue
		}
		at := near.boxes[i]
		first, size := utf8.DecodeRuneInString(w.text)
		last, tail := utf8.DecodeLastRuneInString(w.text)
		switch {
		case float64(at.Min.X-w.box.Min.X) < edge && strings.ContainsRune(ruleSigns, first):
			w.text, w.box.Min.X = w.text[size:], min(at.Max.X, w.box.Max.X-1)
		case float64(w.box.Max.X-at.Max.X) < edge && strings.ContainsRune(ruleSigns, last):
			w.text, w.box.Max.X = w.text[:len(w.text)-tail], max(at.Min.X, w.box.Min.X+1)
		default:
			continue
		}
		w.chars--
	}
}

// shelf finds the boxes that meet a given box.
type shelf struct {
	boxes []image.Rectangle
	rows  map[int][]int32 // indexes of boxes by the horizontal bands of the picture that they meet
}

const (
	// shelfBand is the height of a band in pixels. shelfDeep is the most boxes that are kept for a band.
	shelfBand = 64
	shelfDeep = 512
)

func newShelf(boxes []image.Rectangle) *shelf {
	s := &shelf{boxes: boxes, rows: map[int][]int32{}}
	for i, b := range boxes {
		for row := b.Min.Y / shelfBand; row <= (b.Max.Y-1)/shelfBand; row++ {
			if len(s.rows[row]) < shelfDeep {
				s.rows[row] = append(s.rows[row], int32(i))
			}
		}
	}
	return s
}

// boxesOver yields the indexes of the boxes that overlap box.
func (s *shelf) boxesOver(box image.Rectangle) func(func(int) bool) {
	return func(yield func(int) bool) {
		first := box.Min.Y / shelfBand
		for row := first; row <= (box.Max.Y-1)/shelfBand; row++ {
			for _, i := range s.rows[row] {
				b := s.boxes[i]
				if row > first && b.Min.Y/shelfBand < row {
					continue // the band above had it
				}
				if b.Overlaps(box) && !yield(int(i)) {
					return
				}
			}
		}
	}
}

const (
	// The middle of an underline lies between underTop and underFoot ems below the baseline. An underline
	// reaches at most underSlack ems beyond its line of text.
	underTop   = -0.05
	underFoot  = 0.3
	underSlack = 0.3
)

// withoutUnderlines returns the rules that do not underline words. Underlines help little: descenders
// cut them to pieces, and most of them mark links, which their text shows.
func (w *words) withoutUnderlines(rules []scanimage.Ruling, sizes []float64) []scanimage.Ruling {
	bands := map[int][]int32{} // indexes of lines by the bands that they meet
	for i := range w.lines {
		box := &w.lines[i].box
		for row := box.Min.Y / shelfBand; row <= box.Max.Y/shelfBand; row++ {
			if w.lines[i].turn == 0 && len(bands[row]) < shelfDeep {
				bands[row] = append(bands[row], int32(i))
			}
		}
	}
	return slices.DeleteFunc(rules, func(r scanimage.Ruling) bool {
		if r.Vertical {
			return false
		}
		return slices.ContainsFunc(bands[int(r.Y0)/shelfBand], func(i int32) bool {
			return w.lines[i].isUnderline(&r, sizes[i])
		})
	})
}

func (l *line) isUnderline(r *scanimage.Ruling, em float64) bool {
	foot, slope := l.baselines(em)
	below := (r.Y0+r.Y1)/2 - foot - slope*((r.X0+r.X1)/2-float64(l.box.Min.X))
	return below > underTop*em && below < underFoot*em &&
		r.X0 > float64(l.box.Min.X)-underSlack*em && r.X1 < float64(l.box.Max.X)+underSlack*em
}

// rules paints the rules of the picture on the page, where table analysis finds them.
func (o *writer) rules(rules []scanimage.Ruling) {
	for _, r := range rules {
		a, b := o.toPage.Apply(layout.Point{X: float32(r.X0), Y: float32(r.Y0)}), o.toPage.Apply(layout.Point{X: float32(r.X1), Y: float32(r.Y1)})
		p := layout.Path{
			First: int32(len(o.c.Segments)), Count: rectangleSteps, Box: layout.Rect{X0: a.X, Y0: a.Y, X1: b.X, Y1: b.Y},
			Op: layout.Fill, Paint: o.paint, Clip: -1, Mark: -1, Rectangle: true,
		}
		o.c.Segments = appendRectangle(o.c.Segments, p.Box)
		o.c.Items = append(o.c.Items, layout.Item{Kind: layout.KindPath, Index: int32(len(o.c.Paths))})
		o.c.Paths = append(o.c.Paths, p)
	}
}
