package analyze

// setColumns puts the characters of a fixed-width line where a typewriter would.
// Programs that typeset listings spread the letters of each word over columns that
// are wider than they are: then no gap is a whole number of letters.
func (l *line) setColumns(glyphs []glyph) {
	pitch := columnPitch(glyphs)
	if pitch == 0 {
		return
	}
	at, last := glyphs[0].u0, glyphs[0].u0
	for i := range glyphs {
		g := &glyphs[i]
		if i > 0 {
			at += pitch * float32(max(int((g.u0-last)/pitch+0.5), 1))
		}
		last = g.u0
		g.u0, g.u1 = at, at+pitch
	}
	l.u1 = at + pitch
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Letters spread over columns wider than they are, as the LaTeX package listings
	// sets them: 0.6 ems for letters of 0.525. In advances: how much these may differ,
	// the least step from letter to letter in such lines, and the step from which on
	// there is a space between two.
	columnSame   = 0.02
	columnSpread = 1.03
	columnNext   = 1.6
)

// columnPitch is the mean width of the columns that letters are spread over; 0
// when some of them touch, as they do elsewhere, or spaces were shown.
func columnPitch(glyphs []glyph) float32 {
	first := &glyphs[0]
	advance := first.u1 - first.u0
	sum, count := float32(0), 0
	for i := range glyphs {
		g := &glyphs[i]
		if g.flags&(spaceBefore|spaceAfter) != 0 || g.v != first.v || abs(g.u1-g.u0-advance) > columnSame*advance {
			return 0
		}
		if i == 0 {
			continue
		}
		step := g.u0 - glyphs[i-1].u0
		if step < columnSpread*advance {
			return 0
		}
		if step < columnNext*advance {
			sum += step
			count++
		}
	}
	if count == 0 {
		return 0
	}
	return sum / float32(count)
}
