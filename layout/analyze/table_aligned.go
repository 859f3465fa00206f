package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// A table without a frame is found by how its text stands: its rows leave the same channels white.
// alignTables takes these steps. Consecutive lines that may be rows are a band. The channels of the band
// are the edges of its columns. Lines of one cell are put together. Heads get their levels. Then the
// evidence is weighed.
//
//	Fruit      Price    Sold         head
//	Apples      0.58     120  \
//	Pears       1.10      43   |     rows of a band
//	Plums,      0.23      77   |
//	  dried                   /      goes on the cell above it
//	       ^^^^^    ^^^^^            channels

// The search goes through stages as that of a page does (see stages.go): the parts and lines of a region,
// the band at hand, its columns, its rows.

// partStage has the lines of a region and the parts that they have between gaps.
type partStage struct {
	s       *tableStage
	frame   int32
	em      float32
	rules   []rule // rules of the frame
	stacked bool   // the region stands between rules of one length

	parts []alignedPart
	lines []alignedLine

	// mathFont is the font last looked at, and isMath whether it holds mathematics only.
	mathFont *layout.Font
	isMath   bool
}

// bandStage has the lines that may be a table, and the rules among them.
type bandStage struct {
	partStage

	band   []alignedLine
	after  int    // the line of the region below it
	ruled  []bool // a wide rule lies above the line
	short  []rule // rules over some of its columns
	rulesN int    // wide rules
	pitch  float32
	floor  int  // lines of the region before this one belong to another table
	outer  rule // the rules above and below the band are as long as this one

	steps []float32

	// pageColumns is where the columns of the page begin, if a band turned out to be such columns; empty
	// if none did. The baselines of their text are in [top, foot].
	pageColumns []float32
	top, foot   float32
}

// columnStage has the columns of the band.
type columnStage struct {
	bandStage

	cols []alignedColumn

	cover   []coverStep
	counts  []int32
	refined []alignedColumn
	starts  []float32 // by column
}

// rowStage has the rows of the band, and which cells span several rows or columns.
type rowStage struct {
	columnStage

	rows    []alignedRow
	spans   []gridSpan
	head    int     // lines of the head
	levels  int     // rows of the head, its levels
	entries bool    // lines with text in all columns are rows of their own
	early   float32 // share of those lines that are plainly rows of their own
	slabs   bool    // each row stands between rules
	rowStep float32 // the usual distance of its rows, see rowPitch

	parted []partedRow
	breaks []int32 // by line: 1 where a row begins, see rowsByCells
	stubs  []stub  // texts of the current column
}

// aligner finds the tables of a region whose columns are told by alignment. Its
// slices are reused.
type aligner struct {
	rowStage

	// Rules of one length above each other.
	sorted []rule
	stacks []span   // in sorted
	stack  interval // from the first of these to the last
	window []int32
}

// alignedLine is one line of text across the region: parts[first:end].
type alignedLine struct {
	first, end int32
	u0, u1     float32
	v, size    float32
	glyphs     int32
	most       int32 // glyphs in its longest segment
	gaps       bool  // it has several parts, and not as a label and its text
	bold, mono bool
	even       bool // justified: all its gaps are alike
	solid      bool // it stands in for another table
}

// alignedColumn is a column: the text of its cells lies in [u0, u1], and it begins
// at edge.
type alignedColumn struct {
	edge   float32
	u0, u1 float32
}

// alignedRow is a row of the table: lines [first, end) of the band.
type alignedRow struct {
	first, end int32
}

// alignTables finds the tables of a region by alignment and adds their grids.
func (s *tableStage) alignTables(region []int32, frame int32) {
	s.aligner.pageColumns = s.aligner.pageColumns[:0]
	if len(region) < alignedSegments || s.frames[frame].vertical || len(s.grids) >= gridsKept {
		return
	}
	a := &s.aligner
	a.s, a.frame = s, frame
	a.rules = s.levelRules(frame)
	a.em, a.stacked = s.typicalSize(region), false
	if !a.readLines(region) {
		return
	}
	a.floor = 0
	for at := 0; at < len(a.lines); {
		first, end := a.nextBand(at)
		if first == end {
			break
		}
		at = max(end, a.tryBand(first, end))
		a.floor = at
	}
}

// tryBand makes a table of lines [first, end) of the region, and of lines around them that belong to it,
// when the evidence is good. It returns the end of the lines that it has used.
func (a *rowStage) tryBand(first, end int) int {
	first, end = a.limit(first, end)
	a.setBand(first, end)
	if !a.findColumns() {
		cut := a.firstCrossing(first, end)
		if cut == end {
			return end
		}
		end = cut // several tables, with captions between them
		if a.setBand(first, end); !a.findColumns() {
			return end
		}
	}
	first, end = a.extend(first, end)
	a.setBand(first, end)
	a.assign()
	a.cutParts()
	end = a.joinBetween(first, end)
	a.finish()
	return end
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// alignedAccept is the weight from which a band is a table. teds and tbl_none on the documents tuned
	// on and on the others: .40 gives .90 and .95 to 1, .45 .89 and .98 to 1, .60 .84 and 1.
	alignedAccept = 0.45
	// alignedSure is the weight that a table between rules needs if a picture lies behind it.
	alignedSure = 0.9
)

// finish makes the rows of the band, whose columns are known, and adds its grid when the evidence is good.
// It reports whether it added one.
func (a *rowStage) finish() bool {
	a.findHead()
	a.findRows()
	confidence, why := a.weigh()
	if len(a.rows)*len(a.cols) > gridSlots || confidence < alignedAccept || (a.rulesN < 3 || confidence < alignedSure) && a.s.onPicture(a.box()) {
		return false
	}
	if a.rulesN == 0 && (len(a.rows)-a.levels < fewRows && a.columnGoesOn() || a.hasAddresses()) {
		a.keepColumns(a.endOfColumns())
		return false
	}
	if a.isLetterhead() {
		a.keepColumns(a.after)
		return false
	}
	if len(a.rows)-a.levels < fewRows && a.rulesN == 0 && a.runsOn() || a.isFormula() || a.isPointedAt() || a.hasBars() || a.hasAxis() {
		return false
	}
	a.addGrid(confidence, why)
	return true
}

// setBand makes lines [first, end) of the region the band at hand.
func (a *bandStage) setBand(first, end int) {
	a.band, a.after = a.lines[first:end], end
	a.findRules()
	a.pitch = a.tightPitch()
}

// tightPitch returns the distance of the lines of one cell: nearly the smallest of all.
func (a *bandStage) tightPitch() float32 {
	a.steps = a.steps[:0]
	for i := 1; i < len(a.band); i++ {
		if d := a.band[i].v - a.band[i-1].v; d > a.em/2 {
			a.steps = append(a.steps, d)
		}
	}
	if len(a.steps) == 0 {
		return a.em
	}
	slices.Sort(a.steps)
	return a.steps[len(a.steps)/10]
}

// readLines makes the lines of a region. It reports whether enough of them have gaps.
func (a *partStage) readLines(region []int32) bool {
	s := a.s
	a.parts, a.lines = a.parts[:0], a.lines[:0]
	gapped := 0
	for at := 0; at < len(region); {
		end := at
		g := &s.segments[region[at]]
		l := alignedLine{first: int32(len(a.parts)), v: g.v, size: g.size, u0: g.u0, u1: g.u1, bold: true, mono: true}
		for row := g.row; end < len(region) && s.segments[region[end]].row == row; end++ {
			a.readPart(&l, &s.segments[region[end]])
		}
		a.joinStretched(&l)
		l.end = int32(len(a.parts))
		l.solid = l.solid || l.end-l.first > partsKept
		l.gaps = a.hasGaps(&l)
		if l.gaps {
			gapped++
		}
		a.lines = append(a.lines, l)
		at = end
	}
	return gapped >= alignedLeast
}

func (a *partStage) readPart(l *alignedLine, g *segment) {
	l.u0, l.u1 = min(l.u0, g.u0), max(l.u1, g.u1)
	if size := a.s.glyphs[g.first].size; g.count > l.most {
		// The size of the row may be that of another column, which shares the row.
		l.size, l.most = size, g.count
	}
	l.glyphs += g.count
	if g.grid != 0 {
		l.solid = true
		return
	}
	p := alignedPart{u0: g.u0, u1: g.u1, first: g.first, count: g.count, chars: g.count, tail: g.first + g.count - 1}
	var bold bool
	p.kind, bold = a.kindOf(g)
	p.bold, p.mono = bold, g.mono
	p.label = a.s.isLabel(g)
	p.lower = chars.IsLower(a.s.firstRune(a.s.glyphs[g.first].char))
	l.bold, l.mono = l.bold && bold, l.mono && g.mono
	a.parts = append(a.parts, p)
}

// hasGaps reports whether a line has several parts, and is not merely the label of an item or heading with
// its text.
func (a *partStage) hasGaps(l *alignedLine) bool {
	n := l.end - l.first
	if n < 2 || l.solid {
		return false
	}
	p := a.parts[l.first:l.end]
	if n == 2 && p[0].label && p[1].kind == textPart && p[1].u0-p[0].u1 < labelGap*l.size {
		return false
	}
	for i := 1; i < len(p); i++ {
		if p[i].u0-p[i-1].u1 >= cellGap*l.size {
			return true
		}
	}
	return n > 2 || a.stacked
}
