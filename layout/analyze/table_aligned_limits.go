package analyze

import "slices"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A wide rule covers ruleWide of a table's width and is at most ruleWidest times as wide. Rules are
	// looked for ruleAbove ems above the first line and ruleBelow ems below the last one. A rule may take
	// on or off at most limitLines lines.
	ruleWide   = 0.75
	ruleWidest = 1.6
	ruleAbove  = 2.2
	ruleBelow  = 1.6
	limitLines = 8
)

// findRules finds the rules in and around the band: ruled tells which lines have a wide rule above them,
// short are the rules over some columns.
func (a *bandStage) findRules() {
	n := len(a.band)
	a.ruled = slices.Grow(a.ruled[:0], n+1)[:n+1]
	clear(a.ruled)
	a.short, a.rulesN = a.short[:0], 0
	u0, u1 := extent(a.band)
	if a.stacked && !a.band[0].mono { // text may fill a small part of the last column; programs fill theirs
		u0, u1 = min(u0, a.outer.from), max(u1, a.outer.to)
	}
	top := a.band[0].v - ruleAbove*a.band[0].size
	bottom := a.band[n-1].v + ruleBelow*a.band[n-1].size
	i := 0
	for _, r := range a.rules[a.ruleFrom(top):] {
		if r.at > bottom {
			break
		}
		for i < n && a.band[i].v < r.at {
			i++
		}
		switch {
		case isWide(r, u0, u1):
			if !a.ruled[i] {
				a.rulesN++
			}
			a.ruled[i] = true
		case r.from >= u0-a.em && r.to <= u1+a.em && i > 0 && i < n:
			a.short = append(a.short, r)
		}
	}
}

// isWide reports whether a rule covers nearly all of [u0, u1] and is not much wider.
func isWide(r rule, u0, u1 float32) bool {
	over := min(r.to, u1) - max(r.from, u0)
	return over >= ruleWide*(u1-u0) && r.to-r.from <= ruleWidest*(u1-u0)
}

// ruleFrom returns the first rule at or below v.
func (a *partStage) ruleFrom(v float32) int {
	i, _ := slices.BinarySearchFunc(a.rules, v, func(r rule, v float32) int { return compare(r.at, v) })
	return i
}

func extent(lines []alignedLine) (u0, u1 float32) {
	u0, u1 = lines[0].u0, lines[0].u1
	for i := range lines {
		u0, u1 = min(u0, lines[i].u0), max(u1, lines[i].u1)
	}
	return u0, u1
}

// limit takes off lines outside the rules of a table: a caption above the first rule, notes below the
// last.
//
//	Table 2      Prices of fruit      off
//	-----------------------
//	Fruit     Price    Sold
//	-----------------------
//	Apples     0.58     120
//	Pears      1.10      77
//	-----------------------
//	* dried   not in winter           off
func (a *bandStage) limit(first, end int) (int, int) {
	a.setBand(first, end)
	if a.rulesN < 2 {
		return first, end
	}
	top, bottom := -1, -1
	for i, r := range a.ruled {
		if !r {
			continue
		}
		if top < 0 {
			top = i
		}
		bottom = i
	}
	n := end - first
	inside := bottom - top
	if top > 0 && top <= limitLines && inside >= alignedLeast && a.rulesN >= 3 && !a.alike(first+top-1, first+top) {
		first += top
	} else {
		top = 0
	}
	if bottom < n && n-bottom <= bottom-top && a.rulesN >= 3 && !a.alike(end-n+bottom-1, end-n+bottom) {
		end -= n - bottom
	}
	return first, end
}

// extend adds lines before and behind the band that belong to the table: heads over several columns, and
// last lines of cells.
func (a *columnStage) extend(first, end int) (int, int) {
	if up := a.ruleUp(first); up < first && a.rulesN > 0 {
		first = up
	} else {
		for first > a.floor && !a.ruled[0] && (a.isHeadLine(first-1) || a.isHeadOfWords(first-1)) {
			first--
		}
	}
	for end < len(a.lines) && a.goesOn(end) {
		end++
	}
	return first, end
}

// ruleUp returns the line below a wide rule not far above line first, if all lines between stand over the
// columns; else first.
func (a *bandStage) ruleUp(first int) int {
	if a.ruled[0] {
		return first
	}
	u0, u1 := extent(a.band)
	for i := first - 1; i >= a.floor && first-i <= limitLines; i-- {
		l := &a.lines[i]
		if l.solid || l.u0 < u0-a.em || l.u1 > u1+a.em || a.lines[i+1].v-l.v > bandFar*l.size {
			break
		}
		from := float32(-farAway)
		if i > 0 {
			from = a.lines[i-1].v
		}
		from = max(from, l.v-bandFar*l.size)
		for _, r := range a.rules[a.ruleFrom(from):] {
			if r.at > l.v {
				break
			}
			if isWide(r, u0, u1) {
				return i
			}
		}
	}
	return first
}

// isHeadLine reports whether line i, right above the band, is a head over some of its columns: it stands
// close above several columns, but not above the first.
func (a *columnStage) isHeadLine(i int) bool {
	l, below := &a.lines[i], &a.lines[i+1]
	if l.solid || l.end-l.first != 1 || below.v-l.v > headNear*below.size {
		return false
	}
	p := &a.parts[l.first]
	last := &a.cols[len(a.cols)-1]
	return a.columnOf(p.u0) > 0 && p.u1 <= last.u1+a.em && p.kind == textPart && (l.bold || a.columnOf(p.u1) > a.columnOf(p.u0)) && below.gaps
}

// isHeadOfWords reports whether line i, right above the band, is a row of heads that fill their columns,
// with only a space between them.
func (a *columnStage) isHeadOfWords(i int) bool {
	l, below := &a.lines[i], &a.lines[i+1]
	if l.solid || l.end-l.first != 1 || !below.gaps || below.v-l.v > headNear*below.size {
		return false
	}
	p := a.parts[l.first]
	a.place(&p)
	return p.col == 0 && int(p.end) == len(a.cols) && a.wordsAtEdges(&p)
}

// goesOn reports whether line i, below the band, is the end of a cell: close text in one column.
func (a *columnStage) goesOn(i int) bool {
	l, above := &a.lines[i], &a.lines[i-1]
	if l.solid || l.end-l.first != 1 || l.v-above.v > pitchTight*a.pitch {
		return false
	}
	for _, r := range a.rules[a.ruleFrom(above.v):] {
		if r.at > l.v {
			break
		}
		if isWide(r, a.band[0].u0, a.cols[len(a.cols)-1].u1) {
			return false
		}
	}
	p := &a.parts[l.first]
	c := a.columnOf(p.u0)
	if c != a.columnOf(p.u1) || l.u1 > a.cols[len(a.cols)-1].u1+a.em {
		return false
	}
	return (c > 0 || p.lower || p.u0 > a.cols[0].u0+stubIndent*a.em) && abs(l.size-above.size) < a.em/8
}
