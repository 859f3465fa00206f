package analyze

import (
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// formulaRow is a stretch of one row of the page without wide gaps: words, other glyphs and
// clusters.
type formulaRow struct {
	first, count int32 // formulaRows.items
	y, size      float32
	box          layout.Rect
	letters      int // how many letters of words it has
	clusters     int
	inside       float32     // how wide the clusters are
	taken        bool        // its number was given to a display
	numbered     layout.Rect // the number of a formula on it
}

// rowItem is a word or another glyph that is text, or a candidate.
type rowItem struct {
	cluster int32 // -1: none
	atom    int32 // the first glyph
	count   int32 // how many glyphs it is; those of a word stand one after the other in formulaFinder.atoms
	y, size float32
	box     layout.Rect
	word    bool
}

// formulaRows are the rows of a page with formulas.
type formulaRows struct {
	items []rowItem
	rows  []formulaRow
	sorting
}

// sorting is the storage that sorts items.
type sorting struct {
	keys   []uint64  // where an item goes, and which it is
	before []rowItem // the items as they stood
}

// sortBy sorts items by a number, and leaves those with the same number as they stand. Items come line by line and
// letter by letter, so that most are sorted before: neighbours with the same number are moved together.
func (s *sorting) sortBy(items []rowItem, number func(*rowItem) float32) {
	s.keys = s.keys[:0]
	sorted := true
	var last uint64
	for i := range items {
		key := uint64(sortable(number(&items[i]))) << 32
		if i > 0 && key == last {
			continue
		}
		sorted = sorted && (i == 0 || last < key)
		s.keys = append(s.keys, key|uint64(i))
		last = key
	}
	if sorted {
		return
	}
	slices.Sort(s.keys)
	s.before = append(s.before[:0], items...)
	to := items[:0]
	for _, key := range s.keys {
		for i := int(uint32(key)); ; {
			to = append(to, s.before[i])
			if i++; i == len(s.before) || sortable(number(&s.before[i])) != uint32(key>>32) {
				break
			}
		}
	}
}

// sortable returns a number whose order among its like is that of x.
func sortable(x float32) uint32 {
	bits := math.Float32bits(x + 0) // 0 and -0 are the same
	if bits>>31 != 0 {
		return ^bits
	}
	return bits | 1<<31
}

// settleRow finds the row that a candidate stands on:
//
//	 a + b        a + b and c are over and under the bar: the row is that of x =
//	x = -----
//	   c
func (f *formulaFinder) settleRow(c *candidate) {
	members := f.members[c.first : c.first+c.count]
	c.box, c.sure, c.weak = layout.Rect{}, 0, 0
	for _, i := range members {
		a := &f.atoms[i]
		a.stacked = false
		c.box = c.box.Union(a.ink)
		switch a.weight {
		case surely:
			c.sure++
		case weakly:
			c.weak++
		}
	}
	var widest float32
	var axis float32
	for _, i := range members {
		b := &f.atoms[i]
		if b.kind != barAtom || f.bars[-b.glyph-2].role != fractionBar {
			continue
		}
		if b.x1-b.x0 > widest {
			widest, axis = b.x1-b.x0, b.y
		}
		if f.work += len(members); f.work > formulaWork {
			break
		}
		for _, k := range members {
			a := &f.atoms[k]
			if middle := (a.x0 + a.x1) / 2; k != i && middle > b.x0 && middle < b.x1 && (a.kind != barAtom || a.x1-a.x0 < b.x1-b.x0) {
				a.stacked = true
			}
		}
	}
	c.size = 0
	for _, i := range members {
		if a := &f.atoms[i]; f.counts(a) {
			c.size = max(c.size, a.size)
		}
	}
	// A sum without anything of its size: all other atoms are its limits.
	for _, i := range members {
		if a := &f.atoms[i]; a.kind == largeAtom && !a.stacked && c.size > 0 && c.size <= scriptRatio*a.size {
			c.size, c.y = a.size, (a.ink.Y0+a.ink.Y1)/2+barAxis*a.size
			return
		}
	}
	most := 0
	var best *atom
	for n, i := range members {
		a := &f.atoms[i]
		if !f.counts(a) || a.size < scriptRatio*c.size || n > formulaVotes {
			continue
		}
		votes := 0
		for _, k := range members[:min(len(members), formulaVotes)] {
			if b := &f.atoms[k]; f.counts(b) && abs(b.y-a.y) <= formulaLevel*c.size && b.size >= scriptRatio*c.size {
				votes++
			}
		}
		if votes > most || votes == most && best != nil && a.y > best.y && isStacked(a, best, c.size) {
			most, c.y, best = votes, a.y, a // of two signs that make one, the lower stands on the row
		}
	}
	if most > 0 {
		return
	}
	c.size = f.body
	if widest > 0 {
		c.y = axis + barAxis*f.body
		return
	}
	c.y = (c.box.Y0+c.box.Y1)/2 + textMiddle*f.body
}

// counts reports whether an atom tells on which row its formula stands. Brackets from a much larger size of their font than
// the text stand around their middle.
func (f *formulaFinder) counts(a *atom) bool {
	isScaled := a.use != layout.NoMath && (a.kind == openAtom || a.kind == closeAtom) && a.size > fenceHigh*f.body
	return !a.stacked && a.kind != barAtom && !isTall(a) && a.kind != accentAtom && !isScaled
}

// cutRows puts all glyphs and candidates into rows.
func (f *formulaFinder) cutRows() {
	r := &f.lines
	r.items, r.rows = r.items[:0], r.rows[:0]
	for i := range f.clusters {
		if c := &f.clusters[i]; !c.gone {
			r.items = append(r.items, rowItem{cluster: int32(i), atom: -1, count: c.count, y: c.y, size: c.size, box: c.box})
		}
	}
	for i := 0; i < len(f.atoms); i++ {
		a := &f.atoms[i]
		if a.kind == barAtom || !f.isFree(a) {
			continue
		}
		it := rowItem{cluster: -1, atom: int32(i), count: 1, y: a.y, size: a.size, word: a.kind == proseAtom,
			box: layout.Rect{X0: a.x0, Y0: a.ink.Y0, X1: a.x1, Y1: a.ink.Y1}}
		for it.word && i+1 < len(f.atoms) && f.atoms[i+1].word == a.word && f.isFree(&f.atoms[i+1]) {
			i++
			b := &f.atoms[i]
			it.count++
			it.size = max(it.size, b.size)
			it.box.X1 = max(it.box.X1, b.x1)
			it.box.Y0, it.box.Y1 = min(it.box.Y0, b.ink.Y0), max(it.box.Y1, b.ink.Y1)
		}
		r.items = append(r.items, it)
	}
	r.sortBy(r.items, func(it *rowItem) float32 { return it.y })
	for at := 0; at < len(r.items); {
		end := at + 1
		y := r.items[at].y
		for end < len(r.items) && r.items[end].y-y <= sameRow*max(r.items[at].size, r.items[end].size)/2 {
			end++
		}
		row := r.items[at:end]
		r.sortBy(row, func(it *rowItem) float32 { return it.box.X0 })
		for k := at; k < end; k++ {
			it := &r.items[k]
			if n := len(r.rows); k == at || it.box.X0-r.rows[n-1].box.X1 > rowChain*max(it.size, r.rows[n-1].size) {
				r.rows = append(r.rows, formulaRow{first: int32(k), y: it.y, size: it.size, box: it.box})
			}
			q := &r.rows[len(r.rows)-1]
			q.count++
			q.box = q.box.Union(it.box)
			q.size = max(q.size, it.size)
			if it.cluster >= 0 {
				q.clusters++
				q.inside += it.box.Width()
			} else if it.word {
				q.letters += int(it.count)
			}
		}
		at = end
	}
}

// isFree reports whether a is part of no candidate.
func (f *formulaFinder) isFree(a *atom) bool { return a.in == 0 || f.clusters[a.in-1].gone }

// column returns the left and right edge of the text around a row, and the nearest lines above and below
// it that are over or under it.
func (f *formulaFinder) column(q *formulaRow) (left, right float32, above, below *formulaRow) {
	left, right = farAway, -farAway
	rows := f.lines.rows
	if f.work += len(rows); f.work > formulaWork {
		return left, right, nil, nil
	}
	for i := range rows {
		o := &rows[i]
		if o.letters < columnLetters || o == q || o.box.X0 > q.box.X1 || o.box.X1 < q.box.X0 || abs(o.y-q.y) > columnFar*q.size {
			continue
		}
		switch {
		case o.y < q.y && (above == nil || o.y > above.y):
			above = o
		case o.y > q.y && (below == nil || o.y < below.y):
			below = o
		}
	}
	for i := range rows {
		o := &rows[i]
		if o.letters < columnLetters || o.box.X0 > q.box.X1 || o.box.X1 < q.box.X0 {
			continue
		}
		if above != nil && o.y <= above.y && above.y-o.y <= columnDeep*q.size || below != nil && o.y >= below.y && o.y-below.y <= columnDeep*q.size {
			left, right = min(left, o.box.X0), max(right, o.box.X1)
		}
	}
	return left, right, above, below
}

// findDisplays tells rows that are formulas from lines of text that hold some.
func (f *formulaFinder) findDisplays() {
	for i := range f.lines.rows {
		q := &f.lines.rows[i]
		if q.clusters > 0 && !f.hasEntries(i) && f.isDisplay(q) {
			f.makeDisplay(q)
		}
	}
}

// isDisplay reports whether a row is a formula and nothing else. It has no words, or has few of them and
// stands in the middle.
func (f *formulaFinder) isDisplay(q *formulaRow) bool {
	left, right, above, below := f.column(q)
	if f.hasNeighbour(q, left, right) || f.isRuledIn(q) || f.hasFigures(q) {
		return false
	}
	known := left < right
	indent, room := q.box.X0-left, right-q.box.X1
	if known && above != nil && (indent <= displayIndent*q.size || f.isFlush(q, above)) &&
		(q.y-above.y <= displayPitch*q.size || q.box.Y0-above.box.Y1 <= displayApart*q.size) {
		return false // a line of the text above
	}
	if q.letters == 0 {
		return f.isFormula(q)
	}
	if !known || q.inside < displayShare*q.box.Width() || f.beginsWithWords(q) {
		return false
	}
	apart := (above == nil || q.box.Y0-above.box.Y1 > displayApart*q.size) && (below == nil || below.box.Y0-q.box.Y1 > displayApart*q.size)
	return apart && indent > displayIndent*q.size && room > displayIndent*q.size && abs(indent-room) <= displayMiddle*q.size && f.isFormula(q)
}

// isFlush reports whether q begins where the line above it begins, or where the text of that line begins
// behind the mark of a list:
//
//	a) the curve with α = 1 and that with
//	   β = 2.
func (f *formulaFinder) isFlush(q, above *formulaRow) bool {
	items := f.lines.items[above.first : above.first+above.count]
	glyphs := int32(0)
	for n := range items {
		if glyphs >= numberLongest {
			break
		}
		glyphs += items[n].count
		if (n == 0 || items[n].box.X0-items[n-1].box.X1 > gapOthers*q.size) && abs(items[n].box.X0-q.box.X0) <= flushSlack*q.size {
			return true
		}
	}
	return false
}

// beginsWithWords reports whether words stand before the first formula of q and are no side or part of it.
// Then q is a title or a centred line of text, as the first of these is:
//
//	The case of x = 1          total = n + 1          NO₂ + O₂ → NO₃
func (f *formulaFinder) beginsWithWords(q *formulaRow) bool {
	words := false
	end := q.box.X0
	for _, it := range f.lines.items[q.first : q.first+q.count] {
		if it.cluster >= 0 {
			return words && it.box.X0-end > formulaWordGap*q.size && !f.beginsWithRelation(&f.clusters[it.cluster])
		}
		words, end = words || it.word, it.box.X1
	}
	return false
}

// hasFigures reports whether figures stand beside each other on q with only white between them. It is then
// a row of a table:
//
//	3 × 10⁶   232.72   11.59   175.36
func (f *formulaFinder) hasFigures(q *formulaRow) bool {
	items := f.lines.items[q.first : q.first+q.count]
	for n := 1; n < len(items); n++ {
		if items[n].box.X0-items[n-1].box.X1 > figuresApart*q.size && f.isFigure(&items[n-1]) && f.isFigure(&items[n]) {
			return true
		}
	}
	return false
}

// hasEntries reports whether row i is the heads of a table: on its level stand terms with white between
// them, no relation relates them, and no comma makes them a list:
//
//	ρ₁₂   ρ₁₃   ρ₂₃
func (f *formulaFinder) hasEntries(i int) bool {
	rows := f.lines.rows
	first, last := i, i
	for first > 0 && isBeside(&rows[first-1], &rows[first]) {
		first--
	}
	for last+1 < len(rows) && isBeside(&rows[last], &rows[last+1]) {
		last++
	}
	if f.work += last - first; f.work > formulaWork {
		return false
	}
	items := f.lines.items[rows[first].first : rows[last].first+rows[last].count]
	entries := 1
	for n := range items {
		if f.binds(&items[n]) {
			return false
		}
		if n > 0 && items[n].box.X0-items[n-1].box.X1 > entriesApart*rows[i].size {
			entries++
		}
	}
	return entries >= entriesLeast && !f.isRowOfMatrix(rows[first].box.Union(rows[last].box), rows[i].size)
}

// isRowOfMatrix reports whether a tall bracket stands beside a row with this box.
func (f *formulaFinder) isRowOfMatrix(row layout.Rect, size float32) bool {
	f.work += len(f.atoms)
	return slices.ContainsFunc(f.atoms, func(a atom) bool {
		gap := max(a.ink.X0-row.X1, row.X0-a.ink.X1)
		return a.kind == fenceAtom && gap <= displayQuad*size && a.ink.Y0 < row.Y1 && a.ink.Y1 > row.Y0
	})
}

// isBeside reports whether r is on the level of q, at most displayQuad to its right.
func isBeside(q, r *formulaRow) bool {
	gap := r.box.X0 - q.box.X1
	return abs(q.y-r.y) <= sameRow*q.size && gap > 0 && gap <= displayQuad*q.size
}

// binds reports whether an item of a row holds what heads of tables do not have: a relation, a comma, a
// fraction, a growing sign.
func (f *formulaFinder) binds(it *rowItem) bool {
	if it.cluster < 0 {
		return f.isBinding(it.atom)
	}
	c := &f.clusters[it.cluster]
	return slices.ContainsFunc(f.members[c.first:c.first+c.count], f.isBinding)
}

func (f *formulaFinder) isBinding(atom int32) bool {
	switch a := &f.atoms[atom]; a.kind {
	case commaAtom, barAtom, fenceAtom, largeAtom:
		return true
	case operatorAtom:
		return isRelation(a.char)
	}
	return false
}

// isFigure reports whether an item of a row is a digit that is part of no candidate.
func (f *formulaFinder) isFigure(it *rowItem) bool {
	return it.cluster < 0 && f.atoms[it.atom].kind == digitAtom
}

// isRuledIn reports whether q is a row between the level rules of a table: the title of a group of rows,
// or a row with a single entry.
//
//	───────────────
//	 a      b    c
//	───────────────
//	     λ = 1          q
//	 5      6    7
//	───────────────
func (f *formulaFinder) isRuledIn(q *formulaRow) bool {
	rulings := f.s.rulings
	for i := range rulings {
		if !isOver(&rulings[i], q) {
			continue
		}
		like, under := 0, false
		for j := range rulings {
			if r := &rulings[j]; !r.Vertical && abs(r.Box.X0-rulings[i].Box.X0) <= displayRuleEnds && abs(r.Box.X1-rulings[i].Box.X1) <= displayRuleEnds {
				like++
				under = under || r.Box.Y0 >= q.box.Y1
			}
		}
		if under && like >= displayRules {
			return true
		}
		if f.work += len(rulings); f.work > limits.FormulaWork {
			return false
		}
	}
	return false
}

// isOver reports whether r is a level rule above q, and longer than q on both sides.
func isOver(r *paintedRuling, q *formulaRow) bool {
	return !r.Vertical && r.Box.Y1 <= q.box.Y0 && r.Box.X0 < q.box.X0 && r.Box.X1 > q.box.X1
}

// isFormula reports whether the clusters of a row are more than a letter or a sign.
func (f *formulaFinder) isFormula(q *formulaRow) bool {
	sure, all, said := 0, 0, false
	for _, it := range f.lines.items[q.first : q.first+q.count] {
		if it.cluster < 0 {
			all += int(it.count)
			continue
		}
		c := &f.clusters[it.cluster]
		sure += c.sure
		all += int(c.count)
		said = said || f.hasLetterOrDigit(c)
	}
	least := displayLeast
	if it := &f.lines.items[q.first]; it.cluster >= 0 && f.beginsWithRelation(&f.clusters[it.cluster]) {
		least-- // it goes on with the row above
	}
	return said && all >= least && (sure > 0 || all > displayLeast)
}

// beginsWithRelation reports whether a relation is the first of c.
func (f *formulaFinder) beginsWithRelation(c *candidate) bool {
	first, _ := f.ends(c)
	return first >= 0 && f.atoms[first].kind == operatorAtom && isRelation(f.atoms[first].char)
}

// hasLetterOrDigit reports whether there is a letter or a digit in c.
func (f *formulaFinder) hasLetterOrDigit(c *candidate) bool {
	for _, i := range f.members[c.first : c.first+c.count] {
		switch f.atoms[i].kind {
		case letterAtom, digitAtom, nameAtom:
			return true
		}
	}
	return false
}

// hasNeighbour reports whether something stands on the row of q in its column that is no formula and no
// number of one. Then q is a cell of a table, or the label of something.
func (f *formulaFinder) hasNeighbour(q *formulaRow, left, right float32) bool {
	if f.work += len(f.lines.rows); f.work > formulaWork {
		return true
	}
	for i := range f.lines.rows {
		o := &f.lines.rows[i]
		if o == q || abs(o.y-q.y) > sameRow*q.size || f.isNumber(o) {
			continue
		}
		gap := max(o.box.X0-q.box.X1, q.box.X0-o.box.X1)
		if o.letters > 0 && f.isCovered(q, o) {
			return true
		}
		if left < right && (o.box.X1 < left || o.box.X0 > right) {
			continue
		}
		if o.clusters == 0 && o.letters == 0 && gap < rowChain*2*q.size || gap > neighbourFar*q.size && left >= right {
			continue // a bracket, a comma
		}
		if o.clusters > 0 && o.letters == 0 && gap <= displayQuad*q.size {
			continue
		}
		return true
	}
	return false
}

// isCovered reports whether a line of text near q runs over the white between q and o. Both are then in
// one column, set wide.
func (f *formulaFinder) isCovered(q, o *formulaRow) bool {
	x0, x1 := q.box.X1, o.box.X0
	if o.box.X0 < q.box.X0 {
		x0, x1 = o.box.X1, q.box.X0
	}
	if f.work += len(f.lines.rows); f.work > formulaWork {
		return true
	}
	for i := range f.lines.rows {
		r := &f.lines.rows[i]
		if r != q && r != o && r.letters >= columnLetters && abs(r.y-q.y) <= columnDeep*2*q.size && r.box.X0 < x0 && r.box.X1 > x1 {
			return true
		}
	}
	return false
}

// isNumber reports whether a row is the number of a formula: (3.14), (A.2), (7a).
func (f *formulaFinder) isNumber(q *formulaRow) bool {
	if q.clusters > 0 || q.count < 3 || q.count > numberLongest {
		return false
	}
	return f.isNumberText(f.lines.items[q.first : q.first+q.count])
}

func (f *formulaFinder) isNumberText(items []rowItem) bool {
	digits := 0
	for n, it := range items {
		if it.cluster >= 0 || it.count > 1 {
			return false
		}
		a := &f.atoms[it.atom]
		switch {
		case n == 0:
			if a.char != '(' {
				return false
			}
		case n == len(items)-1:
			if a.char != ')' {
				return false
			}
		case a.char >= '0' && a.char <= '9':
			digits++
		case a.char == '.' || a.char == '-' || a.char == 0x2013 || a.char == '\'' || a.char == 0x2032 || a.char == 0x2019:
		case a.char >= 'A' && a.char <= 'Z' && n == 1 || a.char >= 'a' && a.char <= 'z' && n == len(items)-2:
		default:
			return false
		}
	}
	return digits > 0
}

// makeDisplay makes one candidate of all items of a row, except for a number at its end.
func (f *formulaFinder) makeDisplay(q *formulaRow) {
	items := f.lines.items[q.first : q.first+q.count]
	from, to := 0, len(items)
	for n := range items { // at the right
		if n > 0 && items[n].cluster < 0 && items[n].box.X0-items[n-1].box.X1 > numberApart*q.size && f.isNumberText(items[n:]) {
			to = n
			break
		}
	}
	for n := min(len(items)-1, numberLongest); n > 0; n-- { // at the left
		if items[n].box.X0-items[n-1].box.X1 > numberApart*q.size && f.isNumberText(items[:n]) {
			from = n
			break
		}
	}
	items = items[from:to]
	var into *candidate
	for _, it := range items {
		if it.cluster >= 0 {
			into = &f.clusters[it.cluster]
			break
		}
	}
	if into == nil {
		return
	}
	number := int32(0)
	for _, it := range items {
		if it.cluster >= 0 {
			number = it.cluster + 1
			break
		}
	}
	first := int32(len(f.members))
	for _, it := range items {
		if it.cluster < 0 {
			for k := range it.count {
				f.members = append(f.members, it.atom+k)
			}
			continue
		}
		c := &f.clusters[it.cluster]
		f.members = append(f.members, f.members[c.first:c.first+c.count]...)
		c.gone = true
	}
	for _, i := range f.members[first:] {
		f.atoms[i].in = number
	}
	y := into.y
	into.first, into.count, into.gone, into.display = first, int32(len(f.members))-first, false, true
	f.settleRow(into)
	if into.count > 0 && len(items) > 1 {
		into.y = y
	}
}
