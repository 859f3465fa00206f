package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// absorbInside adds to formulas what stands between high brackets, or behind a high brace that nothing
// closes, in however many rows:
//
//	( n )     ( a  b )           { 0   if x < 0
//	( r )     ( c  d )    f(x) = { 1   otherwise
func (f *formulaFinder) absorbInside() {
	var pieces []int32
	for i := range f.atoms {
		a := &f.atoms[i]
		if a.in != 0 && (a.kind == fenceAtom || a.ink.Height() > insideHigh*f.body && (a.kind == openAtom || a.kind == closeAtom)) {
			pieces = append(pieces, int32(i))
		}
	}
	if len(pieces) > formulaFences {
		return
	}
	fences := f.putTogether(pieces)
	for n := range fences {
		l := &fences[n]
		if !isOpening(l.char) && !isBarFence(l.char) {
			continue
		}
		switch r := f.closing(fences[n:]); {
		case r != nil:
			f.absorbBox(f.atoms[l.atom].in-1, layout.Rect{X0: l.box.X1, Y0: l.box.Y0, X1: r.box.X1, Y1: l.box.Y1})
		case l.char == '{' && l.box.Height() >= casesHigh*f.body:
			f.absorbCases(f.atoms[l.atom].in-1, &l.box)
		}
	}
}

// closing returns the bracket that closes the first of fences: the nearest one of its height; nil: there
// is none.
func (f *formulaFinder) closing(fences []fence) *fence {
	l := &fences[0]
	for k := 1; k < len(fences); k++ {
		r := &fences[k]
		if f.work++; f.work > formulaWork {
			return nil
		}
		if r.box.X0 <= l.box.X1 || isBarFence(r.char) != isBarFence(l.char) || !isClosing(r.char) && !isBarFence(r.char) ||
			abs(r.box.Y0-l.box.Y0) > gapBracket*f.body || abs(r.box.Y1-l.box.Y1) > gapBracket*f.body {
			continue
		}
		if f.atoms[r.atom].in != f.atoms[l.atom].in && (r.box.X0-l.box.X1 > insideWide*f.body || l.box.Height() < casesHigh*f.body && f.hasWords(l.box.X1, r.box.X0, &l.box)) {
			return nil
		}
		return r
	}
	return nil
}

// hasWords reports whether a word stands between x0 and x1 at the height of box.
func (f *formulaFinder) hasWords(x0, x1 float32, box *layout.Rect) bool {
	found := false
	f.around(layout.Rect{X0: x0, Y0: box.Y0, X1: x1, Y1: box.Y1}, func(k int32) bool {
		a := &f.atoms[k]
		found = found || a.kind == proseAtom && a.x0 > x0 && a.x1 < x1 && a.y > box.Y0 && a.y < box.Y1
		return !found
	})
	return found
}

// isBarFence reports whether c opens and closes with the same sign.
func isBarFence(c rune) bool { return c == '|' || c == 0x2016 || c == 0x2225 }

// fence is a bracket, put together from its pieces.
type fence struct {
	box  layout.Rect
	char rune
	atom int32 // one of its pieces
}

// putTogether makes fences of the pieces of brackets that stand on each other, from left to right.
func (f *formulaFinder) putTogether(pieces []int32) []fence {
	slices.SortStableFunc(pieces, func(a, b int32) int { return compare(f.atoms[a].x0, f.atoms[b].x0) })
	var list []fence
	for _, i := range pieces {
		a := &f.atoms[i]
		found := false
		for n := len(list) - 1; n >= max(0, len(list)-formulaLevels) && !found; n-- {
			l := &list[n]
			if abs(l.box.X0-a.ink.X0) <= pieceNear*f.body && a.ink.Y0 <= l.box.Y1+pieceNear*f.body && a.ink.Y1 >= l.box.Y0-pieceNear*f.body {
				l.box = l.box.Union(a.ink)
				found = true
			}
		}
		if !found {
			list = append(list, fence{a.ink, a.char, i})
		}
	}
	return list
}

// absorbBox adds to cluster i the atoms in box, and all of their clusters.
func (f *formulaFinder) absorbBox(i int32, box layout.Rect) {
	f.absorbAtoms(i, box, func(a *atom) bool {
		x, y := (a.ink.X0+a.ink.X1)/2, (a.ink.Y0+a.ink.Y1)/2
		return x > box.X0 && x < box.X1 && y > box.Y0 && y < box.Y1
	})
}

// absorbAtoms adds to cluster i the atoms near box that fit, and all of their clusters.
func (f *formulaFinder) absorbAtoms(i int32, box layout.Rect, fits func(a *atom) bool) {
	number := i + 1
	var found []int32
	f.around(box, func(k int32) bool {
		if a := &f.atoms[k]; a.in != number && fits(a) {
			found = append(found, k)
		}
		return len(found) < formulaGlyphsMost
	})
	if len(found) == 0 {
		return
	}
	c := &f.clusters[i]
	if f.work += int(c.count); f.work > formulaWork {
		return
	}
	first := int32(len(f.members))
	f.members = append(f.members, f.members[c.first:c.first+c.count]...)
	for _, k := range found {
		a := &f.atoms[k]
		switch {
		case a.in == number:
		case a.in == 0:
			a.in = number
			f.members = append(f.members, k)
		default:
			o := &f.clusters[a.in-1]
			o.gone = true
			for _, m := range f.members[o.first : o.first+o.count] {
				f.atoms[m].in = number
				f.members = append(f.members, m)
			}
		}
	}
	c.first, c.count = first, int32(len(f.members))-first
}

// absorbCases adds to cluster i the rows behind a brace that nothing closes, up to a wide space. The number
// of the formula stays out.
func (f *formulaFinder) absorbCases(i int32, brace *layout.Rect) {
	var row []int32
	seen := map[int32]bool{}
	f.around(layout.Rect{X0: brace.X1, Y0: brace.Y0, X1: f.s.c.Width, Y1: brace.Y1}, func(k int32) bool {
		a := &f.atoms[k]
		if y := (a.ink.Y0 + a.ink.Y1) / 2; a.x0 >= brace.X1-formulaLevel*a.size && y > brace.Y0 && y < brace.Y1 && !seen[k] {
			seen[k] = true
			row = append(row, k)
		}
		return len(row) < formulaGlyphsMost
	})
	slices.SortStableFunc(row, func(a, b int32) int { return compare(f.atoms[a].x0, f.atoms[b].x0) })
	end, kept := brace.X1, 0
	for n, k := range row {
		a := &f.atoms[k]
		if gap := a.x0 - end; gap > casesGap*f.body || gap > numberApart*f.body && a.char == '(' && f.beginsWithNumber(row[n:]) {
			break
		}
		end, kept = max(end, a.x1), n+1
	}
	for _, k := range row[:kept] {
		a := &f.atoms[k]
		f.absorbAtoms(i, a.ink, func(b *atom) bool { return b == a })
	}
}

// beginsWithNumber reports whether the first of atoms, from left to right, are the number of a formula. Behind it is
// nothing, or the next column.
func (f *formulaFinder) beginsWithNumber(atoms []int32) bool {
	for n := 1; n < min(len(atoms), numberLongest); n++ {
		if a := &f.atoms[atoms[n]]; a.x0-f.atoms[atoms[n-1]].x1 > numberApart*a.size {
			atoms = atoms[:n]
			break
		}
	}
	if len(atoms) > numberLongest {
		return false
	}
	items := make([]rowItem, len(atoms))
	for n, i := range atoms {
		items[n] = rowItem{cluster: -1, atom: i}
	}
	return f.isNumberText(items)
}
