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
	Text  string  // its characters in logical order, as the page will have them; "": unknown
	Form  Form    // form of the letters of Text: see Joining
}

// Usage is what a document shows of one font. The zero value is ready to use. Only one goroutine
// may use it. Give each page a Usage of its own, and Merge them in page order, so that the fonts do
// not depend on which page came first.
type Usage struct {
	// Space is the advance in ems of spaces between words that the document does not show as
	// characters. 0 means a quarter.
	Space float32

	index   map[Use]ID
	uses    []tally
	moves   map[move]int
	refused bool // a use has no ID
}

// ID identifies a Use within its Usage.
type ID int32

type tally struct {
	use   Use
	count int
}

// move records that one use follows another one, moved apart by a number of thousandths of an em.
type move struct {
	before, after ID
	gap           int16
}

// inOrder compares moves by their values.
func inOrder(a, b move) int {
	return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(a.after, b.after), cmp.Compare(a.gap, b.gap))
}

// Show counts a use. It returns -1 when there are more different uses than a font has glyphs; such
// a use gets no place.
func (u *Usage) Show(use Use) ID { return u.show(use, 1) }

func (u *Usage) show(use Use, count int) ID {
	if use.Width != use.Width { // it is NaN, which never equals itself
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

// maxGap is the largest gap that may be kerning, in thousandths of an em. Pairs of Latin faces have
// up to 200. Wider gaps are columns, or spaces without a character.
const maxGap = 200

// Follow counts that after was shown directly behind before, in logical order. gap is the distance
// between the end of before's advance and after, in ems: usually 0, and below 0 if the pair is
// kerned. Callers leave out spacing that is equal between all characters of the line.
func (u *Usage) Follow(before, after ID, gap float32) {
	if v := math.Round(float64(gap) * perMille); before >= 0 && after >= 0 && math.Abs(v) <= maxGap {
		u.follow(move{before, after, int16(v)}, 1)
	}
}

// perMille is the number of parts of an em in which kerning is counted.
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
