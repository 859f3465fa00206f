package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// partLines cuts candidates that hold formulas of two lines of a text. A script or the lower half of a
// fraction in one line may stand to the next line as a script of that line does:
//
//	the sum of a/b with       two formulas, for each row of the candidate has words beside it
//	the limit ∑ x is
//	           n
func (f *formulaFinder) partLines() {
	for i := range f.clusters { // clusters that partRows adds have one row each
		c := &f.clusters[i]
		if c.gone || c.box.Height() <= linesHigh*f.body || f.work > formulaWork {
			continue
		}
		if rows := f.textRows(c); len(rows) > 1 {
			f.partRows(int32(i), rows)
		}
	}
}

// goOnBelow makes candidates of figures at the beginning of a line, if a formula at the end of the line above asks for
// another side:
//
//	so that the number n =
//	17 is one of them
func (f *formulaFinder) goOnBelow() {
	for i := range f.clusters { // none of those that it adds ends in a sign
		c := &f.clusters[i]
		if c.gone || c.count < 2 || c.sure == 0 || f.work > formulaWork {
			continue
		}
		_, last := f.ends(c)
		if last < 0 || int(last)+1 >= len(f.atoms) || !f.atoms[last].asks(1) || f.atoms[last].kind != operatorAtom {
			continue
		}
		a, b := &f.atoms[last], &f.atoms[last+1] // texts are shown line by line
		isBelow := b.y-a.y >= linesApart*a.size && b.y-a.y <= linesPitch*a.size && b.x1 < a.x0 && b.size >= scriptRatio*a.size
		if !isBelow || b.kind != digitAtom && b.kind != openAtom && !b.isBinary() {
			continue
		}
		if b.in == 0 {
			f.growFrom(last + 1)
		}
		n := b.in - 1
		if f.clusters[n].gone {
			continue
		}
		f.clusters[n].goesOn = true
		f.settleRow(&f.clusters[n])
		for f.joinSide(&f.clusters[n], n, 1) {
			f.settleRow(&f.clusters[n])
		}
	}
}

// partNumbered cuts displays that have several numbers beside them, each on a row of its own:
//
//	x = a/b    (1)
//	y = c/d    (2)
func (f *formulaFinder) partNumbered() {
	for i := range f.clusters {
		c := &f.clusters[i]
		if c.gone || !c.display || c.box.Height() <= linesHigh*f.body || f.work > formulaWork {
			continue
		}
		rows := f.numbersBeside(c)
		members := f.members[c.first : c.first+c.count]
		for n := range rows {
			if !slices.ContainsFunc(members, func(m int32) bool {
				a := &f.atoms[m]
				return abs(a.y-rows[n].y) <= sameRow*f.body && f.isRowOf(a, c, members)
			}) {
				rows = nil
				break
			}
		}
		if len(rows) > 1 && !f.holdsRows(members, rows, c.size) {
			f.partRows(int32(i), rows)
		}
	}
}

// numbersBeside returns the rows of formula numbers that stand beside c, the highest first.
func (f *formulaFinder) numbersBeside(c *candidate) []textRow {
	var list []textRow
	f.work += len(f.lines.rows)
	for k := range f.lines.rows {
		q := &f.lines.rows[k]
		middle := q.y - textMiddle*q.size
		if middle <= c.box.Y0 || middle >= c.box.Y1 || !f.isNumberRow(q) {
			continue
		}
		if gap := max(q.numbered.X0-c.box.X1, c.box.X0-q.numbered.X1); gap >= numberApart*f.body && !f.parted(c, q, gap) {
			list = append(list, textRow{y: q.y})
		}
	}
	slices.SortFunc(list, func(a, b textRow) int { return compare(a.y, b.y) })
	return list
}

// textRow is a row of a candidate on a line of the text.
type textRow struct {
	y      float32
	x0, x1 float32 // extent of what stands on it
}

// textRows returns the rows of c, the highest first, if words stand beside each of them, or if c is in a table, and no
// bracket is around two of them; else nil.
func (f *formulaFinder) textRows(c *candidate) []textRow {
	rows := f.rowsOf(c)
	if len(rows) > 1 && f.isRuledIn(&formulaRow{box: c.box}) {
		return rows
	}
	for n := range rows {
		if !f.isInText(&rows[n], c) {
			return nil
		}
	}
	return rows
}

// rowsOf returns the rows of c, the highest first. It returns nil if c has one row, if a bracket is around
// two of them, or if two are as near as a script and its base.
func (f *formulaFinder) rowsOf(c *candidate) []textRow {
	var rows []textRow
	members := f.members[c.first : c.first+c.count]
	for _, i := range members {
		a := &f.atoms[i]
		if !f.isRowOf(a, c, members) {
			continue
		}
		n := slices.IndexFunc(rows, func(r textRow) bool { return abs(r.y-a.y) <= formulaLevel*c.size })
		if n < 0 {
			if len(rows) == formulaLevels {
				return nil
			}
			rows = append(rows, textRow{a.y, a.x0, a.x1})
			continue
		}
		rows[n].x0, rows[n].x1 = min(rows[n].x0, a.x0), max(rows[n].x1, a.x1)
	}
	slices.SortFunc(rows, func(a, b textRow) int { return compare(a.y, b.y) })
	f.work += len(members) * len(rows)
	for n := range rows {
		if n > 0 && rows[n].y-rows[n-1].y < linesApart*c.size {
			return nil
		}
	}
	if len(rows) < 2 || f.holdsRows(members, rows, c.size) {
		return nil
	}
	return rows
}

// isRowOf reports whether a, one of the members of c, tells where a row is: it is as large as the text,
// and neither over nor under a bar.
func (f *formulaFinder) isRowOf(a *atom, c *candidate, members []int32) bool {
	return a.kind != barAtom && a.kind != accentAtom && !isTall(a) && a.size >= scriptRatio*c.size && a.ink.Height() <= fenceHigh*a.size && f.barOf(a, members) == nil
}

// isInText reports whether a word stands beside r, a row of c, without a wide gap. Parts of other formulas
// may stand between.
func (f *formulaFinder) isInText(r *textRow, c *candidate) bool {
	own := f.atoms[f.members[c.first]].in
	return f.reachesWord(r, c.size, own, 1) || f.reachesWord(r, c.size, own, -1)
}

// reachesWord is isInText for one side.
func (f *formulaFinder) reachesWord(r *textRow, size float32, own int32, side float32) bool {
	end := r.x1
	if side < 0 {
		end = r.x0
	}
	reach := linesBeside * size
	for range linesSteps {
		word, next := false, end
		f.around(layout.Rect{X0: end - reach, Y0: r.y - size, X1: end + reach, Y1: r.y + size/2}, func(i int32) bool {
			a := &f.atoms[i]
			near, far := a.x0, a.x1
			if side < 0 {
				near, far = a.x1, a.x0
			}
			if abs(a.y-r.y) > linesScript*size || (near-end)*side > reach || (near-end)*side < -gapBack*size {
				return true
			}
			word = word || a.kind == proseAtom && a.in != own && abs(a.y-r.y) <= formulaLevel*size
			if (far-next)*side > 0 {
				next = far
			}
			return !word
		})
		if word || next == end {
			return word
		}
		end = next
	}
	return false
}

// holdsRows reports whether a bracket or a root among the members reaches over two of the rows.
func (f *formulaFinder) holdsRows(members []int32, rows []textRow, size float32) bool {
	var pieces []int32
	for _, i := range members {
		if isTall(&f.atoms[i]) {
			pieces = append(pieces, i)
		}
	}
	if len(pieces) > formulaFences {
		return true
	}
	axis := barAxis * size
	for _, p := range f.putTogether(pieces) {
		for n := range rows[1:] {
			if p.box.Y0 < rows[n].y-axis && p.box.Y1 > rows[n+1].y-axis {
				return true
			}
		}
	}
	return false
}

// partRows makes a candidate of each row of candidate i. What stands over and under the bar of a fraction
// goes with the bar, all else with the row of the nearest axis.
func (f *formulaFinder) partRows(i int32, rows []textRow) {
	c := &f.clusters[i]
	members := slices.Clone(f.members[c.first : c.first+c.count])
	axis, display := barAxis*c.size, c.display
	rowAt := func(y float32) int {
		best := 0
		for n := range rows {
			if abs(rows[n].y-axis-y) < abs(rows[best].y-axis-y) {
				best = n
			}
		}
		return best
	}
	parts := make([][]int32, len(rows))
	f.work += len(members) * len(rows)
	for _, m := range members {
		a := &f.atoms[m]
		y := (a.ink.Y0 + a.ink.Y1) / 2
		if bar := f.barOf(a, members); bar != nil {
			y = bar.y
		} else if f.isRowOf(a, c, members) {
			y = a.y - axis
		}
		n := rowAt(y)
		parts[n] = append(parts[n], m)
	}
	c.gone = true
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		first := int32(len(f.members))
		f.members = append(f.members, p...)
		f.clusters = append(f.clusters, candidate{first: first, count: int32(len(p)), display: display})
		for _, m := range p {
			f.atoms[m].in = int32(len(f.clusters))
		}
		f.settleRow(&f.clusters[len(f.clusters)-1])
	}
}

// barOf returns the nearest bar of a fraction among members that a stands right over or under; nil: there
// is none.
func (f *formulaFinder) barOf(a *atom, members []int32) *atom {
	var best *atom
	middle := (a.x0 + a.x1) / 2
	far := func(b *atom) float32 { return max(b.y-a.ink.Y1, a.ink.Y0-b.y) }
	near := float32(barNear)
	if a.size <= scriptRatio*f.body {
		near = limitParted
	}
	if f.work += len(members); f.work > formulaWork {
		return nil
	}
	for _, m := range members {
		b := &f.atoms[m]
		if b.kind == barAtom && f.bars[-b.glyph-2].role == fractionBar && b.x0 <= middle && b.x1 >= middle && far(b) <= near*a.size && (best == nil || far(b) < far(best)) {
			best = b
		}
	}
	return best
}
