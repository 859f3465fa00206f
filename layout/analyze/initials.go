package analyze

import "slices"

// An initial is a letter much larger than its text. It hangs beside several lines, or stands raised on the
// first one:
//
//	+--+ nce there was        O
//	|  | a river that         | nce there was a river
//	+--+ no one crossed       that no one crossed

// initialRows is how many rows above and below an initial are searched for the line that it begins: five
// lines beside it, with the rows of other columns between.
const initialRows = 24

// An initial at least initialLarge times as large as its text hangs and is not raised: it belongs to the
// line beside its top. Their tops may lie initialTop ems of the line apart, for many initials stick out:
// one of a report by 1.4.
const (
	initialLarge = 4
	initialTop   = 1.5
)

// standsInText reports whether chunk k of a row has text of its size beside it. It is then a word of a
// line beside an initial, and no script of the initial.
func (rf *rowFinder) standsInText(own int32, k *chunk) bool {
	chunks := rf.chunksOf(&rf.rows[own])
	at, _ := slices.BinarySearchFunc(chunks, k.u0, func(c chunk, u float32) int { return compare(c.u0, u) })
	for i := max(0, at-1); i < min(len(chunks), at+2); i++ {
		c := &chunks[i]
		gap := max(c.u0-k.u1, k.u0-c.u1)
		if c.first != k.first && gap < stretchGap*k.size && c.size*sameChunkSize >= k.size && c.size <= k.size*sameChunkSize {
			return true
		}
	}
	return false
}

// isInitial reports whether chunk a may be an initial beside b.
func isInitial(a, b *chunk) bool {
	return a.count <= dropCapGlyphs && a.size > dropCapSize*b.size
}

// lapsOver reports whether chunk c stands where the initial k stands. Its line then does not begin with k.
func lapsOver(c, k *chunk) bool { return c.first != k.first && c.u1 > k.u0+layerOverlap*c.size }

// besideInitials finds the lines beside an initial, and how far it moves their beginning.
func (bf *blockFinder) besideInitials() {
	foot, start, edge := float32(-farAway), float32(0), float32(0)
	for i := range bf.lines {
		l := &bf.lines[i]
		if l.v <= foot && l.u0 >= edge && l.u0-edge < scriptGap*l.size+blockIndent*l.em {
			l.moved = l.u0 - start
			continue
		}
		if g := &bf.s.glyphs[l.first]; g.size > dropCapSize*l.size && l.count > dropCapGlyphs {
			foot, start, edge = g.v+sameRow*l.size, g.u0, g.u1-scriptGap*l.size
		}
	}
}
