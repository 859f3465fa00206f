package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Many programs draw the borders of a table cell by cell. Where rows have no level
// rules between them, the pieces of the upright ones still tell where each row ends:
//
//	No. | Name                  | Number
//	----+-----------------------+-------
//	 1  | Union of Youth        | 17,266
//	    ¦ Federations           ¦          pieces end here, in all the lines: a row ends
//	 2  | Women for Peace       |  9,835
//
// jointedRows adds level rules in rows of t at the places where the pieces of all upright rules meet. It
// leaves out columns whose text crosses the place. It reports whether it added any.
func (s *tableStage) jointedRows(t *grid, box layout.Rect) bool {
	rf := &s.ruled
	points := rf.jointsIn(t, &s.frames[t.frame])
	if len(points) == 0 {
		return false
	}
	s.readWallText(t, box)
	n := len(rf.own[0])
	for at := 0; at < len(points); {
		end := at + 1
		for end < len(points) && points[end].Y-points[at].Y <= sameRule {
			end++
		}
		if v := points[at].Y; rf.allMeet(points[at:end], v) {
			s.partAt(t, v)
		}
		at = end
	}
	return len(rf.own[0]) > n
}

// jointsIn lists the joints of the upright rules of t in its frame f that lie inside its
// rows, from top to bottom.
func (rf *ruleFinder) jointsIn(t *grid, f *frame) []layout.Point {
	joints, level := rf.joints[1], false
	if abs(f.cos) < abs(f.sin) {
		joints, level = rf.joints[0], true
	}
	var points []layout.Point
	if rf.looked += len(joints); rf.looked > areaWork {
		return nil
	}
	for _, p := range joints {
		if level {
			p.X, p.Y = p.Y, p.X
		}
		p = layout.Point{X: p.X*f.cos + p.Y*f.sin, Y: p.Y*f.cos - p.X*f.sin}
		r := intervalOf(t.v, p.Y)
		if r >= 0 && p.Y-t.v[r] > sameEdge && t.v[r+1]-p.Y > sameEdge && abs(t.u[edgeAt(t.u, p.X)]-p.X) <= sameEdge {
			points = append(points, p)
		}
	}
	slices.SortFunc(points, func(a, b layout.Point) int { return compare(a.Y, b.Y) })
	return points
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// jointPiece is the least length of the pieces of an upright line whose ends tell rows: no row is so
	// low, and no dash so long. A text is crossed at up to jointCross ems above and below its middle. A
	// text is in the middle of the rows that it stands beside if it is at most jointMiddle ems off: from
	// .15 to .4 changes nothing on 229 tables of LaTeX.
	jointPiece  = 6
	jointCross  = 0.3
	jointMiddle = 0.25
)

// allMeet reports whether each upright rule of the set at hand that runs through v has one of points on
// it.
func (rf *ruleFinder) allMeet(points []layout.Point, v float32) bool {
	if rf.looked += len(rf.own[1]) * len(points); rf.looked > areaWork {
		return false
	}
	for _, r := range rf.own[1] {
		if r.from > v-jointPiece || r.to < v+jointPiece {
			continue
		}
		if !slices.ContainsFunc(points, func(p layout.Point) bool { return abs(p.X-r.at) <= sameRule }) {
			return false
		}
	}
	return true
}

// partAt adds level rules at v over those columns of t whose text does not cross v and is not one line in
// the middle of the row. These must be most columns, and text must stand above and below v.
func (s *tableStage) partAt(t *grid, v float32) {
	row := intervalOf(t.v, v)
	crossed, over := make([]bool, t.cols()), 0
	above, below := false, false
	first, last := t.slots[t.slot(row, 0)], t.slots[t.slot(row, int32(t.cols())-1)]
	for i := first; i <= last; i++ {
		c := &t.cells[i]
		texts := cellTexts(s.ruled.wallText, i)
		whole := isInMiddle(texts, t.v[row], t.v[row+1])
		for _, x := range texts {
			top, low := x.v-textMiddle*x.size-jointCross*x.size, x.v-textMiddle*x.size+jointCross*x.size
			above, below = above || low <= v, below || top >= v
			if (whole || top < v && low > v) && !crossed[c.col] {
				for k := c.col; k < c.col+c.cols; k++ {
					crossed[k] = true
				}
				over += int(c.cols)
			}
		}
	}
	if s.ruled.looked += len(s.ruled.wallText); s.ruled.looked > areaWork || 2*over >= t.cols() || !above || !below {
		return
	}
	for k := 0; k < len(crossed); k++ {
		from := k
		for k < len(crossed) && !crossed[k] {
			k++
		}
		if k > from { // one rule, because the ends of rules tell the sides of open frames
			s.ruled.own[0] = append(s.ruled.own[0], rule{at: v, from: t.u[from], to: t.u[k]})
		}
	}
}

// isInMiddle reports whether texts are one line in the middle of a row from top to bottom: a cell that
// stays whole beside the rows that the others are divided in.
func isInMiddle(texts []wallText, top, bottom float32) bool {
	if len(texts) == 0 || texts[0].row != texts[len(texts)-1].row {
		return false
	}
	x := &texts[0]
	return abs(x.v-textMiddle*x.size-(top+bottom)/2) <= jointMiddle*x.size
}
