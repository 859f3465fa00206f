package form

import "github.com/pagelift/pagelift/layout"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A line to write on is blankLeast long at least. It is blankBelow under the baseline of its label at most, and
	// blankAbove over it.
	blankLeast = 2.5
	blankBelow = 0.4
	blankAbove = 0.12
	// blankRise is how far over the line the baseline of text is at most that stands on it, and blankLap how far such
	// text reaches over it at least: labels end within it.
	blankRise = 1.2
	blankLap  = 0.4
	// blankReach is how far before the line a label ends at most that ends with a colon.
	blankReach = 6
	// blankSize is how much larger than the text of the page a label is at most: behind titles lines are ornaments.
	blankSize = 1.1
	// blankCorner is how near, in points, an upright rule to the end of a line is that makes a cell of it.
	blankCorner = 2
	// blankClear is how far under the line the baseline of text is at least that is as large as text is: the next line
	// of the form. Under the upper rule of a table it is .7.
	blankClear = 0.95
	// blanksLeast is how many lines to write on are on a page, one of them behind a colon, where one is without:
	// between titles, frames and words that are sung other lines stand behind text.
	blanksLeast = 3
)

// Blank is a line to write on, and what stands for it in the text. One rule with two labels below it is two.
type Blank struct {
	StandIn
	Line int         // number of the rule
	Box  layout.Rect // the part of the rule that is the blank
}

// Blanks returns those of the level rules at lines that are lines to write on. The label of one stands right before
// it, on one line with what would be written, at its start (see starts.go) or below it (see signatures.go).
//
//	Name: ____________________   Date: ___________
//	Signed at ________________
//
// A line with an upright rule at one of its ends is the edge of a cell.
func Blanks(c *layout.Content, lines []layout.Rect, rulings []layout.Ruling) []Blank {
	n := neighbourhood{c: c, rulings: rulings, body: bodyRun(c)}
	n.find()
	labels := n.labelsBefore(lines)
	var blanks []Blank
	for i, k := range labels {
		if k >= 0 {
			blanks = append(blanks, n.blank(i, &n.near[k], lines[i]))
		}
	}
	blanks = append(blanks, n.starts(lines, labels)...)
	return append(blanks, n.signatures(lines, labels)...)
}

// labelsBefore returns for each of the level rules at lines the neighbour that is the label right before it; -1: it is no
// line to write on behind a label.
func (n *neighbourhood) labelsBefore(lines []layout.Rect) []int {
	labels := make([]int, len(lines))
	all, sure := 0, 0
	for i, line := range lines {
		if labels[i] = n.labelBefore(line); labels[i] < 0 {
			continue
		}
		if n.hasCorner(line) {
			labels[i] = -1
			continue
		}
		if all++; n.near[labels[i]].last == ':' {
			sure++
		}
	}
	isForm := sure > 0 && all >= blanksLeast
	for i, k := range labels {
		if k >= 0 && n.near[k].last != ':' && !isForm {
			labels[i] = -1
		}
	}
	return labels
}

// blank returns the blank with label b in the part of rule i that is at box. Its stand-in reaches from the label to the
// end of the box.
func (n *neighbourhood) blank(i int, b *neighbour, box layout.Rect) Blank {
	space, least := fieldLeast*b.em/2, fieldLeast*b.em
	x, end := b.x1+space, box.X1
	if b.rtl {
		x, end = box.X0, b.x0-space
	}
	r := n.body
	r.Size, r.Em = n.c.Runs[b.run].Size, n.c.Runs[b.run].Em
	n.settle(&r)
	return Blank{StandIn{Run: r, Glyph: layout.Glyph{X: x, Y: b.y, Advance: max(end-x, least)}}, i, box}
}

// labelBefore returns the text right before a line to write on. It returns -1 where there is none, and where text
// stands on the line or hangs from it.
func (n *neighbourhood) labelBefore(line layout.Rect) int {
	y := line.Center().Y
	if line.Width() < blankLeast*n.body.Size {
		return -1
	}
	label := -1
	first, near := n.between(y-blankRise*n.body.Size*blankSize, y+blankClear*n.body.Size*blankSize)
	for k := range near {
		b := &near[k]
		below := (y - b.y) / b.em
		isText := below >= -blankAbove || b.em*blankSize >= n.body.Size // smaller print under a line explains it
		if min(b.x1, line.X1)-max(b.x0, line.X0) > blankLap*b.em && below < blankRise && below > -blankClear && isText {
			return -1
		}
		if below > blankBelow || below < -blankAbove || b.rtl || b.letters < 2 || b.em > blankSize*n.body.Size {
			continue
		}
		reach := float32(fieldClose)
		if b.last == ':' {
			reach = blankReach
		}
		if gap := (line.X0 - b.x1) / b.em; gap <= reach && gap > -blankLap && (label < 0 || b.x1 > n.near[label].x1) {
			label = first + k
		}
	}
	return label
}

// hasCorner reports whether an upright rule meets an end of the line.
func (n *neighbourhood) hasCorner(line layout.Rect) bool {
	return n.hasUpright(line, func(x float32) bool { return abs(x-line.X0) <= blankCorner || abs(x-line.X1) <= blankCorner })
}

// hasUpright reports whether an upright rule reaches to the height of the line at a place where it meets the line.
func (n *neighbourhood) hasUpright(line layout.Rect, meets func(x float32) bool) bool {
	y := line.Center().Y
	for i := range n.rulings {
		if n.pairs++; n.pairs > fieldPairs {
			return true
		}
		r := &n.rulings[i]
		if r.Vertical && r.Box.Y0 <= y+blankCorner && r.Box.Y1 >= y-blankCorner && meets(r.Box.Center().X) {
			return true
		}
	}
	return false
}
