package analyze

import (
	"slices"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// findNames finds the names of functions that isFunctionName does not know. A bracket with a variable
// follows them, or a subscript. A bracket that holds a relation is a remark on a word, and words of
// program text name nothing:
//
//	sat(S)    DFT     not: total(n = 218)
//	             ω
func (f *formulaFinder) findNames() {
	f.markAsking()
	for i := range f.atoms {
		a := &f.atoms[i]
		if a.kind != proseAtom || a.mono || i+1 < len(f.atoms) && f.atoms[i+1].word == a.word || f.work > formulaWork {
			continue
		}
		behind := layout.Rect{X0: a.x1, Y0: a.y - a.size/2, X1: a.x1 + a.size/2, Y1: a.y + a.size/2}
		if !f.asksForName(behind) {
			continue
		}
		named := false
		f.around(behind, func(k int32) bool {
			b := &f.atoms[k]
			gap := b.x0 - a.x1
			switch {
			case gap < -nameBefore*a.size || gap > nameBefore*a.size || b.kind == proseAtom:
			case b.size <= scriptRatio*a.size:
				named = named || b.weight != silent && b.kind != digitAtom && b.y-a.y > scriptShift*a.size/2 && b.y-a.y <= scriptDown*a.size
			case b.kind == openAtom && abs(a.y-b.y) <= formulaLevel*a.size:
				named = named || f.holdsVariable(k) && !f.holdsRelation(k)
			}
			return !named
		})
		if !named {
			continue
		}
		for k := i; k >= 0 && f.atoms[k].word == a.word; k-- {
			f.atoms[k].kind = nameAtom
		}
	}
}

// markAsking marks the cells of the raster that have a bracket, or a sign of mathematics that may be a subscript. Most
// words have none behind them.
func (f *formulaFinder) markAsking() {
	f.asking = sized(f.asking, f.cols*f.rows)
	clear(f.asking)
	for i := range f.atoms {
		if a := &f.atoms[i]; a.kind != openAtom && (a.weight == silent || a.kind == digitAtom) {
			continue
		}
		t := f.touched[i]
		for c := t.first; c <= t.last; c += int32(f.cols) {
			for k := range t.cols {
				f.asking[c+k] = true
			}
		}
	}
}

// asksForName reports whether a cell that box touches is marked.
func (f *formulaFinder) asksForName(box layout.Rect) bool {
	c0, r0 := f.cellAt(box.X0, box.Y0)
	c1, r1 := f.cellAt(box.X1, box.Y1)
	for r := r0; r <= r1; r++ {
		if slices.Contains(f.asking[r*f.cols+c0:r*f.cols+c1+1], true) {
			return true
		}
	}
	return false
}

// holdsVariable reports whether a variable stands right behind the bracket i.
func (f *formulaFinder) holdsVariable(i int32) bool {
	a := &f.atoms[i]
	held := false
	f.around(layout.Rect{X0: a.x1, Y0: a.y - a.size/2, X1: a.x1 + a.size/2, Y1: a.y}, func(k int32) bool {
		b := &f.atoms[k]
		held = held || k != i && (b.weight == surely || b.weight == weakly && b.kind == letterAtom) && abs(b.y-a.y) <= formulaLevel*a.size && b.x0 >= a.x0 && b.x0-a.x1 <= gapBracket*a.size
		return !held
	})
	return held
}

// holdsRelation reports whether a relation stands behind the bracket i and before the next bracket.
func (f *formulaFinder) holdsRelation(i int32) bool {
	for range limitLongest {
		a := &f.atoms[i]
		next := int32(-1)
		f.around(layout.Rect{X0: a.x1, Y0: a.y - a.size/2, X1: a.x1 + a.size, Y1: a.y}, func(k int32) bool {
			b := &f.atoms[k]
			if k != i && abs(b.y-a.y) <= formulaLevel*a.size && b.x0 >= (a.x0+a.x1)/2 && b.x0-a.x1 <= gapOperator*a.size && (next < 0 || b.x0 < f.atoms[next].x0) {
				next = k
			}
			return true
		})
		if next < 0 || f.atoms[next].kind == openAtom || f.atoms[next].kind == closeAtom {
			return false
		}
		if f.atoms[next].kind == operatorAtom && isRelation(f.atoms[next].char) {
			return true
		}
		i = next
	}
	return false
}

// joinWords adds to clusters the names at the sides of a relation: coNP ⊆ NP.
func (f *formulaFinder) joinWords() {
	for i := range f.clusters {
		c := &f.clusters[i]
		if c.gone || c.sure == 0 || f.work > formulaWork {
			continue
		}
		l, r := f.ends(c)
		if l < 0 {
			continue
		}
		a := &f.atoms[l]
		if a.asksForSides() {
			f.absorbWord(c, int32(i), l, -1, gapOperator)
		}
		if b := &f.atoms[r]; b.asksForSides() {
			f.absorbWord(c, int32(i), r, 1, gapOperator)
		}
		f.settleRow(c)
	}
}

// asksForSides reports whether a is a relation that has something on both sides. Arrows do not count: they
// may point from or to a word of the sentence.
func (a *atom) asksForSides() bool {
	return a.kind == operatorAtom && a.weight == surely && !isArrow(a.char) && !isOrdinarySign(a.char)
}

func isArrow(c rune) bool { return c >= 0x2190 && c <= 0x21FF || c >= 0x27F0 && c <= 0x27FF }

// ends returns the first and the last atom of c, bars left out; -1: there is none.
func (f *formulaFinder) ends(c *candidate) (first, last int32) {
	first, last = -1, -1
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		if a.kind == barAtom {
			continue
		}
		if first < 0 || a.x0 < f.atoms[first].x0 {
			first = i
		}
		if last < 0 || a.x1 > f.atoms[last].x1 {
			last = i
		}
	}
	return first, last
}

// absorbWord adds to c the word that begins (side 1) or ends (side -1) within gap of its atom i.
func (f *formulaFinder) absorbWord(c *candidate, number, i int32, side int, gap float32) {
	a := &f.atoms[i]
	best := f.beside(i, side, gap, func(b *atom) bool {
		return (b.kind == proseAtom || b.kind == nameAtom || b.kind == letterAtom) && abs(a.y-b.y) <= formulaLevel*a.size && b.word != 0
	})
	if best >= 0 && (side > 0 || f.atoms[best].kind != proseAtom || f.hasCapital(best)) {
		f.addWord(c, number, best)
	}
}

// hasCapital reports whether the word of atom i has a capital. Words of the sentence before a sign, as in
// "patients having > 1", have none.
func (f *formulaFinder) hasCapital(i int32) bool {
	word := f.atoms[i].word
	for i > 0 && f.atoms[i-1].word == word {
		i--
	}
	for ; int(i) < len(f.atoms) && f.atoms[i].word == word; i++ {
		if unicode.IsUpper(f.atoms[i].char) {
			return true
		}
	}
	return false
}

// beside returns the nearest atom within gap ems of atom i that belongs to no formula and fits; -1: there
// is none.
func (f *formulaFinder) beside(i int32, side int, gap float32, fits func(b *atom) bool) int32 {
	a := &f.atoms[i]
	reach := gap * a.size
	best := int32(-1)
	f.around(layout.Rect{X0: a.x0 - reach - f.body, Y0: a.ink.Y0 - f.body/2, X1: a.x1 + reach + f.body, Y1: a.ink.Y1 + f.body/2}, func(k int32) bool {
		b := &f.atoms[k]
		d := a.x0 - b.x1
		if side > 0 {
			d = b.x0 - a.x1
		}
		if b.in == 0 && k != i && d >= -gapBracket*a.size && d <= reach && fits(b) {
			best, reach = k, d
		}
		return true
	})
	return best
}

// addWord adds the word of atom i to c.
func (f *formulaFinder) addWord(c *candidate, number, i int32) {
	first := int32(len(f.members))
	f.members = append(f.members, f.members[c.first:c.first+c.count]...)
	word := f.atoms[i].word
	from, to := i, i+1
	for word != 0 && from > 0 && f.atoms[from-1].word == word {
		from--
	}
	for word != 0 && int(to) < len(f.atoms) && f.atoms[to].word == word {
		to++
	}
	for k := from; k < to; k++ {
		if f.atoms[k].in == 0 {
			f.atoms[k].in = number + 1
			f.members = append(f.members, k)
		}
	}
	f.spreadFrom(first, first+c.count, number+1)
	c.first, c.count = first, int32(len(f.members))-first
}

// trimInline takes what belongs to the sentence off the ends of formulas in text.
func (f *formulaFinder) trimInline() {
	for i := range f.clusters {
		c := &f.clusters[i]
		if c.gone || c.display {
			continue
		}
		before := c.count
		f.trim(c)
		if c.count == 0 {
			c.gone = true
		} else if c.count != before {
			f.settleRow(c)
		}
	}
}

// trim takes signs of the sentence off both ends of c: its comma, or a bracket around more than the
// formula.
func (f *formulaFinder) trim(c *candidate) {
	members := f.members[c.first : c.first+c.count]
	slices.SortStableFunc(members, func(a, b int32) int { return compare(f.atoms[a].x0, f.atoms[b].x0) })
	open, lone := 0, [2]int{} // brackets without a partner in c: closing ones, then opening ones
	for _, i := range members {
		switch f.atoms[i].kind {
		case openAtom:
			open++
		case closeAtom:
			if open == 0 {
				lone[0]++
			} else {
				open--
			}
		}
	}
	lone[1] = open
	for len(members) > 0 {
		if f.isInBrackets(members) && f.hasBrackets() {
			f.atoms[members[0]].in, f.atoms[members[len(members)-1]].in = 0, 0
			members = members[1 : len(members)-1]
			c.first++
			continue
		}
		last := len(members) - 1
		a, z := &f.atoms[members[0]], &f.atoms[members[last]]
		switch {
		case f.isLoose(z, 1, &lone) && (last == 0 || !f.isDots(members, last)):
			z.in = 0
			members = members[:last]
			continue
		case f.isLoose(a, -1, &lone):
			a.in = 0
			members = members[1:]
			c.first++
			continue
		}
		break
	}
	c.count = int32(len(members))
}

// isInBrackets reports whether a pair of brackets of a font for texts is around all of members.
func (f *formulaFinder) isInBrackets(members []int32) bool {
	open := 0
	for n, i := range members {
		a := &f.atoms[i]
		switch a.kind {
		case openAtom:
			open++
		case closeAtom:
			open--
		}
		if isEnd := n == 0 || n == len(members)-1; isEnd && a.use != layout.NoMath || (open == 0) != (n == len(members)-1) {
			return false
		}
	}
	return len(members) > 1
}

// isDots reports whether the point at the end of members is one of several.
func (f *formulaFinder) isDots(members []int32, last int) bool {
	return f.atoms[members[last]].kind == stopAtom && f.atoms[members[last-1]].kind == stopAtom
}

// isLoose reports whether a, at an end of a formula, belongs to the sentence around it.
func (f *formulaFinder) isLoose(a *atom, side int, lone *[2]int) bool {
	if a.use != layout.NoMath || a.stacked {
		return false
	}
	switch a.kind {
	case commaAtom, otherAtom:
		return true
	case stopAtom:
		return side > 0 || a.char == '.'
	case nameAtom:
		return false
	case operatorAtom:
		return isJoint(a) && a.char != '!' || a.char == ':'
	case closeAtom:
		if lone[0] > 0 {
			lone[0]--
			return true
		}
	case openAtom:
		if lone[1] > 0 {
			lone[1]--
			return true
		}
	}
	return false
}

// isInline reports whether a candidate in text is a formula: it has a variable, or a sign between two
// sides that is rare in texts. Marks of notes, bullets and units are text. So are numbers with a sign
// between them, on a page without variables.
func (f *formulaFinder) isInline(c *candidate) bool {
	letters, digits, others, bars, scripts := 0, 0, 0, 0, 0
	sure := 0
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		if a.weight == surely {
			sure++
		}
		switch a.kind {
		case letterAtom, nameAtom, proseAtom:
			letters++
		case digitAtom:
			digits++
		case barAtom:
			bars++
		default:
			others++
		}
		if a.size <= scriptRatio*c.size {
			scripts++
		}
	}
	switch {
	case letters+digits == 0:
		return false
	case c.goesOn:
		return true
	case f.isNote(c) || f.isUnit(c):
		return false
	case bars > 0:
		return true
	case sure == 0 && letters == 0:
		return f.isReckoned(c)
	case sure == 0:
		return others > 1 && scripts < int(c.count) || f.hasSignedVariable(c)
	}
	return c.count > 1 || letters == 1
}

// hasSignedVariable reports whether c has a variable, and a minus sign of a script: e⁻ᵗ. Units are upright: cm⁻¹. A
// sign of full size before a variable may be the bullet of an item that begins with a name in italics.
func (f *formulaFinder) hasSignedVariable(c *candidate) bool {
	variable, sign := false, false
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		variable = variable || a.kind == letterAtom && (a.italic || a.use == layout.MathAll)
		sign = sign || a.char == 0x2212 && a.isSign() && a.size <= scriptRatio*c.size
	}
	return variable && sign
}

// isReckoned reports whether c is figures with a sign of mathematics between two of them, or with angle brackets, on a
// page that has variables: 0.58 ± 0.01, (0, 1) ≠ (0, 0), |0⟩.
func (f *formulaFinder) isReckoned(c *candidate) bool {
	members := f.members[c.first : c.first+c.count]
	first, last := float32(farAway), -float32(farAway) // where the first figure of the row and its powers ends and the last one begins
	open, partners, angles := 0, 0, false
	for _, i := range members { // from left to right, as trim sorted them
		a := &f.atoms[i]
		switch {
		case isAngleBracket(a.char) && a.kind == closeAtom:
			if angles = true; partners == 0 {
				return false
			}
			partners--
		case isAngleBracket(a.char), a.char == '|':
			partners++
		case a.kind == openAtom:
			open++
		case a.kind == closeAtom:
			if open--; open < 0 {
				return false // its other half belongs to the sentence
			}
		}
		if a.kind == digitAtom && (abs(a.y-c.y) <= formulaLevel*c.size || a.y < c.y && a.size <= scriptRatio*c.size) {
			first, last = min(first, a.x1), max(last, a.x0)
		}
	}
	return open == 0 && (angles || slices.ContainsFunc(members, func(i int32) bool {
		a := &f.atoms[i]
		middle := (a.x0 + a.x1) / 2
		return a.isSign() && middle >= first && middle <= last
	})) && (f.hasVariables() || f.hasPlainSigns())
}

// isSign reports whether a is a sign between two sides, in a font of mathematics or as a variable is set.
func (a *atom) isSign() bool {
	return (a.use != layout.NoMath || a.weight != silent) && (a.kind == operatorAtom && !isOrnament(a.char) || a.char == negation)
}

// hasPlainSigns reports whether the page has signs that texts have too in a font of signs: a program for formulas wrote
// it. Typesetters took = and < of texts from such fonts.
func (f *formulaFinder) hasPlainSigns() bool {
	if f.plain == 0 {
		f.plain = -1
		if slices.ContainsFunc(f.atoms, func(a atom) bool {
			return a.use == layout.MathSymbols && isPlainSign(a.char) && !isRelation(a.char)
		}) {
			f.plain = 1
		}
	}
	return f.plain > 0
}

// hasBrackets reports whether formulas of the page have their brackets in fonts of mathematics. If so, brackets in the
// font of the text belong to the text around a formula.
func (f *formulaFinder) hasBrackets() bool {
	if f.brackets == 0 {
		f.brackets = -1
		if slices.ContainsFunc(f.atoms, func(a atom) bool {
			return a.use != layout.NoMath && (a.char == '(' || a.char == '[') && a.kind == openAtom
		}) {
			f.brackets = 1
		}
	}
	return f.brackets > 0
}

func isAngleBracket(c rune) bool {
	switch c {
	case 0x27E8, 0x27E9, 0x2329, 0x232A, 0x3008, 0x3009:
		return true
	}
	return false
}

// negation is the stroke that is set over a sign: = becomes ≠.
const negation = 0x338

// isNote reports whether c is the mark of a note: all of it stands raised behind a word.
func (f *formulaFinder) isNote(c *candidate) bool {
	if c.size > scriptRatio*f.body {
		return false
	}
	l, _ := f.ends(c)
	if l < 0 {
		return false
	}
	a := &f.atoms[l]
	return f.beside(l, -1, gapBracket, func(b *atom) bool {
		return b.use == layout.NoMath && a.size <= scriptRatio*b.size && b.y-a.y > scriptShift*b.size
	}) >= 0
}

// isUnit reports whether c belongs to the text: a lone letter of a font that texts have too, or the µ of a
// unit, as in µm and µg.
func (f *formulaFinder) isUnit(c *candidate) bool {
	first, _ := f.ends(c)
	if first < 0 || c.count > unitLongest {
		return false
	}
	i := first
	a := &f.atoms[i]
	if c.count == 1 && a.weight != surely {
		return true
	}
	if a.char != 'µ' && a.char != 'μ' && a.char != 'Ω' {
		return false
	}
	for _, k := range f.members[c.first : c.first+c.count] {
		if b := &f.atoms[k]; k != i && (b.kind != letterAtom || b.use != layout.NoMath || b.italic) {
			return false
		}
	}
	return c.count > 1 || f.beside(i, 1, formulaWordGap, func(b *atom) bool {
		return (b.kind == proseAtom || b.kind == letterAtom) && abs(a.y-b.y) <= formulaLevel*a.size
	}) >= 0
}
