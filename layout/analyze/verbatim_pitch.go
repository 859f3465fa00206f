package analyze

// setColumns puts the characters of a fixed-width line where a typewriter would put them. Some programs
// that typeset listings spread letters over columns wider than the letters, so that no gap is a whole
// number of letters.
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
	// Letters spread over columns wider than they are, as the LaTeX package listings sets them: columns of
	// 0.6 ems for letters of 0.525. In advances: columnSame is how much these differ at most, columnSpread
	// the least step from letter to letter in such lines, columnNext the step from which a space stands
	// between two.
	columnSame   = 0.02
	columnSpread = 1.03
	columnNext   = 1.6
)

// columnPitch returns the mean width of the columns that letters are spread over. It returns 0 if some
// letters touch, as in other text, or if spaces were shown.
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
