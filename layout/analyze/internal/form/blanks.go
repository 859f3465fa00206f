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

// AreBlanks reports for each of the level rules at lines whether it is a line to write on. Its label stands right before
// it, on one line with what would be written. Nothing stands on it.
//
//	Name: ____________________   Date: ___________
//	Signed at ________________
//
// A line with an upright rule at one of its ends is the edge of a cell.
func AreBlanks(c *layout.Content, lines []layout.Rect, rulings []layout.Ruling) []bool {
	n := neighbourhood{c: c, rulings: rulings, body: bodyRun(c)}
	n.find()
	are, behindColon := make([]bool, len(lines)), make([]bool, len(lines))
	all, sure := 0, 0
	for i, line := range lines {
		label := n.labelBefore(line)
		if label == nil || n.hasCorner(line) {
			continue
		}
		are[i], behindColon[i] = true, label.last == ':'
		if all++; behindColon[i] {
			sure++
		}
	}
	isForm := sure > 0 && all >= blanksLeast
	for i := range are {
		are[i] = behindColon[i] || are[i] && isForm
	}
	return are
}

// labelBefore returns the text right before a line to write on. It returns nil where there is none, and where text
// stands on the line or hangs from it.
func (n *neighbourhood) labelBefore(line layout.Rect) (label *neighbour) {
	y := line.Center().Y
	if line.Width() < blankLeast*n.body.Size {
		return nil
	}
	_, near := n.between(y-blankRise*n.body.Size*blankSize, y+blankClear*n.body.Size*blankSize)
	for k := range near {
		b := &near[k]
		below := (y - b.y) / b.em
		isText := below >= -blankAbove || b.em*blankSize >= n.body.Size // smaller print under a line explains it
		if min(b.x1, line.X1)-max(b.x0, line.X0) > blankLap*b.em && below < blankRise && below > -blankClear && isText {
			return nil
		}
		if below > blankBelow || below < -blankAbove || b.rtl || b.letters < 2 || b.em > blankSize*n.body.Size {
			continue
		}
		if gap := (line.X0 - b.x1) / b.em; gap <= fieldClose && gap > -blankLap && (label == nil || b.x1 > label.x1) {
			label = b
		}
	}
	return label
}

// hasCorner reports whether an upright rule meets an end of the line.
func (n *neighbourhood) hasCorner(line layout.Rect) bool {
	y := line.Center().Y
	for i := range n.rulings {
		if n.pairs++; n.pairs > fieldPairs {
			return true
		}
		r := &n.rulings[i]
		if x := r.Box.Center().X; r.Vertical && r.Box.Y0 <= y+blankCorner && r.Box.Y1 >= y-blankCorner &&
			(abs(x-line.X0) <= blankCorner || abs(x-line.X1) <= blankCorner) {
			return true
		}
	}
	return false
}
