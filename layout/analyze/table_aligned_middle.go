package analyze

import "slices"

// Cells of one row may be set to its top, its middle or its bottom, so that their lines stand on baselines
// of their own. Then the cells tell the rows: the lines of a cell follow each other closely, and the cells
// of a row stand beside each other:
//
//	Apples     red, and      0.58
//	           sold by       per
//	           the pound     pound      one row
//	Pears      green         1.10       the next

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Cells set to the middle of their rows. Lines of a cell stand at most cellsApart further apart than
	// the smallest distance (browsers round to .75 points), other lines at least cellsStep. At most
	// cellsWrong of the lines in cells begin anew; cellsKeys of the rows have keys.
	cellsApart = 0.08
	cellsStep  = 0.15
	cellsWrong = 0.1
	cellsKeys  = 0.8
)

// rowsByCells finds where rows begin by the cells of the columns. It sets breaks for each line of the
// body, and reports whether the lines make cells.
func (a *rowStage) rowsByCells() bool {
	n := len(a.band)
	tight := a.tightCell()
	if tight == 0 {
		return false
	}
	a.breaks = sized(a.breaks, n)
	for i := range a.breaks {
		a.breaks[i] = 1
	}
	pairs, wrong := 0, 0
	for c := range a.cols {
		above := -1
		for i := a.head; i < n; i++ {
			if a.partIn(i, int32(c)) == nil {
				continue
			}
			if above >= 0 && a.band[i].v-a.band[above].v <= tight {
				pairs++
				if a.isOther(above, i, int32(c)) {
					wrong++
				}
				for k := above + 1; k <= i; k++ {
					a.breaks[k] = 0
				}
			}
			above = i
		}
	}
	return pairs > 0 && float32(wrong) <= cellsWrong*float32(pairs) && a.rowsHaveKeys()
}

// tightCell returns the greatest distance between lines of one cell: little more than the smallest found
// in any column. It returns 0 if other distances are about as small, or none is larger.
func (a *rowStage) tightCell() float32 {
	a.steps = a.steps[:0]
	for c := range a.cols {
		above := -1
		for i := a.head; i < len(a.band); i++ {
			if a.partIn(i, int32(c)) == nil {
				continue
			}
			if above >= 0 && a.band[i].v-a.band[above].v > a.em/2 {
				a.steps = append(a.steps, a.band[i].v-a.band[above].v)
			}
			above = i
		}
	}
	if len(a.steps) == 0 {
		return 0
	}
	slices.Sort(a.steps)
	tight := a.steps[0] + cellsApart*a.em
	next, _ := slices.BinarySearch(a.steps, tight)
	if next == len(a.steps) || a.steps[next] < a.steps[0]+cellsStep*a.em {
		return 0
	}
	return tight
}

// partIn is the part of line i that begins in column c, nil when there is none.
func (a *bandStage) partIn(i int, c int32) *alignedPart {
	l := &a.band[i]
	for j := l.first; j < l.end; j++ {
		if p := &a.parts[j]; p.col == c {
			return p
		}
	}
	return nil
}

// isOther reports whether line j of column c does not go on with line i: one of them is a number, or the
// first word of j would have had room on i.
func (a *columnStage) isOther(i, j int, c int32) bool {
	p, q := a.partIn(i, c), a.partIn(j, c)
	if p.kind != textPart || q.kind != textPart {
		return true
	}
	if p.spans() || q.spans() {
		return false
	}
	_, u0, u1 := wordAt(a.s.glyphs[q.first:q.first+q.count], 0)
	k := &a.cols[c]
	return p.u1-p.u0+u1-u0+fitsMore*a.em < k.u1-k.u0
}

// rowsHaveKeys reports whether nearly all rows have text in the first column. There must be several rows,
// one of them with several lines.
func (a *rowStage) rowsHaveKeys() bool {
	rows, keys, long := 0, 0, false
	key := false
	for i := a.head; i < len(a.band); i++ {
		if i == a.head || a.breaks[i] != 0 {
			rows++
			key = false
		} else {
			long = true
		}
		if !key && a.partIn(i, 0) != nil {
			key = true
			keys++
		}
	}
	return rows > 1 && long && float32(keys) >= cellsKeys*float32(rows)
}
