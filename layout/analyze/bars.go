package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// Thresholds, in points where nothing else is said.
const (
	// The bars of a chart stand on one line and are equally wide, give or take barSlack. Both sides of each are at
	// least barSide. barsLinked or more bars of at least barLengths lengths are a chart: cells of a table have one.
	// Between two of them are at most barGap widths of one, and no text. A box of which text covers barText is the
	// ground of a heading. On a page of more than barsMost such boxes none are linked.
	barSlack   = 1
	barSide    = 4
	barsLinked = 4
	barLengths = 3
	barGap     = 4
	barText    = 0.4
	barsMost   = limits.ChartBars
)

// linkBars inks the line that the bars of a chart stand on, so that bars apart from each other are one drawing:
//
//	 __
//	|  |          __
//	|  |  __     |  |      bars that stand
//	|  | |  |    |  |  __
//	|__|_|__|____|__|_|__|
//
// Bars that lie begin at one line at the left. Texts are the boxes of the text of the page, where it is known.
func (s *contentStage) linkBars(d *drawingFinder, wanted func(path int) bool, texts []textBlock) {
	d.bars, d.texts = d.bars[:0], texts
	boxes := 0
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if p.Op&layout.Fill == 0 || min(p.Box.Width(), p.Box.Height()) < barSide || !wanted(i) || isWhite(hex(s.paint(p.Paint).Fill)) || s.bends(p) > 0 {
			continue
		}
		if boxes++; boxes > barsMost {
			return
		}
		if box, ok := s.drawn(p); ok && !d.isGround(&box) {
			d.bars = append(d.bars, box)
		}
	}
	if len(d.bars) < barsLinked {
		return
	}
	d.linkStanding()
	for i := range d.bars {
		d.bars[i] = turned(d.bars[i])
	}
	d.turned = true
	d.linkStanding()
	d.turned = false
}

// turned swaps the axes of b, so that bars that begin at the left stand.
func turned(b layout.Rect) layout.Rect {
	return layout.Rect{X0: b.Y0, Y0: -b.X1, X1: b.Y1, Y1: -b.X0}
}

// linkStanding links the bars that stand on one line.
func (d *drawingFinder) linkStanding() {
	slices.SortFunc(d.bars, func(a, b layout.Rect) int {
		return cmp.Or(compare(a.Y1, b.Y1), compare(a.X0, b.X0))
	})
	for at := 0; at < len(d.bars); {
		end := at + 1
		for end < len(d.bars) && d.bars[end].Y1-d.bars[at].Y1 <= barSlack {
			end++
		}
		row := d.bars[at:end]
		slices.SortFunc(row, func(a, b layout.Rect) int { return compare(a.X0, b.X0) })
		for first := 0; first < len(row); {
			last := first
			for k := first + 1; k < len(row) && abs(row[k].Width()-row[first].Width()) <= barSlack &&
				row[k].X0-row[k-1].X1 <= barGap*row[first].Width() && !d.isParted(&row[k-1], &row[k]); k++ {
				last = k
			}
			if bars := row[first : last+1]; len(bars) >= barsLinked && lengths(bars) >= barLengths {
				d.linkRow(layout.Rect{X0: bars[0].X0, Y0: bars[0].Y1, X1: bars[len(bars)-1].X1, Y1: bars[0].Y1})
			}
			first = last + 1
		}
		at = end
	}
}

// linkRow inks a line under bars.
func (d *drawingFinder) linkRow(line layout.Rect) {
	d.outline(d.onPage(line), func(bin int) { d.bins[bin] = inked })
}

// onPage turns a box back if the bars are turned.
func (d *drawingFinder) onPage(b layout.Rect) layout.Rect {
	if d.turned {
		return layout.Rect{X0: -b.Y1, Y0: b.X0, X1: -b.Y0, Y1: b.X1}
	}
	return b
}

// isGround reports whether a text covers much of box.
func (d *drawingFinder) isGround(box *layout.Rect) bool {
	return slices.ContainsFunc(d.texts, func(t textBlock) bool {
		in := t.box.Intersect(*box)
		return in.Width() > 0 && in.Height() > 0 && in.Width()*in.Height() >= barText*box.Width()*box.Height()
	})
}

// isParted reports whether text stands between bars a and b, which lie. Names of standing bars are below them.
func (d *drawingFinder) isParted(a, b *layout.Rect) bool {
	if !d.turned {
		return false
	}
	gap := d.onPage(layout.Rect{X0: a.X1, Y0: min(a.Y0, b.Y0), X1: b.X0, Y1: max(a.Y1, b.Y1)})
	return slices.ContainsFunc(d.texts, func(t textBlock) bool { return gap.Contains(t.box.Center()) })
}

// lengths counts the lengths of bars, up to barLengths.
func lengths(bars []layout.Rect) (n int) {
	var seen [barLengths]float32
	for i := range bars {
		h := bars[i].Height()
		if n < barLengths && !slices.ContainsFunc(seen[:n], func(v float32) bool { return abs(v-h) <= barSlack }) {
			seen[n] = h
			n++
		}
	}
	return n
}
