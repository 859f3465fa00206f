package webfont

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// Use is one way in which a document shows a character code of a font.
type Use struct {
	Code  uint32
	Width float32 // advance in ems
	Text  string  // its characters as the page will have them, in logical order; "": not known
	Form  Form    // of the letters of Text: see Joining
}

// Usage is what a document shows of one font. The zero value is ready. It is not for
// several goroutines: let each page have its own, and Merge them in the order of the
// pages, so that the fonts do not depend on who came first.
type Usage struct {
	// Space is the advance in ems of spaces between words that the document does not
	// show as characters; 0: a quarter.
	Space float32

	index map[Use]ID
	uses  []tally
	pairs map[[2]ID]gaps
	kinds int // of gaps, over all pairs
}

// ID names a Use within its Usage.
type ID int32

type tally struct {
	use   Use
	count int
}

// gaps is how often a pair was moved apart by so many thousandths of an em.
type gaps map[int16]int

// Show counts a use. The ID is -1 when there are more kinds of uses than a font has
// glyphs; such a use gets no place.
func (u *Usage) Show(use Use) ID { return u.show(use, 1) }

func (u *Usage) show(use Use, count int) ID {
	if use.Width != use.Width { // never equal to itself
		use.Width = 0
	}
	id, ok := u.index[use]
	if !ok {
		if len(u.uses) >= limits.FontUses {
			return -1
		}
		if u.index == nil {
			u.index = make(map[Use]ID)
		}
		id = ID(len(u.uses))
		u.index[use] = id
		u.uses = append(u.uses, tally{use: use})
	}
	u.uses[id].count += count
	return id
}

// maxGap is the largest gap in thousandths of an em that may be kerning: pairs of Latin
// faces have up to 0.2. Wider ones are spaces that nobody wrote, or columns.
const maxGap = 200

// Follow counts that after was shown just behind before, in logical order, and further
// from it than the advance of before by gap ems: 0 as a rule, below 0 where they are
// kerned. Spacing that is the same between all characters of the line is left out.
func (u *Usage) Follow(before, after ID, gap float32) {
	if v := math.Round(float64(gap) * perMille); before >= 0 && after >= 0 && math.Abs(v) <= maxGap {
		u.follow([2]ID{before, after}, int16(v), 1)
	}
}

// perMille is the parts of an em in which kerning is counted.
const perMille = 1000

func (u *Usage) follow(pair [2]ID, gap int16, count int) {
	g := u.pairs[pair]
	if _, known := g[gap]; !known {
		if u.kinds >= limits.FontPairs {
			return
		}
		u.kinds++
		if g == nil {
			if u.pairs == nil {
				u.pairs = make(map[[2]ID]gaps)
			}
			g = make(gaps, 1)
			u.pairs[pair] = g
		}
	}
	g[gap] += count
}

// Merge adds what other has counted.
func (u *Usage) Merge(other *Usage) {
	if u.Space == 0 {
		u.Space = other.Space
	}
	ids := make([]ID, len(other.uses))
	for i, t := range other.uses {
		ids[i] = u.show(t.use, t.count)
	}
	for _, pair := range sortedPairs(other.pairs) {
		left, right := ids[pair[0]], ids[pair[1]]
		if left < 0 || right < 0 {
			continue
		}
		for _, gap := range sortedKeys(other.pairs[pair]) {
			u.follow([2]ID{left, right}, gap, other.pairs[pair][gap])
		}
	}
}
