package analyze

import "github.com/pagelift/pagelift/layout"

// findPrograms looks at the fixed-width lines among the blocks, which may be program text. Such lines get
// the width of their characters, so that each gap is written with as many spaces as fit in it: in a
// listing, columns within lines matter as indents do. It also finds single such lines that stand in boxes.
//
//	for i := range n {      // the first
//		sum += i            // and so on
//	}
func (s *blockStage) findPrograms() {
	work := 0
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.Kind != layout.Verbatim && (b.Kind != layout.Paragraph || b.LineCount != 1) {
			continue
		}
		for k := b.FirstLine; k < b.FirstLine+b.LineCount; k++ {
			if l := &s.lines[k]; l.mono && !l.rtl {
				l.pitch = s.pitchOf(l)
			}
		}
		if l := &s.lines[b.FirstLine]; l.mono && b.LineCount == 1 && work < areaWork {
			work += len(s.areas) + len(s.panels)
			b.Boxed = s.isBoxed(l)
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// leastPitch is the narrowest advance of a fixed-width character: condensed ones have 0.4. maxSpaces
	// is the most spaces that one gap stands for.
	leastPitch = 0.2
	maxSpaces  = 100
	// boxHigh is the height of a box around one line of program text at most. Style sheets pad it by an em
	// on either side.
	boxHigh = 4
)

// pitchOf returns the advance of the characters of l, a fixed-width line; 0: they have none.
func (s *glyphStage) pitchOf(l *line) float32 {
	g := &s.glyphs[l.first]
	pitch := g.u1 - g.u0 + s.c.Runs[g.run].CharSpace
	if !(pitch > leastPitch*g.size) || g.char < 0 || g.char >= firstIdeographic {
		return 0
	}
	return pitch
}

// isBoxed reports whether l stands in a shaded or framed box hardly higher than itself.
func (s *tableStage) isBoxed(l *line) bool {
	f, v := &s.frames[l.frame], l.v-textMiddle*l.size
	middle := f.toPage(l.u0, v, l.u1, v)
	for i := range s.areas {
		if box := &s.areas[i].box; box.Height() <= boxHigh*l.size && holds(*box, middle, ruleTouch) {
			return true
		}
	}
	for i := range s.panels {
		if p := &s.panels[i]; p.color != panelWhite && p.box.Height() <= boxHigh*l.size && holds(p.box, middle, ruleTouch) {
			return true
		}
	}
	return false
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
