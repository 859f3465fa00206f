package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// sideFacts are facts about the text on one side of a gutter. They tell running text from cells.
type sideFacts struct {
	rows, segs int32
	close      int32 // rows right below the one before
	chars      int32
	long       int32   // segments longer than cells are
	longChars  int32   // characters in them
	top, last  float32 // first and last baseline
	gap        float32 // the widest distance of two baselines
	largest    float32 // size of the first glyphs of segments
	listed     int32   // segments that end as entries of an index or of contents do
	white      float32 // white above and below formulas that have lines to themselves
	width      float32 // widths of all long segments together
	widest     float32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Running text on one side of a gutter. A long segment has proseChars characters, and proseShare of
	// the side's text is in such segments (a table may stand in a column). Rows are prosePitch ems apart
	// on average. If proseShared of the rows are shared, as in a table, the long segments of running text
	// still fill proseFill of the measure.
	proseChars  = 14
	proseShare  = 0.55
	prosePitch  = 2.4
	proseClose  = 0.5 // share of lines right below the one before, where figures part them
	proseFill   = 0.72
	proseShared = 0.8
	proseRows   = 15   // shared rows past which short lines are an index, not a table
	ownRows     = 0.35 // share of common rows up to which sides have rows of their own
	ownPitch    = 1.7  // factor on prosePitch for such sides
	// Sides of any kind are read apart when they share at most apartShared of their rows, have apartRows
	// or more, and reading row by row would tear apartTorn pairs of lines at most apartPitch ems apart.
	// Fewer such pairs occur where one block ends beside the beginning of the next.
	apartRows   = 4
	apartShared = 0.35
	apartTorn   = 3
	apartPitch  = 1.8
	// Columns of a reference card have keyedRows rows or more, with keyedParts texts a row: 1.8 on a card
	// of 40 and 38 rows, which share 11, and where 51 pairs of lines would be torn.
	keyedRows  = 15
	keyedParts = 1.5
	// A list of contents is no table if ledLeast lines have dots that lead to a number. One in ledFalls of
	// these numbers may be less than the one above it.
	ledLeast    = 3
	ledFalls    = 8
	noteChars   = 6 // marginal notes beside running text
	notesBeside = 30
	notesShare  = 0.6
	noteSize    = 0.93 // times the size of the text, for notes on its left
	// A heading beside text is at least sideHeadSize times as large: larger than words in bold, smaller
	// than the 2.4 to 3.2 of reports. The text beside it has sideHeadBeside characters a line, for the
	// column is often narrow (27 in one report).
	sideHeadSize   = 1.5
	sideHeadBeside = 20
	// edgeGap is the gap between a running head or foot and the columns, in line pitches.
	edgeGap        = 1.7
	columnEdgeRows = 2
	// cutGap is the height of a horizontal white band within a table, in line pitches. A table has cutRows
	// such bands, and cutShare of them have text on both sides right below.
	cutGap   = 1.3
	cutRows  = 3
	cutShare = 0.6
	// cutSteps is the share of such bands among the places where a side begins anew below white of its
	// own. It is 1 in tables without cells of several paragraphs, .14 to .45 in two columns of text.
	cutSteps = 0.5
	// A column that goes on with a numbered list has at least countedEntries entries; their numbers have
	// at most countedDigits digits.
	countedEntries = 2
	countedDigits  = 3
	// A strip that cellRules rules cross is a strip between the columns of a table.
	cellRules = 2
)

// separates reports whether g divides running text from running text, so that
// its sides are read one after the other, and not the columns of a table.
func (s *regionStage) separates(region []int32, g *gutter, em float32) bool {
	band := region[g.first:g.end]
	if len(band) == 0 || em <= 0 {
		return false
	}
	middle := (g.u0 + g.u1) / 2
	left, right := s.sides(band, middle)
	a, b := s.factsOf(left), s.factsOf(right)
	least := int32(gutterLines)
	if g.u1-g.u0 < gutterWide*em {
		least = gutterLinesThin
	}
	shared := s.sharedRows(band, middle)
	pitch := prosePitch * em
	if float32(shared) <= ownRows*float32(min(a.rows, b.rows)) {
		pitch *= ownPitch // rows of their own are evidence enough for columns set loosely
	}
	if a.isListed() && b.isListed() && s.endsInNumbers(left) {
		return s.rulesAcross(band, g) < cellRules
	}
	prose := a.isProse(least, pitch) && b.isProse(least, pitch) ||
		a.isParted(least) && b.isParted(least) && !s.stepsTogether(band, middle)
	if !prose && s.areKeyed(band, middle, g, shared, &a, &b) {
		return true
	}
	if !prose {
		return findNotes(g, &a, &b, shared, pitch, em)
	}
	return !s.isGrid(band, middle, g, shared, &a, &b)
}

// factsOf gathers the facts about one side of a gutter. The words of a stretched line count as one
// segment. The labels of a chart in the column count as no text.
func (s *regionStage) factsOf(side []int32) sideFacts {
	var f sideFacts
	row, above := int32(-1), false
	parts := s.sideParts(side)
	for i := range parts {
		g := &parts[i]
		if g.row != row {
			row = g.row
			f.rows++
		}
		if f.segs == 0 {
			f.top, f.last = g.v, g.v
		}
		count, display := s.lengthOf(&s.segments[g.last], g.count)
		d := g.v - f.last
		if pitch := apartPitch * s.glyphs[g.first].size; d > 0 && (d <= pitch || display || above) {
			f.close++
			f.white += max(d-pitch, 0)
		}
		above = display
		f.gap = max(f.gap, g.v-f.last)
		f.last = g.v
		f.segs++
		f.chars += count
		f.largest = max(f.largest, s.glyphs[g.first].size)
		if s.endsListed(&s.segments[g.last]) {
			f.listed++
		}
		if count >= proseChars {
			f.long++
			f.longChars += count
			f.width += g.u1 - g.u0
			f.widest = max(f.widest, g.u1-g.u0)
		}
	}
	return f
}

// isProse reports whether a side is running text: its lines follow each other closely, and most of its
// text is in segments longer than cells.
func (f *sideFacts) isProse(least int32, pitch float32) bool {
	return f.isLong(least) && f.last-f.top-f.white <= pitch*float32(f.rows-1)
}

// isParted reports whether a side is running text that figures part: most of its lines stand right below
// another. Cells of several lines do as well, but share their baselines with others.
func (f *sideFacts) isParted(least int32) bool {
	return f.isLong(least) && float32(f.close) >= proseClose*float32(f.rows-1)
}

// isLong reports whether most text of a side is in segments longer than cells are.
func (f *sideFacts) isLong(least int32) bool {
	return f.rows >= least && f.long >= gutterLines && float32(f.longChars) >= proseShare*float32(f.chars)
}

// standApart reports whether the sides of g were each set by itself, as the addresses of a letter are:
// they hardly share a baseline, and reading them row by row would tear lines that follow each other
// closely. Cells of a table stand in rows. Where centred cells do not, the heads of the table do, or a
// rule runs across.
func (s *regionStage) standApart(region []int32, g *gutter) bool {
	band := region[g.first:g.end]
	middle := (g.u0 + g.u1) / 2
	left, right := s.sides(band, middle)
	a, b := s.factsOf(left), s.factsOf(right)
	rows := min(a.rows, b.rows)
	heads := s.sharedRows(band[:rowEnd(s.segments, band, 0)], middle) > 0
	return rows >= apartRows && !heads && float32(s.sharedRows(band, middle)) <= apartShared*float32(rows) &&
		s.tornLines(band, middle) >= apartTorn && s.rulesAcross(band, g) == 0
}

// areKeyed reports whether the sides of g are two columns of a reference card, each with keys and what
// they do. A table of four columns has the texts of a row on one baseline. Here hardly a baseline is shared:
//
//	Help                        Macros
//	C-h b      list the keys    C-c m      expand once
//	C-h l        last letters
//	Closure                     Compilation
//	C-c q     close the paren   C-c c         a defun
func (s *regionStage) areKeyed(band []int32, middle float32, g *gutter, shared int32, a, b *sideFacts) bool {
	rows := min(a.rows, b.rows)
	return rows >= keyedRows && float32(shared) <= apartShared*float32(rows) &&
		float32(a.segs) >= keyedParts*float32(a.rows) && float32(b.segs) >= keyedParts*float32(b.rows) &&
		s.tornLines(band, middle) >= int(rows) && s.rulesAcross(band, g) == 0
}

// stepsTogether reports whether most lines that begin anew below white of their side stand on one baseline
// with a line of the other side, as the first lines of cells do. Lines below a figure in a column do so by
// chance only.
func (s *segmentStage) stepsTogether(band []int32, middle float32) bool {
	steps, together := 0, 0
	var last [2]float32
	var begun [2]bool
	for at := 0; at < len(band); {
		end := rowEnd(s.segments, band, at)
		g := &s.segments[band[at]]
		here := [2]bool{g.u0 < middle, s.segments[band[end-1]].u0 >= middle}
		for side := range here {
			if !here[side] {
				continue
			}
			if begun[side] && g.v-last[side] > apartPitch*g.size {
				steps++
				if here[1-side] {
					together++
				}
			}
			begun[side], last[side] = true, g.v
		}
		at = end
	}
	return float32(together) >= cutShare*float32(steps)
}

// tornLines counts the pairs of close lines on one side of middle that have a line of the other side
// between them.
func (s *segmentStage) tornLines(band []int32, middle float32) int {
	torn := 0
	var last [2]float32 // baselines
	var other [2]bool   // the other side has had a line since
	for at := 0; at < len(band); {
		end := rowEnd(s.segments, band, at)
		g := &s.segments[band[at]]
		for side := range last {
			here := false
			for _, n := range band[at:end] {
				here = here || (s.segments[n].u0 >= middle) == (side == 1)
			}
			if here {
				if other[side] && g.v-last[side] <= apartPitch*g.size {
					torn++
				}
				last[side], other[side], other[1-side] = g.v, false, true
			}
		}
		at = end
	}
	return torn
}

// isListed reports whether a side has the entries of an index or of a contents page. These are shorter
// than running text and share the baselines of those beside them, but are no cells.
func (f *sideFacts) isListed() bool {
	return f.rows >= listedRows && float32(f.listed) >= listedShare*float32(f.rows)
}

// endsListed reports whether a segment ends as an entry does: in dots that lead to a page number, with or
// without that number, or in a comma and a number. What stands in for a table or a panel does not: its
// count is that of several segments, whose glyphs need not stand together.
func (s *glyphStage) endsListed(g *segment) bool {
	if g.grid != 0 {
		return false
	}
	glyphs := s.glyphs[g.first : g.first+g.count]
	end := len(glyphs)
	for end > 0 && len(glyphs)-end < listedDigits && chars.IsDigit(s.firstRune(glyphs[end-1].char)) {
		end--
	}
	if end == 0 {
		return false
	}
	if c := glyphs[end-1].char; c == ',' {
		return end > 1 && end < len(glyphs) && !chars.IsDigit(s.firstRune(glyphs[end-2].char))
	}
	if end < leadersLeast {
		return false
	}
	for _, c := range glyphs[end-leadersLeast : end] {
		if !isLeaderDot(c.char) {
			return false
		}
	}
	return true
}

// isLeaderDot reports whether r is one of the dots that lead to a number.
func isLeaderDot(r rune) bool { return r == '.' || r == '·' || r == '…' }

// endsInNumbers reports whether most rows of a side end as entries do, or in the number itself. If not,
// the strip parts the labels of entries from their texts.
func (s *segmentStage) endsInNumbers(side []int32) bool {
	rows, ends := 0, 0
	for n, i := range side {
		g := &s.segments[i]
		if n+1 < len(side) && s.segments[side[n+1]].row == g.row {
			continue
		}
		rows++
		if g.count <= listedDigits && s.isNumber(g) || s.endsListed(g) {
			ends++
		}
	}
	return float32(ends) >= endedShare*float32(rows)
}

// isNumber reports whether a segment has digits only.
func (s *glyphStage) isNumber(g *segment) bool {
	if g.grid != 0 {
		return false
	}
	for _, c := range s.glyphs[g.first : g.first+g.count] {
		if !chars.IsDigit(s.firstRune(c.char)) {
			return false
		}
	}
	return true
}

// findNotes reports whether one side of g has marginal notes on the text of the other, or a heading beside
// it. It sets g.notes for notes; a heading on the left is read before its text. On the left stand terms
// and labels too. Notes there are in smaller type, and have several lines or lines of their own; a term
// stands on the line that it names.
func findNotes(g *gutter, a, b *sideFacts, shared int32, pitch, em float32) bool {
	switch {
	case b.hasBeside(a, pitch, sideHeadBeside) && a.isSideHead(em):
	case b.hasNotes(a, pitch) && a.largest < noteSize*em && (2*shared <= a.rows || 2*a.close >= a.rows):
		g.notes = notesLeft
	case !a.hasNotes(b, pitch):
		return false
	case b.largest < noteSize*em:
		g.notes = notesRight
	}
	return true
}

// hasNotes reports whether f is running text with the marginal notes n beside it.
func (f *sideFacts) hasNotes(n *sideFacts, pitch float32) bool {
	return f.hasBeside(n, pitch, notesBeside)
}

// hasBeside reports whether f is running text, of chars characters a line or more, with much less text n
// beside it.
func (f *sideFacts) hasBeside(n *sideFacts, pitch float32, chars int32) bool {
	text := *f
	text.last -= max(f.gap-pitch, 0) // leave out the white above the footnotes, or a figure
	return text.isProse(gutterLinesThin, pitch) && f.chars >= chars*f.segs &&
		n.chars >= noteChars*n.segs && float32(n.rows) <= notesShare*float32(f.rows)
}

// isSideHead reports whether a side is a heading beside text. Its lines stand right below each other:
//
//	Executive    India suffers from rules that
//	             are getting in the way of its
//	Summary      business. Its legislation and
//	             many regulations have created
//
// Large numbers, each beside a text of its own, are no such heading.
func (f *sideFacts) isSideHead(em float32) bool {
	return f.largest >= sideHeadSize*em && f.close == f.rows-1
}

// sharedRows counts the rows of the band that have text on both sides.
func (s *segmentStage) sharedRows(band []int32, middle float32) int32 {
	shared, row, l, r := int32(0), int32(-1), false, false
	for _, i := range band {
		g := &s.segments[i]
		if g.row != row {
			row, l, r = g.row, false, false
		}
		both := l && r
		l, r = l || g.u0 < middle, r || g.u0 >= middle
		if l && r && !both {
			shared++
		}
	}
	return shared
}

// isGrid reports whether the band is a table after all. The evidence is rules across the strip, white
// bands across both sides below which both begin on one baseline, or short entries that share their
// baselines.
func (s *regionStage) isGrid(band []int32, middle float32, g *gutter, shared int32, a, b *sideFacts) bool {
	if s.rulesAcross(band, g) >= cellRules {
		return true
	}
	if bands, both, steps := s.whiteBands(band, middle); bands >= cutRows && float32(both) >= cutShare*float32(bands) && float32(both) >= cutSteps*float32(steps) {
		return true
	}
	if s.countsOn(band, middle) {
		return false
	}
	aligned := float32(shared) >= proseShared*float32(max(a.rows, b.rows))
	return aligned && shared < proseRows && min(a.fill(), b.fill()) < proseFill
}

// countsOn reports whether the numbers of entries on the left of middle go on with those on the right, so
// that they are one list in two columns:
//
//	 8  Doran T. Effect of          11  Reeves D. How to
//	    financial incentives            identify
//	 9  Ricci I. Impact of          12  Cox D. Analysis
//	10  Roland M. Linking           13  Abraham B. Quality
func (s *regionStage) countsOn(band []int32, middle float32) bool {
	left, right := s.sides(band, middle)
	_, last, many := s.counting(left)
	first, _, more := s.counting(right)
	return many >= countedEntries && more >= countedEntries && first == last+1
}

// counting returns the first and last number of the entries of a side, and how many there are. The numbers
// stand at the edge of the side. count is 0 if they do not rise by one.
func (s *segmentStage) counting(side []int32) (first, last, count int) {
	edge := float32(farAway)
	for _, i := range side {
		edge = min(edge, s.segments[i].u0)
	}
	row := int32(-1)
	for _, i := range side {
		g := &s.segments[i]
		begins := g.row != row
		row = g.row
		if !begins || g.grid != 0 || g.u0 > edge+g.size {
			continue
		}
		n, ok := s.leadingNumber(g)
		switch {
		case !ok:
		case count == 0:
			first, last, count = n, n, 1
		case n != last+1:
			return 0, 0, 0
		default:
			last, count = n, count+1
		}
	}
	return first, last, count
}

// leadingNumber returns the number that g begins with: up to countedDigits digits, perhaps in brackets or
// with a stop. The number is all of g, or white parts it from what follows.
func (s *glyphStage) leadingNumber(g *segment) (n int, ok bool) {
	if g.grid != 0 {
		return 0, false
	}
	glyphs := s.glyphs[g.first : g.first+g.count]
	if len(glyphs) > 0 && glyphs[0].char == '[' {
		glyphs = glyphs[1:]
	}
	at := 0
	for at < len(glyphs) && at <= countedDigits && glyphs[at].char >= '0' && glyphs[at].char <= '9' {
		n = 10*n + int(glyphs[at].char-'0')
		at++
	}
	if at == 0 || at > countedDigits {
		return 0, false
	}
	for at < len(glyphs) && (glyphs[at].char == '.' || glyphs[at].char == ']' || glyphs[at].char == ')') {
		at++
	}
	return n, at == len(glyphs) || glyphs[at].u0-glyphs[at-1].u1 > gapBareMin*glyphs[at].size
}

// fill returns how wide the long segments are on average, as a share of the widest.
func (f *sideFacts) fill() float32 {
	if f.widest <= 0 {
		return 0
	}
	return f.width / (f.widest * float32(f.long))
}

// whiteBands counts the horizontal white bands of the band, and (both) those right below which both sides
// have text on one baseline. steps counts where a side begins anew below white of its own, on the side
// that does so less often. Cells begin anew at the bands, paragraphs of columns anywhere. The white around
// formulas that have lines to themselves parts no cells.
//
//	text text   text text      text text   text text
//	                           text text   text text
//	text text   text text
//	            text text      text text   text text
//	                                       text text
//	text text   text text      text text
//	                           text text   text text
//	3 bands, 3 steps           1 band of 2 steps
func (s *regionStage) whiteBands(band []int32, middle float32) (bands, both, steps int) {
	pitch := cutGap * s.columnPitch(band, middle)
	var last [2]float32 // baselines of the sides
	var begun [2]int
	display := false
	for at := 0; at < len(band); {
		end := rowEnd(s.segments, band, at)
		v := s.segments[band[at]].v
		above := display
		display = s.holdsDisplay(band[at:])
		here := [2]bool{s.segments[band[at]].u0 < middle, s.segments[band[end-1]].u0 >= middle}
		if at > 0 && !above && !display && v-max(last[0], last[1]) > pitch {
			bands++
			if here[0] && here[1] {
				both++
			}
		}
		for side := range here {
			if here[side] && at > 0 && v-last[side] > pitch {
				begun[side]++
			}
			if here[side] {
				last[side] = v
			}
		}
		at = end
	}
	return bands, both, min(begun[0], begun[1])
}

// columnPitch returns the usual distance of lines on the sides of a strip, the larger of the two. Rows of
// both sides together tell nothing: the columns need not be aligned.
func (s *regionStage) columnPitch(band []int32, middle float32) float32 {
	left, right := s.sides(band, middle)
	return max(s.usualPitch(left), s.usualPitch(right))
}

// usualPitch is the distance most neighbouring rows have, by vote.
func (s *segmentStage) usualPitch(band []int32) float32 {
	pitch, votes := float32(0), 0
	row, v := int32(-1), float32(0)
	for n, i := range band {
		g := &s.segments[i]
		if g.row == row {
			continue
		}
		if d := g.v - v; n > 0 && d > g.size/2 {
			switch {
			case abs(d-pitch) <= subDrop*g.size:
				votes++
			case votes > 0:
				votes--
			default:
				pitch, votes = d, 1
			}
		}
		row, v = g.row, g.v
	}
	return pitch
}

// trim takes running heads and feet off the ends of a strip: one or two rows set apart from the rest. A
// row whose parts begin where the columns begin stays, for it is their headings. A formula with lines to
// itself stays, for it is part of its column.
func (s *regionStage) trim(region []int32, g gutter) gutter {
	pitch := s.columnPitch(region[g.first:g.end], (g.u0+g.u1)/2)
	if pitch <= 0 {
		return g
	}
	at := g.first
	for range columnEdgeRows {
		end := rowEnd(s.segments, region, at)
		if end >= g.end {
			return g
		}
		if s.holdsDisplay(region[at:]) || s.holdsDisplay(region[end:]) {
			break
		}
		if s.isRuledHead(region[at:end], &s.segments[region[end]], &g) {
			g.first = end
			break
		}
		if s.segments[region[end]].v-s.segments[region[at]].v > edgeGap*pitch {
			if !s.headsColumns(region[g.first:end], region[end:g.end], (g.u0+g.u1)/2) {
				g.first = end
			}
			break
		}
		at = end
	}
	return s.trimFoot(region, g, pitch)
}

// headsColumns reports whether rows are the headings of columns: their segments begin at the left edges of
// the columns, at least one over the right column. Others may be centred over their column, as the word
// "Abstract" is.
func (s *segmentStage) headsColumns(rows, columns []int32, middle float32) bool {
	edges := [2]measure{{u0: farAway, u1: -farAway}, {u0: farAway, u1: -farAway}}
	side := func(g *segment) *measure {
		if g.u0 < middle {
			return &edges[0]
		}
		return &edges[1]
	}
	for _, i := range columns {
		g := &s.segments[i]
		m := side(g)
		m.u0, m.u1 = min(m.u0, g.u0), max(m.u1, g.u1)
	}
	second := false
	for n, i := range rows {
		g := &s.segments[i]
		m := side(g)
		switch {
		case n > 0 && s.segments[rows[n-1]].row == g.row && side(&s.segments[rows[n-1]]) == m:
			// The words behind the number of a heading.
		case abs(g.u0-m.u0) <= columnEdge*g.size:
			second = second || g.u0 >= middle
		case abs(g.u0+g.u1-m.u0-m.u1) > 2*columnEdge*g.size:
			return false
		}
	}
	return second
}

// isRuledHead reports whether a row is a running head: it has text on one side of the strip g only, and a
// rule across the strip parts it from the row below.
//
//	COMMUNICATION
//	-------------------------------
//	text of the      text of the
func (s *regionStage) isRuledHead(row []int32, below *segment, g *gutter) bool {
	first, last := &s.segments[row[0]], &s.segments[row[len(row)-1]]
	return (last.u1 <= g.u0 || first.u0 >= g.u1) && s.regions.level && s.ruleBetween(first.v, below.v, g)
}

// trimFoot takes off the page number and the note over it, one after the other.
func (s *segmentStage) trimFoot(region []int32, g gutter, pitch float32) gutter {
	for range columnEdgeRows {
		end := g.end
		if g = s.trimLast(region, g, pitch); g.end == end {
			break
		}
	}
	return g
}

func (s *segmentStage) trimLast(region []int32, g gutter, pitch float32) gutter {
	end := g.end
	for range columnEdgeRows {
		at := end
		for at > g.first && s.segments[region[at-1]].row == s.segments[region[end-1]].row {
			at--
		}
		if at <= g.first {
			return g
		}
		if s.holdsDisplay(region[at:]) {
			return g
		}
		if s.segments[region[at]].v-s.segments[region[at-1]].v > edgeGap*pitch {
			g.end = at
			return g
		}
		end = at
	}
	return g
}

// ruleBetween reports whether a level rule crosses the strip g between two baselines.
func (s *regionStage) ruleBetween(above, below float32, g *gutter) bool {
	at, _ := slices.BinarySearchFunc(s.horizon, above, func(i int32, y float32) int {
		return compare(s.rulings[i].Box.Y0, y)
	})
	for _, i := range s.horizon[at:] {
		r := &s.rulings[i].Box
		if r.Y0 >= below {
			break
		}
		if r.X0 <= g.u0 && r.X1 >= g.u1 {
			return true
		}
	}
	return false
}

// rulesAcross counts the level rules that cross the strip g within its rows. Rules between the same two
// rows count once: a double line parts sections as one does, and REVTeX paints the line above the
// references as four, each shorter and thicker than the one before.
func (s *regionStage) rulesAcross(band []int32, g *gutter) int {
	if !s.regions.level {
		return 0
	}
	first, last := &s.segments[band[0]], &s.segments[band[len(band)-1]]
	at, _ := slices.BinarySearchFunc(s.horizon, first.v, func(i int32, y float32) int {
		return compare(s.rulings[i].Box.Y0, y)
	})
	n, next := 0, 0 // rules that count, and the first segment below the last of them
	for _, i := range s.horizon[at:] {
		r := &s.rulings[i].Box
		if r.Y0 >= last.v || n >= cellRules {
			break
		}
		if r.X0 > g.u0 || r.X1 < g.u1 || n > 0 && s.segments[band[next]].v > r.Y0 {
			continue
		}
		n++
		for next < len(band)-1 && s.segments[band[next]].v <= r.Y0 {
			next++
		}
	}
	return n
}
