package analyze

import "github.com/pagelift/pagelift/layout"

// joinSides adds to relations, operators and large signs what stands on both sides of them in their line,
// further away than glyphs of a formula usually are. So it is behind scripts, and in justified lines,
// which stretch the spaces around relations more than those between words:
//
//	p + γ     → Δ          E[X]   =   1          ∑   x
//	     text                                    i=1  i
func (f *formulaFinder) joinSides() {
	for i := range f.clusters {
		c := &f.clusters[i]
		for !c.gone && c.count > 0 && f.work <= formulaWork && (f.joinSide(c, int32(i), 1) || f.joinSide(c, int32(i), -1)) {
			f.settleRow(c)
		}
	}
}

// joinSide adds to c what stands beside it, if one of the two asks for the other. It reports whether it
// added anything.
func (f *formulaFinder) joinSide(c *candidate, number int32, side int) bool {
	end := f.endOnRow(c, side)
	if end < 0 {
		return false
	}
	edge := c.reach(f, side)
	next, gap := f.nextOnRow(c, edge, side)
	if next < 0 {
		return false
	}
	a, b := &f.atoms[end], &f.atoms[next]
	if side > 0 && f.isModulus(next) && gap <= modulusGap*c.size {
		f.addWord(c, number, next)
		return true
	}
	if side < 0 && a.kind == openAtom && b.kind == proseAtom && !b.mono && abs(gap) <= nameBefore*c.size && !f.holdsRelation(end) {
		f.addWord(c, number, next) // the name of a function that isFunctionName does not know
		return true
	}
	var other *candidate
	sign := a // the one that asks
	if b.in != 0 {
		other = &f.clusters[b.in-1]
		if first := f.endOnRow(other, -side); first >= 0 {
			b = &f.atoms[first]
		}
	}
	switch {
	case a.asks(side):
	case b.asks(-side):
		sign = b
	case other != nil && other.count > 1 && b.isBinary():
		sign = b // a formula that begins, or ends, with it
	case f.isBetween(next, c, side):
		sign = b
	case other == nil || gap > gapBeside*c.size || f.isOneWord(c) || f.isOneWord(other) || f.endsSentence(c, other, side):
		return false
	}
	if gap > f.widestBeside(sign, c)*c.size {
		return false
	}
	if other != nil {
		f.absorb(c, other, number)
		return true
	}
	switch b.kind {
	case letterAtom, digitAtom, nameAtom:
	case openAtom:
		if side < 0 {
			return false
		}
	case closeAtom:
		if side > 0 {
			return false
		}
	case operatorAtom:
		if !isRelation(b.char) && (b.char != ':' || gap < formulaWordGap*c.size) && !b.isBinary() {
			return false
		}
	default:
		return false
	}
	f.addWord(c, number, next)
	return true
}

// isModulus reports whether atom i is the bracket of a modulus: 7 ≡ 1 (mod 3).
func (f *formulaFinder) isModulus(i int32) bool {
	if f.atoms[i].kind != openAtom || f.atoms[i].in != 0 || int(i)+3 >= len(f.atoms) {
		return false
	}
	for k, c := range "mod" {
		if a := &f.atoms[int(i)+1+k]; a.kind != nameAtom || a.char != c {
			return false
		}
	}
	return true
}

// endsSentence reports whether a comma or a point of the text stands between two formulas.
func (f *formulaFinder) endsSentence(c, other *candidate, side int) bool {
	if side < 0 {
		c = other
	}
	_, last := f.ends(c)
	if last < 0 {
		return false
	}
	a := &f.atoms[last]
	return a.use == layout.NoMath && (a.kind == commaAtom || a.kind == stopAtom)
}

// isOneWord reports whether c is only letters in italics, which may be a word of the text.
func (f *formulaFinder) isOneWord(c *candidate) bool {
	for _, i := range f.members[c.first : c.first+c.count] {
		if a := &f.atoms[i]; a.kind != letterAtom || !a.italic {
			return false
		}
	}
	return true
}

// asks reports whether a is a sign that has something on that side: a relation, a sum, the name of a
// function.
func (a *atom) asks(side int) bool {
	switch a.kind {
	case largeAtom, nameAtom:
		return side > 0
	case operatorAtom:
		return (isRelation(a.char) || a.char == ':' || side > 0 && a.isBinary()) && !isOrnament(a.char) && !isOrdinarySign(a.char)
	}
	return false
}

// isBinary reports whether a is an operator that stands between two others, and is rare in texts
// otherwise.
func (a *atom) isBinary() bool {
	if a.kind != operatorAtom {
		return false
	}
	switch a.char {
	case '+', 0x2212, 0xB1, 0x2213, 0xD7, 0x22C5:
		return true
	}
	return false
}

// isBetween reports whether atom i, beside c, is an operator with a formula or a figure on its other side.
func (f *formulaFinder) isBetween(i int32, c *candidate, side int) bool {
	a := &f.atoms[i]
	if !a.isBinary() {
		return false
	}
	reach := f.widestBeside(a, c) * c.size
	box := layout.Rect{X0: a.x1, X1: a.x1 + reach, Y0: c.y - c.size/2, Y1: c.y}
	if side < 0 {
		box.X0, box.X1 = a.x0-reach, a.x0
	}
	found := false
	f.around(box, func(k int32) bool {
		b := &f.atoms[k]
		gap := b.x0 - a.x1
		if side < 0 {
			gap = a.x0 - b.x1
		}
		found = found || gap > -gapBracket*c.size && gap <= reach && f.isOnRow(b, c) && (b.in != 0 && b.in != a.in || b.kind == digitAtom)
		return !found
	})
	return found
}

// reach returns how far c reaches on one side.
func (c *candidate) reach(f *formulaFinder, side int) float32 {
	edge := -float32(farAway) * float32(side)
	for _, i := range f.members[c.first : c.first+c.count] {
		if a := &f.atoms[i]; side > 0 {
			edge = max(edge, a.x1)
		} else {
			edge = min(edge, a.x0)
		}
	}
	return edge
}

// endOnRow returns the last atom of c on one side that stands on its row, and not in a script or over a
// bar; -1: there is none.
func (f *formulaFinder) endOnRow(c *candidate, side int) int32 {
	best := int32(-1)
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		if a.stacked || a.kind == accentAtom || !f.isOnRow(a, c) {
			continue
		}
		if best < 0 || side > 0 && a.x1 > f.atoms[best].x1 || side < 0 && a.x0 < f.atoms[best].x0 {
			best = i
		}
	}
	return best
}

// isOnRow reports whether a stands on the row of c: on its baseline, or across its axis.
func (f *formulaFinder) isOnRow(a *atom, c *candidate) bool {
	axis := c.y - barAxis*c.size
	switch {
	case a.kind == barAtom:
		return f.bars[-a.glyph-2].role == fractionBar && abs(a.y-axis) <= barOnRow*c.size
	case isTall(a):
		return a.ink.Y0 < axis && a.ink.Y1 > axis && a.size > scriptRatio*c.size
	}
	return abs(a.y-c.y) <= formulaLevel*c.size && a.size > scriptRatio*c.size
}

// nextOnRow returns the nearest atom beside c on its row, and the gap to it or to the candidate that it
// belongs to; -1: there is none near.
func (f *formulaFinder) nextOnRow(c *candidate, edge float32, side int) (next int32, gap float32) {
	next, gap = -1, gapLoosest*c.size
	box := layout.Rect{X0: edge - gapBack*c.size, X1: edge + gap, Y0: c.y - c.size, Y1: c.y + c.size/2}
	if side < 0 {
		box.X0, box.X1 = edge-gap, edge+gapBack*c.size
	}
	own := f.atoms[f.members[c.first]].in
	f.around(box, func(k int32) bool {
		a := &f.atoms[k]
		if a.in == own || a.kind == otherAtom && a.use != layout.NoMath {
			return true
		}
		x := a.x0
		if side < 0 {
			x = a.x1
		}
		if a.in != 0 {
			other := &f.clusters[a.in-1]
			if other.gone || abs(other.y-c.y) > formulaLevel*c.size {
				return true
			}
			x = other.reach(f, -side)
		} else if !f.isOnRow(a, c) {
			return true
		}
		if d := (x - edge) * float32(side); d >= -gapBracket*c.size && d < gap {
			next, gap = k, d
		}
		return true
	})
	return next, gap
}

// widestBeside returns the widest gap beside a sign of the formula c, in ems. Gaps beside relations are
// stretched with the spaces of their line.
func (f *formulaFinder) widestBeside(sign *atom, c *candidate) float32 {
	if sign.kind != operatorAtom {
		return gapOperator
	}
	var word float32 // the widest space between words
	reach := wordsFar * c.size
	f.around(layout.Rect{X0: sign.x0 - reach, Y0: c.y - c.size/2, X1: sign.x1 + reach, Y1: c.y}, func(k int32) bool {
		if int(k)+1 < len(f.atoms) {
			a, b := &f.atoms[k], &f.atoms[k+1]
			if (a.kind == proseAtom || b.kind == proseAtom) && a.word != b.word && abs(a.y-c.y) <= formulaLevel*c.size && abs(b.y-a.y) <= formulaLevel*c.size {
				if d := (b.x0 - a.x1) / c.size; d <= gapLoosest {
					word = max(word, d)
				}
			}
		}
		return true
	})
	least := float32(gapOperator)
	if sign.isBinary() {
		least = gapSigns
	}
	return max(least, min(gapLoosest, relationStretch*word))
}
