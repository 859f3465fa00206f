package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// joinDisplays joins the parts of a display that wide spaces separate, gives displays their numbers, and
// joins rows that continue below.
func (f *formulaFinder) joinDisplays() {
	f.partNumbered()
	var list []int32
	for i := range f.clusters {
		if c := &f.clusters[i]; c.display && !c.gone {
			list = append(list, int32(i))
		}
	}
	if len(list) == 0 {
		return
	}
	f.joinBeside(list)
	f.numberRows(list)
	f.joinBelow(list)
	f.numberMiddles(list)
}

// joinBeside joins the displays that stand on one row.
func (f *formulaFinder) joinBeside(list []int32) {
	slices.SortStableFunc(list, func(a, b int32) int { return compare(f.clusters[a].box.X0, f.clusters[b].box.X0) })
	for n, i := range list {
		a := &f.clusters[i]
		for _, k := range list[n+1:] {
			if f.work++; f.work > formulaWork {
				return
			}
			b := &f.clusters[k]
			if a.gone || b.gone || b.box.X0-a.box.X1 > displayQuad*f.body {
				continue
			}
			level := abs(a.y-b.y) <= sameRow*f.body
			inside := b.box.X0 < a.box.X1 && b.box.Y0 < a.box.Y1 && b.box.Y1 > a.box.Y0
			if level || inside {
				f.absorb(a, b, i)
			}
		}
	}
}

// absorb makes b a part of a, which is candidate number i.
func (f *formulaFinder) absorb(a, b *candidate, i int32) {
	f.work += int(a.count + b.count)
	first := int32(len(f.members))
	f.members = append(f.members, f.members[a.first:a.first+a.count]...)
	f.members = append(f.members, f.members[b.first:b.first+b.count]...)
	y, size := a.y, a.size
	for _, m := range f.members[first+a.count:] {
		f.atoms[m].in = i + 1
	}
	if b.box.Width() > a.box.Width() {
		y, size = b.y, b.size
	}
	a.first, a.count = first, a.count+b.count
	b.gone = true
	a.box = a.box.Union(b.box)
	a.sure, a.weak = a.sure+b.sure, a.weak+b.weak
	a.y, a.size = y, size
	if a.number == (layout.Rect{}) {
		a.number = b.number
	}
}

// numberRows gives each display the number that stands on its row.
func (f *formulaFinder) numberRows(list []int32) {
	f.giveNumbers(list, func(c *candidate, q *formulaRow) bool { return abs(c.y-q.y) <= sameRow*f.body })
}

// numberMiddles gives a number to displays of several rows without one: the number that stands beside one
// of the rows, or between two.
func (f *formulaFinder) numberMiddles(list []int32) {
	f.giveNumbers(list, func(c *candidate, q *formulaRow) bool {
		middle := q.y - textMiddle*q.size
		return c.number == (layout.Rect{}) && middle > c.box.Y0 && middle < c.box.Y1
	})
}

func (f *formulaFinder) giveNumbers(list []int32, fits func(c *candidate, q *formulaRow) bool) {
	for k := range f.lines.rows {
		q := &f.lines.rows[k]
		if q.taken || !f.isNumberRow(q) {
			continue
		}
		best, least := int32(-1), float32(farAway)
		for _, i := range list {
			c := &f.clusters[i]
			gap := max(q.numbered.X0-c.box.X1, c.box.X0-q.numbered.X1)
			if f.work++; f.work > formulaWork {
				return
			}
			if c.gone || gap < numberApart*f.body || gap >= least || !fits(c, q) || f.parted(c, q, gap) {
				continue
			}
			best, least = i, gap
		}
		if best >= 0 {
			c := &f.clusters[best]
			c.number, c.y, q.taken = q.numbered, q.y, true
		}
	}
}

// isNumberRow reports whether the number of a formula stands on the row, alone or at an end.
func (f *formulaFinder) isNumberRow(q *formulaRow) bool {
	if f.isNumber(q) {
		q.numbered = q.box
		return true
	}
	items := f.lines.items[q.first : q.first+q.count]
	for n := range items {
		if n > 0 && items[n].cluster < 0 && items[n].box.X0-items[n-1].box.X1 > numberApart*q.size && f.isNumberText(items[n:]) {
			q.numbered = layout.Rect{X0: items[n].box.X0, Y0: q.box.Y0, X1: q.box.X1, Y1: q.box.Y1}
			return true
		}
	}
	for n := min(len(items)-1, numberLongest); n > 0; n-- {
		if items[n].box.X0-items[n-1].box.X1 > numberApart*q.size && f.isNumberText(items[:n]) {
			q.numbered = layout.Rect{X0: q.box.X0, Y0: q.box.Y0, X1: items[n-1].box.X1, Y1: q.box.Y1}
			return true
		}
	}
	return false
}

// parted reports whether text stands between a display and a number. Such a number belongs to the next
// column.
func (f *formulaFinder) parted(c *candidate, q *formulaRow, gap float32) bool {
	x0, x1 := c.box.X1, q.numbered.X0
	if q.numbered.X1 < c.box.X0 {
		x0, x1 = q.numbered.X1, c.box.X0
	}
	if gap > numberFar*f.s.c.Width {
		return true
	}
	row := formulaRow{y: c.y, size: c.size, box: c.box}
	if left, right, _, _ := f.column(&row); left < right && (q.numbered.X0 > right+f.body || q.numbered.X1 < left-f.body) && f.isBesideColumn(&c.box, &q.numbered) {
		return true
	}
	for i := range f.lines.rows {
		o := &f.lines.rows[i]
		if o != q && o.letters+o.clusters > 0 && o.box.X0 > x0 && o.box.X1 < x1 && o.box.Y0 < q.box.Y1 && o.box.Y1 > q.box.Y0 {
			return true
		}
	}
	return false
}

// isBesideColumn reports whether a number stands in another column than a display: lines of the page run
// above or below it, and none of them above or below the display. Lines around a display may be short.
func (f *formulaFinder) isBesideColumn(display, number *layout.Rect) bool {
	other := false
	f.work += len(f.lines.rows)
	for i := range f.lines.rows {
		r := &f.lines.rows[i]
		if r.letters < columnLetters || r.box.X1 <= number.X0 || r.box.X0 >= number.X1 {
			continue
		}
		if r.box.X0 < display.X1 && r.box.X1 > display.X0 {
			return false
		}
		other = true
	}
	return other
}

// joinBelow joins rows that are close to each other and line up at a relation. No two rows of one formula
// have numbers.
//
//	f(x) = a + b
//	     = c
func (f *formulaFinder) joinBelow(list []int32) {
	slices.SortStableFunc(list, func(a, b int32) int { return compare(f.clusters[a].box.Y0, f.clusters[b].box.Y0) })
	for n, i := range list {
		a := &f.clusters[i]
		for _, k := range list[n+1:] {
			b := &f.clusters[k]
			if f.work++; f.work > formulaWork {
				return
			}
			if b.box.Y0-a.box.Y1 > displayNear*f.body {
				break
			}
			if a.gone || b.gone || a.number != (layout.Rect{}) || b.box.X0 > a.box.X1 || b.box.X1 < a.box.X0 {
				continue
			}
			if b.box.Y0 < a.box.Y1-displayLap*f.body || f.inLine(a, b) {
				f.absorb(a, b, i)
			}
		}
	}
}

// inLine reports whether relations of two rows stand below each other.
func (f *formulaFinder) inLine(a, b *candidate) bool {
	for _, i := range f.members[a.first : a.first+a.count] {
		x := &f.atoms[i]
		if x.kind != operatorAtom || !isRelation(x.char) || x.size <= scriptRatio*a.size || abs(x.y-a.y) > formulaLevel*f.body && a.box.Height() < 2*f.body {
			continue
		}
		for _, k := range f.members[b.first : b.first+b.count] {
			if y := &f.atoms[k]; y.kind == operatorAtom && isRelation(y.char) && abs(y.y-b.y) <= formulaLevel*f.body && abs(x.x0-y.x0) <= alignSlack*f.body {
				return true
			}
			if f.work++; f.work > formulaWork {
				return false
			}
		}
	}
	return false
}
