package formula

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// setting is the place of a region in the formula. It decides what the lines of the region are.
type setting uint8

const (
	plain  setting = iota // lines of a display or of a limit
	fenced                // between brackets: rows of a matrix
	braced                // behind one large brace: cases
)

// region reads the items of a part of the formula, which may be one line or several.
func (r *reader) region(items []item, depth int, in setting) item {
	box, size := bounds(items)
	if len(items) > 1 {
		size = r.measure(items)
	}
	switch {
	case len(items) == 0:
		return item{node: r.node(Row, box), size: 1}
	case depth > limits.FormulaDepth:
		if !r.broken {
			r.doubt(float32(r.total), "nested deeper than %d", limits.FormulaDepth)
		}
		r.broken = true
		return item{node: r.flat(items), box: box, x0: box.X0, x1: box.X1, base: box.Y1, size: size}
	case len(items) == 1 && !items[0].rule:
		return items[0]
	case !r.spend(len(items) * (1 + holders(items))):
		return item{node: r.flat(items), box: box, x0: box.X0, x1: box.X1, base: box.Y1, size: size}
	}
	rows := r.rows(items, size)
	if len(rows) < 2 {
		return r.line(items, depth)
	}
	t, step := r.table(rows, size, depth, in)
	return item{node: t, step: step, box: box, x0: box.X0, x1: box.X1, base: (box.Y0 + box.Y1) / 2, axis: true, size: size}
}

// block is the items between two gaps that run through the whole region from left to right.
type block struct {
	items  []int
	box    layout.Rect
	owner  int  // the block to which it belongs, or itself
	full   bool // it has signs in the size of the line
	accent bool // it has only accents, arrows and bars
}

// blockLap is how much the boxes of two rows may overlap. Outlines reach a little beyond the height of
// their letters.
const blockLap = .02

// areBeside reports whether all items reach to the height of the highest one, so that no gap runs through.
// This holds for nearly all regions, and saves cutting them into blocks.
func areBeside(items []item, size float32) bool {
	highest := &items[0].box
	for i := range items {
		box := &items[i].box
		if box.Empty() {
			return false
		}
		if box.Height() > highest.Height() {
			highest = box
		}
	}
	for i := range items {
		box := &items[i].box
		if box.Y0 > highest.Y1-blockLap*size || box.Y1-blockLap*size < highest.Y0 {
			return false
		}
	}
	return true
}

// rows cuts the items into rows where white space runs through from left to right. It never separates a
// fraction from its bar, or a sum from its limits:
//
//	x = a/b + ∑     one row: the bar holds a and b together, limits are smaller
//	        i=1
//	──────────────  the gap
//	y = c           another row
func (r *reader) rows(items []item, size float32) [][]item {
	if areBeside(items, size) {
		return nil
	}
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(items[a].box.Y0, items[b].box.Y0), cmp.Compare(a, b))
	})
	var blocks []block
	blockOf := make([]int, len(items))
	for _, i := range order {
		it := &items[i]
		if n := len(blocks); n == 0 || it.box.Y0 > blocks[n-1].box.Y1-blockLap*size {
			blocks = append(blocks, block{owner: n, accent: true})
		}
		n := len(blocks) - 1
		b := &blocks[n]
		b.items = append(b.items, i)
		b.box = b.box.Union(it.box)
		blockOf[i] = n
		if it.rule || it.role == accentSign || it.role == levelBrace || it.role == prime || it.role == arrow {
			continue
		}
		b.accent = false
		if !it.loose && it.size >= fullSize*size || it.joined || it.loose && it.grown {
			b.full = true
		}
	}
	if len(blocks) < 2 {
		return nil
	}
	find := func(b int) int {
		for blocks[b].owner != b {
			blocks[b].owner = blocks[blocks[b].owner].owner
			b = blocks[b].owner
		}
		return b
	}
	unite := func(a, b int) {
		a, b = find(a), find(b)
		blocks[max(a, b)].owner = min(a, b)
		blocks[min(a, b)].full = blocks[a].full || blocks[b].full
		blocks[min(a, b)].accent = blocks[a].accent && blocks[b].accent
	}
	for i := range items {
		it := &items[i]
		if !it.rule && it.role != levelBrace {
			continue
		}
		above, below := next(items, order, it, size, true), next(items, order, it, size, false)
		switch {
		case it.rule && r.isRadicalBar(items, it, size), it.char == '⏞':
			above = -1
		case it.char == '⏟':
			below = -1
		case above >= 0 && below >= 0 && !fits(items, it, above, below, size):
			// the bar is a line over or under something
			if it.box.Y0-items[above].box.Y1 < items[below].box.Y0-it.box.Y1 {
				below = -1
			} else {
				above = -1
			}
		}
		for _, k := range [2]int{above, below} {
			if k < 0 {
				continue
			}
			if !r.spend(max(blockOf[i], blockOf[k]) - min(blockOf[i], blockOf[k])) {
				return nil
			}
			// All blocks between them belong to them.
			for b := min(blockOf[i], blockOf[k]); b < max(blockOf[i], blockOf[k]); b++ {
				unite(b, b+1)
			}
		}
	}
	// Accents belong to the block below, blocks of smaller signs to the nearest line.
	for b := range blocks {
		if blocks[b].owner == b && blocks[b].accent && !blocks[b].full && b+1 < len(blocks) {
			unite(b, b+1)
		}
	}
	var fulls []int
	for b := range blocks {
		if blocks[b].owner == b && blocks[b].full {
			fulls = append(fulls, b)
		}
	}
	if len(fulls) < 2 || !r.spend(len(fulls)*len(blocks)) {
		return nil
	}
	extent := func(b int) layout.Rect {
		var box layout.Rect
		for k := range blocks {
			if find(k) == b {
				box = box.Union(blocks[k].box)
			}
		}
		return box
	}
	boxes := make([]layout.Rect, len(blocks))
	for _, b := range fulls {
		boxes[b] = extent(b)
	}
	for b := range blocks {
		if blocks[b].owner != b || blocks[b].full {
			continue
		}
		best, reach := fulls[0], float32(0)
		for i, f := range fulls {
			d := max(blocks[b].box.Y0-boxes[f].Y1, boxes[f].Y0-blocks[b].box.Y1)
			if i == 0 || d < reach {
				best, reach = f, d
			}
		}
		blocks[b].owner = best
	}
	rows := make([][]item, 0, len(fulls))
	at := map[int]int{}
	for _, b := range fulls {
		at[b] = len(rows)
		rows = append(rows, nil)
	}
	for i := range items {
		k := at[find(blockOf[i])]
		rows[k] = append(rows[k], items[i])
	}
	// Rows lie under each other. Items that only stand higher and further to the right are scripts.
	for i := 1; i < len(rows); i++ {
		a, _ := bounds(rows[i-1])
		b, _ := bounds(rows[i])
		if min(a.X1, b.X1) < max(a.X0, b.X0) {
			rows[i-1] = append(rows[i-1], rows[i]...)
			rows = slices.Delete(rows, i, i+1)
			i--
		}
	}
	return rows
}

// next returns the nearest item over or under a bar, within its width and barReach, or -1.
func next(items []item, order []int, bar *item, size float32, above bool) int {
	best, reach := -1, barReach*size
	for _, i := range order {
		it := &items[i]
		if it == bar || it.mid() < bar.box.X0 || it.mid() > bar.box.X1 {
			continue
		}
		d := it.box.Y0 - bar.box.Y1
		if above {
			d = bar.box.Y0 - it.box.Y1
		}
		if d > -.12*size && d < reach && (it.box.Y0+it.box.Y1 < bar.box.Y0+bar.box.Y1) == above {
			best, reach = i, d
		}
	}
	return best
}

// fits reports whether the items next to a bar on both sides may be the numerator and the
// denominator: neither goes on beyond the ends of the bar.
func fits(items []item, bar *item, above, below int, size float32) bool {
	for _, k := range [2]int{above, below} {
		n := &items[k]
		if n.box.X0 < bar.box.X0-stickOut*size || n.box.X1 > bar.box.X1+stickOut*size {
			return false
		}
		if n.rule || n.axis {
			continue
		}
		for i := range items {
			it := &items[i]
			if it.rule || it.mid() >= bar.box.X0 && it.mid() <= bar.box.X1 || abs(it.base-n.base) > levelShift*size {
				continue
			}
			if gap := max(bar.box.X0-it.x1, it.x0-bar.box.X1); gap < .1*size {
				return false
			}
		}
	}
	return true
}

// isRadicalBar reports whether a bar begins where a radical sign ends.
func (r *reader) isRadicalBar(items []item, bar *item, size float32) bool {
	return radicalOf(items, bar, size) >= 0
}

// radicalOf returns the radical sign to which a bar belongs, or -1.
func radicalOf(items []item, bar *item, size float32) int {
	for i := range items {
		it := &items[i]
		if it.role == radical && abs(it.box.X1-bar.box.X0) < .2*size && abs(it.box.Y0-bar.box.Y0) < .2*size {
			return i
		}
	}
	return -1
}

// table reads rows. Between brackets they are a matrix with columns, elsewhere lines that may be aligned
// at their relations.
func (r *reader) table(rows [][]item, size float32, depth int, in setting) (t *Node, step float32) {
	var box layout.Rect
	for _, row := range rows {
		b, _ := bounds(row)
		box = box.Union(b)
	}
	t = r.node(Table, box)
	var last float32
	cuts := columns(rows, size)
	if in == plain {
		cuts = nil
	}
	t.Why = fmt.Sprintf("%d rows, %d gutters", len(rows), len(cuts))
	lines := make([][][]item, len(rows)) // cells by row and column
	for i, row := range rows {
		lines[i] = make([][]item, len(cuts)+1)
		for k := range row {
			c := 0
			for c < len(cuts) && row[k].mid() > cuts[c] {
				c++
			}
			lines[i][c] = append(lines[i][c], row[k])
		}
	}
	for c := range len(cuts) + 1 {
		t.Align = append(t.Align, alignment(lines, c, size, in))
	}
	for i := range rows {
		b, _ := bounds(rows[i])
		row := r.node(TableRow, b)
		for _, cell := range lines[i] {
			if len(cell) == 0 {
				row.Children = append(row.Children, nil)
				continue
			}
			read := r.region(cell, depth+1, plain)
			n := read.node
			base := r.baseOf(&read, read.size)
			if i > 0 {
				step = max(step, base-last)
			}
			last = base
			if n.Kind != Row {
				wrapped := r.node(Row, n.Box)
				wrapped.Children = []*Node{n}
				n = wrapped
			}
			row.Children = append(row.Children, n)
		}
		t.Children = append(t.Children, row)
	}
	if in == plain && len(rows) > 1 {
		r.alignRelations(t, size)
	}
	return t, step
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// gutter is the least white space between the columns of a matrix. TeX has 1 em, and .5 in small ones.
	gutter = .45
)

// columns returns the middles of the gutters that run through all rows.
func columns(rows [][]item, size float32) []float32 {
	type span struct{ from, to float32 }
	var spans []span
	for _, row := range rows {
		for i := range row {
			spans = append(spans, span{min(row[i].box.X0, row[i].x0), max(row[i].box.X1, row[i].x1)})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var cuts []float32
	end := spans[0].to
	for _, s := range spans[1:] {
		if s.from-end >= gutter*size {
			cuts = append(cuts, (s.from+end)/2)
		}
		end = max(end, s.to)
	}
	return cuts
}

// alignment returns how the cells of a column are aligned: their left edges, right edges or middles have
// one place.
func alignment(lines [][][]item, column int, size float32, in setting) Align {
	var left, right, middle [2]float32 // least, greatest
	n := 0
	for i := range lines {
		b, _ := bounds(lines[i][column])
		if b == (layout.Rect{}) {
			continue
		}
		for k, v := range [3]float32{b.X0, b.X1, (b.X0 + b.X1) / 2} {
			e := [3]*[2]float32{&left, &right, &middle}[k]
			if n == 0 {
				*e = [2]float32{v, v}
			}
			e[0], e[1] = min(e[0], v), max(e[1], v)
		}
		n++
	}
	spread := func(e [2]float32) float32 { return e[1] - e[0] }
	switch tolerance := .15 * size; {
	case in == braced, n > 1 && spread(left) < tolerance && spread(right) > tolerance && spread(middle) > spread(left):
		return Left
	case n > 1 && spread(right) < tolerance && spread(left) > tolerance && spread(middle) > spread(right):
		return Right
	}
	return Center
}

// alignRelations divides lines at a relation that has the same place in most of them, as in aligned
// equations:
//
//	  f(x) = a
//	g(x,y) = b
//	       = c
func (r *reader) alignRelations(t *Node, size float32) {
	if len(t.Align) != 1 {
		return
	}
	best, at, all := 1, float32(0), 0
	for _, row := range t.Children {
		all += len(cells(row))
	}
	for _, row := range t.Children {
		for _, n := range cells(row) {
			if !isRelation(n) {
				continue
			}
			if !r.spend(all) {
				return
			}
			count := 0
			for _, other := range t.Children {
				if relationAt(cells(other), n.Box.X0, size) >= 0 {
					count++
				}
			}
			if count > best {
				best, at = count, n.Box.X0
			}
		}
	}
	if best < 2 || 2*best < len(t.Children) {
		return
	}
	t.Align = []Align{Right, Left}
	for _, row := range t.Children {
		nodes := cells(row)
		k := relationAt(nodes, at, size)
		if k < 0 {
			for k = 0; k < len(nodes) && nodes[k].Box.X0 < at-.1*size; k++ {
			}
			if k > 0 && k < len(nodes) || k == len(nodes) {
				k = 0 // a line without the relation belongs to the column where the others begin
			}
		}
		var left *Node
		if k > 0 {
			left = r.group(nodes[:k])
		}
		var right *Node
		if k < len(nodes) {
			right = r.group(nodes[k:])
		}
		row.Children = []*Node{left, right}
	}
}

func (r *reader) group(nodes []*Node) *Node {
	var box layout.Rect
	for _, n := range nodes {
		box = box.Union(n.Box)
	}
	g := r.node(Row, box)
	g.Children = nodes
	return g
}

// cells returns the nodes of a table row that has one cell.
func cells(row *Node) []*Node {
	if len(row.Children) != 1 || row.Children[0] == nil {
		return nil
	}
	if c := row.Children[0]; c.Kind == Row {
		return c.Children
	}
	return row.Children
}

func isRelation(n *Node) bool {
	for n.Kind == Limits || n.Kind == Scripts {
		n = n.Children[0]
	}
	if n.Kind != Operator {
		return false
	}
	for _, c := range n.Text {
		role := roleOf(c)
		return role == relation || role == arrow
	}
	return false
}

func relationAt(nodes []*Node, x, size float32) int {
	for i, n := range nodes {
		if isRelation(n) && abs(n.Box.X0-x) < .12*size {
			return i
		}
	}
	return -1
}
