package analyze

import (
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// slotText counts the text in one cell of a grid.
type slotText struct {
	lines int32
	row   int32 // the last row of text seen in it
}

// gridFacts tell a table from other things drawn with rules.
type gridFacts struct {
	cells, filled int   // cells, and those with text
	rows, cols    int   // rows and columns with text
	last          int32 // the last row with text
	slots, spare  int   // slots of the grid, and cells over a whole row
	width         int   // slots of a row
	lines, wide   int   // lines of text, and those of cells over a whole row
	words         int
	crossed       int  // words that a rule runs through
	sewn          int  // edges in the space between two words
	long          int  // cells with as many lines as columns of running text have
	open          bool // no rule closes it on the left, or none on the right
	tiled         bool // painted areas make its cells, too
	headed        bool // its first row has a colour of its own
	form          bool // it is to be filled in, see isForm

	// Cells with text in the first row; in the first column and in the last one; and in none of the first row and of that
	// column.
	above       int
	side, inner [2]int
	size        float32 // of its text
}

// ruledTable adds the grid of a set of rules if its text makes it a table.
func (s *tableStage) ruledTable(set *ruleSet) {
	frame := s.frameAt(set.box)
	if frame < 0 {
		return
	}
	rf := &s.ruled
	rf.listRules(set.set, &s.frames[frame])
	t, ok := rf.grid(frame)
	if ok && rf.tiled {
		if s.paintGoesOn(set.box) {
			return
		}
		grown, whole := s.growStripes(&t, set.box)
		if ok = whole; ok && grown {
			t, ok = rf.grid(frame)
		}
	}
	if ok && s.jointedRows(&t, set.box) {
		t, ok = rf.grid(frame)
	}
	if ok && s.impliedColumns(&t, set.box) {
		t, ok = rf.grid(frame)
	}
	if ok && s.impliedRows(&t, set.box) {
		t, ok = rf.grid(frame)
	}
	if ok && !rf.tiled && s.growHead(&t, set.box) {
		t, ok = rf.grid(frame)
	}
	if !ok {
		return
	}
	facts := s.weigh(&t, set.box)
	facts.tiled = rf.tiled
	facts.open = rf.isOpen(&t, gridSpan{0, 0, int32(t.rows()), int32(t.cols())})
	facts.headed = s.shadedHead(&t) == 1
	facts.form = s.isForm(&t, &facts)
	if t.confidence, t.why = facts.judge(); t.confidence > 0 && !s.isDrawing(&t, &facts, set.box) && !s.isChart(t.frame, t.u[0], t.v[0], t.u[t.cols()], t.v[t.rows()], facts.filled, facts.cells) {
		t.head = s.shadedHead(&t)
		s.grids = append(s.grids, t)
	}
}

// grid makes a grid of the rules of the set at hand, unless they are too few or
// too many.
func (rf *ruleFinder) grid(frame int32) (t grid, ok bool) {
	level, upright := rf.own[0], rf.own[1]
	if len(level) == 0 || len(upright) == 0 {
		return t, false
	}
	for i := range rf.own {
		slices.SortFunc(rf.own[i], func(a, b rule) int { return compare(a.at, b.at) })
	}
	t = grid{frame: frame, ruled: true, u: edgesOf(upright, level), v: edgesOf(level, upright)}
	if len(t.u) < 2 || len(t.v) < 2 || max(t.rows(), t.cols()) > gridSlots || t.rows()*t.cols() > gridSlots {
		return t, false
	}
	rf.walls.build(t.u, t.v, level, upright)
	t.spans = rf.walls.spans()
	t.layOut()
	return t, true
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// What rules part is a table if leastFilled cells have text, and filledShare of all. In a drawing
	// rules run through more than crossedShare of the words, at least crossedBy ems inside them.
	leastFilled = 3
	filledShare = 0.2
	// An empty table has a head of at least blankCols columns, all with text, and at most blankRows rows.
	// Grids with more rows have text or are ruled paper.
	blankCols = 3
	blankRows = 5
	// A table of one column has at least columnRows rows with at most columnLines lines each on average
	// and a head in a colour of its own. One of 904 documents has such tables.
	columnRows  = 4
	columnLines = 2
	// regularShare is the least share of cells in the slots of the grid: tables have .73 and more, rows of
	// one cell left out; forms and drawings up to .56.
	regularShare = 0.6
	crossedBy    = 0.5
	crossedShare = 0.15
	// An open frame holds columns of text when half of its cells with text have longCell lines or more.
	longCell = 12
	// sewnGap is the widest space between words of a text, in ems. Where areas lie behind running text,
	// edges lie in such spaces on more than sewnShare of the lines: in none of 310 tables, in .09 and more
	// of what was none.
	sewnGap   = 0.36
	sewnShare = 0.05
	// The confidence in a table with rules: ruledBase on its own; ruledFilled for cells with text,
	// ruledRegular for cells of one slot; ruledCrossed against words that rules run through; ruledSmall
	// against fewer than ruledFew cells with text, which boxes around text have, too.
	ruledBase    = 0.6
	ruledFilled  = 0.25
	ruledRegular = 0.15
	ruledCrossed = 0.2
	ruledSmall   = 0.1
	ruledFew     = 6
	ruledLeast   = 0.3
)

// weigh gathers the facts about t from the text in it, as far as the text is cut by then.
func (s *tableStage) weigh(t *grid, box layout.Rect) gridFacts {
	cells := sized(s.ruled.text, len(t.cells))
	clear(cells)
	s.ruled.text = cells
	var f gridFacts
	segs := s.segmentsIn(&s.frames[t.frame], box)
	for i := range segs {
		g := &segs[i]
		if !s.mayHold(t, g, t.frame) {
			continue
		}
		glyphs := s.glyphs[g.first : g.first+g.count]
		last, from := int32(outside), float32(0)
		for at := 0; at < len(glyphs); {
			end, u0, u1 := wordAt(glyphs, at)
			c := s.cellOf(t, t.frame, (u0+u1)/2, g.v-textMiddle*g.size)
			if c != outside {
				f.size = max(f.size, g.size)
				f.addWord(t, &cells[c], c, g.row, u0, u1, g.size)
			}
			if c != last && last != outside && u0-from <= sewnGap*g.size {
				f.sewn++
			}
			at, last, from = end, c, u1
		}
	}
	s.countPictures(t, cells)
	f.count(t, cells)
	return f
}

// countPictures counts a picture in a cell without text as one line of text. It does not if more cells
// have pictures than text: such a grid is itself a picture.
func (s *tableStage) countPictures(t *grid, cells []slotText) {
	var bare []int32
	if s.ruled.looked += len(s.rasters); s.ruled.looked > areaWork {
		return
	}
	f := &s.frames[t.frame]
	for i := range s.rasters {
		if box := s.rasters[i].Box; s.rasters[i].Inset == nil && !s.rasters[i].Vector {
			p := box.Center()
			c := s.cellOf(t, t.frame, p.X*f.cos+p.Y*f.sin, p.Y*f.cos-p.X*f.sin)
			if c != outside && cells[c].lines == 0 && mostlyIn(box, t.cellBox(f, c)) && !slices.Contains(bare, c) {
				bare = append(bare, c)
			}
		}
	}
	filled := 0
	for i := range cells {
		if cells[i].lines > 0 {
			filled++
		}
	}
	if len(bare) > filled {
		return
	}
	for _, c := range bare {
		cells[c].lines = 1
	}
}

func (f *gridFacts) addWord(t *grid, k *slotText, cell, row int32, u0, u1, size float32) {
	f.words++
	c := &t.cells[cell]
	if u0 < t.u[c.col]-crossedBy*size || u1 > t.u[c.col+c.cols]+crossedBy*size {
		f.crossed++
	}
	if k.lines == 0 || k.row != row {
		k.lines, k.row = k.lines+1, row
	}
}

// count counts the cells with text.
func (f *gridFacts) count(t *grid, cells []slotText) {
	f.slots, f.width = t.rows()*t.cols(), t.cols()
	row := int32(-1)
	cols := make([]bool, t.cols())
	for i := range cells {
		c, k := &t.cells[i], &cells[i]
		f.cells++
		f.lines += int(k.lines)
		if int(c.cols) == t.cols() {
			f.spare++
			f.wide += int(k.lines)
		}
		if k.lines == 0 {
			continue
		}
		f.filled++
		f.countLabel(c)
		if k.lines >= longCell {
			f.long++
		}
		if c.row != row {
			row = c.row
			f.rows++
			f.last = row
		}
		if !cols[c.col] {
			cols[c.col] = true
			f.cols++
		}
	}
}

// countLabel counts a cell with text by its place.
func (f *gridFacts) countLabel(c *gridCell) {
	if c.row == 0 {
		f.above++
	}
	for i, first := range [...]bool{c.col == 0, int(c.col+c.cols) == f.width} {
		if first {
			f.side[i]++
		} else if c.row > 0 {
			f.inner[i]++
		}
	}
}

// isBlank reports whether a grid is a table to be filled in: a head, each cell of it with text, over empty
// rows.
func (f *gridFacts) isBlank() bool {
	return f.rows == 1 && f.last == 0 && f.cells == f.slots && f.cols == f.width && f.width >= blankCols && f.slots > f.width && f.slots <= blankRows*f.width
}

// isColumn reports whether a grid is a table of one column: a head in a colour of its own over rows of a
// line or two, in a closed frame. Boxes around text have no such head.
func (f *gridFacts) isColumn() bool {
	return f.width == 1 && f.headed && !f.open && !f.tiled && f.rows >= columnRows && f.filled == f.cells && f.lines <= columnLines*f.cells
}

// judge returns the confidence that rules and text make a table, and why; 0: they make none.
func (f *gridFacts) judge() (float32, string) {
	switch {
	case (f.rows < 2 || f.cols < 2 || f.filled < leastFilled) && !f.isBlank() && !f.isColumn() && !f.form:
		return 0, ""
	case float32(f.crossed) > crossedShare*float32(f.words):
		return 0, "" // a drawing
	case float32(f.cells-f.spare) < regularShare*float32(f.slots-f.spare*f.width):
		return 0, "" // a form
	case f.open && f.long > 1 && 2*f.long >= f.filled:
		return 0, "" // columns of running text with rules between them
	case f.tiled && (2*f.wide > f.lines || f.sewn > 1 && float32(f.sewn) > sewnShare*float32(f.lines)):
		return 0, "" // text with colour behind some of its lines
	case float32(f.filled) < filledShare*float32(f.cells) && !f.form:
		return 0, "" // a chart, or boxes to be filled in
	}
	return f.confidence(), fmt.Sprintf("rules make %d cells, %d with text", f.cells, f.filled)
}

// confidence returns the confidence in a table with rules. It is the higher, the more of the cells have
// text, the fewer cells reach over several slots, and the fewer words a rule runs through.
func (f *gridFacts) confidence() float32 {
	slots := f.slots - f.spare*f.width
	c := float32(ruledBase)
	c += ruledFilled * share(f.filled, f.cells)
	c += ruledRegular * min(1, share(f.cells-f.spare, slots))
	c -= ruledCrossed * share(f.crossed, f.words) / crossedShare
	if f.filled < ruledFew {
		c -= ruledSmall
	}
	return min(max(c, ruledLeast), 1)
}
