package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// settleTyped finds the running text of a page written in a fixed-width font, as typewriters do. Its lines
// are then no program text, in which line breaks and indents would matter:
//
//	Glass for the lantern was ground by hand, a task that took 408
//	days. The boats are small, and their crews prefer to mend what    <- goes on in the middle of a sentence
//	others would replace.                                             <- and so does this line
//
//	    name     berths                                               <- stays as it is set: words in columns
//	    Wexley   14
//
// A listing that fills its page has hardly any line that ends at the margin in the middle of a sentence.
func (bf *blockFinder) settleTyped() {
	if !bf.s.typed || !bf.isTypedText() {
		return
	}
	for first := 0; first < len(bf.lines); {
		end := first + 1
		for end < len(bf.lines) && bf.isClose(&bf.lines[end-1], &bf.lines[end]) {
			end++
		}
		if !bf.isLaidOut(first, end) {
			for i := first; i < end; i++ {
				bf.lines[i].mono = false
			}
		}
		first = end
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A region of such a page is running text if typedText of the pairs of lines without a blank one
	// between them, and at least typedRuns pairs, go on in the middle of a sentence below a full line.
	// Such lines are less than typedClose pitches apart. Lines are laid out if typedOdd of them change
	// their indent or have gaps of more than typedGap characters; ends of sentences have narrower ones.
	typedText  = 0.35
	typedRuns  = 3
	typedClose = 1.4
	typedOdd   = 0.34
	typedGap   = 2.3
)

// isTypedText reports whether most fixed-width lines that follow each other closely are running text.
func (bf *blockFinder) isTypedText() bool {
	pairs, running := 0, 0
	for i := 1; i < len(bf.lines); i++ {
		a, b := &bf.lines[i-1], &bf.lines[i]
		if !a.mono || !b.mono || !bf.isClose(a, b) {
			continue
		}
		pairs++
		if chars.IsLower(b.firstRune) && (chars.IsLetter(a.lastRune) || a.lastRune == ',') && !bf.hasRoom(a, b) {
			running++
		}
	}
	return running >= typedRuns && float32(running) >= typedText*float32(pairs)
}

// isClose reports whether line b stands right below line a, without a blank line between them.
func (bf *blockFinder) isClose(a, b *line) bool {
	d := b.v - a.v
	return d > 0 && d < typedClose*bf.pitchOf(b)
}

// isLaidOut reports whether the layout of lines [first, end) matters: words in columns, or indents that
// change other than around the label of an item.
func (bf *blockFinder) isLaidOut(first, end int) bool {
	odd := 0
	for i := first; i < end; i++ {
		l := &bf.lines[i]
		switch {
		case !l.mono:
		case bf.s.hasColumns(l):
			odd++
		case i > first+1 && !l.label && l.sign == 0 && !bf.lines[i-1].label && bf.lines[i-1].sign == 0:
			start, _ := bf.edges(l)
			if above, _ := bf.edges(&bf.lines[i-1]); abs(start-above) > blockIndent*l.em {
				odd++
			}
		}
	}
	return float32(odd) >= typedOdd*float32(end-first)
}

// hasColumns reports whether words of l stand further apart than at the end of a sentence.
func (s *glyphStage) hasColumns(l *line) bool {
	glyphs := s.glyphs[l.first : l.first+l.count]
	for i := 1; i < len(glyphs); i++ {
		if a, b := &glyphs[i-1], &glyphs[i]; b.u0-a.u1 > typedGap*(b.u1-b.u0) && b.u1 > b.u0 {
			return true
		}
	}
	return false
}
