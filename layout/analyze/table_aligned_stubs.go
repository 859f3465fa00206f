package analyze

import (
	"cmp"
	"slices"
)

// A cell over several rows is set in their middle. Where these are an odd number its text
// stands on the row in the middle, else between two rows:
//
//	Data    Encoder   All    Old
//	----------------------------
//	        DINO      73.0   76.2
//	Birds   DINO 2    75.9   79.7     on a row
//	        CLIP      84.2   83.1
//	        DINO      61.5   58.4
//	Cars                              between two rows
//	        CLIP      85.2   85.0
//
// A cell beside empty ones looks the same. The groups of rows tell: each text of the column is in the
// middle of one group, and the groups together are all rows.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sparseKeys is how many lines at least have a text of a sparse column: one text alone may be a note.
	// From 1 to 3 nothing changes on 229 tables of LaTeX.
	sparseKeys = 2
	// Text stands between two rows if these are at most betweenRows times as far apart as rows are. Its
	// own lines are at most stubTight times their size apart. It is in the middle of a group of rows if it
	// is stubOff ems from it at most: .15 costs .002 of TEDS on 229 tables of LaTeX, .6 costs .005;
	// betweenRows from 1.2 to 1.8 changes .001, stubTight from 1.2 to 1.8 nothing. A column of such texts
	// is added if at most stubConflicts of the lines have two parts in one of the other columns: .1 costs
	// .004.
	betweenRows   = 1.4
	stubTight     = 1.45
	stubOff       = 0.3
	stubConflicts = 0.25
	// A line between two rows is at most halfRows of their distance from either: .5 loses one table, 1.1
	// does the same. One stretch between rules may have other texts for each stubGroups texts in the
	// middle of their rows: 5 does the same, 2 gains .001.
	halfRows   = 0.75
	stubGroups = 3
)

// stubColumn adds a column before the first if its texts stand alone on their lines, between the rows.
// Such lines do not tell where the columns are.
func (a *columnStage) stubColumn() {
	k := alignedColumn{u0: farAway, u1: -farAway}
	for i := 1; i+1 < len(a.band); i++ {
		if l := &a.band[i]; l.end-l.first == 1 && !l.solid && l.u1 < a.cols[0].u0-channelWidth*a.em {
			k.u0, k.u1 = min(k.u0, l.u0), max(k.u1, l.u1)
		}
	}
	if k.u1 < k.u0 || !a.stacked || float32(a.conflicts()) > stubConflicts*float32(len(a.band)) {
		return
	}
	k.edge = k.u0
	a.cols[0].edge = (k.u1 + a.cols[0].u0) / 2
	a.cols = slices.Insert(a.cols, 0, k)
}

// sparseColumn adds a column before the first if few lines have text in it, each with text of the first
// column behind it. Where lines may cross channels, so few lines make no column of their own:
//
//	Method           Mean
//	--------------------------
//	A    Northern    91.8
//	     Eastern     91.3
//	     Western     91.6
//	B    Northern    84.3
//	     Eastern     83.9
func (a *columnStage) sparseColumn() {
	first := &a.cols[0]
	k := alignedColumn{u0: farAway, u1: -farAway}
	keys, crossing := 0, 0
	for i := range a.band {
		l := &a.band[i]
		p := &a.parts[l.first]
		switch {
		case p.u0 >= first.u0-edgeHead*a.em || l.even:
		case p.u1 >= first.u0-channelWidth*a.em:
			crossing++
		case l.end-l.first > 1 && a.parts[l.first+1].u0 < first.u1:
			k.u0, k.u1 = min(k.u0, p.u0), max(k.u1, p.u1)
			keys++
		}
	}
	if keys < sparseKeys || crossing > 1 || !a.stacked {
		return
	}
	k.edge = k.u0
	first.edge = (k.u1 + first.u0) / 2
	a.cols = slices.Insert(a.cols, 0, k)
}

// joinBetween moves the text of lines between two rows into the row above; its parts keep their baseline.
// The band is lines [first, end) of the region. joinBetween returns its new end.
func (a *rowStage) joinBetween(first, end int) int {
	a.rowStep = a.rowPitch()
	band := a.band
	kept := 1
	for i := 1; i < len(band); i++ {
		if i+1 < len(band) && !a.ruled[i] && !a.ruled[i+1] && a.isBetween(kept == 1, &band[kept-1], &band[i], &band[i+1]) {
			a.joinLine(&band[kept-1], &band[i])
			continue
		}
		band[kept] = band[i]
		kept++
	}
	if kept < len(band) {
		a.lines = slices.Delete(a.lines, first+kept, end)
		a.setBand(first, first+kept)
	}
	return first + kept
}

// isBetween reports whether l stands between the rows of the lines up and down. These are as near to each
// other as rows are, have more parts than l, and none in its columns. If up is the top line of the heads,
// it may have fewer parts:
//
//	           Latency (ms)
//	Model                      Params
//	           Enc.    Dec.
//
// The first line of a text of two in the first column may stand there above the second:
//
//	           Low     4.76
//	Lake
//	House      Mid    98.76
//	           High   89.85
func (a *rowStage) isBetween(top bool, up, l, down *alignedLine) bool {
	if l.solid || down.v-up.v > betweenRows*a.rowStep || a.shareColumn(up, l) || !a.shareColumn(up, down) {
		return false
	}
	parts, above, below := l.end-l.first, up.end-up.first, down.end-down.first
	if a.shareColumn(l, down) {
		return parts == 1 && a.parts[l.first].col == 0 && min(above, below) > 1 && max(l.v-up.v, down.v-l.v) <= halfRows*a.rowStep
	}
	return top && a.stacked && below > above || min(above, below) > parts
}

// joinLine adds the parts of l, which stands below up, to those of up.
func (a *partStage) joinLine(up, l *alignedLine) {
	first := int32(len(a.parts))
	a.parts = append(a.parts, a.parts[up.first:up.end]...)
	for _, p := range a.parts[l.first:l.end] {
		p.v = l.v
		a.parts = append(a.parts, p)
	}
	slices.SortFunc(a.parts[first:], func(p, q alignedPart) int { return compare(p.u0, q.u0) })
	up.first, up.end = first, int32(len(a.parts))
	up.u0, up.u1, up.glyphs = min(up.u0, l.u0), max(up.u1, l.u1), up.glyphs+l.glyphs
	up.gaps = true
}

// rowPitch is the usual distance of lines with text in the same column.
func (a *bandStage) rowPitch() float32 {
	a.steps = a.steps[:0]
	for i := range a.band {
		for j := i + 1; j < len(a.band) && j <= i+2; j++ {
			if a.shareColumn(&a.band[i], &a.band[j]) {
				a.steps = append(a.steps, a.band[j].v-a.band[i].v)
				break
			}
		}
	}
	if len(a.steps) == 0 {
		return 0
	}
	slices.Sort(a.steps)
	return a.steps[len(a.steps)/2]
}

// shareColumn reports whether x and y have text in the same column.
func (a *partStage) shareColumn(x, y *alignedLine) bool {
	at := y.first
	for _, p := range a.parts[x.first:x.end] {
		for at < y.end && a.parts[at].end <= p.col {
			at++
		}
		if at < y.end && a.parts[at].col < p.end {
			return true
		}
	}
	return false
}

// stub is the text of a cell in a column on a line of the band, or between two.
type stub struct {
	line    int32
	v       float32 // its baseline
	between bool
}

// middleSpans lets cells reach over several rows, in the first columns, if they stand in the middle of
// these.
func (a *rowStage) middleSpans() {
	for c := range int32(len(a.cols)) {
		if own := len(a.spans); !a.middleColumn(c) {
			a.spans = a.spans[:own]
			return
		}
	}
}

// middleColumn adds the cells of column c that reach over several rows. It reports whether the texts of
// the column are in the middle of groups that together are all rows. Where titles or rules divide the
// table, a few of its divisions may differ.
func (a *rowStage) middleColumn(c int32) bool {
	stubs := a.stubsOf(c)
	if len(stubs) == 0 {
		return false
	}
	at, sure, failed := 0, false, 0
	several := 0 // texts beside more rows than there are texts
	for r := a.levels; r < len(a.rows); {
		end := r + 1
		for end < len(a.rows) && !a.partsRows(end, c) {
			end++
		}
		first := at
		for at < len(stubs) && stubs[at].line < a.rows[end-1].end {
			at++
		}
		own := len(a.spans)
		ok, between := a.middleRows(c, r, end, stubs[first:at])
		if !ok {
			a.spans = a.spans[:own]
			failed++
			r = end
			continue
		}
		if at > first && end-r > 1 && at-first < end-r {
			several += at - first
		}
		sure = sure || between
		r = end
	}
	return failed*stubGroups <= several && (several > 1 || sure && several == 1 && a.rulesN > 1)
}

// partsRows reports whether row r begins a new division of column c: a rule lies above it, or it or the
// row above is a title over several columns.
func (a *rowStage) partsRows(r int, c int32) bool {
	line := a.rows[r].first
	if a.ruled[line] {
		at, partly := slices.BinarySearchFunc(a.parted, line, func(p partedRow, line int32) int { return cmp.Compare(p.line, line) })
		return !partly || c >= a.parted[at].col && c < a.parted[at].end
	}
	return a.isTitle(r) || a.isTitle(r-1)
}

// isTitle reports whether a cell of row r reaches over several columns.
func (a *rowStage) isTitle(r int) bool {
	row := a.rows[r]
	for i := row.first; i < row.end; i++ {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if p.spans() {
				return true
			}
		}
	}
	return false
}

// stubsOf lists the texts of column c in the body, line by line; none if one is as large as a heading.
func (a *rowStage) stubsOf(c int32) []stub {
	out := a.stubs[:0]
	for i := a.head; i < len(a.band); i++ {
		if p := a.partIn(i, c); p != nil {
			if a.s.glyphs[p.first].size > slabSize*a.em {
				return a.stubs[:0] // a heading of the page
			}
			x := stub{int32(i), a.band[i].v, p.v != 0}
			if x.between {
				x.v = p.v
			}
			out = append(out, x)
		}
	}
	a.stubs = out
	return out
}

// middleRows adds the cells of column c for stubs, its texts in rows [r, end). ok reports whether each
// stands in the middle of a group of rows and the groups are all of these rows; between, whether one
// stands between two rows.
func (a *rowStage) middleRows(c int32, r, end int, stubs []stub) (ok, between bool) {
	n := len(stubs)
	if n == 0 {
		return true, false
	}
	if n > 1 && n < end-r && end-r < len(a.rows)-a.levels && a.isOneText(stubs) && abs(a.rowMiddle(r)+a.rowMiddle(end-1)-stubs[0].v-stubs[n-1].v)/2 <= stubOff*a.em {
		a.spans = append(a.spans, gridSpan{int32(r), c, int32(end - r), 1})
		return true, true
	}
	for at := 0; at < n; {
		next := at + 1
		for next < n && (stubs[next].between || stubs[next-1].between) && stubs[next].v-stubs[next-1].v <= stubTight*a.em {
			next++
		}
		middle := (stubs[at].v + stubs[next-1].v) / 2
		last := r
		for last < end && abs((a.rowMiddle(r)+a.rowMiddle(last))/2-middle) > stubOff*a.em {
			last++
		}
		if last == end {
			return false, false
		}
		if last > r {
			a.spans = append(a.spans, gridSpan{int32(r), c, int32(last - r + 1), 1})
		}
		between = between || stubs[at].between
		r, at = last+1, next
	}
	return r == end, between
}

// isOneText reports whether stubs are set as closely as rows are, so that they may be the lines of one
// cell.
func (a *rowStage) isOneText(stubs []stub) bool {
	most := betweenRows * a.rowStep
	for i := 1; i < len(stubs); i++ {
		if stubs[i].v-stubs[i-1].v > most {
			return false
		}
	}
	return true
}

// rowMiddle is the middle of the baselines of row r.
func (a *rowStage) rowMiddle(r int) float32 {
	row := a.rows[r]
	return (a.band[row.first].v + a.band[row.end-1].v) / 2
}
