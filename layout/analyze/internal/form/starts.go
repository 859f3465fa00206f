package form

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The label at the start of a line to write on begins within startEdge of where the line begins, and stands up to
	// startRise over it. It leaves startRoom at least to write in, and the next baseline is startClear under the line at
	// least: rows of tables are nearer.
	startEdge  = 0.5
	startRise  = 0.9
	startRoom  = 2.5
	startClear = 1.5
	// startsLeast is how many such lines a page has at least, two of them side by side. Single ones stand under titles, too.
	startsLeast = 3
)

// startLine is a level rule with text at its start, and nothing else on it.
type startLine struct {
	line  int // number of the rule
	label int // neighbour
	pair  bool
}

// starts returns the blanks on those of the level rules at lines that begin below their labels, without those that
// have a label in before. It puts theirs there:
//
//	Surname                      First name
//	-------------------------    -------------------------
//	Street and number
//	------------------------------------------------------
func (n *neighbourhood) starts(lines []layout.Rect, before []int) []Blank {
	var found []startLine
	for i := range lines {
		if before[i] < 0 {
			if k := n.labelOn(lines[i]); k >= 0 {
				found = append(found, startLine{line: i, label: k})
			}
		}
	}
	if len(found) < startsLeast {
		return nil
	}
	for i := range found {
		a := &found[i]
		a.pair = n.isInRow(lines, found, a) && slices.ContainsFunc(found, func(b startLine) bool {
			return b.line != a.line && isLevel(lines[a.line], lines[b.line]) && n.isStyled(a.label, b.label)
		})
	}
	found = slices.DeleteFunc(slices.Clone(found), func(a startLine) bool {
		return !a.pair && !slices.ContainsFunc(found, func(b startLine) bool {
			return b.pair && n.isStyled(a.label, b.label) && abs(lines[a.line].X0-lines[b.line].X0) <= sameSide
		})
	})
	if len(found) < startsLeast {
		return nil
	}
	var blanks []Blank
	for _, f := range found {
		b, box := &n.near[f.label], lines[f.line]
		box.X0 = b.x1 + fieldLeast*b.em/2
		before[f.line] = f.label
		blanks = append(blanks, n.blank(f.line, b, box))
	}
	return blanks
}

// labelOn returns the text at the start of a line to write on; -1: there is none, or more text on the line, or right
// under it.
func (n *neighbourhood) labelOn(line layout.Rect) int {
	y, size := line.Center().Y, n.body.Size*blankSize
	label := -1
	first, near := n.between(y-blankRise*size, y+startClear*size)
	for k := range near {
		b := &near[k]
		if min(b.x1, line.X1) <= max(b.x0, line.X0) {
			continue
		}
		over := (y - b.y) / b.em
		if label >= 0 || over < -blankAbove || over > startRise || abs(b.x0-line.X0) > startEdge*b.em || line.X1-b.x1 < startRoom*b.em ||
			b.em > size || b.letters < 2 || b.rtl || !chars.IsLetter(b.first) || n.isBold(b) {
			return -1
		}
		label = first + k
	}
	if label >= 0 && n.isCrossed(line) {
		return -1
	}
	return label
}

// isBold reports whether b is set in a bold font, as titles are.
func (n *neighbourhood) isBold(b *neighbour) bool {
	f := n.c.Runs[b.run].Font
	return f >= 0 && int(f) < len(n.c.Fonts) && n.c.Fonts[f].Bold
}

// isStyled reports whether neighbours i and k look alike.
func (n *neighbourhood) isStyled(i, k int) bool {
	a, b := &n.near[i], &n.near[k]
	return n.c.Runs[a.run].Font == n.c.Runs[b.run].Font && max(a.em, b.em) <= signSize*min(a.em, b.em)
}

// isInRow reports whether all rules of the row of a, and those under and over it of the same extent, are among found: in a
// table other text stands on some.
func (n *neighbourhood) isInRow(lines []layout.Rect, found []startLine, a *startLine) bool {
	at := lines[a.line]
	for i, o := range lines {
		if n.pairs++; n.pairs > fieldPairs {
			return false
		}
		column := abs(o.X0-at.X0) <= sameSide && abs(o.X1-at.X1) <= sameSide
		if (column || isLevel(o, at)) && !slices.ContainsFunc(found, func(f startLine) bool { return f.line == i }) {
			return false
		}
	}
	return true
}

// isLevel reports whether two level rules are at one height.
func isLevel(a, b layout.Rect) bool { return abs(a.Center().Y-b.Center().Y) <= sameSide }
