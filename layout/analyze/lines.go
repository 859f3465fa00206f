package analyze

import "slices"

// row is a range of chunks of a frame that share a baseline, left to right: chunks[first : first+count].
type row struct {
	first, count int32
	v, size      float32
	weight       int32 // glyphs that v and size come from
}

// rowFinder groups the chunks of a frame into rows.
type rowFinder struct {
	s      *segmentStage
	chunks []chunk
	rows   []row
}

// findSegments groups the chunks of frame f into rows by baseline, moves scripts to the row of their base,
// and cuts rows at wide gaps:
//
//	         2
//	the area r  of a circle     and its text beside      one row, two segments; the 2 is in it
func (s *segmentStage) findSegments(f *frame) {
	first := len(s.segments)
	rf := rowFinder{s: s, chunks: s.chunks[f.chunks.first : f.chunks.first+f.chunks.count], rows: s.rows[:0]}
	rf.group()
	rf.sortRows()
	if rf.attachScripts() {
		rf.regroup()
	}
	s.cutRows(&rf)
	s.rows = rf.rows
	f.segments = span{int32(first), int32(len(s.segments) - first)}
}

// group makes rows of chunks whose baselines are close. The chunks are sorted by
// baseline already.
func (rf *rowFinder) group() {
	for i := range rf.chunks {
		k := &rf.chunks[i]
		if n := len(rf.rows); n > 0 && rf.rows[n-1].takes(k) {
			rf.rows[n-1].add(k)
			k.setRow(int32(n - 1))
			continue
		}
		rf.rows = append(rf.rows, row{first: int32(i), count: 1, v: k.v, size: k.size, weight: k.count})
		k.setRow(int32(len(rf.rows) - 1))
	}
}

// setRow puts k into a row, in which chunks are sorted from left to right.
func (k *chunk) setRow(row int32) { k.row, k.key = row, sortKey(row, k.u0) }

// takes reports whether the baseline of k is that of r.
func (r *row) takes(k *chunk) bool {
	return abs(k.v-r.v) <= sameRow*min(r.size, k.size) && !isDropCap(r, k)
}

// isDropCap reports whether r or k is an initial that hangs beside several lines of the other: it is much
// larger and very short.
func isDropCap(r *row, k *chunk) bool {
	return k.size > dropCapSize*r.size && k.count <= dropCapGlyphs && r.weight > dropCapGlyphs ||
		r.size > dropCapSize*k.size && r.weight <= dropCapGlyphs && k.count > dropCapGlyphs
}

// add puts k into r, whose baseline and size are those of its longest chunk.
func (r *row) add(k *chunk) {
	r.count++
	if k.count > r.weight || k.count == r.weight && k.size > r.size {
		// The rows stay apart although the baseline moves: it moves by less than
		// sameRow, and chunks come in order of their baselines.
		r.v, r.size, r.weight = k.v, k.size, k.count
	}
}

func (rf *rowFinder) chunksOf(r *row) []chunk { return rf.chunks[r.first : r.first+r.count] }

func (rf *rowFinder) sortRows() {
	for i := range rf.rows {
		if chunks := rf.chunksOf(&rf.rows[i]); len(chunks) > 1 {
			rf.s.sorter.sort(chunks)
		}
	}
}

// rowsAround is how many rows above and below are searched for the base of a script. The lines of a
// formula may have a few small rows between them.
const rowsAround = 6

// attachScripts moves small chunks, raised or lowered beside a larger one, to its row, and drop caps to
// the row of the line that they begin. It reports whether any chunk changed its row.
func (rf *rowFinder) attachScripts() bool {
	changed := false
	for i := range rf.rows {
		chunks := rf.chunksOf(&rf.rows[i])
		for j := range chunks {
			k := &chunks[j]
			to := rf.base(int32(i), k)
			if to < 0 && j > 0 && chunks[j-1].row != int32(i) && besides(&chunks[j-1], k, k.size) {
				to = chunks[j-1].row // the script goes on in another font
			}
			if to >= 0 {
				k.setRow(to)
				changed = true
			}
		}
	}
	return changed
}

// base returns the row that k belongs to because of a chunk beside it there; -1: its own.
func (rf *rowFinder) base(own int32, k *chunk) int32 {
	if k.count > scriptGlyphs {
		return -1
	}
	best, least := own, float32(1)
	around := int32(rowsAround)
	if k.count <= dropCapGlyphs {
		around = initialRows
	}
	for i := max(0, own-around); i < min(int32(len(rf.rows)), own+around+1); i++ {
		far := i < own-rowsAround || i > own+rowsAround
		if far && k.size <= dropCapSize*rf.rows[i].size || !rf.mayHold(&rf.rows[i], k, i == own) {
			continue
		}
		cost := rf.costIn(own, &rf.rows[i], k)
		if cost < least && (i == own || rf.mayMove(own, i, k)) {
			best, least = i, cost
		}
	}
	if best == own || least >= 1 {
		return -1
	}
	return best
}

// mayHold is a quick test that most pairs of row and chunk fail: only rows near by can hold k as a script,
// and its own row only if that has larger text.
func (rf *rowFinder) mayHold(r *row, k *chunk, own bool) bool {
	if own {
		return k.size <= scriptSize*r.size
	}
	hangs := k.count <= dropCapGlyphs && k.size > dropCapSize*r.size
	return hangs || abs(r.v-k.v) <= max(r.size, k.size)
}

// mayMove reports whether k may leave its row for row i. Scripts and drop caps always may. Others move
// only to a row of more text, or two rows would swap chunks.
func (rf *rowFinder) mayMove(own, i int32, k *chunk) bool {
	a, b := &rf.rows[own], &rf.rows[i]
	return k.size <= scriptSize*b.size || k.size > dropCapSize*b.size || a.weight < b.weight
}

// costIn returns how badly k fits beside a chunk of row r: 0 on the chunk's baseline, 1 or more if k does
// not belong there.
func (rf *rowFinder) costIn(own int32, r *row, k *chunk) float32 {
	least := float32(1)
	chunks := rf.chunksOf(r)
	at, _ := slices.BinarySearchFunc(chunks, k.u0, func(c chunk, u float32) int { return compare(c.u0, u) })
	// The chunk before may be a script of the same place: look two back.
	for i := max(0, at-2); i < min(len(chunks), at+3); i++ {
		c := &chunks[i]
		if c.first != k.first && rf.isBeside(own, k, c) && !(isInitial(k, c) && i > 0 && lapsOver(&chunks[i-1], k)) {
			least = min(least, scriptCost(k, c))
		}
	}
	return least
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// loweredRow is how far a letter or two of a word may be lowered among the others: Helvetica lowers
	// the E of TeX by 0.266, the manual of BibTeX by 0.301.
	loweredRow = 0.35
	// initialScript is the longest script of an initial: the cents of a price. A longer chunk is text
	// beside it.
	initialScript = 3
)

// isBeside reports whether k, of row own, may be a script or an initial of c, judged by where both begin
// and end.
func (rf *rowFinder) isBeside(own int32, k, c *chunk) bool {
	size := max(c.size, k.size)
	if !besides(k, c, size) && (isInitial(k, c) || !besides(c, k, size)) {
		return false
	}
	return !isInitial(c, k) || k.count <= initialScript && !rf.standsInText(own, k)
}

// scriptCost returns how far k is from chunk c, as a share of what is usual for scripts, drop caps or the
// lowered letters of logos.
func scriptCost(k, c *chunk) float32 {
	rise := (c.v - k.v) / c.size
	switch {
	case isInitial(k, c):
		const capital = 0.7 // height of capitals, ems
		if k.size >= initialLarge*c.size {
			return min(abs((k.v-capital*k.size)-(c.v-capital*c.size))/(initialTop*c.size), 1)
		}
		dropped, raised := abs((k.v-capital*k.size)-(c.v-capital*c.size))/c.size, abs(rise)/sameRow
		return min(dropped, (1+raised)/2) // a dropped capital also stands on the baseline of its last line
	case k.size > scriptSize*c.size:
		if k.size > c.size*sameChunkSize || rise == 0 {
			return 1
		}
		return abs(rise) / loweredRow
	case rise >= 0:
		return rise / superReach
	}
	return -rise / subReach
}

// besides reports whether b begins where a ends.
func besides(a, b *chunk, size float32) bool {
	gap := b.u0 - a.u1
	return gap > -scriptGap*size && gap < scriptGap*size && b.u1 > a.u1
}

// regroup puts the chunks in order of their new rows.
func (rf *rowFinder) regroup() {
	rf.s.sorter.sort(rf.chunks)
	for i := range rf.rows {
		rf.rows[i].count = 0
	}
	for i := range rf.chunks {
		r := &rf.rows[rf.chunks[i].row]
		if r.count == 0 {
			r.first = int32(i)
		}
		r.count++
	}
}
