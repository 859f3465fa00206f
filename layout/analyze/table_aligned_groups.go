package analyze

import "slices"

// partedRow says that a rule over columns [col, end) lies above a line.
type partedRow struct{ line, col, end int32 }

// partRows lets rules over some columns of the body part rows, if they cut no text. Beside such a rule a
// cell reaches over several rows:
//
//	Birds   DINO     73.0
//	        -------------
//	        CLIP     84.2
func (a *rowStage) partRows() {
	i := a.head
	for _, r := range a.short {
		for i < len(a.band) && a.band[i].v < r.at {
			i++
		}
		col, end := a.columnsUnder(r)
		if i <= a.head || i == len(a.band) || col == end || a.ruled[i] || a.cutsText(r, i) {
			continue
		}
		if col == 0 || 2*int(end-col) >= len(a.cols) {
			a.ruled[i] = true
			a.parted = append(a.parted, partedRow{int32(i), col, end})
		}
	}
	a.partWide()
	slices.SortStableFunc(a.parted, func(x, y partedRow) int { return int(x.line - y.line) })
}

// partWide adds the columns that wide rules cover, if the rules leave some columns out.
func (a *rowStage) partWide() {
	noted, at := a.parted, 0
	for i := a.head + 1; i < len(a.band); i++ {
		for at < len(noted) && int(noted[at].line) < i {
			at++
		}
		if !a.ruled[i] || at < len(noted) && int(noted[at].line) == i {
			continue
		}
		col, end := int32(len(a.cols)), int32(0)
		for _, r := range a.rules[a.ruleFrom(a.band[i-1].v):] {
			if r.at >= a.band[i].v {
				break
			}
			if c, e := a.columnsUnder(r); c < e {
				col, end = min(col, c), max(end, e)
			}
		}
		if col < end && int(end-col) < len(a.cols) {
			a.parted = append(a.parted, partedRow{int32(i), col, end})
		}
	}
}

// columnsUnder returns the columns that a rule covers at least half of.
func (a *columnStage) columnsUnder(r rule) (col, end int32) {
	for c := range a.cols {
		k := &a.cols[c]
		if min(r.to, k.u1)-max(r.from, k.u0) >= (k.u1-k.u0)/2 {
			if end == 0 {
				col = int32(c)
			}
			end = int32(c) + 1
		}
	}
	return col, end
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// ruleClear is how far above a baseline a rule lies at least if it cuts no text.
	ruleClear = 0.6
)

// cutsText reports whether rule r, above line i of the band, runs through text of the line.
func (a *bandStage) cutsText(r rule, i int) bool {
	l := &a.band[i]
	if r.at <= l.v-ruleClear*l.size {
		return false
	}
	for _, p := range a.parts[l.first:l.end] {
		if p.u0 < r.to && p.u1 > r.from {
			return true
		}
	}
	return false
}

// groupSpans finds cells that reach over the rows between rules which leave their column out. Such a cell
// is the only text of its column there.
func (a *rowStage) groupSpans() {
	if len(a.parted) == 0 {
		return
	}
	for c := range int32(len(a.cols)) {
		at := 0
		for r := a.levels; r < len(a.rows); {
			end := r + 1
			for end < len(a.rows) {
				line := a.rows[end].first
				for at < len(a.parted) && a.parted[at].line < line {
					at++
				}
				if at == len(a.parted) || a.parted[at].line != line || c >= a.parted[at].col && c < a.parted[at].end {
					break
				}
				end++
			}
			a.groupSpan(c, r, end)
			r = end
		}
	}
}

// groupSpan makes one cell of column c in rows [r, end) if exactly one of these has text there and no cell
// lies across columns.
func (a *rowStage) groupSpan(c int32, r, end int) {
	if end-r < 2 {
		return
	}
	filled := 0
	for _, row := range a.rows[r:end] {
		for i := row.first; i < row.end; i++ {
			l := &a.band[i]
			for _, p := range a.parts[l.first:l.end] {
				if p.spans() {
					return
				}
			}
		}
		if a.holds(row, c) {
			filled++
		}
	}
	if filled == 1 {
		a.spans = append(a.spans, gridSpan{int32(r), c, int32(end - r), 1})
	}
}

// holds reports whether a row has text in column c, on any of its lines.
func (a *bandStage) holds(row alignedRow, c int32) bool {
	for i := row.first; i < row.end; i++ {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if p.col <= c && p.end > c {
				return true
			}
		}
	}
	return false
}
