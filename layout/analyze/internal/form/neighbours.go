package form

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// bodyRun returns a run that looks as most level text of the page does.
func bodyRun(c *layout.Content) layout.Run {
	type count struct {
		look  layout.Run
		shown int32
	}
	counts := map[layout.Run]*count{}
	best := &count{look: layout.Run{Font: -1, Paint: -1, Size: fieldText, Em: [4]float32{fieldText, 0, 0, -fieldText}}}
	last := best // most runs look as the run before
	for i := range c.Runs {
		r := &c.Runs[i]
		if r.Flags&layout.Unseen != 0 || !IsLevel(r) {
			continue
		}
		if look := (layout.Run{Font: r.Font, Paint: r.Paint, Size: r.Size, Em: r.Em}); look != last.look {
			if last = counts[look]; last == nil {
				last = &count{look: look}
				counts[look] = last
			}
		}
		if last.shown += r.Count; last.shown > best.shown {
			best = last
		}
	}
	return best.look
}

// IsLevel reports whether r is read from left to right along the page.
func IsLevel(r *layout.Run) bool {
	return r.Em[1] == 0 && r.Em[0] > 0 && r.Flags&layout.VerticalMode == 0
}

// neighbourhood finds the text beside controls.
type neighbourhood struct {
	c       *layout.Content
	fields  []layout.Field
	leads   []bool // by field: its label stands before it, although it is ticked
	rulings []layout.Ruling
	body    layout.Run
	near    []neighbour // by baseline
	tops    []int32     // fields by their tops
	highest float32     // height of the tallest field
	pairs   int         // pairs looked at so far

	x, width, baseline float32 // place of the current stand-in
}

// neighbour is level text without wide gaps.
type neighbour struct {
	run       int32 // the first run of it
	x0, x1, y float32
	em        float32
	letters   int32 // how many glyphs it has besides spaces
	first     rune  // the one that was shown first
	last      rune  // the one that was shown last
	rtl       bool  // it is read from right to left
}

// gapTo returns the space between b and a box beside it.
func (b *neighbour) gapTo(box layout.Rect) float32 { return max(box.X0-b.x1, b.x0-box.X1) }

// box returns about what b covers.
func (b *neighbour) box() layout.Rect {
	return layout.Rect{X0: b.x0, Y0: b.y - ascent*b.em, X1: b.x1, Y1: b.y + descent*b.em}
}

// find lists the level text of the page and its fields.
func (n *neighbourhood) find() {
	n.tops = make([]int32, len(n.fields))
	for i := range n.tops {
		n.tops[i] = int32(i)
		n.highest = max(n.highest, n.fields[i].Box.Height())
	}
	slices.SortStableFunc(n.tops, func(a, b int32) int { return compare(n.fields[a].Box.Y0, n.fields[b].Box.Y0) })
	n.near = n.near[:0]
	for i := range n.c.Runs {
		r := &n.c.Runs[i]
		if r.Flags&layout.Unseen != 0 || !IsLevel(r) || r.Em[3] == 0 {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		for k := range n.c.Glyphs[first:end] {
			if g := &n.c.Glyphs[first+k]; !chars.IsSpace(g.Char) && near(g.X) && near(g.Y) && near(g.Advance) {
				n.add(int32(i), g, abs(r.Em[3]))
			}
		}
	}
	slices.SortStableFunc(n.near, func(a, b neighbour) int { return compare(a.y, b.y) })
}

// add adds g to the last neighbour, or begins another.
func (n *neighbourhood) add(run int32, g *layout.Glyph, em float32) {
	x0, x1 := min(g.X, g.X+g.Advance), max(g.X, g.X+g.Advance)
	if k := len(n.near) - 1; k >= 0 {
		b := &n.near[k]
		if b.y == g.Y && b.em == em && max(x0-b.x1, b.x0-x1) < labelsGap*em {
			b.x0, b.x1 = min(b.x0, x0), max(b.x1, x1)
			b.letters++
			b.last = g.Char
			b.rtl = b.rtl || chars.IsRTL(g.Char)
			return
		}
	}
	n.near = append(n.near, neighbour{run: run, x0: x0, x1: x1, y: g.Y, em: em, letters: 1, first: g.Char, last: g.Char, rtl: chars.IsRTL(g.Char)})
}

// between returns the neighbours with baselines from y0 to y1, and the index of the first. It returns
// fewer once fieldPairs pairs were looked at: some pages pile controls and text on one place.
func (n *neighbourhood) between(y0, y1 float32) (first int, found []neighbour) {
	first, _ = slices.BinarySearchFunc(n.near, y0, func(a neighbour, y float32) int { return compare(a.y, y) })
	end := first
	for end < len(n.near) && n.near[end].y <= y1 && n.pairs < fieldPairs {
		end++
		n.pairs++
	}
	return first, n.near[first:end]
}

// fieldsIn returns the fields with tops between two heights. It returns fewer once fieldPairs pairs were
// looked at.
func (n *neighbourhood) fieldsIn(y0, y1 float32) []int32 {
	first, _ := slices.BinarySearchFunc(n.tops, y0, func(i int32, y float32) int { return compare(n.fields[i].Box.Y0, y) })
	end := first
	for end < len(n.tops) && n.fields[n.tops[end]].Box.Y0 <= y1 && n.pairs < fieldPairs {
		end++
		n.pairs++
	}
	return n.tops[first:end]
}

// fieldRow is what stands next to a field on its row, in the direction of the text; -1: nothing. Fields
// hide what stands behind them.
type fieldRow struct {
	before, behind int   // neighbours
	last, next     int32 // fields
}

// rowOf returns what stands next to field i on both sides.
func (n *neighbourhood) rowOf(i int32) fieldRow {
	row := fieldRow{-1, -1, -1, -1}
	box := n.fields[i].Box
	y := box.Center().Y
	left, right := float32(-farAway), float32(farAway)
	for _, k := range n.fieldsIn(y-n.highest, y) {
		o := &n.fields[k].Box
		switch {
		case k == i || o.Y1 < y:
		case o.X1 <= box.X0+sameSide && o.X1 > left:
			left, row.last = o.X1, k
		case o.X0 >= box.X1-sameSide && o.X0 < right:
			right, row.next = o.X0, k
		}
	}
	first, near := n.between(box.Y0, box.Y1+n.body.Size)
	for k := range near {
		b := &near[k]
		if middle := b.y - textMiddle*b.em; middle < box.Y0 || middle > box.Y1 {
			continue
		}
		switch slack := labelSlack * b.em; {
		case b.x1 <= box.X0+slack && b.x1 > left:
			left, row.before, row.last = b.x1, first+k, -1
		case b.x0 >= box.X1-slack && b.x0 < right:
			right, row.behind, row.next = b.x0, first+k, -1
		}
	}
	for _, k := range [...]int{row.before, row.behind} {
		if k >= 0 && n.near[k].rtl {
			return fieldRow{row.behind, row.before, row.next, row.last}
		}
	}
	return row
}

// walled reports whether an upright rule stands between two boxes side by side.
func (n *neighbourhood) walled(a, b layout.Rect) bool {
	x0, x1, y := min(a.X1, b.X1), max(a.X0, b.X0), (max(a.Y0, b.Y0)+min(a.Y1, b.Y1))/2
	for i := range n.rulings {
		if n.pairs++; n.pairs > fieldPairs {
			return true
		}
		r := &n.rulings[i]
		if x := r.Box.Center().X; r.Vertical && x > x0-1 && x < x1+1 && r.Box.Y0 < y && r.Box.Y1 > y {
			return true
		}
	}
	return false
}

// underlined reports whether a level rule lies between b and the box under it: b is then the head of a
// table.
func (n *neighbourhood) underlined(b *neighbour, box layout.Rect) bool {
	x := max(b.x0, box.X0)
	for i := range n.rulings {
		if n.pairs++; n.pairs > fieldPairs {
			return true
		}
		r := &n.rulings[i].Box
		if y := r.Center().Y; !n.rulings[i].Vertical && y > b.y && y < box.Y0 && r.X0 < x && r.X1 > x {
			return true
		}
	}
	return false
}

// clear turns the row of underscores or dots that box stands on into spaces.
func (n *neighbourhood) clear(box layout.Rect) {
	_, near := n.between(box.Y0, box.Y1+n.body.Size)
	for k := range near {
		b := &near[k]
		if b.x1 < box.X0 || b.x0 > box.X1 {
			continue
		}
		r := &n.c.Runs[b.run]
		first, end := clampRange(r.First, r.Count, len(n.c.Glyphs))
		n.pairs += end - first
		clearRules(n.c.Glyphs[first:end], box)
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// ruleSigns underscores or dots in a row are a rule to write on.
	ruleSigns = 3
	// ruleCovered is the share of such a rule or of the control that must be covered by the other.
	ruleCovered = 0.5
)

// clearRules turns the rules among glyphs that box covers into spaces.
func clearRules(glyphs []layout.Glyph, box layout.Rect) {
	for i := 0; i < len(glyphs); {
		from := i
		for i++; i < len(glyphs) && glyphs[i].Char == glyphs[from].Char; i++ {
		}
		if !isRuleSign(glyphs[from].Char) || i-from < ruleSigns {
			continue
		}
		x0, x1 := glyphs[from].X, glyphs[i-1].X+glyphs[i-1].Advance
		if both := min(x1, box.X1) - max(x0, box.X0); both < ruleCovered*min(x1-x0, box.Width()) {
			continue
		}
		for k := from; k < i; k++ {
			glyphs[k].Char = ' '
		}
	}
}

// isRuleSign reports whether rules to write on are made of r.
func isRuleSign(r rune) bool { return r == '_' || r == '.' || r == 0x2026 || r == 0x2024 }
