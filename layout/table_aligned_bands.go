package layout

// nextBand finds the next lines that may be a table: lines with gaps, and between
// them such as may be parts of cells, heads that span, or titles of groups.
func (a *aligner) nextBand(at int) (first, end int) {
	for at < len(a.lines) && !a.lines[at].gaps {
		at++
	}
	if at == len(a.lines) {
		return at, at
	}
	first, last := at, at  // the last line with gaps
	crossing, over := 0, 0 // lines over a gap, and the last of them
	for i := at + 1; i < len(a.lines); i++ {
		l := &a.lines[i]
		if l.solid || a.isFar(i) || !l.gaps && l.size > bandSize*a.lines[last].size {
			break
		}
		if l.gaps {
			if crossing > 0 && (!a.alike(last, i) || a.introduces(over)) {
				break
			}
			last, crossing = i, 0
			continue
		}
		if a.crosses(l, &a.lines[last]) {
			crossing++
			over = i
			if crossing > bandCrossing || a.isProse(l) {
				break
			}
		} else if i-last > bandStray {
			break
		}
	}
	return first, last + 1
}

// isFar reports that line i stands too far below the one above it for one table.
func (a *aligner) isFar(i int) bool {
	up, l := &a.lines[i-1], &a.lines[i]
	d := l.v - up.v
	return d > bandFar*max(l.size, up.size)
}

// crosses reports that l, which has no gaps, lies over a gap of line g.
func (a *aligner) crosses(l, g *alignedLine) bool {
	p := a.parts[g.first:g.end]
	for i := 1; i < len(p); i++ {
		if l.u0 < p[i-1].u1 && l.u1 > p[i].u0 {
			return true
		}
	}
	return false
}

// introduces reports that line i, which lies over the gaps around it, tells what
// follows: a sentence, or more words than the title of a group has.
func (a *aligner) introduces(i int) bool {
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

// isProse reports a long line such as running text has.
func (a *aligner) isProse(l *alignedLine) bool {
	return l.glyphs >= bandProse && l.end-l.first == 1
}

// alike reports that two lines leave a common channel white.
func (a *aligner) alike(i, j int) bool {
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

// isTyped reports a page written in a fixed-width font, as typewriters do.
func (s *scratch) isTyped() bool {
	mono, all := int32(0), int32(0)
	for i := range s.chunks {
		all += s.chunks[i].count
		if s.chunks[i].mono {
			mono += s.chunks[i].count
		}
	}
	return float32(mono) >= typedShare*float32(all)
}
