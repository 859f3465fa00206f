package analyze

// levelCells makes the cells of level r of the head: runs of columns.
func (a *rowStage) levelCells(r int, taken []bool) {
	row := a.rows[r]
	var rules []rule
	if int(row.end) < len(a.band) {
		rules = a.rulesBelow(int(row.end) - 1)
	}
	own := len(a.spans)
	var groups headGroups
	if r+1 < a.levels {
		groups = a.groupsUnder(int(row.end) - 1)
	}
	even, size := int32(0), int32(0)
	if row.end-row.first == 1 {
		even, size = a.evenGroups(&a.band[row.first], r+1 < a.levels)
	}
	for i := row.first; i < row.end; i++ {
		l := &a.band[i]
		for j := l.first; j < l.end; j++ {
			c, end, ok := a.groupAt(&a.parts[j], groups, int32(r+1))
			if !ok && row.end-row.first == 1 {
				c, end, ok = a.betweenUprights(l, j)
			}
			if !ok {
				c, end, ok = a.reachOfRule(l, j, rules)
				ok = ok && (end-c > 1 || size == 0) // each of several rules may lie over one of the columns
			}
			switch {
			case ok:
			case size > 0 && j >= even:
				c = 1 + (j-even)*size
				end = c + size
			default:
				c, end = a.reachOf(l, j, r+1 < a.levels)
			}
			a.addSpan(own, gridSpan{int32(r), c, 1, end - c})
		}
	}
	for _, p := range a.spans[own:] {
		for c := p.col; c < p.col+p.cols; c++ {
			taken[r*len(a.cols)+int(c)] = true
		}
	}
}

// evenGroups finds whether the heads of l stand over groups of size columns each that divide the columns
// behind the first evenly, each head in the middle of its group. first is the first part of l that is such
// a head. One head over all columns may be the unit of the numbers below. Several heads need heads below
// them, and so does one beside a head of the first column. size is 0 if there are no such groups.
//
//	            Thermal              Jet
//	Model    v      m      T     b     n     R
func (a *columnStage) evenGroups(l *alignedLine, upper bool) (first, size int32) {
	first = l.first
	if p := &a.parts[first]; p.col == 0 && p.end == 1 && l.end-first > 1 {
		first++
	}
	n, columns := l.end-first, int32(len(a.cols))-1
	if columns%n != 0 || columns/n < 2 || (n > 1 || first > l.first) && !upper {
		return 0, 0
	}
	size = columns / n
	for j := first; j < l.end; j++ {
		c := 1 + (j-first)*size
		if p := &a.parts[j]; p.u0 < a.leftOf(c) || a.offCentre(p, c, c+size) > headMiddle*a.em {
			return 0, 0
		}
	}
	return first, size
}

// leftOf returns where text over the columns from number c on may begin at the furthest left.
func (a *columnStage) leftOf(c int32) float32 { return min(a.cols[c].u0-a.em, a.cols[c].edge) }

// titleOver reports whether p stands in the middle of the columns from number col on: all columns, or all
// behind the first.
func (a *columnStage) titleOver(p *alignedPart) (col int32, ok bool) {
	n := int32(len(a.cols))
	if n < 3 {
		return 0, false
	}
	if p.u0 >= a.leftOf(1) && a.offCentre(p, 1, n) < a.offCentre(p, 0, n) {
		col = 1
	}
	return col, a.offCentre(p, col, n) <= headMiddle*a.em
}

// addSpan adds n. It joins n with those spans from number own on that it overlaps.
func (a *rowStage) addSpan(own int, n gridSpan) {
	kept := a.spans[:own]
	for _, p := range a.spans[own:] {
		if p.row == n.row && p.col < n.col+n.cols && p.col+p.cols > n.col {
			end := max(p.col+p.cols, n.col+n.cols)
			n.col = min(p.col, n.col)
			n.cols = end - n.col
			continue
		}
		kept = append(kept, p)
	}
	a.spans = append(kept, n)
}

// reachOfRule returns the columns over the rule beneath part j of a head line; ok is false if there is no
// such rule.
func (a *columnStage) reachOfRule(l *alignedLine, j int32, rules []rule) (col, end int32, ok bool) {
	p := &a.parts[j]
	for _, r := range rules {
		if min(r.to, p.u1)-max(r.from, p.u0) < (p.u1-p.u0)/2 || a.isUnderMany(l, r) {
			continue
		}
		col, end = p.col, p.end
		for c := range a.cols {
			k := &a.cols[c]
			if min(r.to, k.u1)-max(r.from, k.u0) >= (k.u1-k.u0)/2 {
				col, end = min(col, int32(c)), max(end, int32(c)+1)
			}
		}
		return col, end, true
	}
	return 0, 0, false
}

// reachOf returns the columns that part j of a head line stands over. If heads stand below, these are the
// columns it is centred over.
func (a *columnStage) reachOf(l *alignedLine, j int32, upper bool) (col, end int32) {
	if !upper {
		return a.parts[j].col, a.parts[j].end
	}
	return a.centredOn(l, j)
}

// isUnderMany reports whether rule r lies below several parts of line l: below a row of heads.
func (a *partStage) isUnderMany(l *alignedLine, r rule) bool {
	n := 0
	for _, p := range a.parts[l.first:l.end] {
		if middle := (p.u0 + p.u1) / 2; middle > r.from && middle < r.to {
			n++
		}
	}
	return n > 1
}

// centredOn returns the columns that part j is centred over. It reaches no further than the parts beside
// it.
func (a *columnStage) centredOn(l *alignedLine, j int32) (col, end int32) {
	p := &a.parts[j]
	least, most := int32(1), int32(len(a.cols))
	if j > l.first {
		least = a.parts[j-1].end
	}
	if j+1 < l.end {
		most = a.parts[j+1].col
	}
	col, end = p.col, p.end
	if col < least {
		return col, end
	}
	off := a.offCentre(p, col, end)
	for {
		c, e, o := col, end, off-centreGain*a.em
		if col > least {
			if n := a.offCentre(p, col-1, end); n < o {
				c, e, o = col-1, end, n
			}
		}
		if end < most {
			if n := a.offCentre(p, col, end+1); n < o {
				c, e, o = col, end+1, n
			}
		}
		if c == col && e == end {
			return col, end
		}
		col, end, off = c, e, o
	}
}

// offCentre returns how far p is from the middle of columns [col, end).
func (a *columnStage) offCentre(p *alignedPart, col, end int32) float32 {
	return abs((p.u0+p.u1)-(a.cols[col].u0+a.cols[end-1].u1)) / 2
}
