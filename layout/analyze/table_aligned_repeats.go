package analyze

// Heads that repeat tell how far the heads above them reach. Where these stand, in the middle, on the left
// or on the right, does not matter then:
//
//	       Group             Company
//	     2023    2022      2023    2022

// headGroups are groups of heads that repeat each other: the parts [first, end) of the band, size heads in
// each group.
type headGroups struct {
	first, end, size int32
}

// groupsUnder returns the groups that the parts of line i+1 make, if each has one part of line i above it;
// else the zero value.
func (a *bandStage) groupsUnder(i int) headGroups {
	up, low := &a.band[i], &a.band[i+1]
	for n := int32(2); 2*n <= low.end-low.first; n++ {
		g := headGroups{end: low.end, size: n}
		for g.first = g.end - n; g.first-n >= low.first && a.sameHeads(g.first-n, g.first, n); {
			g.first -= n
		}
		if g.first < g.end-n && !a.sameHeads(g.first, g.first+1, n-1) && a.oneAbove(up, g) {
			return g
		}
	}
	return headGroups{}
}

// sameHeads reports whether the n parts from number i on have the same text as those from number j on.
func (a *partStage) sameHeads(i, j, n int32) bool {
	for k := range n {
		p, q := &a.parts[i+k], &a.parts[j+k]
		if p.count != q.count {
			return false
		}
		for c := range p.count {
			if a.s.glyphs[p.first+c].char != a.s.glyphs[q.first+c].char {
				return false
			}
		}
	}
	return true
}

// oneAbove reports whether each group has one part of line up above it, and no other part stands above the
// groups.
func (a *partStage) oneAbove(up *alignedLine, g headGroups) bool {
	j := up.first
	for j < up.end && a.parts[j].u1 <= a.parts[g.first].u0 {
		j++
	}
	if (g.end-g.first)/g.size != up.end-j {
		return false
	}
	for at := g.first; at < g.end; at += g.size {
		p := &a.parts[j]
		left, right := a.parts[at].u0, a.parts[at+g.size-1].u1
		if middle := (p.u0 + p.u1) / 2; middle < left || middle > right || at > g.first && p.u0 < a.parts[at-1].u1 || at+g.size < g.end && p.u1 > a.parts[at+g.size].u0 {
			return false
		}
		if a.wraps(p, at, at+g.size) {
			return false
		}
		j++
	}
	return true
}

// wraps reports whether p may be the first line of one of the parts [first, end) below it instead: both
// are words, at the same edge.
func (a *partStage) wraps(p *alignedPart, first, end int32) bool {
	for k := first; k < end; k++ {
		q := &a.parts[k]
		if p.kind == textPart && q.kind == textPart && p.bold == q.bold && a.sameEdge(p, q) {
			return true
		}
	}
	return false
}

// sameEdge reports whether two parts above each other begin, end or have their middle at about the same
// place.
func (a *partStage) sameEdge(p, q *alignedPart) bool {
	return abs(p.u0-q.u0) <= edgeHead*a.em || abs(p.u1-q.u1) <= edgeHead*a.em || abs(p.u0+p.u1-q.u0-q.u1) <= 2*edgeHead*a.em
}

// groupAt returns the columns of the group that p stands above. The heads of the group are those of level
// below.
func (a *rowStage) groupAt(p *alignedPart, g headGroups, below int32) (col, end int32, ok bool) {
	for at := g.first; at < g.end; at += g.size {
		first, last := &a.parts[at], &a.parts[at+g.size-1]
		if middle := (p.u0 + p.u1) / 2; middle < first.u0 || middle > last.u1 {
			continue
		}
		col, _ = a.spanOver(below, first.col)
		_, end = a.spanOver(below, last.end-1)
		return col, end, true
	}
	return 0, 0, false
}

// spanOver returns the columns of the cell of a level that covers column c.
func (a *rowStage) spanOver(level, c int32) (col, end int32) {
	for _, p := range a.spans {
		if p.row == level && p.col <= c && p.col+p.cols > c {
			return p.col, p.col + p.cols
		}
	}
	return c, c + 1
}
