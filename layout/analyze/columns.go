package analyze

import "slices"

// gutter is a vertical white strip over consecutive rows: no segment of
// segs[first:end] of the region reaches into (u0, u1).
type gutter struct {
	u0, u1      float32
	first, end  int   // positions in the region's segments, whole rows
	left, right int32 // rows with text on that side
	notes       noteSide
}

// noteSide is where the marginal notes beside running text stand.
type noteSide uint8

const (
	noNotes noteSide = iota
	notesLeft
	notesRight
)

// lines returns how many rows support g: those on the side that has fewer.
func (g *gutter) lines() int32 { return min(g.left, g.right) }

// spans reports whether g goes on where h has ended. Such an h may be the white between the numbers and
// the texts of notes in one of two columns:
//
//	text text text   text text text
//	text text text   text text text
//	text text text   1 | note note
//	                 2 | note note
func (g *gutter) spans(h *gutter) bool {
	return g.first <= h.first && g.end >= h.end && float32(g.end-g.first) >= spansMore*float32(h.end-h.first)
}

// regionFinder finds the gutters of regions. Its slices are reused.
type regionFinder struct {
	segs   []segment // all there are
	all    []int32   // the segments of all leaves
	active []gutter
	next   []gutter
	free   []interval
	found  []gutter
	side   []int32
	parts  []sidePart
	frame  int32
	level  bool // the frame is upright on the page, so that rulings of the page can be compared
}

type interval struct{ a, b float32 }

// gutters finds the white strips of a region that separate text on both sides, the best supported first.
// It sweeps the rows once. Each row narrows the open strips to what it leaves white, ends those that it
// covers, and opens new ones with its own white.
//
//	text text text |    | text text
//	text text      |    | text text      the strip is as wide as all of its rows leave it
//	text text text |    |  text
func (rf *regionFinder) gutters(segs []segment, region []int32, em float32) []gutter {
	rf.segs = segs
	rf.active, rf.found = rf.active[:0], rf.found[:0]
	left, right := rf.extent(region)
	width := gutterWidth * em
	for at := 0; at < len(region); {
		end := rowEnd(rf.segs, region, at)
		rf.freeOf(region[at:end], left, right, width)
		rf.narrow(at, width)
		rf.openNew(at)
		rf.support(region[at:end])
		at = end
	}
	rf.close(rf.active, len(region))
	slices.SortFunc(rf.found, func(a, b gutter) int {
		if a.lines() != b.lines() {
			return int(b.lines() - a.lines())
		}
		if c := compare(b.u1-b.u0, a.u1-a.u0); c != 0 {
			return c
		}
		return compare(a.u0, b.u0)
	})
	return rf.found[:min(len(rf.found), gutterTried)]
}

func (rf *regionFinder) extent(region []int32) (left, right float32) {
	left, right = rf.segs[region[0]].u0, rf.segs[region[0]].u1
	for _, i := range region {
		g := &rf.segs[i]
		if g.u0 < left {
			left = g.u0
		}
		if g.u1 > right {
			right = g.u1
		}
	}
	return left, right
}

// rowEnd is the end of the row of segments that begins at position at of a region.
func rowEnd(segs []segment, region []int32, at int) int {
	r := segs[region[at]].row
	for at < len(region) && segs[region[at]].row == r {
		at++
	}
	return at
}

// freeOf finds the white of a row, margins included.
func (rf *regionFinder) freeOf(row []int32, left, right, width float32) {
	rf.free = rf.free[:0]
	edge := left
	for _, i := range row {
		g := &rf.segs[i]
		if g.u0-edge >= width {
			rf.free = append(rf.free, interval{edge, g.u0})
		}
		edge = max(edge, g.u1)
	}
	if right-edge >= width {
		rf.free = append(rf.free, interval{edge, right})
	}
}

// narrow intersects the open strips with the white of the row at position at.
func (rf *regionFinder) narrow(at int, width float32) {
	rf.next = rf.next[:0]
	for i := range rf.active {
		g := &rf.active[i]
		open := false
		for _, f := range rf.free {
			a, b := g.u0, g.u1
			if f.a > a {
				a = f.a
			}
			if f.b < b {
				b = f.b
			}
			if b-a >= width {
				open = true
				rf.keep(gutter{u0: a, u1: b, first: g.first, left: g.left, right: g.right})
			}
		}
		if !open {
			rf.close(rf.active[i:i+1], at)
		}
	}
	rf.active, rf.next = rf.next, rf.active
}

// keep adds n to the strips that go on, unless an older one has the same place.
func (rf *regionFinder) keep(n gutter) {
	next := rf.next
	for i := range next {
		if g := &next[i]; g.u0 == n.u0 && g.u1 == n.u1 {
			g.left, g.right, g.first = max(g.left, n.left), max(g.right, n.right), min(g.first, n.first)
			return
		}
	}
	if len(next) < gutterActive {
		rf.next = append(next, n)
	}
}

// openNew begins strips with the white of the row at position at.
func (rf *regionFinder) openNew(at int) {
	rf.next, rf.active = rf.active, rf.next
	for _, f := range rf.free {
		rf.keep(gutter{u0: f.a, u1: f.b, first: at})
	}
	rf.next, rf.active = rf.active, rf.next
}

// support counts the row for each strip that has text of the row beside it.
func (rf *regionFinder) support(row []int32) {
	first, last := rf.segs[row[0]].u0, float32(0)
	for _, i := range row {
		last = max(last, rf.segs[i].u1)
	}
	for i := range rf.active {
		g := &rf.active[i]
		if first < g.u0 {
			g.left++
		}
		if last > g.u1 {
			g.right++
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// notesLines is how many lines running text has at least if it has marginal notes beside it.
	notesLines = 6
)

// close keeps strips that end before position end, if enough lines support them.
func (rf *regionFinder) close(strips []gutter, end int) {
	for _, g := range strips {
		if g.lines() >= gutterLines || g.lines() >= 2 && max(g.left, g.right) >= notesLines {
			g.end = end
			rf.found = append(rf.found, g)
		}
	}
}
