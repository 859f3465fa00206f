package analyze

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A justified line has gaps of at least stretchLeast, and the others are at most stretchSame times as
	// wide. sameGapParts parts with the same gaps are one.
	stretchLeast = 0.38
	stretchSame  = 1.5
	sameGapParts = 3
)

// joinStretched joins the parts of a justified line into one. Its gaps are all about as wide as those
// between its words:
//
//	the    boats    are    small    and    their     one part
//	Apples          0.58            120              three parts
func (a *partStage) joinStretched(l *alignedLine) {
	parts := a.parts[l.first:]
	if len(parts) < 2 || l.solid {
		return
	}
	least, words := a.stretchOf(l, parts)
	if !words && sameGaps(parts, l.size) {
		least, words = parts[1].u0-parts[0].u1, true
	}
	if !words {
		least = parts[1].u0 - parts[0].u1
		for i := 1; i < len(parts); i++ {
			if !parts[i].lower {
				return
			}
			least = min(least, parts[i].u0-parts[i-1].u1)
		}
	}
	if least < stretchLeast*l.size {
		return
	}
	if a.stacked {
		// A table in a frame may have such lines; the search for its channels goes on.
		l.even = evenGaps(parts, stretchSame*least)
		return
	}
	kept := parts[:1]
	for _, p := range parts[1:] {
		last := &kept[len(kept)-1]
		if gap := p.u0 - last.u1; gap > stretchSame*least || gap > stretchGap*l.size {
			kept = append(kept, p)
			continue
		}
		last.u1, last.tail = p.u1, p.tail
		last.chars += p.chars
		last.kind = textPart
	}
	a.parts = a.parts[:int(l.first)+len(kept)]
}

// evenGaps reports whether no gap between parts is wider than most, a length.
func evenGaps(parts []alignedPart, most float32) bool {
	for i := 1; i < len(parts); i++ {
		if parts[i].u0-parts[i-1].u1 > most {
			return false
		}
	}
	return true
}

// sameGaps reports whether several parts of different widths have the same gap between them all, as only
// justified words have.
func sameGaps(parts []alignedPart, size float32) bool {
	if len(parts) < sameGapParts {
		return false
	}
	first, width := parts[1].u0-parts[0].u1, parts[0].u1-parts[0].u0
	differ, lower := false, false
	for i := 1; i < len(parts); i++ {
		lower = lower || parts[i].lower
		if abs(parts[i].u0-parts[i-1].u1-first) > sameChunk*size {
			return false
		}
		differ = differ || abs(parts[i].u1-parts[i].u0-width) > size
	}
	return differ && lower
}

// stretchOf returns the smallest gap between the words of parts. words is false if each part is a single
// word.
func (a *partStage) stretchOf(l *alignedLine, parts []alignedPart) (least float32, words bool) {
	least = stretchGap * l.size
	for i := range parts {
		glyphs := a.s.glyphs[parts[i].first : parts[i].first+parts[i].count]
		for n := 1; n < len(glyphs); n++ {
			if gap := glyphs[n].u0 - glyphs[n-1].u1; gap > gapBareMin*glyphs[n].size {
				least, words = min(least, gap), true
			}
		}
	}
	return least, words
}
