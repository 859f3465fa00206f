package analyze

import (
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// evidence is what speaks for a band being a table, and what against it.
type evidence struct {
	rows, cols int
	several    int     // rows with text in several columns
	filled     float32 // share of the cells with text
	numbers    float32 // share of numbers among the parts behind the first column
	aligned    float32 // share of parts on the usual edge of their column
	keys       float32 // share of numbers in the first column
	bold       float32 // share of bold parts in the first column, when others are not
	headed     bool    // the first line is bold, with a part in each column, and no other line is
	wrapped    float32 // lines of the body per row
	labels     float32 // share of rows that begin with the label of an item
	leaders    float32 // share of rows with dots that lead to a number
	colons     float32 // share of first parts that end in a colon
	crossed    float32 // share of the rows of the body with cells over several columns
	prose      int     // columns of running text
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Text is of fixed width if monoLines of its lines are. It is a table only where typedShare of the
	// page is typed so and typedNumbers of the parts are numbers, or where rules part rows, and typedNeat
	// of the cells are filled and aligned.
	monoLines    = 0.5
	typedShare   = 0.8
	typedNumbers = 0.5
	typedNeat    = 0.9
	// severalShare is the share of a table's rows with text in several columns; crossedFree the share of
	// rows with spans that costs nothing; edgeSame how near aligned edges lie.
	severalShare = 0.4
	// A table to be filled in has at least blankRules rules, above the names of its columns and at its
	// end, and blankNames rows.
	blankRules  = 2
	blankNames  = 3
	crossedFree = 0.25
	edgeSame    = 0.2
	// The weights of the evidence; see weigh. Numbers with columns, or rules with
	// aligned rows, are enough; two columns of words without rules are not quite.
	weightBase    = 0.15
	weightNumbers = 0.3
	weightKeys    = 0.5 // share of weightNumbers, for numbers in the first column
	weightBold    = 0.15
	weightHeaded  = 0.25
	weightRules   = 0.35
	weightColumns = 0.3
	weightRows    = 0.15
	weightAligned = 0.2
	weightLabels  = 0.6
	weightProse   = 0.25
	weightWrapped = 0.2
	weightEmpty   = 0.5
	weightColons  = 0.3
	weightCrossed = 0.8
	weightFew     = 0.25
	// edgeCandidates is how many places the vote on an edge keeps.
	edgeCandidates = 4
)

// weigh returns the confidence that the band is a table, and why.
func (a *rowStage) weigh() (float32, string) {
	e := a.gather()
	why := fmt.Sprintf("%d rows and %d columns aligned, %.0f %% numbers, %d rules", e.rows, e.cols, 100*e.numbers, a.rulesN)
	body := e.rows - a.levels
	if e.cols < 2 || body < 1 || e.rows < 2 || !a.isFilled(&e) && !a.isBlank(&e) || a.isContents(&e) || a.isProgram(&e) {
		return 0, why
	}
	w := float32(weightBase)
	w += weightNumbers * max(e.numbers, weightKeys*e.keys)
	w += weightBold * e.bold
	if e.headed {
		w += weightHeaded
	}
	w += weightRules * float32(min(a.rulesN, 3)) / 3
	w += weightColumns * float32(min(e.cols-2, 3)) / 3
	w += weightRows * float32(min(body, 6)) / 6
	w += weightAligned * (e.aligned - 0.5) * 2
	w -= weightLabels * e.labels
	w -= weightCrossed * max(0, e.crossed-crossedFree)
	if a.rulesN < 3 && !a.slabs {
		if a.rulesN == 2 {
			e.prose-- // one column of text between rules is usual
		}
		w -= weightProse * float32(max(0, min(e.prose, 2)))
		w -= weightWrapped * max(0, min(e.wrapped-2, 2)) / 2
	}
	w -= weightEmpty * max(0, 0.5-e.filled)
	if e.cols == 2 {
		if a.rulesN < 2 {
			w -= weightColons * e.colons
		}
	}
	if body < fewRows && (a.rulesN < 2 && (e.cols == 2 || e.aligned < fewAligned) || a.rulesN == 2 && e.aligned < 0.5) {
		w -= weightFew
	}
	return min(w, 1), why
}

// isFilled reports whether enough rows have text in several columns.
func (a *rowStage) isFilled(e *evidence) bool {
	return e.several >= 2 && float32(e.several) >= severalShare*float32(e.rows)
}

// isBlank reports whether the band is a table to be filled in. Between rules one row in bold type names
// all columns, and the rows below it have nothing but their own names:
//
//	──────────────────────
//	CATION   SETTLING RATE
//	K+
//	Na+
//	──────────────────────
func (a *rowStage) isBlank(e *evidence) bool {
	if !e.headed || a.rulesN < blankRules || e.several != 1 || len(a.rows) < blankNames {
		return false
	}
	return a.fillsAll(a.rows[0], 0, int32(len(a.cols))) && !slices.ContainsFunc(a.rows[1:], func(r alignedRow) bool { return !a.holds(r, 0) })
}

// isContents reports whether the band is a contents page: dots or white lead to page numbers.
func (a *bandStage) isContents(e *evidence) bool {
	return a.rulesN < 2 && (e.leaders >= leadersShare && e.cols <= 3 || a.leadsToPages())
}

// isProgram reports whether the band is a program: fixed-width text on a page of other text or without
// numbers, whose rows no rules part.
func (a *rowStage) isProgram(e *evidence) bool {
	mono := 0
	for i := range a.band {
		if a.band[i].mono || a.isNumbered(i) {
			mono++
		}
	}
	ruled := a.slabs && 2*a.rulesN > len(a.rows) && e.crossed == 0 && min(e.filled, e.aligned) >= typedNeat
	if ruled || float32(mono) < monoLines*float32(len(a.band)) {
		return false
	}
	return !a.s.isTyped() || e.numbers < typedNumbers
}

// isNumbered reports whether a line is one of a program, behind its number.
func (a *bandStage) isNumbered(i int) bool {
	l := &a.band[i]
	parts := a.parts[l.first:l.end]
	if len(parts) < 2 || parts[0].kind != numberPart {
		return false
	}
	for k := range parts[1:] {
		if !parts[1+k].mono {
			return false
		}
	}
	return true
}

// gather counts the evidence.
func (a *rowStage) gather() evidence {
	e := evidence{rows: len(a.rows), cols: len(a.cols)}
	behind, numbers, firsts, boldBehind := 0, 0, 0, 0
	cells := 0
	lastRow := -1
	row := 0
	for i := range a.band {
		for row+1 < len(a.rows) && a.rows[row].end <= int32(i) {
			row++
		}
		l := &a.band[i]
		for j := l.first; j < l.end; j++ {
			p := &a.parts[j]
			if i >= a.head && p.col == 0 && row != lastRow {
				lastRow = row
				firsts++
				if p.kind != textPart && !a.isItemLabel(p) {
					e.keys++
				}
				if p.bold {
					e.bold++
				}
				if a.isItemLabel(p) {
					e.labels++
				}
				if a.lastOf(p) == ':' {
					e.colons++
				}
				if a.hasLeader(p) || j+1 < l.end && a.hasLeader(&a.parts[j+1]) {
					e.leaders++
				}
			}
			if i >= a.head && p.col > 0 && p.kind != signPart {
				behind++
				if p.bold {
					boldBehind++
				}
				if p.kind == numberPart || p.kind == yearPart {
					numbers++
				}
			}
		}
	}
	for r := range a.rows {
		filled := 0
		for c := range a.cols {
			if a.holds(a.rows[r], int32(c)) {
				filled++
			}
		}
		if filled > 1 {
			e.several++
		}
		if r >= a.levels {
			cells += filled
		}
	}
	body := len(a.rows) - a.levels
	e.filled = share(cells, body*len(a.cols))
	e.numbers = share(numbers, behind)
	e.keys /= float32(max(1, firsts))
	e.bold = max(0, e.bold/float32(max(1, firsts))-share(boldBehind, behind))
	e.wrapped = share(len(a.band)-a.head, body)
	e.labels /= float32(max(1, firsts))
	e.colons /= float32(max(1, firsts))
	e.leaders /= float32(max(1, firsts))
	e.aligned, e.prose = a.edges()
	e.headed = a.isHeaded()
	for i, p := range a.spans {
		if int(p.row) >= a.levels && p.cols > 1 && (i == 0 || a.spans[i-1].row != p.row) {
			e.crossed++
		}
	}
	e.crossed /= float32(max(1, body))
	return e
}

// isHeaded reports whether the first line is bold and has a part in each column, and no other line with
// gaps is bold as a whole.
func (a *columnStage) isHeaded() bool {
	first := &a.band[0]
	if !first.bold || int(first.end-first.first) != len(a.cols) {
		return false
	}
	for i := range a.band[1:] {
		if l := &a.band[1+i]; l.bold && l.gaps {
			return false
		}
	}
	return true
}

func share(n, of int) float32 { return float32(n) / float32(max(1, of)) }

// isItemLabel reports whether p is the label of an item: a bullet, an arrow or the like, or a number that
// ends in a full stop or bracket.
func (a *partStage) isItemLabel(p *alignedPart) bool {
	if p.end-p.col != 1 {
		return false
	}
	switch a.s.firstRune(a.s.glyphs[p.first].char) {
	case '⇒', '⊣', '↦', '↪':
		return true // the sign before the output of a program
	}
	switch r := a.lastOf(p); {
	case r == '.', r == ')', r == ']', chars.IsBullet(r), chars.IsDash(r):
		return p.label
	case r == '>', r == '→':
		return p.count <= labelRunes
	}
	return p.label && p.kind == textPart
}

func (a *partStage) lastOf(p *alignedPart) rune {
	return a.s.lastRune(a.s.glyphs[p.tail].char)
}

// hasLeader reports whether a part ends in a row of dots or consists of them.
func (a *partStage) hasLeader(p *alignedPart) bool {
	if p.count < leadersLeast {
		return false
	}
	for _, c := range a.s.glyphs[p.first+p.count-leadersLeast : p.first+p.count] {
		if !isLeaderDot(c.char) && c.char != '_' {
			return false
		}
	}
	return true
}

// edges returns the share of parts of the body that stand on the usual left, middle or right of their
// column, and counts the columns of running text.
func (a *rowStage) edges() (aligned float32, prose int) {
	fit, all := 0, 0
	for c := range a.cols {
		var left, right, centre edgeVote
		n, glyphs := 0, int32(0)
		for i := a.head; i < len(a.band); i++ {
			l := &a.band[i]
			for _, p := range a.parts[l.first:l.end] {
				if p.col != int32(c) || p.end != p.col+1 || p.kind == signPart {
					continue
				}
				n++
				glyphs += p.chars
				left.add(p.u0, a.em)
				right.add(p.u1, a.em)
				centre.add((p.u0+p.u1)/2, a.em)
			}
		}
		if n > 1 { // one part alone has no usual edge
			fit += max(left.best(), right.best(), centre.best()) - 1
			all += n - 1
		}
		if n > 0 && glyphs >= prosePart*int32(n) && a.early < proseEarly {
			prose++
		}
	}
	return share(fit, all), prose
}

// edgeVote finds the place that most edges share, nearly: it takes a majority vote with a few candidates.
type edgeVote struct {
	at    [edgeCandidates]float32
	votes [edgeCandidates]int
}

func (v *edgeVote) add(u, em float32) {
	least := 0
	for i := range v.at {
		if v.votes[i] > 0 && abs(v.at[i]-u) <= edgeSame*em {
			v.votes[i]++
			return
		}
		if v.votes[i] < v.votes[least] {
			least = i
		}
	}
	if v.votes[least] == 0 {
		v.at[least], v.votes[least] = u, 1
	}
}

func (v *edgeVote) best() int {
	n := 0
	for _, k := range v.votes {
		n = max(n, k)
	}
	return n
}
