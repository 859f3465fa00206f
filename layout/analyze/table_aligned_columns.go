package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// coverStep is a place where a part of a line begins (step 1) or ends (step -1).
type coverStep struct {
	u    float32
	step int32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A channel between rules of one length may be crossed by stackCrossed of the lines, and by
	// crossedMost at most; channelWidth is its least width. Two columns are one if their entries never
	// share a line and they lie at most columnApart apart.
	stackCrossed = 0.3
	crossedMost  = 24
	channelWidth = 0.15
	columnApart  = 0.6
	// sparseGaps is the share of lines with gaps below which all lines tell columns.
	sparseGaps = 0.45
	// A part is cut over a channel at a gap of cutGapWide, or of cutGapUsual times its other gaps; a part
	// without other gaps has usualSpace.
	cutGapWide  = 0.6
	cutGapUsual = 1.4
	usualSpace  = 0.28
	// Cells touch where more than touchEdges columns each have a word that begins at most edgeTouch ems
	// from the left of the column. A word of prose begins that near to a given place one time in fourteen.
	edgeTouch  = 0.1
	touchEdges = 2
)

// findColumns finds the columns of the band. Channels part them, which the lines with most parts leave
// white. Between rules of one length a few lines may cross a channel, for a long entry runs on over an
// empty cell. It lets as many lines cross as leave the fewest lines with two parts in one column.
func (a *columnStage) findColumns() bool {
	voters := a.voters()
	if voters < alignedLeast {
		return false
	}
	best, least := int32(-1), 0
	most := int32(0)
	if a.stacked {
		most = min(int32(float32(voters)*stackCrossed), crossedMost)
	}
	for t := range most + 1 {
		a.channels(t)
		if len(a.cols) < 2 {
			continue
		}
		if c := a.conflicts(); best < 0 || c < least {
			best, least = t, c
		}
		if least == 0 {
			break
		}
	}
	if best < 0 {
		return false
	}
	a.channels(best)
	a.sparseColumn()
	a.stubColumn()
	a.refine()
	if len(a.cols) > columnsKept {
		return false
	}
	a.assign()
	a.cutParts()
	a.mergeColumns()
	return len(a.cols) >= 2
}

// voters makes the steps of the lines that tell where the columns are, and returns how many lines these
// are. They have at least half as many parts as a full line.
func (a *columnStage) voters() int {
	a.counts = a.counts[:0]
	for i := range a.band {
		if n := a.band[i].entries(); n > 1 {
			a.counts = append(a.counts, n)
		}
	}
	slices.Sort(a.counts)
	full := int32(0)
	if len(a.counts) > 0 {
		full = a.counts[len(a.counts)*3/4]
	}
	u0, u1 := extent(a.band)
	width := u1 - u0
	// Cells centred beside each other share few baselines.
	sparse := (a.stacked || a.band[0].bold && a.band[0].gaps) && float32(len(a.counts)) < sparseGaps*float32(len(a.band))
	a.cover = a.cover[:0]
	n := 0
	for i := range a.band {
		l := &a.band[i]
		entries := l.entries()
		switch {
		case sparse && l.u1-l.u0 < ruleWide*width:
		case entries < 2 || 2*entries <= full && full > 2:
			continue
		}
		n++
		if l.even && entries == 1 {
			a.cover = append(a.cover, coverStep{l.u0, 1}, coverStep{l.u1, -1})
			continue
		}
		for _, p := range a.parts[l.first:l.end] {
			a.cover = append(a.cover, coverStep{p.u0, 1}, coverStep{p.u1, -1})
		}
	}
	slices.SortFunc(a.cover, coverOrder)
	return n
}

// entries is how many cells the line has at first sight.
func (l *alignedLine) entries() int32 {
	switch {
	case !l.gaps, l.even && l.end-l.first > 2:
		return 1
	}
	return l.end - l.first
}

// coverOrder puts what begins at a place before what ends there.
func coverOrder(x, y coverStep) int {
	if c := compare(x.u, y.u); c != 0 {
		return c
	}
	return int(y.step - x.step)
}

// channels makes the columns between the strips that at most tolerance voters cross.
func (a *columnStage) channels(tolerance int32) {
	a.cols = a.cols[:0]
	cover := int32(0)
	column := alignedColumn{}
	open := false
	var low interval // where the fewest lines cross, the widest such place
	lowest := int32(0)
	for i, c := range a.cover {
		cover += c.step
		switch {
		case cover > tolerance && !open:
			if n := len(a.cols); n > 0 && low.b-low.a < channelWidth*a.em {
				column = a.cols[n-1] // no channel after all
				a.cols = a.cols[:n-1]
			} else {
				column = alignedColumn{u0: c.u, edge: (low.a + low.b) / 2}
			}
			open = true
		case cover <= tolerance && open:
			column.u1 = c.u
			a.cols = append(a.cols, column)
			open, lowest, low = false, tolerance+1, interval{}
		}
		if !open && i+1 < len(a.cover) {
			next := a.cover[i+1].u
			if cover < lowest || cover == lowest && next-c.u > low.b-low.a {
				lowest, low = cover, interval{c.u, next}
			}
		}
	}
	if len(a.cols) > 0 {
		a.cols[0].edge = a.cols[0].u0
	}
}

// conflicts counts the lines that have two parts in one column or a part over an edge.
func (a *columnStage) conflicts() int {
	n := 0
	for i := range a.band {
		l := &a.band[i]
		if !l.gaps {
			continue
		}
		before := -1
		for _, p := range a.parts[l.first:l.end] {
			c0, c1 := a.columnOf(p.u0), a.columnOf(p.u1)
			if c0 == before || c1 > c0 {
				n++
				break
			}
			before = c1
		}
	}
	return n
}

// columnOf is the column that holds u.
func (a *columnStage) columnOf(u float32) int {
	lo, hi := 0, len(a.cols)
	for lo+1 < hi {
		if m := (lo + hi) / 2; a.cols[m].edge <= u {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// assign gives each part its columns.
func (a *columnStage) assign() {
	for i := range a.band {
		l := &a.band[i]
		for j := l.first; j < l.end; j++ {
			a.place(&a.parts[j])
		}
	}
}

// place finds the columns of p.
func (a *columnStage) place(p *alignedPart) {
	p.col, p.end = int32(a.columnOf(p.u0)), int32(a.columnOf(p.u1))+1
	if p.end-p.col == 2 && a.offCentre(p, p.col, p.end) <= spreadOff*a.em {
		return // in the middle of both
	}
	// A part that only just reaches over the edge of a column is not in that column.
	for p.end-p.col > 1 && p.u1 <= a.cols[p.end-1].u0 {
		p.end--
	}
	for p.end-p.col > 1 && p.u0 >= a.cols[p.col].u1 {
		p.col++
	}
}

// cutParts cuts a part over several columns at those edges where its gap is wider than those between its
// other words: the part is several cells that happen to stand close.
func (a *columnStage) cutParts() {
	for i := range a.band {
		l := &a.band[i]
		crossing := false
		for _, p := range a.parts[l.first:l.end] {
			crossing = crossing || p.spans() && p.chars == p.count
		}
		if !crossing {
			continue
		}
		first := int32(len(a.parts))
		for j := l.first; j < l.end; j++ {
			a.cutPart(l, a.parts[j])
		}
		l.first, l.end = first, int32(len(a.parts))
	}
}

// cutPart adds the pieces of p to the parts.
func (a *columnStage) cutPart(l *alignedLine, p alignedPart) {
	if !p.spans() || p.chars != p.count {
		a.parts = append(a.parts, p)
		return
	}
	glyphs := a.s.glyphs[p.first : p.first+p.count]
	touching := a.wordsAtEdges(&p)
	usual := max(usualGap(glyphs), usualSpace*l.size)
	if _, titles := a.titleOver(&p); titles && p.kind == textPart && l.end-l.first == 1 {
		usual = farAway
	}
	from, c := int32(0), p.col+1
	for n := int32(1); n < p.count && c < p.end; n++ {
		x, y := &glyphs[n-1], &glyphs[n]
		gap := y.u0 - x.u1
		if touching && c < p.end && abs(y.u0-a.cols[c].u0) <= edgeTouch*a.em {
			a.parts = append(a.parts, a.piece(&p, from, n))
			from = n
			c++
			continue
		}
		if touching || gap < cutGapWide*l.size && gap < cutGapUsual*usual {
			continue
		}
		for c < p.end && a.cols[c].u0 <= x.u1 {
			c++ // its channel passed without a gap
		}
		if c < p.end && a.cols[c-1].u1 < y.u0 {
			a.parts = append(a.parts, a.piece(&p, from, n))
			from = n
			c++
		}
	}
	a.parts = append(a.parts, a.piece(&p, from, p.count))
}

// wordsAtEdges reports whether p is several cells that fill their columns: it lies over several edges of
// columns, and one of its words begins where the text of each of these columns does.
//
//	Saccharometer DI Water Glucose Solution Yeast Suspension
//	2             24 ml    0 ml             4 ml
//	3             12 ml    12 ml            4 ml
func (a *columnStage) wordsAtEdges(p *alignedPart) bool {
	if p.end-p.col <= touchEdges || p.chars != p.count {
		return false
	}
	glyphs, c := a.s.glyphs[p.first:p.first+p.count], p.col+1
	for at := 0; at < len(glyphs) && c < p.end; {
		end, u0, _ := wordAt(glyphs, at)
		if u0 > a.cols[c].u0+edgeTouch*a.em {
			return false
		}
		if u0 >= a.cols[c].u0-edgeTouch*a.em {
			c++
		}
		at = end
	}
	return c == p.end
}

// piece is the part of glyphs [from, to) of p.
func (a *columnStage) piece(p *alignedPart, from, to int32) alignedPart {
	g := segment{first: p.first + from, count: to - from}
	a.s.fit(&g)
	q := alignedPart{u0: g.u0, u1: g.u1, first: g.first, count: g.count, chars: g.count, tail: g.first + g.count - 1}
	q.kind, q.bold = a.kindOf(&g)
	q.label, q.lower = p.label && from == 0, chars.IsLower(a.s.firstRune(a.s.glyphs[g.first].char))
	a.place(&q)
	return q
}

// usualGap returns the mean gap between words of glyphs, without the widest.
func usualGap(glyphs []glyph) float32 {
	sum, widest, n := float32(0), float32(0), 0
	for i := 1; i < len(glyphs); i++ {
		if gap := glyphs[i].u0 - glyphs[i-1].u1; gap > gapBareMin*glyphs[i].size {
			sum += gap
			widest = max(widest, gap)
			n++
		}
	}
	if n < 2 {
		return 0
	}
	return (sum - widest) / float32(n-1)
}

// mergeColumns joins columns that are parts of one: signs set apart from their numbers, and entries that
// happen never to share a line.
func (a *columnStage) mergeColumns() {
	for c := 0; c < len(a.cols); c++ {
		switch a.columnSign(c) {
		case signBefore:
			if c+1 < len(a.cols) {
				a.join(c)
				c--
			}
		case signAfter:
			if c > 0 {
				a.join(c - 1)
				c--
			}
		}
	}
	for c := 0; c+1 < len(a.cols); c++ {
		if a.cols[c+1].u0-a.cols[c].u1 < columnApart*a.em && a.neverBoth(c) {
			a.join(c)
			c--
		}
	}
	for c := 1; c+1 < len(a.cols); c++ {
		if a.isSpread(int32(c)) {
			a.cols = slices.Delete(a.cols, c, c+1)
			a.cols[c].edge = (a.cols[c-1].u1 + a.cols[c].u0) / 2
			a.assign()
			a.cutParts()
			c--
		}
	}
}

// isSpread reports whether column c holds only what its neighbours have in common. Its texts stand in the
// middle of both, on lines where these have none:
//
//	Colour             green
//	Height       100          120
//	Weight       0.5          0.2
func (a *columnStage) isSpread(c int32) bool {
	spread, both := 0, 0
	for i := range a.band {
		before, p, behind := a.partIn(i, c-1), a.partIn(i, c), a.partIn(i, c+1)
		switch {
		case before != nil && behind != nil && p == nil:
			both++
		case p == nil || p.spans():
		case before != nil || behind != nil || a.offCentre(p, c-1, c+2) > spreadOff*a.em:
			return false
		default:
			spread++
		}
	}
	return spread > 0 && both >= spreadBoth
}

// join makes one column of c and the one behind it.
func (a *columnStage) join(c int) {
	a.cols[c].u1 = max(a.cols[c].u1, a.cols[c+1].u1)
	a.cols = slices.Delete(a.cols, c+1, c+2)
	a.assign()
	a.cutParts()
}

type signSide uint8

const (
	noSign signSide = iota
	signBefore
	signAfter
)

// columnSign tells the sign of a column that holds nothing else. Currency signs go with the column behind
// them; percent signs, brackets and marks with the one before.
func (a *bandStage) columnSign(c int) signSide {
	side, n := noSign, 0
	for i := range a.band {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if p.col != int32(c) || p.end != int32(c)+1 {
				continue
			}
			if p.kind != signPart {
				if l.gaps && p.kind == textPart && l.end-l.first > 2 {
					continue // a head
				}
				return noSign
			}
			n++
			switch a.s.firstRune(a.s.glyphs[p.first].char) {
			case '%', ')', '*', '†', '‡':
				side = signAfter
			default:
				side = signBefore
			}
		}
	}
	if n == 0 {
		return noSign
	}
	return side
}

// neverBoth reports whether no line has text in column c and in the next one.
func (a *bandStage) neverBoth(c int) bool {
	for i := range a.band {
		l := &a.band[i]
		first, second := false, false
		for _, p := range a.parts[l.first:l.end] {
			if p.end-p.col > 1 {
				continue
			}
			first = first || p.col == int32(c)
			second = second || p.col == int32(c)+1
		}
		if first && second {
			return false
		}
	}
	return true
}
