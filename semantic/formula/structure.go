package formula

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// part is an item that holds others: a bar, a level brace, or a pair of brackets.
type part struct {
	at, to int // indexes of items: at is the bar, brace or opening bracket, to the closing bracket or -1
	width  float32
}

// line reads items that form one line. It first reads what bars and large brackets hold, wide ones before
// those inside of them. Then it reads the line itself.
func (r *reader) line(items []item, depth int) item {
	size := r.measure(items)
	centre(items, size)
	slices.SortStableFunc(items, byX)
	items = r.structures(items, size, depth)
	switch len(items) {
	case 0:
		return item{node: r.node(Row, layout.Rect{}), size: size}
	case 1:
		return items[0]
	}
	return r.scan(items, depth)
}

func (r *reader) structures(items []item, size float32, depth int) []item {
	var parts []part
	for i := range items {
		it := &items[i]
		if it.rule || it.role == levelBrace {
			parts = append(parts, part{at: i, to: -1, width: it.box.Width()})
		}
	}
	parts = fences(items, size, parts)
	if len(parts) == 0 {
		return items
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.width, a.width) })
	used := make([]bool, len(items))
	for _, p := range parts {
		if r.broken {
			break
		}
		if used[p.at] || p.to >= 0 && used[p.to] {
			continue
		}
		it := &items[p.at]
		switch {
		case it.rule:
			r.barPart(items, used, p.at, size, depth)
		case it.role == levelBrace:
			r.bracePart(items, used, p.at, size, depth)
		case p.to >= 0:
			r.fencePart(items, used, p, size, depth)
		default:
			r.openPart(items, used, p.at, size, depth)
		}
	}
	out := items[:0]
	for i := range items {
		if used[i] {
			continue
		}
		if items[i].rule {
			r.doubt(1, "bar at %.1f, %.1f belongs to nothing", items[i].box.X0, items[i].box.Y0)
			continue
		}
		out = append(out, items[i])
	}
	slices.SortStableFunc(out, byX)
	return out
}

// fences appends to parts the pairs of large brackets, and single brackets before several rows.
func fences(items []item, size float32, parts []part) []part {
	alike := func(a, b *item) bool {
		ha, hb := a.box.Height(), b.box.Height()
		return abs((a.box.Y0+a.box.Y1)-(b.box.Y0+b.box.Y1))/2 < .25*max(ha, hb) && min(ha, hb) > .6*max(ha, hb)
	}
	var open []int
	closeWith := func(i int, f func(o *item) bool) bool {
		for k := len(open) - 1; k >= 0; k-- {
			o := &items[open[k]]
			if f(o) && alike(o, &items[i]) {
				parts = append(parts, part{at: open[k], to: i, width: items[i].box.X1 - o.box.X0})
				open = open[:k]
				return true
			}
		}
		return false
	}
	for i := range items {
		it := &items[i]
		if it.rule || it.node == nil {
			continue
		}
		if it.box.Height() < bigFence*size {
			if it.role == closing {
				parts = overEachOther(items, i, size, parts)
			}
			continue
		}
		switch it.role {
		case opening:
			open = append(open, i)
		case closing:
			closeWith(i, func(o *item) bool { return o.role == opening || o.char != '|' && o.role == bar })
		case bar:
			if !closeWith(i, func(o *item) bool { return o.char == it.char || o.char == '⟨' }) {
				open = append(open, i)
			}
		}
	}
	for _, i := range open {
		if items[i].role == opening {
			box, _ := bounds(items[i:])
			parts = append(parts, part{at: i, to: -1, width: box.X1 - items[i].box.X0})
		}
	}
	return parts
}

// overEachOther appends the pair of brackets in text size that ends at i, if every item between them is
// above or below their middle. Then they hold a binomial in a line of text.
func overEachOther(items []item, i int, size float32, parts []part) []part {
	c := &items[i]
	middle := (c.box.Y0 + c.box.Y1) / 2
	over, under := false, false
	for k := i - 1; k >= 0; k-- {
		it := &items[k]
		switch {
		case it.rule || it.node == nil:
			return parts
		case it.role == opening && partner(it.char) == c.char && abs(it.base-c.base) < levelShift*size:
			if over && under {
				parts = append(parts, part{at: k, to: i, width: c.box.X1 - it.box.X0})
			}
			return parts
		case it.size > fullSize*c.size && !it.loose:
			return parts
		case it.box.Y1 <= middle:
			over = true
		case it.box.Y0 >= middle:
			under = true
		default:
			return parts
		}
	}
	return parts
}

// gather returns the indexes of the unused items for which f is true.
func gather(items []item, used []bool, f func(it *item) bool) []int {
	var found []int
	for i := range items {
		if !used[i] && f(&items[i]) {
			found = append(found, i)
		}
	}
	return found
}

// extract returns the items at the given indexes and marks them as used.
func extract(items []item, used []bool, at []int) []item {
	out := make([]item, 0, len(at))
	for _, i := range at {
		used[i] = true
		out = append(out, items[i])
	}
	return out
}

// put replaces item i by it, in the same place of the painting order.
func put(items []item, used []bool, i int, it item) {
	it.order = items[i].order
	it.x0, it.x1 = it.box.X0, it.box.X1
	items[i] = it
	used[i] = false
}

// fencePart reads the items between two brackets.
func (r *reader) fencePart(items []item, used []bool, p part, size float32, depth int) {
	o, c := items[p.at], items[p.to]
	top, bottom := min(o.box.Y0, c.box.Y0)-.8*size, max(o.box.Y1, c.box.Y1)+.8*size
	at := gather(items, used, func(it *item) bool {
		y := (it.box.Y0 + it.box.Y1) / 2
		return it.mid() > o.box.X0 && it.mid() < c.box.X1 && it.order != o.order && it.order != c.order && y > top && y < bottom
	})
	if len(at) == 0 {
		return
	}
	inner := r.region(extract(items, used, at), depth+1, fenced)
	if inner.node.Kind != Table && inner.box.Height() < o.box.Height() {
		if t := r.oneRow(inner); t != nil {
			inner.node = t
		}
	}
	used[p.to] = true
	box := o.box.Union(c.box).Union(inner.box)
	n := r.node(Fence, box)
	n.Text, n.Close, n.Large = o.node.Text, c.node.Text, true
	n.Children = []*Node{r.binomial(inner.node, o.char, inner.size, inner.step, size)}
	n.Why = fmt.Sprintf("brackets %.1f em high", o.box.Height()/size)
	it := item{node: n, box: box, size: max(inner.size, .01), loose: inner.loose, grown: true, base: inner.base, axis: inner.axis}
	if inner.node.Kind == Table {
		it.base, it.axis, it.loose = (o.box.Y0+o.box.Y1)/2, true, true
	}
	put(items, used, p.at, it)
}

// oneRow returns inner as a matrix of one row, or nil. Its cells stand far apart, without a comma or words
// between them:
//
//	(a   b   c)
func (r *reader) oneRow(inner item) *Node {
	if inner.node.Kind != Row || !slices.ContainsFunc(inner.node.Children, func(n *Node) bool { return n.Kind == Space }) {
		return nil
	}
	t := r.node(Table, inner.box)
	row := r.node(TableRow, inner.box)
	t.Children = []*Node{row}
	var cell []*Node
	for i, n := range inner.node.Children {
		if n.Kind != Space {
			cell = append(cell, n)
			continue
		}
		if i == 0 || len(cell) == 0 || signRole(cell[len(cell)-1]) == punctuation || cell[len(cell)-1].Kind == Text {
			return nil
		}
		row.Children = append(row.Children, r.group(cell))
		cell = nil
	}
	if len(cell) == 0 || cell[0].Kind == Text {
		return nil
	}
	row.Children = append(row.Children, r.group(cell))
	t.Align = make([]Align, len(row.Children))
	t.Why = "one row with gutters"
	return t
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// binomialStep is the least distance between the baselines of the two lines of a binomial in a display.
	// TeX has 1.36 em there. The rows of a matrix have 1.2.
	binomialStep = 1.28
)

// binomial returns a fraction without bar if n is two lines of one cell between brackets. Otherwise it
// returns n.
func (r *reader) binomial(n *Node, open rune, inner, step, size float32) *Node {
	if n.Kind != Table || open != '(' && open != '{' && open != '[' || len(n.Children) != 2 || len(n.Align) != 1 {
		return n
	}
	top, bottom := n.Children[0].Children[0], n.Children[1].Children[0]
	if top == nil || bottom == nil {
		return n
	}
	if inner > fullSize*size && step < binomialStep*size {
		return n
	}
	f := r.node(Fraction, n.Box)
	f.NoBar = true
	f.Children = []*Node{top, bottom}
	f.Why = fmt.Sprintf("two lines %.2f em apart between brackets", step/size)
	return f
}

// openPart reads several rows behind a brace without a partner:
//
//	      ⎧  x   if x > 0
//	|x| = ⎨
//	      ⎩ −x   otherwise
func (r *reader) openPart(items []item, used []bool, i int, size float32, depth int) {
	o := items[i]
	at := gather(items, used, func(it *item) bool {
		y := (it.box.Y0 + it.box.Y1) / 2
		return it.x0 >= o.box.X1-.3*size && it.order != o.order && y > o.box.Y0-.5*size && y < o.box.Y1+.5*size
	})
	probe := make([]item, 0, len(at))
	for _, k := range at {
		probe = append(probe, items[k])
	}
	if len(probe) == 0 || !r.spend(len(items)+len(probe)*(1+holders(probe))) || len(r.rows(probe, r.measure(probe))) < 2 {
		return
	}
	inner := r.region(extract(items, used, at), depth+1, braced)
	box := o.box.Union(inner.box)
	n := r.node(Fence, box)
	n.Text, n.Large = o.node.Text, true
	n.Children = []*Node{inner.node}
	n.Why = "one bracket before several rows"
	put(items, used, i, item{node: n, box: box, size: inner.size, grown: true, loose: true, base: (o.box.Y0 + o.box.Y1) / 2, axis: true})
}

// sides returns the items over and under a bar that can be its numerator and denominator, nearest first.
// They lie within the width of the bar. Behind a gap only items no larger than the letters next to the bar
// belong to it.
func sides(items []item, used []bool, bar *item, size float32) (above, below []int) {
	above, below = side(items, used, bar, size, true), side(items, used, bar, size, false)
	a, sa := reach(items, above, bar, size, true, 0)
	b, sb := reach(items, below, bar, size, false, 0)
	if most := max(sa, sb); most > 0 && a+b > 0 {
		a, _ = reach(items, above, bar, size, true, most)
		b, _ = reach(items, below, bar, size, false, most)
	}
	return above[:a], below[:b]
}

// side returns the items on one side of a bar, within its width, nearest first.
func side(items []item, used []bool, bar *item, size float32, above bool) []int {
	middle := (bar.box.Y0 + bar.box.Y1) / 2
	at := gather(items, used, func(it *item) bool {
		if it.box.X0 < bar.box.X0-stickOut*size || it.box.X1 > bar.box.X1+stickOut*size || it.mid() < bar.box.X0 || it.mid() > bar.box.X1 {
			return false
		}
		y := (it.box.Y0 + it.box.Y1) / 2
		return above && y < middle || !above && y > middle
	})
	slices.SortStableFunc(at, func(a, b int) int {
		if above {
			return cmp.Compare(items[b].box.Y1, items[a].box.Y1)
		}
		return cmp.Compare(items[a].box.Y0, items[b].box.Y0)
	})
	return at
}

// reach returns how many of the items belong to the bar, and the size of their largest letters. If most is
// 0, the first gap ends them. Otherwise only a gap before letters larger than most does.
func reach(items []item, at []int, bar *item, size float32, above bool, most float32) (int, float32) {
	edge := (bar.box.Y0 + bar.box.Y1) / 2
	var main float32
	for k, i := range at {
		it := &items[i]
		gap, far := it.box.Y0-edge, it.box.Y1
		if above {
			gap, far = edge-it.box.Y1, it.box.Y0
		}
		sized := !it.loose && !it.rule && !it.scales()
		if gap > barReach*size || k > 0 && gap > 0 && (most == 0 || sized && it.size > 1.15*most) {
			return k, main
		}
		if above {
			edge = min(edge, far)
		} else {
			edge = max(edge, far)
		}
		if sized || it.char == 0 {
			main = max(main, it.size)
		}
	}
	return len(at), main
}

// barPart reads what belongs to a bar. It decides which of these the bar is:
//
//	 a        ‾‾‾‾        ‾‾‾‾
//	───      √ x           xyz        xyz
//	 b                                ‾‾‾
//	fraction  root       overline   underline
func (r *reader) barPart(items []item, used []bool, i int, size float32, depth int) {
	b := items[i]
	if k := radicalOf(items, &b, size); k >= 0 && !used[k] {
		r.rootPart(items, used, i, k, size, depth)
		return
	}
	used[i] = true
	above, below := sides(items, used, &b, size)
	if len(above) > 0 && len(below) > 0 {
		gapA, gapB := b.box.Y0-items[above[0]].box.Y1, items[below[0]].box.Y0-b.box.Y1
		if unlike(items, above, below) { // the sizes differ, so the side further away does not belong to the bar
			if gapA < gapB {
				below = nil
			} else {
				above = nil
			}
		}
	}
	switch {
	case len(above) > 0 && len(below) > 0:
		num := r.region(extract(items, used, above), depth+1, plain)
		den := r.region(extract(items, used, below), depth+1, plain)
		n := r.node(Fraction, b.box.Union(num.box).Union(den.box))
		n.Children = []*Node{num.node, den.node}
		n.Why = fmt.Sprintf("bar %.1f wide between things", b.box.Width())
		put(items, used, i, item{node: n, box: n.Box, base: b.base, axis: true, size: max(num.size, den.size), loose: true, grown: true})
	case len(above)+len(below) > 0:
		at, over := below, true
		if len(below) == 0 {
			at, over = above, false
		}
		inner := r.region(extract(items, used, at), depth+1, plain)
		r.merged-- // the bar becomes a character of its own
		n := r.mark(inner.node, over, r.leaf(Operator, map[bool]string{true: "¯", false: "_"}[over], b.box))
		inner.node, inner.box, inner.char, inner.role = n, n.Box, 0, ordinary
		put(items, used, i, inner)
	default:
		used[i] = false // the bar belongs to nothing, which structures records as a doubt
	}
}

// unlike reports whether the largest letters over and under a bar differ in size, both with and without
// brackets and roots. A denominator in brackets may hold nothing but smaller fractions.
func unlike(items []item, above, below []int) bool {
	size := func(at []int, brackets bool) (size float32) {
		for _, i := range at {
			if it := &items[i]; !it.rule && (!it.loose || it.char == 0) && (brackets || !it.scales()) {
				size = max(size, it.size)
			}
		}
		return size
	}
	differ := func(a, b float32) bool { return a > 0 && b > 0 && max(a, b) > 1.3*min(a, b) }
	return differ(size(above, false), size(below, false)) && differ(size(above, true), size(below, true))
}

// mark returns base with an accent, a bar or a brace over or under it.
func (r *reader) mark(base *Node, over bool, sign *Node) *Node {
	n := r.node(Limits, base.Box.Union(sign.Box))
	n.Accent = true
	if over {
		n.Children = []*Node{base, nil, sign}
	} else {
		n.Children = []*Node{base, sign, nil}
	}
	return n
}

// rootPart reads what stands under bar i of the radical sign k, and the index of the root.
func (r *reader) rootPart(items []item, used []bool, i, k int, size float32, depth int) {
	b, s := items[i], items[k]
	at := gather(items, used, func(it *item) bool {
		y := (it.box.Y0 + it.box.Y1) / 2
		return it.order != b.order && it.order != s.order && it.mid() > b.box.X0-.1*size && it.mid() < b.box.X1+.1*size &&
			it.box.X1 < b.box.X1+stickOut*size && y > b.box.Y0 && it.box.Y0 < s.box.Y1
	})
	inner := r.region(extract(items, used, at), depth+1, plain)
	if len(at) == 0 {
		r.doubt(2, "nothing under a root")
	}
	index := gather(items, used, func(it *item) bool {
		return it.order != b.order && it.order != s.order && !it.rule && it.size < .8*max(inner.size, size) && it.mid() < b.box.X0 &&
			it.box.X1 > s.box.X0+.08*size && it.mid() > s.box.X0-size && it.box.Y1 < (s.box.Y0+2*s.box.Y1)/3 && it.box.Y1 > s.box.Y0-.3*size
	})
	// Items right before the index are part of it.
	for again := len(index) > 0; again && r.spend(len(items)); {
		first := items[index[0]]
		more := gather(items, used, func(it *item) bool {
			gap := first.x0 - it.x1
			return it.order != b.order && it.order != s.order && !it.rule && it.x0 < first.x0 && gap < .1*size && gap > -.3*size && it.size < .8*max(inner.size, size) &&
				it.order < s.order && it.order >= first.order-2 && it.box.Y0 < first.box.Y1+.1*size && first.box.Y0 < it.box.Y1+.1*size
		})
		if again = len(more) > 0; again {
			index = append(more[:1], index...)
		}
	}
	n := r.node(Root, b.box.Union(s.box).Union(inner.box))
	n.Children = []*Node{inner.node}
	n.Why = "bar of a radical sign"
	if len(index) > 0 {
		x := r.region(extract(items, used, index), depth+1, plain)
		n.Box = n.Box.Union(x.box)
		n.Children = append(n.Children, x.node)
	}
	r.merged++ // the radical sign becomes part of the Root
	used[k] = true
	put(items, used, i, item{node: n, box: n.Box, base: inner.base, axis: inner.axis, size: inner.size, loose: inner.loose, grown: true})
}

// bracePart reads a level brace and the items that it spans, which stand below or above it.
func (r *reader) bracePart(items []item, used []bool, i int, size float32, depth int) {
	b := items[i]
	over := b.char == '⏞' || b.char == '⏜' || b.char == '⎴' || b.char == '⏠'
	used[i] = true
	held := gather(items, used, func(it *item) bool {
		y := (it.box.Y0 + it.box.Y1) / 2
		return it.mid() > b.box.X0-.1*size && it.mid() < b.box.X1+.1*size && (y > b.box.Y0) == over
	})
	if len(held) == 0 {
		used[i] = false
		return
	}
	inner := r.region(extract(items, used, held), depth+1, plain)
	n := r.mark(inner.node, over, b.node)
	inner.node, inner.box, inner.char, inner.role = n, n.Box, 0, ordinary
	put(items, used, i, inner)
}
