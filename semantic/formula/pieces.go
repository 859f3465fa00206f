package formula

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

func isSpace(c rune) bool  { return unicode.IsSpace(c) || c == '\u200b' || c == '\u00ad' }
func isLetter(c rune) bool { return unicode.IsLetter(c) }

// join joins signs that fonts paint in pieces: growing brackets, braces and arrows, and signs that are
// painted over each other.
func (r *reader) join(items []item) []item {
	items = r.chains(items, true)
	items = r.chains(items, false)
	slices.SortStableFunc(items, byX)
	items = r.negate(items)
	items = r.shafts(items)
	items = r.overlay(items)
	return r.dots(items)
}

// absorb makes one sign of into and from: into takes the ink of from.
func (r *reader) absorb(into, from *item) {
	into.box = into.box.Union(from.box)
	into.x0, into.x1 = min(into.x0, from.x0), max(into.x1, from.x1)
	if into.node != nil {
		into.node.Box = into.box
	}
	if from.node != nil {
		r.merged++
	}
	from.order = gone
}

// gone is the order of an item that has become part of another.
const gone = -1

func sweep(items []item) []item {
	return slices.DeleteFunc(items, func(it item) bool { return it.order == gone })
}

// rename changes the character of it to c.
func rename(it *item, c rune) {
	it.char, it.role = c, roleOf(c)
	it.node.Text, it.node.Kind = string(c), kindOf(it.role)
}

// chains joins pieces that touch each other: upright ones in a column, level ones in a row together with
// the rules between them.
//
//	⎧           column: upper end, extenders, middle, lower end
//	⎪
//	⎨           row:  ╭───┴───╮   ends, middle, rules
//	⎪
//	⎩
func (r *reader) chains(items []item, upright bool) []item {
	type link struct{ from, to, side0, side1 float32 }
	along := func(it *item) link {
		if upright {
			return link{it.box.Y0, it.box.Y1, it.box.X0, it.box.X1}
		}
		return link{it.box.X0, it.box.X1, it.box.Y0, it.box.Y1}
	}
	var parts []int
	pieces := 0
	for i := range items {
		it := &items[i]
		is := it.piece != layout.Whole && (it.piece < layout.LeftEnd) == upright
		if is {
			pieces++
		}
		if is || it.rule && !upright {
			parts = append(parts, i)
		}
	}
	if pieces == 0 {
		return items
	}
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(along(&items[a]).from, along(&items[b]).from) })
	var open [][]int
	for _, i := range parts {
		it := &items[i]
		at := along(it)
		found := -1
		for k := range open {
			last := open[k][len(open[k])-1]
			prev := along(&items[last])
			touch := .2 * max(it.size, items[last].size)
			near := at.from-prev.to <= touch && prev.to-at.from <= 2*touch+max(0, prev.to-prev.from)
			if near && at.side0 <= prev.side1+touch/2 && prev.side0 <= at.side1+touch/2 && (!upright || at.side0 < prev.side1 && prev.side0 < at.side1) {
				found = k
				break
			}
		}
		if found < 0 {
			open = append(open, []int{i})
			continue
		}
		open[found] = append(open[found], i)
	}
	for _, chain := range open {
		r.link(items, chain, upright)
	}
	return sweep(items)
}

// link makes one sign of the parts of a chain. If the chain consists of rules only, they stay as they are.
func (r *reader) link(items []item, chain []int, upright bool) {
	head := -1
	for _, i := range chain {
		it := &items[i]
		if it.rule {
			continue
		}
		if head < 0 || items[head].piece == layout.Extender || items[head].piece == layout.LevelExtender || it.piece == layout.Middle || it.piece == layout.Centre {
			head = i
		}
	}
	if head < 0 {
		return
	}
	h := &items[head]
	var pieces [layout.LevelExtender + 1]bool // those of the chain
	for _, i := range chain {
		pieces[items[i].piece] = true
		if i != head {
			r.absorb(h, &items[i])
		}
	}
	if c := halfOf(h.char, pieces); c != 0 {
		rename(h, c)
	}
	h.joined, h.grown, h.loose = true, true, true
	if upright {
		h.axis = true
		h.base = (h.box.Y0 + h.box.Y1) / 2
	}
}

// halfOf returns the sign of which only one end of a square bracket is painted. It returns zero if c is none.
//
//	⎡  a  ⎤
//	⎢ --- ⎥      a ceiling: upper ends and extenders
//	⎢  b  ⎥
func halfOf(c rune, pieces [layout.LevelExtender + 1]bool) rune {
	if c != '[' && c != ']' || pieces[layout.Top] == pieces[layout.Bottom] || !pieces[layout.Extender] {
		return 0
	}
	switch {
	case c == '[' && pieces[layout.Top]:
		return '⌈'
	case c == '[':
		return '⌊'
	case pieces[layout.Top]:
		return '⌉'
	}
	return '⌋'
}

func abs(x float32) float32 { return max(x, -x) }

// negate joins slashes to the signs that they stand on: ∈ and / become ∉.
func (r *reader) negate(items []item) []item {
	for i := range items {
		s := &items[i]
		narrow := s.x1-s.x0 < .1*s.size
		if s.role != slash && s.char != '/' || s.order == gone || utf8.RuneCountInString(s.node.Text) > 1 {
			continue // a slash with a slash on it stays a slash
		}
		best, reach := -1, .3*s.size
		for k := max(0, i-3); k < min(len(items), i+4); k++ {
			it := &items[k]
			if k == i || it.rule || it.order == gone || it.role == slash {
				continue
			}
			if s.char == '/' && !narrow && !(it.role == relation && onEachOther(&it.box, &s.box)) {
				continue // the slash is a division sign
			}
			if d := abs(it.mid() - s.mid()); d < reach && it.box.Y0 < s.box.Y1 && s.box.Y0 < it.box.Y1 {
				best, reach = k, d
			}
		}
		if best < 0 {
			continue
		}
		it := &items[best]
		if c := negated(it.char); c != 0 {
			rename(it, c)
		} else {
			it.node.Text += "\u0338"
			r.merged--
		}
		r.absorb(it, s)
	}
	return sweep(items)
}

// onEachOther reports whether two boxes share most of the width of the narrower one.
func onEachOther(a, b *layout.Rect) bool {
	return min(a.X1, b.X1)-max(a.X0, b.X0) > .8*min(a.Width(), b.Width())
}

// shafts joins strokes and arrows that touch each other: − − →.
func (r *reader) shafts(items []item) []item {
	var at []int
	for i := range items {
		if c := items[i].char; c == '−' || c == '=' || items[i].role == arrow {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Or(cmp.Compare(items[a].base, items[b].base), cmp.Compare(items[a].x0, items[b].x0))
	})
	for k := 1; k < len(at); k++ {
		a, b := &items[at[k-1]], &items[at[k]]
		if b.rule || a.rule || abs(a.base-b.base) > levelShift*a.size || b.box.X0-a.box.X1 > 0 || abs(a.size-b.size) > .1*a.size {
			continue
		}
		c := overlaid(a.char, b.char)
		if c == 0 && a.role == arrow && b.char == '−' && onEachOther(&a.box, &b.box) {
			c = a.char // the stroke lies along the arrow
		}
		if c == 0 && a.char == b.char && (a.char == '−' || a.char == '=') {
			c = a.char
		}
		if c != 0 {
			rename(b, c)
			r.absorb(b, a)
		}
	}
	return sweep(items)
}

// overlay joins pairs of signs from which fonts build one sign.
func (r *reader) overlay(items []item) []item {
	for i := range items {
		a := &items[i]
		if a.order == gone || a.rule {
			continue
		}
		for k := i + 1; k < min(len(items), i+5); k++ {
			b := &items[k]
			if b.order == gone || b.rule || abs(b.size-a.size) > .1*a.size {
				continue
			}
			overlap := min(a.box.X1, b.box.X1) - max(a.box.X0, b.box.X0)
			if abs(a.base-b.base) < levelShift*a.size && overlap > -.04*a.size {
				if c := overlaid(a.char, b.char); c != 0 {
					rename(a, c)
					r.absorb(a, b)
					continue
				}
			}
			upper, lower := a, b
			if (a.box.Y0 + a.box.Y1) > (b.box.Y0 + b.box.Y1) {
				upper, lower = b, a
			}
			if c := stacked(upper.char, lower.char); c != 0 && abs(a.mid()-b.mid()) < .15*a.size && lower.box.Y0-upper.box.Y1 < .3*a.size {
				base := lower.base
				rename(a, c)
				r.absorb(a, b)
				a.base = base
			}
		}
	}
	return sweep(items)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// dotsClear is the least distance above or below three dots at which a thing does not separate the dots:
	// a brace, or another row.
	dotsClear = .1
)

// dots makes one sign of three dots that follow each other at equal distances.
func (r *reader) dots(items []item) []item {
	for i := range items {
		a := &items[i]
		if a.order == gone || a.rule || a.char != '.' && a.char != '·' && a.char != '⋅' {
			continue
		}
		var three [3]*item
		three[0] = a
		n := 1
		for k := i + 1; k < len(items) && n < 3 && items[k].x0-three[n-1].x0 < a.size; k++ {
			b := &items[k]
			if b.rule || b.order == gone || b.char != a.char || abs(b.size-a.size) > .05*a.size {
				if b.rule || b.role == accentSign || b.box.Y0 > a.box.Y1+dotsClear*a.size || b.box.Y1 < a.box.Y0-dotsClear*a.size {
					continue // it stands over or under the dots
				}
				break
			}
			three[n] = b
			n++
		}
		if n < 3 {
			continue
		}
		dx, dy := three[1].x0-a.x0, three[1].base-a.base
		tolerance := .08 * a.size
		if abs(three[2].x0-three[1].x0-dx) > tolerance || abs(abs(three[2].base-three[1].base)-abs(dy)) > tolerance || abs(three[2].base-a.base-2*dy) > tolerance {
			continue
		}
		c := '…'
		switch {
		case abs(dy) < tolerance && a.char != '.':
			c = '⋯'
		case abs(dy) < tolerance:
		case dx < tolerance:
			c = '⋮'
		case dy > 0:
			c = '⋱'
		default:
			c = '⋰'
		}
		middle := three[1].base
		rename(a, c)
		r.absorb(a, three[1])
		r.absorb(a, three[2])
		if c != '…' && c != '⋯' {
			a.base, a.axis = middle-.1*a.size, true
		}
	}
	return sweep(items)
}
