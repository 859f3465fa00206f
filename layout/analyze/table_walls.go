package analyze

import "slices"

// wallMap says between which neighbouring slots of a grid a rule stands.
//
//	+-----+-----+
//	|  a     b  |      no wall between a and b: one cell of two columns
//	+-----+-----+
//	|  c  |  d  |      a wall beside c
//	+-----+-----+
type wallMap struct {
	rows, cols int
	below      []bool // by slot: a wall to the slot below
	beside     []bool // by slot: a wall to the next slot of the row
}

// edgesOf returns the places of rules in ascending order, near ones joined. crossing are the rules across
// them, by their places. If most of these run on past the last edge, the frame is open there, and their ends are one more
// edge.
func edgesOf(rules, crossing []rule) []float32 {
	var edges []float32
	if lo, open := openEnd(rules[0].at, crossing, func(r rule) float32 { return -r.from }); open {
		edges = append(edges, -lo)
	}
	for at := 0; at < len(rules); {
		end, sum := at, float32(0)
		for end < len(rules) && rules[end].at-rules[at].at <= sameEdge {
			sum += rules[end].at
			end++
		}
		edges = append(edges, sum/float32(end-at))
		at = end
	}
	if hi, open := openEnd(-rules[len(rules)-1].at, crossing, func(r rule) float32 { return r.to }); open {
		edges = append(edges, hi)
	}
	return edges
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The frame is open on a side if rules run on openEdge points past the last rule that crosses them. Pieces of a rule
	// are as near to each other; those of a drawn part with pins on both sides are not.
	openEdge = 6
)

// openEnd returns how far the crossing rules run on outwards past the last edge, which is -edge in that
// direction. open reports whether most of them do, and at least two. Pieces of a rule that is drawn anew over each
// column count as one, and so do the two lines of a double rule:
//
//	===== ===== =====      one
//	 a   |  1  |  2
//	-----------------      one
//	 b   |  3  |  4
//	-----------------
func openEnd(edge float32, crossing []rule, out func(rule) float32) (end float32, open bool) {
	n, lines := 0, 0
	for at := 0; at < len(crossing); {
		last := at + 1
		for last < len(crossing) && crossing[last].at-crossing[last-1].at <= sameEdge {
			last++
		}
		pieces := crossing[at:last]
		if len(pieces) > 1 {
			pieces = slices.SortedFunc(slices.Values(pieces), func(a, b rule) int { return compare(a.from, b.from) })
		}
		at = last
		for i := 0; i < len(pieces); {
			whole := pieces[i]
			for i++; i < len(pieces) && pieces[i].from-whole.to <= openEdge; i++ {
				whole.to = max(whole.to, pieces[i].to)
			}
			lines++
			if o := out(whole); o+edge > openEdge {
				if n++; n == 1 || o > end {
					end = o
				}
			}
		}
	}
	return end, n > 1 && 2*n >= lines
}

// build finds the walls that rules make between the slots of the grid with edges u and v.
func (w *wallMap) build(u, v []float32, level, upright []rule) {
	w.rows, w.cols = len(v)-1, len(u)-1
	w.below, w.beside = sized(w.below, w.rows*w.cols), sized(w.beside, w.rows*w.cols)
	clear(w.below)
	clear(w.beside)
	for _, r := range level {
		if row := edgeAt(v, r.at); row > 0 && row < w.rows {
			w.eachCovered(u, r, func(col int) { w.below[(row-1)*w.cols+col] = true })
		}
	}
	for _, r := range upright {
		if col := edgeAt(u, r.at); col > 0 && col < w.cols {
			w.eachCovered(v, r, func(row int) { w.beside[row*w.cols+col-1] = true })
		}
	}
}

// edgeAt is the edge nearest to x.
func edgeAt(edges []float32, x float32) int {
	at := int(intervalOf(edges, x))
	switch {
	case at >= 0 && edges[at+1]-x < x-edges[at]:
		return at + 1
	case at < 0 && x > edges[0]:
		return len(edges) - 1
	}
	return max(0, at)
}

// eachCovered calls f for each interval that r covers most of.
func (w *wallMap) eachCovered(edges []float32, r rule, f func(i int)) {
	first := max(0, int(intervalOf(edges, r.from)))
	for i := first; i+1 < len(edges) && edges[i] < r.to; i++ {
		if min(r.to, edges[i+1])-max(r.from, edges[i]) >= wallShare*(edges[i+1]-edges[i]) {
			f(i)
		}
	}
}

// spans returns the cells of several slots: slots without walls between them, as rectangles from the top
// left.
func (w *wallMap) spans() []gridSpan {
	var spans []gridSpan
	taken := make([]bool, w.rows*w.cols)
	for r := range w.rows {
		for c := range w.cols {
			if taken[r*w.cols+c] {
				continue
			}
			p := w.spanAt(r, c, taken)
			for i := r; i < r+int(p.rows); i++ {
				for j := c; j < c+int(p.cols); j++ {
					taken[i*w.cols+j] = true
				}
			}
			if p.rows > 1 || p.cols > 1 {
				spans = append(spans, p)
			}
		}
	}
	return spans
}

// spanAt returns the largest cell that begins at a slot. It grows to the right first, then down.
func (w *wallMap) spanAt(row, col int, taken []bool) gridSpan {
	end := col + 1
	for end < w.cols && !w.beside[row*w.cols+end-1] && !taken[row*w.cols+end] {
		end++
	}
	bottom := row + 1
	for bottom < w.rows && w.goesDown(bottom, col, end, taken) {
		bottom++
	}
	return gridSpan{int32(row), int32(col), int32(bottom - row), int32(end - col)}
}

// goesDown reports whether a cell of columns [col, end) goes on in this row.
func (w *wallMap) goesDown(row, col, end int, taken []bool) bool {
	for c := col; c < end; c++ {
		if w.below[(row-1)*w.cols+c] || taken[row*w.cols+c] || c+1 < end && w.beside[row*w.cols+c] {
			return false
		}
	}
	// A wider cell below is another one.
	return end == w.cols || w.beside[row*w.cols+end-1]
}
