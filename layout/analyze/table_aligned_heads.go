package analyze

import "slices"

// findHead finds how many lines of the band are its head:
//
//	              2023    2022     bold, or above the first line of numbers,
//	Income         120      98     or above the only rule inside
//	Cost            43      51
func (a *rowStage) findHead() {
	a.head = 0
	n := len(a.band)
	most := min(n-1, headLines)
	if a.isHeaded() && n > 1 {
		for a.head = 1; a.head < most && a.band[a.head].bold && !a.isKeyOnly(a.head); {
			a.head++ // second lines of its cells
		}
		return
	}
	if body := a.firstBody(); body > 0 && body <= most {
		a.head = body
		return
	} else if body == 0 {
		return
	}
	for a.head < most && a.band[a.head].bold {
		a.head++
	}
	if a.head == most {
		a.head = 0
	}
	if a.head > 0 {
		return
	}
	first, inside := 0, 0
	for i := 1; i < n; i++ {
		if a.ruled[i] {
			if inside++; first == 0 {
				first = i
			}
		}
	}
	// Of many rules the first tells nothing.
	if inside == 1 && first <= most && (2*first <= n || a.ruled[0]) {
		a.head = first
	}
}

// firstBody returns the first line of numbers, or the line below the last wide rule before it; -1 if the
// table is not one of numbers.
func (a *bandStage) firstBody() int {
	n := len(a.band)
	numbers, lines := 0, 0
	first := -1
	for i := range a.band {
		if !a.band[i].gaps {
			continue
		}
		lines++
		if a.isNumbers(i) {
			numbers++
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 || float32(numbers) < bodyNumbers*float32(lines) {
		return -1
	}
	for i := first; i > 0; i-- {
		if a.ruled[i] {
			if i > 1 && a.isKeyOnly(i-1) && (len(a.rulesBelow(i-2)) > 0 || a.lastOf(&a.parts[a.band[i-1].first]) == ':') {
				return i - 1 // the title of a group below the rules of the heads
			}
			if i > 1 && a.ruled[i-1] && a.band[i-1].end-a.band[i-1].first == 1 && a.band[i-2].gaps {
				return i - 1 // the title of a group: heads over several columns stand above the others
			}
			return i
		}
	}
	// A title of a group before the first line of numbers is part of the body.
	for first > 1 && first < n && a.isKeyOnly(first-1) && !a.isKeyOnly(first-2) {
		first--
	}
	return first
}

// isNumbers reports whether most parts of line i behind the first column are numbers. Years alone do not
// count: they stand in heads.
func (a *bandStage) isNumbers(i int) bool {
	l := &a.band[i]
	numbers, years, others := 0, 0, 0
	for _, p := range a.parts[l.first:l.end] {
		switch {
		case p.col == 0:
		case p.kind == numberPart:
			numbers++
		case p.kind == yearPart:
			years++
		case p.kind == textPart:
			others++
		}
	}
	return numbers > 0 && numbers+years >= others
}

// isKeyOnly reports whether line i has text in the first column only.
func (a *bandStage) isKeyOnly(i int) bool {
	l := &a.band[i]
	return l.end-l.first == 1 && a.parts[l.first].col == 0 && a.parts[l.first].end == 1
}

// headRows makes the rows of the head, its levels. A level ends at a rule and below heads over several
// columns.
func (a *rowStage) headRows() {
	from := 0
	for i := 0; i < a.head; i++ {
		if i+1 == a.head || a.levelEnds(i) {
			a.rows = append(a.rows, alignedRow{int32(from), int32(i + 1)})
			from = i + 1
		}
	}
	a.levels = len(a.rows)
	if a.levels == 0 {
		return
	}
	taken := make([]bool, a.levels*len(a.cols))
	first := len(a.spans)
	for r := a.levels - 1; r >= 0; r-- { // heads over groups need those below
		a.levelCells(r, taken)
	}
	slices.SortStableFunc(a.spans[first:], func(x, y gridSpan) int { return int(x.row - y.row) })
	a.growHeads(first, taken)
}

// levelEnds reports whether a level of the head ends with line i.
func (a *columnStage) levelEnds(i int) bool {
	if a.ruled[i+1] || len(a.rulesBelow(i)) > 0 {
		return true
	}
	if a.groupsUnder(i).size > 1 || a.headsRuled(i) {
		return true
	}
	l := &a.band[i]
	for j := l.first; j < l.end; j++ {
		p := &a.parts[j]
		if p.spans() && a.partsUnder(i+1, p.col, p.end) > 1 || !p.spans() && a.headsGroup(i, j) {
			return true
		}
	}
	return false
}

// headsRuled reports whether line i is one head over the middle of all columns behind the first, and the
// next line has heads over some of them, each with a rule below:
//
//	        Training Datasets
//	  Instruction         Alignment
//	----------------   --------------
//	 A     B     C      D    E     F
func (a *columnStage) headsRuled(i int) bool {
	l := &a.band[i]
	if l.end-l.first != 1 || i+2 >= len(a.band) || len(a.rulesBelow(i+1)) < 2 {
		return false
	}
	_, size := a.evenGroups(l, true)
	return size > 0
}

// headsGroup reports whether part j of line i, over one column, is centred over several columns that have
// heads of their own in the next line.
func (a *columnStage) headsGroup(i int, j int32) bool {
	p := &a.parts[j]
	q := a.partIn(i+1, p.col)
	if q != nil && a.sameEdge(p, q) {
		return false
	}
	col, end := a.centredOn(&a.band[i], j)
	return end-col > 1 && a.partsUnder(i+1, col, end) == int(end-col)
}

// partsUnder counts the parts of line i in columns [col, end).
func (a *bandStage) partsUnder(i int, col, end int32) int {
	l := &a.band[i]
	n := 0
	for k := l.first; k < l.end; k++ {
		if q := &a.parts[k]; q.col < end && q.end > col {
			n++
		}
	}
	return n
}

// rulesBelow returns the short rules between line i and the next one.
func (a *bandStage) rulesBelow(i int) []rule {
	first := 0
	for first < len(a.short) && a.short[first].at <= a.band[i].v {
		first++
	}
	end := first
	for end < len(a.short) && a.short[end].at < a.band[i+1].v {
		end++
	}
	return a.short[first:end]
}

// growHeads lets the cells of the head, spans[first:], grow into the empty cells above and below. A cell
// does not grow if it stands on the line of the other heads of its level and has room on one side only: a
// head over several rows stands in their middle.
//
//	           Cases                            Cases
//	         ---------            Measure     ---------
//	Measure   A     B                          A     B
func (a *rowStage) growHeads(first int, taken []bool) {
	cols := len(a.cols)
	free := func(r int32, p *gridSpan) bool {
		if r < 0 || int(r) >= a.levels {
			return false
		}
		for c := p.col; c < p.col+p.cols; c++ {
			if taken[int(r)*cols+int(c)] {
				return false
			}
		}
		return true
	}
	take := func(r int32, p *gridSpan) {
		for c := p.col; c < p.col+p.cols; c++ {
			taken[int(r)*cols+int(c)] = true
		}
	}
	for i := first; i < len(a.spans); i++ {
		p := &a.spans[i]
		if free(p.row-1, p) != free(p.row+1, p) && a.isOnLevel(p) {
			continue
		}
		for free(p.row-1, p) {
			p.row--
			p.rows++
			take(p.row, p)
		}
		for end := p.row + p.rows; free(end, p); end++ {
			p.rows++
			take(end, p)
		}
	}
}

// isOnLevel reports whether a cell of the head stands on the line that has most heads of its level.
func (a *rowStage) isOnLevel(p *gridSpan) bool {
	level := a.rows[p.row]
	own, most, main := int32(-1), int32(0), int32(-1)
	for i := level.first; i < level.end; i++ {
		l := &a.band[i]
		if q := a.partIn(int(i), p.col); q != nil {
			if own >= 0 || q.v != 0 {
				return false
			}
			own = i
		}
		if n := l.end - l.first; n > most {
			most, main = n, i
		}
	}
	return own == main
}
