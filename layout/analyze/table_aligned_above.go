package analyze

// headAbove returns the first line of a table whose first rule lies above line at: line at, or a line
// above the rule. Heads stand above the rule; where only subtotals have rules, so do all rows down to the
// first subtotal:
//
//	Year     Sold    Left      <- the first line
//	2019      120      43
//	2020       98      51
//	---------------------      <- the first rule
//	All       218      94      <- line at
func (a *partStage) headAbove(at int, r rule) int {
	low := a.gappedBelow(at) // the highest line with gaps so far
	if low < 0 {
		return at
	}
	if at == 0 || r.at-a.lines[at-1].v > ruleNear*a.em {
		return at
	}
	first, stub, stray := at, a.parts[a.lines[low].first].u1, 0
	for i := at - 1; i >= max(0, at-aboveLines) && stray <= bandCrossing; i-- {
		h, below := &a.lines[i], &a.lines[i+1]
		if h.solid || !a.within(h, r) || a.isFar(i+1) || !h.gaps && below.v-h.v > headNear*below.size {
			break
		}
		switch {
		case h.gaps && !h.even && a.alike(i, low) && !a.isText(h):
			first, low, stray = i, i, 0
			stub = min(stub, max(a.parts[h.first].u1, r.from))
		case h.gaps:
			return first
		case h.u1 < a.parts[a.lines[low].first+1].u0 && h.u0 < stub:
			stray++ // the title of a group
		case h.u0 >= stub && h.end-h.first == 1: // a unit, or a head over several
			if first < at && a.spansLine(h, low) && (a.lines[low].u0 >= stub || a.ruleBetween(h.v, below.v)) {
				first = i
			} else {
				stray++
			}
		default:
			return first
		}
	}
	return first
}

// gappedBelow returns the first line with gaps from line at on. It looks no further than titles of groups
// go; -1: none.
func (a *partStage) gappedBelow(at int) int {
	for i := at; i < min(at+bandCrossing, len(a.lines)); i++ {
		if l := &a.lines[i]; l.gaps && !l.even && !l.solid {
			return i
		}
	}
	return -1
}

// isText reports whether a part of l behind the first is long text: columns of prose.
func (a *partStage) isText(l *alignedLine) bool {
	for _, p := range a.parts[l.first+1 : l.end] {
		if p.chars >= prosePart {
			return true
		}
	}
	return false
}

// spansLine reports whether line h reaches over a gap of line i, or stands over its middle.
func (a *partStage) spansLine(h *alignedLine, i int) bool {
	l := &a.lines[i]
	return a.crosses(h, l) || abs(h.u0+h.u1-l.u0-l.u1) <= 2*a.em
}
