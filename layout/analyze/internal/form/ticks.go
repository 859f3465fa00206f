package form

import "github.com/pagelift/pagelift/layout"

// AreTicks returns, for each of fields from number first on, whether it is a box to tick: it stands beside
// text as the boxes of a form do, and no other field overlaps it.
func AreTicks(c *layout.Content, fields []layout.Field, first int) []bool {
	n := neighbourhood{c: c, fields: fields, body: bodyRun(c)}
	n.find()
	are := make([]bool, len(fields)-first)
	for i := range are {
		k := int32(first + i)
		are[i] = !n.isCovered(k) && n.isTick(k)
	}
	return are
}

// isCovered reports whether another field overlaps field i.
func (n *neighbourhood) isCovered(i int32) bool {
	box := n.fields[i].Box
	for _, k := range n.fieldsIn(box.Y0-n.highest, box.Y1) {
		if both := n.fields[k].Box.Intersect(box); k != i && !both.Empty() {
			return true
		}
	}
	return false
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A box to tick is tickLow to tickHigh times as high as the text beside it is large. Its middle is
	// within tickLevel ems of the middle of the text's capitals, capitalMiddle ems above the baseline. The
	// text is at most tickGap ems away and has tickLetters letters: text beside the marks of plots has
	// fewer.
	tickLow       = 0.5
	tickHigh      = 1.7
	capitalMiddle = 0.35
	tickLevel     = 0.35
	tickGap       = 2
	tickLetters   = 2
)

// isTick reports whether the square i is about as high as the text right behind it, or right before it,
// and level with it.
func (n *neighbourhood) isTick(i int32) bool {
	box, row := n.fields[i].Box, n.rowOf(i)
	for _, k := range [...]int{row.behind, row.before} {
		if k < 0 {
			continue
		}
		b := &n.near[k]
		gap, h := max(b.x0-box.X1, box.X0-b.x1), box.Height()/b.em
		if b.letters >= tickLetters && gap < tickGap*b.em && h > tickLow && h < tickHigh && abs(b.y-capitalMiddle*b.em-box.Center().Y) < tickLevel*b.em {
			return true
		}
	}
	return false
}
