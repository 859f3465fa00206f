package webfont

import (
	"cmp"
	"maps"
	"math"
	"slices"

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

	index   map[Use]ID
	uses    []tally
	moves   map[move]int
	refused bool // a use has no ID
}

// ID names a Use within its Usage.
type ID int32

type tally struct {
	use   Use
	count int
}

// move is that one use stands behind another, moved apart by so many thousandths of an em.
type move struct {
	before, after ID
	gap           int16
}

// inOrder compares moves by what stands in them.
func inOrder(a, b move) int {
	return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(a.after, b.after), cmp.Compare(a.gap, b.gap))
}

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
			u.refused = true
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
		u.follow(move{before, after, int16(v)}, 1)
	}
}

// perMille is the parts of an em in which kerning is counted.
const perMille = 1000

func (u *Usage) follow(m move, count int) {
	n, known := u.moves[m]
	if !known {
		if len(u.moves) >= limits.FontPairs {
			return
		}
		if u.moves == nil {
			u.moves = make(map[move]int)
		}
	}
	u.moves[m] = n + count
}

// Merge adds what other has counted.
func (u *Usage) Merge(other *Usage) {
	if u.Space == 0 {
		u.Space = other.Space
	}
	u.refused = u.refused || other.refused
	ids := make([]ID, len(other.uses))
	for i, t := range other.uses {
		ids[i] = u.show(t.use, t.count)
	}
	for _, m := range slices.SortedFunc(maps.Keys(other.moves), inOrder) {
		if before, after := ids[m.before], ids[m.after]; before >= 0 && after >= 0 {
			u.follow(move{before, after, m.gap}, other.moves[m])
		}
	}
}
