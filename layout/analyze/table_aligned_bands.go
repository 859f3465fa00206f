package analyze

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A band. Its lines stand at most bandFar apart (heads stand 2.5 above their numbers). At most
	// bandCrossing lines in a row cross the gaps of those before, and at most bandStray lines of long
	// cells lack gaps. A line of bandProse glyphs without gaps is running text. One of bandTitle glyphs is
	// no title of a group. One larger by bandSize is a heading.
	bandFar      = 3.6
	bandCrossing = 2
	bandStray    = 12
	bandProse    = 70
	bandTitle    = 48
	bandSize     = 1.1
	// aloneApart is how far a line with gaps stands above what follows if it is no head of it, and
	// openApart how far a heading stands below the text before it. Chosen by eye on a manual of 2,300
	// pages: its argument lists begin below the running heads, and no table of the documents tuned on is
	// cut.
	aloneApart = 1.9
	openApart  = 1.7
)

// nextBand finds the next lines that may be a table: lines with gaps, and between them lines that may be
// parts of cells, heads over several columns, or titles of groups.
//
//	Rooms          12     4
//	  on the first                a part of a cell
//	  floor         3     1
//	Ground floor                  the title of a group
//	Windows         8     2
//	The table shows all houses of the village.      not in the band: it lies over the gaps
func (a *partStage) nextBand(at int) (first, end int) {
	for at < len(a.lines) && (!a.lines[at].gaps || a.standsAlone(at)) {
		at++
	}
	if at == len(a.lines) {
		return at, at
	}
	first, last := at, at  // the last line with gaps
	crossing, over := 0, 0 // how many lines lie over a gap, and the last of them
	for i := at + 1; i < len(a.lines); i++ {
		l := &a.lines[i]
		if l.solid || a.isFar(i) || !l.gaps && l.size > bandSize*a.lines[last].size {
			break
		}
		if l.gaps {
			if crossing > 0 && (!a.alike(last, i) || a.introduces(over) || a.sameTexts(first, i)) {
				break
			}
			last, crossing = i, 0
			continue
		}
		if a.opensText(i) && a.crosses(&a.lines[i+1], &a.lines[last]) {
			break
		}
		if a.crosses(l, &a.lines[last]) {
			crossing++
			over = i
			if crossing > bandCrossing || isProse(l) {
				break
			}
		} else if i-last > bandStray {
			break
		}
	}
	return first, last + 1
}

// firstCrossing returns the first of lines [first, end) that has no gaps and lies over a gap of the line
// above it; end: none.
func (a *partStage) firstCrossing(first, end int) int {
	for i := first + 1; i < end; i++ {
		if l := &a.lines[i]; !l.gaps && a.lines[i-1].gaps && a.crosses(l, &a.lines[i-1]) {
			return i
		}
	}
	return end
}

// sameTexts reports whether line i says what line first says: the heads of another table repeat those of
// this one.
func (a *partStage) sameTexts(first, i int) bool {
	l, h := &a.lines[i], &a.lines[first]
	n := h.end - h.first
	return n == l.end-l.first && a.sameHeads(h.first, l.first, n)
}

// standsAlone reports whether line i, which has gaps, belongs to no table: it stands well above text
// without gaps, or above narrower rows, as running heads do.
func (a *partStage) standsAlone(i int) bool {
	if i+1 == len(a.lines) {
		return true
	}
	l, next := &a.lines[i], &a.lines[i+1]
	if next.solid || next.v-l.v < aloneApart*max(l.size, next.size) || a.ruleBetween(l.v, next.v) {
		return false
	}
	if l.bold && !next.bold && l.end-l.first > 2 {
		return false // heads
	}
	if !next.gaps {
		return true
	}
	u0, u1 := extent(a.lines[i+1 : min(i+1+limitLines, len(a.lines))])
	return l.end-l.first <= 3 && l.u0 < u0-a.em && l.u1 > u1+a.em
}

// ruleBetween reports whether a rule lies between two heights.
func (a *partStage) ruleBetween(from, to float32) bool {
	i := a.ruleFrom(from)
	return i < len(a.rules) && a.rules[i].at < to
}

// opensText reports whether line i is a heading of the text below it: bold, set apart,
// and followed by a line that is neither bold nor has gaps.
func (a *partStage) opensText(i int) bool {
	if i == 0 || i+1 >= len(a.lines) {
		return false
	}
	up, l, next := &a.lines[i-1], &a.lines[i], &a.lines[i+1]
	return l.bold && !l.gaps && !l.solid && !next.bold && !next.gaps && !next.solid && l.v-up.v > openApart*l.size
}

// isFar reports whether line i stands too far below the one above it for one table.
func (a *partStage) isFar(i int) bool {
	up, l := &a.lines[i-1], &a.lines[i]
	d := l.v - up.v
	return d > bandFar*max(l.size, up.size)
}

// crosses reports whether l, which has no gaps, lies over a gap of line g.
func (a *partStage) crosses(l, g *alignedLine) bool {
	p := a.parts[g.first:g.end]
	for i := 1; i < len(p); i++ {
		if l.u0 < p[i-1].u1 && l.u1 > p[i].u0 {
			return true
		}
	}
	return false
}

// introduces reports whether line i, which lies over the gaps around it, announces what follows: it ends
// as a sentence does, or has more words than the title of a group.
func (a *partStage) introduces(i int) bool {
	l := &a.lines[i]
	if l.bold {
		return false
	}
	switch a.s.lastRune(a.s.glyphs[a.parts[l.end-1].tail].char) {
	case ':', '.':
		return true
	}
	return l.glyphs >= bandTitle
}

// isProse reports whether a line is as long as running text.
func isProse(l *alignedLine) bool {
	return l.glyphs >= bandProse && l.end-l.first == 1
}

// alike reports whether two lines leave one channel white.
func (a *partStage) alike(i, j int) bool {
	p, q := a.parts[a.lines[i].first:a.lines[i].end], a.parts[a.lines[j].first:a.lines[j].end]
	at := 1
	for k := 1; k < len(p); k++ {
		for at < len(q) && q[at].u0 <= p[k-1].u1 {
			at++
		}
		if at < len(q) && max(q[at-1].u1, p[k-1].u1) < min(q[at].u0, p[k].u0) {
			return true
		}
	}
	return false
}

// isTyped reports whether the page is written in a fixed-width font, as typewriters do.
func (s *glyphStage) isTyped() bool {
	mono, all := int32(0), int32(0)
	for i := range s.chunks {
		all += s.chunks[i].count
		if s.chunks[i].mono {
			mono += s.chunks[i].count
		}
	}
	return float32(mono) >= typedShare*float32(all)
}
