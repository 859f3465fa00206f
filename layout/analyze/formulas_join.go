package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// joinPieces joins the pieces of one formula: they stand on one row, and between them is only a space that
// their ends allow. A gap between two glyphs tells less than mathematics on both sides of it:
//
//	[M   ] [= a]      [k T] [ln P]     [sup   ] [f(t)]
//	  vir               B                 t>0
func (f *formulaFinder) joinPieces() {
	order := make([]int32, 0, len(f.clusters))
	for i := range f.clusters {
		if c := &f.clusters[i]; !c.gone && c.count > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return compare(f.clusters[a].box.X0, f.clusters[b].box.X0) })
	for _, i := range order {
		for a := &f.clusters[i]; !a.gone && f.work <= formulaWork; {
			k := f.nextPiece(a, i)
			if k < 0 || !f.isOneFormula(a, &f.clusters[k]) {
				break
			}
			f.absorb(a, &f.clusters[k], i)
			f.settleRow(a)
		}
	}
}

// nextPiece returns the candidate that begins right of a, which is candidate number i, with no other glyph
// between them; -1: there is none.
func (f *formulaFinder) nextPiece(a *candidate, i int32) int32 {
	_, last := f.ends(a)
	if last < 0 {
		return -1
	}
	end := f.atoms[last].x1
	reach := pieceOperator * max(a.size, f.body)
	if l := &f.atoms[last]; l.kind == commaAtom && l.use != layout.NoMath {
		reach = pieceComma * max(a.size, f.body)
	}
	best, from := int32(-1), float32(farAway)
	f.around(layout.Rect{X0: end - reach, Y0: a.y - a.size/2, X1: end + reach, Y1: a.y + a.size/4}, func(k int32) bool {
		b := &f.atoms[k]
		if b.in == i+1 || b.x0 >= from || b.x0 < end-gapBack*a.size || b.x0 > end+reach || b.ink.Y1 < a.y-a.size || b.ink.Y0 > a.y+a.size/4 {
			return true
		}
		best, from = b.in-1, b.x0
		return true
	})
	if best >= 0 && f.clusters[best].gone {
		return -1
	}
	return best
}

// isOneFormula reports whether b continues a.
func (f *formulaFinder) isOneFormula(a, b *candidate) bool {
	_, last := f.ends(a)
	first, _ := f.ends(b)
	if a.sure == 0 || b.sure == 0 || last < 0 || first < 0 {
		return false
	}
	em := max(a.size, b.size)
	l, r, base := &f.atoms[last], &f.atoms[first], f.lastOnRow(a)
	isLarge := base != nil && base.kind == largeAtom // which has something behind it
	level := abs(a.y-b.y) <= formulaLevel*em && min(a.size, b.size) >= scriptRatio*em
	if !level && !(isLarge && isBesideTall(base, r)) {
		return false
	}
	gap := (r.x0 - l.x1) / em
	if l.kind == commaAtom && l.use != layout.NoMath {
		return gap <= pieceComma // the comma of the formula: a comma of the sentence has the font of its text
	}
	if gap > pieceOperator || l.kind == commaAtom || l.kind == stopAtom || r.kind == commaAtom || r.kind == stopAtom {
		return false
	}
	switch {
	case l.kind == operatorAtom || r.kind == operatorAtom, isLarge, f.openBrackets(a) > 0:
		return true
	case r.kind == nameAtom, base != nil && base.kind == nameAtom:
		return gap <= pieceName
	case r.kind == openAtom, l.kind == closeAtom:
		return gap <= pieceBracket
	}
	return gap <= pieceOthers
}

// lastOnRow returns the last atom of c that is in none of its scripts; nil: there is none.
func (f *formulaFinder) lastOnRow(c *candidate) *atom {
	var last *atom
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		if a.kind == barAtom || !isTall(a) && (a.stacked || abs(a.y-c.y) > formulaLevel*c.size) {
			continue
		}
		if last == nil || a.size*scriptRatio >= last.size || a.x1 > last.x1 && a.size >= scriptRatio*last.size {
			last = a
		}
	}
	return last
}

// openBrackets returns how many brackets of c are not closed in it.
func (f *formulaFinder) openBrackets(c *candidate) int {
	open := 0
	for _, i := range f.members[c.first : c.first+c.count] {
		switch f.atoms[i].kind {
		case openAtom:
			open++
		case closeAtom:
			open--
		}
	}
	return open
}
