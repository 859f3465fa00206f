package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// findRows makes the rows of the band: those of the head, then those of the body, each of one or more
// lines.
func (a *rowStage) findRows() {
	a.rows, a.spans, a.levels, a.parted = a.rows[:0], a.spans[:0], 0, a.parted[:0]
	a.headRows()
	loose := a.looseStep()
	a.weighEntries()
	if a.stacked {
		a.partRows()
	}
	a.slabs = a.stacked && a.rowsAreSlabs()
	cells := !a.slabs && a.rowsByCells()
	for i := a.head; i < len(a.band); i++ {
		goesOn := cells && a.breaks[i] == 0 && !a.ruled[i] || !cells && i > a.head && a.continues(i, loose)
		if i > a.head && goesOn && !a.opensGroup(i) {
			a.rows[len(a.rows)-1].end = int32(i + 1)
			continue
		}
		a.rows = append(a.rows, alignedRow{int32(i), int32(i + 1)})
	}
	for r := a.levels; r < len(a.rows); r++ {
		a.bodySpans(r)
	}
	if a.slabs {
		a.groupSpans()
	} else {
		a.middleSpans()
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Lines of one cell are set at most pitchTight times wider than the tightest. A label goes on below
	// one that fills cellFull of its column, indented by stubIndent. Rows may stand looseRatio times
	// further apart than lines: if at most one in looseWhole of the close lines is an entry, and one in
	// looseKeyless of the rows lacks its key. fitsMore is the room that is left beside a word that would
	// have fitted.
	pitchTight   = 1.15
	stubIndent   = 0.4
	cellFull     = 0.6
	looseRatio   = 1.18
	looseWhole   = 3
	looseKeyless = 4
	fitsMore     = 1.5
)

// looseStep returns the distance above which a line begins a row, if rows are set further apart than the
// lines in them; 0 if distances do not tell.
func (a *rowStage) looseStep() float32 {
	a.steps = a.steps[:0]
	for i := a.head + 1; i < len(a.band); i++ {
		a.steps = append(a.steps, a.band[i].v-a.band[i-1].v)
	}
	if len(a.steps) < 2 {
		return 0
	}
	slices.Sort(a.steps)
	ratio, limit := float32(looseRatio), float32(0)
	for i := 1; i < len(a.steps); i++ {
		x, y := a.steps[i-1], a.steps[i]
		if x > a.em/2 && y > x*ratio {
			ratio, limit = y/x, (x+y)/2
		}
	}
	if limit == 0 || !a.closeLinesContinue(limit) {
		return 0
	}
	return limit
}

// closeLinesContinue reports whether lines closer than limit go on with the cells of the line above: they lack text in
// columns in which the first lines of rows have some.
func (a *rowStage) closeLinesContinue(limit float32) bool {
	within, whole, firsts, keyless := 0, 0, 0, 0
	for i := a.head; i < len(a.band); i++ {
		key, numbers := a.look(i)
		if i > a.head && a.band[i].v-a.band[i-1].v <= limit {
			within++
			if key && (numbers > 0 || int(a.band[i].end-a.band[i].first) >= len(a.cols)) || a.breaksEarly(i) || a.shareNumbers(i-1, i) {
				whole++
			}
			continue
		}
		firsts++
		if !key {
			keyless++
		}
	}
	return within > 0 && whole*looseWhole <= within && keyless*looseKeyless <= firsts
}

// look reports whether line i has text in the first column, and counts the numbers behind it.
func (a *bandStage) look(i int) (key bool, numbers int) {
	l := &a.band[i]
	for _, p := range a.parts[l.first:l.end] {
		key = key || p.col == 0
		if p.kind != textPart && p.col > 0 {
			numbers++
		}
	}
	return key, numbers
}

// continues reports whether line i of the band belongs to the row of the line above it.
func (a *rowStage) continues(i int, loose float32) bool {
	if a.ruled[i] {
		return false
	}
	if a.slabs {
		return true
	}
	d := a.band[i].v - a.band[i-1].v
	if loose > 0 {
		return d <= loose
	}
	if a.breaksEarly(i) {
		return false
	}
	if d > pitchTight*a.pitch {
		return false
	}
	key, numbers := a.look(i)
	l := &a.band[i]
	if numbers > 0 && (!key || !a.isKeyOnly(i-1)) {
		return false
	}
	if !key {
		return a.under(i)
	}
	p := &a.parts[l.first]
	above := a.keyAbove(i)
	if above == nil {
		return false
	}
	indented := p.u0 > above.u0+stubIndent*a.em
	if indented && a.isHeadOfGroup(i-1) {
		return false
	}
	runsOn := p.lower || indented && a.isFull(above, 0)
	if l.end-l.first > 1 && !a.isKeyOnly(i-1) {
		return !a.entries && p.lower && (a.isPhrase(p) || a.isPhrase(above)) && a.under(i) && a.isFull(above, 0)
	}
	if numbers > 0 {
		// The numbers stand beside the last line of their label.
		return runsOn && !a.band[i-1].bold && a.isFull(above, 0)
	}
	return runsOn
}

// isHeadOfGroup reports whether line i of the band, a label alone, is the head of the rows below it. These
// are set in alike, or are a head with rows set in farther. If not, it is the first line of a longer
// label:
//
//	Participant's guess         Demographic variables        Share of those who
//	  tDCS        26   3          Sex                          answered        44
//	  Sham        18   9            Female    45   1         Share of all      23
//	two rows set in alike       set in farther               one line set in: a label
func (a *rowStage) isHeadOfGroup(i int) bool {
	if i+2 >= len(a.band) || !a.isKeyOnly(i) {
		return false
	}
	first, second := a.keyAbove(i+2), a.keyAbove(i+3)
	if first == nil || second == nil {
		return false
	}
	_, here := a.look(i + 1)
	_, next := a.look(i + 2)
	if here == 0 {
		return next > 0 && second.u0 > first.u0+stubIndent*a.em
	}
	return next > 0 && abs(second.u0-first.u0) <= stubIndent*a.em/2
}

// rowsAreSlabs reports whether a rule lies below each row: few stretches between rules hold several
// entries, and none holds rows of numbers.
func (a *rowStage) rowsAreSlabs() bool {
	slabs, several := 0, 0
	for at := a.head; at < len(a.band); {
		end := at + 1
		for end < len(a.band) && !a.ruled[end] {
			end++
		}
		if l := &a.band[at]; end-at == 1 && l.end-l.first == 1 {
			at = end // a title between rules tells nothing
			continue
		}
		if a.isRowsOfNumbers(at, end) {
			return false
		}
		slabs++
		if a.listsEntries(at, end) {
			several++
		}
		at = end
	}
	return slabs >= slabsLeast && several*slabsSeveral <= slabs
}

// listsEntries reports whether lines [at, end) have entries behind the first: lines with text in the first
// column, or with numbers below numbers.
func (a *columnStage) listsEntries(at, end int) bool {
	last := at
	for i := at + 1; i < end; i++ {
		key, numbers := a.look(i)
		if key && a.band[i].gaps && (numbers > 0 || a.breaksEarly(i)) {
			return true
		}
		if numbers > 0 {
			if a.shareNumbers(last, i) {
				return true
			}
			last = i
		}
	}
	return false
}

// isRowsOfNumbers reports whether lines [at, end) of the band are rows: at least three, each with text in
// the first column, and with numbers below those of the line before in several other columns:
//
//	-----------------------------
//	Apples          0.584   0.580
//	Pears           0.108   0.106
//	Plums           0.230   0.231
//	-----------------------------
//	All             0.922   0.917
//	-----------------------------
func (a *columnStage) isRowsOfNumbers(at, end int) bool {
	if end-at < numberRows {
		return false
	}
	for i := at; i < end; i++ {
		if key, _ := a.look(i); !key || i > at && a.sharedNumbers(i-1, i) < 2 {
			return false
		}
	}
	return true
}

// shareNumbers reports whether lines i and j of the band have numbers in the same column
// behind the first.
func (a *bandStage) shareNumbers(i, j int) bool { return a.sharedNumbers(i, j) > 0 }

// sharedNumbers counts the columns behind the first in which lines i and j of the band both have numbers.
func (a *bandStage) sharedNumbers(i, j int) (n int) {
	x := &a.band[i]
	for _, p := range a.parts[x.first:x.end] {
		if p.col > 0 && p.kind != textPart {
			if q := a.partIn(j, p.col); q != nil && q.kind != textPart {
				n++
			}
		}
	}
	return n
}

// weighEntries finds whether lines with text in all columns are entries, each a row of its own. What most
// of these lines show decides.
func (a *rowStage) weighEntries() {
	early, others := 0, 0
	for i := a.head + 1; i < len(a.band); i++ {
		up, l := &a.band[i-1], &a.band[i]
		if int(l.end-l.first) < len(a.cols) || int(up.end-up.first) < len(a.cols) {
			continue
		}
		if a.breaksEarly(i) {
			early++
		} else {
			others++
		}
	}
	a.entries, a.early = early >= others, share(early, early+others)
}

// breaksEarly reports whether line i plainly begins anew: in some column its first word would have fitted
// behind the text of the line above.
func (a *columnStage) breaksEarly(i int) bool {
	up, l := &a.band[i-1], &a.band[i]
	at := up.first
	for j := l.first; j < l.end; j++ {
		q := &a.parts[j]
		for at < up.end && a.parts[at].col < q.col {
			at++
		}
		if at == up.end {
			return false
		}
		p := &a.parts[at]
		if p.col != q.col || p.spans() || q.spans() {
			continue
		}
		_, u0, u1 := wordAt(a.s.glyphs[q.first:q.first+q.count], 0)
		if a.cols[p.end-1].u1-p.u1 > u1-u0+fitsMore*a.em {
			return true
		}
	}
	return false
}

// keyAbove returns the part of the line above line i that stands in the first column; nil: none.
func (a *bandStage) keyAbove(i int) *alignedPart {
	l := &a.band[i-1]
	if l.first == l.end || a.parts[l.first].col != 0 {
		return nil
	}
	return &a.parts[l.first]
}

// isPhrase reports whether a part has several words.
func (a *partStage) isPhrase(p *alignedPart) bool {
	end, _, _ := wordAt(a.s.glyphs[p.first:p.first+p.count], 0)
	return int32(end) < p.chars
}

// isFull reports whether p reaches nearly to the end of its column, as a line does whose cell goes on.
func (a *columnStage) isFull(p *alignedPart, c int) bool {
	k := &a.cols[c]
	return p.u1-k.u0 >= cellFull*(k.u1-k.u0)
}

// under reports whether each part of line i stands in a column in which the row above has text.
func (a *rowStage) under(i int) bool {
	row := a.rows[len(a.rows)-1]
	l := &a.band[i]
	for _, p := range a.parts[l.first:l.end] {
		if !a.has(row, p.col) {
			return false
		}
	}
	return true
}

// has reports whether a row has text in column c.
func (a *bandStage) has(row alignedRow, c int32) bool {
	// The lines of a long cell: the first of the row and the last tell enough.
	for _, i := range [...]int32{row.first, row.end - 1} {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if p.col <= c && p.end > c {
				return true
			}
		}
	}
	return false
}

// bodySpans adds the cells of row r that lie over several columns. A title that is all the text of its row
// lies over all columns.
func (a *rowStage) bodySpans(r int) {
	row := a.rows[r]
	own := len(a.spans)
	if c, ok := a.titleOfGroup(row); ok {
		a.spans = append(a.spans, gridSpan{int32(r), c, 1, int32(len(a.cols)) - c})
		return
	}
	parts, whole := 0, false
	for i := row.first; i < row.end; i++ {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			parts++
			if p.spans() {
				whole = p.col == 0
				a.addSpan(own, gridSpan{int32(r), p.col, 1, p.end - p.col})
			} else if g, ok := a.groupAround(row, &p); ok {
				a.addSpan(own, gridSpan{int32(r), g.col, 1, g.cols})
			}
		}
	}
	if parts == 1 && whole {
		a.spans[own].cols = int32(len(a.cols))
	}
}

// groupAround returns the cell of the head whose columns have p in common. p lies in one of these columns.
// It is the only text of the row in them, stands in their middle, and lines up with no entry:
//
//	            Old             New
//	         -----------     -----------
//	         Mean    Max     Mean    Max
//	Width    1.50    2.1     1.62    2.4
//	Depth         –               –
func (a *rowStage) groupAround(row alignedRow, p *alignedPart) (gridSpan, bool) {
	for _, g := range a.spans {
		if int(g.row) >= a.levels {
			break
		}
		if g.cols > 1 && p.col >= g.col && p.end <= g.col+g.cols && int(g.cols) < len(a.cols) &&
			a.offCentre(p, g.col, g.col+g.cols) <= spreadOff*a.em && a.offCentre(p, p.col, p.end) > spreadOff*a.em && a.isAlone(row, g) && !a.isEntryOf(g, p) {
			return g, true
		}
	}
	return gridSpan{}, false
}

// isAlone reports whether a row has a single text in the columns of g.
func (a *rowStage) isAlone(row alignedRow, g gridSpan) bool {
	n := 0
	for i := row.first; i < row.end; i++ {
		n += a.partsUnder(int(i), g.col, g.col+g.cols)
	}
	return n == 1
}

// isEntryOf reports whether p lines up with an entry: a text of its column that has others of group g
// beside it.
func (a *columnStage) isEntryOf(g gridSpan, p *alignedPart) bool {
	if a.s.ruled.looked += len(a.band); a.s.ruled.looked > areaWork {
		return true
	}
	for i := range a.band {
		q := a.partIn(i, p.col)
		if q != nil && min(abs(q.u0-p.u0), abs(q.u1-p.u1)) <= edgeHead*a.em && a.partsUnder(i, g.col, g.col+g.cols) > 1 {
			return true
		}
	}
	return false
}

// opensGroup reports whether line i, below a line of several parts, is the title of a group: one text over
// several columns, in the middle of all.
func (a *columnStage) opensGroup(i int) bool {
	l := &a.band[i]
	if l.end-l.first != 1 || a.band[i-1].end-a.band[i-1].first < 2 || !a.parts[l.first].spans() {
		return false
	}
	_, ok := a.titleOver(&a.parts[l.first])
	return ok
}

// titleOfGroup reports whether a row is the title of a group: one line of one text in the middle of the
// columns from number col on, which are all columns or all behind the first. It lies over several columns
// or between two wide rules. Below or above one such rule it stands in the middle of the rule, and lines
// up with no other row:
//
//	──────────────────────────
//	      Ground floor
//	Rooms                   12
//	Windows of the hall      8
func (a *rowStage) titleOfGroup(row alignedRow) (col int32, ok bool) {
	l := &a.band[row.first]
	if row.end-row.first > 1 || l.end-l.first != 1 {
		return 0, false
	}
	p := &a.parts[l.first]
	above, below := a.ruled[row.first], a.ruled[row.end]
	if p.spans() || above && below {
		if col, ok = a.titleOver(p); ok {
			return col, ok
		}
	}
	middle := (p.u0 + p.u1) / 2
	return 0, (above || below) && a.stacked && p.kind == textPart &&
		abs(middle-(a.outer.from+a.outer.to)/2) <= groupTitleOff*a.em && !a.isLinedUp(p)
}

// isLinedUp reports whether p begins where another text of its column begins that has others beside it.
func (a *columnStage) isLinedUp(p *alignedPart) bool {
	if a.s.ruled.looked += len(a.band); a.s.ruled.looked > areaWork {
		return true
	}
	for i := range a.band {
		if q := a.partIn(i, p.col); q != nil && a.band[i].end-a.band[i].first > 1 && abs(q.u0-p.u0) <= edgeHead*a.em {
			return true
		}
	}
	return false
}

// box is the extent of the band on the page.
func (a *bandStage) box() layout.Rect {
	u0, u1 := extent(a.band)
	return a.s.frames[a.frame].toPage(u0, a.band[0].v-a.band[0].size, u1, a.band[len(a.band)-1].v)
}

// addGrid adds the grid of the band to the tables of the page.
func (a *rowStage) addGrid(confidence float32, why string) {
	n := len(a.band)
	a.fitEdges()
	t := grid{frame: a.frame, head: a.levels, confidence: confidence, why: why}
	u0, u1 := extent(a.band)
	pad := channelWidth * a.em
	t.u = append(t.u, u0-pad)
	for _, c := range a.cols[1:] {
		t.u = append(t.u, c.edge)
	}
	t.u = append(t.u, u1+pad)
	t.v = append(t.v, a.band[0].v-a.band[0].size)
	for _, r := range a.rows[1:] {
		x, y := &a.band[r.first-1], &a.band[r.first]
		t.v = append(t.v, (x.v+y.v)/2-textMiddle*(x.size+y.size)/2)
	}
	t.v = append(t.v, a.band[n-1].v+textMiddle*a.band[n-1].size)
	for _, p := range a.spans {
		if p.rows > 1 || p.cols > 1 {
			t.spans = append(t.spans, p)
		}
	}
	a.s.addGrid(t)
}

// fitEdges puts the edge between two columns in the middle of the white between all their cells. The lines
// that told the columns may have shorter texts than others.
func (a *columnStage) fitEdges() {
	left, right := float32(-farAway), sized(a.starts, len(a.cols))
	for c := range right {
		right[c] = farAway
	}
	for i := range a.band {
		l := &a.band[i]
		for _, p := range a.parts[l.first:l.end] {
			if c := p.col; !p.spans() {
				a.cols[c].u1, right[c] = max(a.cols[c].u1, p.u1), min(right[c], p.u0)
			}
		}
	}
	for c := range a.cols {
		if k := &a.cols[c]; c > 0 && left < right[c] && left > k.edge {
			k.edge = (left + right[c]) / 2
		}
		left = a.cols[c].u1
	}
	a.starts = right
}
