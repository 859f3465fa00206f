package layout

// findPitches gives the lines of program text the width of their characters, so
// that as many spaces are written as stand in them: columns within the lines of a
// listing matter as its indents do.
func (s *scratch) findPitches() {
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.Kind != Verbatim && (b.Kind != Paragraph || b.LineCount != 1) {
			continue
		}
		for k := b.FirstLine; k < b.FirstLine+b.LineCount; k++ {
			if l := &s.lines[k]; l.mono && !l.rtl {
				l.pitch = s.pitchOf(l)
			}
		}
	}
}

// pitchOf is the advance of the characters of l, a fixed-width line; 0 when they
// have none.
func (s *scratch) pitchOf(l *line) float32 {
	g := &s.glyphs[l.first]
	pitch := g.u1 - g.u0 + s.c.Runs[g.run].CharSpace
	if !(pitch > leastPitch*g.size) || g.char < 0 || g.char >= firstIdeographic {
		return 0
	}
	return pitch
}

// pad adds the spaces beyond the first that a gap in program text stands for.
func (w *writer) pad(gap float32) {
	if w.line.pitch == 0 {
		return
	}
	for n := min(int(gap/w.line.pitch+0.5), maxSpaces); n > 1; n-- {
		w.text = append(w.text, ' ')
	}
}
