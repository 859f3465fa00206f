package layout

import "slices"

// A table without a frame is found by how its text stands: rows whose parts leave
// the same channels white. The steps are those of alignRegion: rows in a row are a
// band, the channels of a band are the edges of its columns, lines of one cell are
// put together, heads are given their levels, and then the evidence is weighed.

// aligner finds the tables of a region whose columns are told by alignment. Its
// slices are reused.
type aligner struct {
	s     *scratch
	frame int32
	em    float32
	rules []rule // of the frame

	parts []alignedPart
	lines []alignedLine

	// Of the band at hand.
	band    []alignedLine
	ruled   []bool // by line: a wide rule lies above it
	short   []rule // rules over some of its columns
	cover   []coverStep
	counts  []int32
	steps   []float32
	cols    []alignedColumn
	refined []alignedColumn // storage
	rows    []alignedRow
	spans   []gridSpan
	head    int // lines of the head
	levels  int // rows of the head
	rulesN  int // wide rules
	pitch   float32
	entries bool    // full lines are rows of their own
	early   float32 // share of the full lines that are plainly so
	floor   int     // lines before it are another table's

	// Of the rules of one length above each other.
	sorted  []rule
	stacks  []span // in sorted
	window  []int32
	stacked bool // the band stands between such rules
	slabs   bool // and each row does
	parted  []partedRow
	breaks  []int32 // by line: 1 where a row begins, see rowsByCells
}

// alignedPart is text of a line between wide gaps: a cell, a part of one, or
// several that stand close.
type alignedPart struct {
	u0, u1   float32
	first    int32 // scratch.glyphs; of a stretched line only the first stretch
	count    int32
	chars    int32 // glyphs in all
	tail     int32 // the last glyph
	col, end int32 // columns [col, end) once they are known
	kind     partKind
	label    bool // a bullet or number as before items of lists
	lower    bool // begins with a small letter
	bold     bool
}

// spans reports one cell of several columns.
func (p *alignedPart) spans() bool { return p.end-p.col > 1 }

// partKind says what a part consists of, as far as tables ask.
type partKind uint8

const (
	textPart   partKind = iota
	numberPart          // mostly digits, or a dash or the like that stands for a number
	signPart            // a currency or other sign that belongs to a number beside it
	yearPart            // a number that may as well be a head: a year
)

// alignedLine is one line of text across the region: parts[first:end].
type alignedLine struct {
	first, end int32
	u0, u1     float32
	v, size    float32
	glyphs     int32
	most       int32 // glyphs of its longest segment
	gaps       bool  // it has several parts, and not as a label and its text
	bold, mono bool
	even       bool // justified: all its gaps are alike
	solid      bool // it stands in for another table
}

// alignedColumn is a column: the text of its cells lies in [u0, u1], and it begins
// at edge.
type alignedColumn struct {
	edge   float32
	u0, u1 float32
}

// alignedRow is a row of the table: lines [first, end) of the band.
type alignedRow struct {
	first, end int32
}

// alignTables finds the tables of a region by alignment and adds their grids.
func (s *scratch) alignTables(region []int32, frame int32) {
	if len(region) < alignedSegments || s.frames[frame].vertical || len(s.grids) >= gridsKept {
		return
	}
	a := &s.aligner
	a.s, a.frame = s, frame
	a.rules = s.levelRules(frame)
	a.em, a.stacked = s.typicalSize(region), false
	if !a.readLines(region) {
		return
	}
	a.floor = 0
	for at := 0; at < len(a.lines); {
		first, end := a.nextBand(at)
		if first == end {
			break
		}
		at = max(end, a.tryBand(first, end))
		a.floor = at
	}
}

// tryBand makes a table of lines [first, end) of the region, and of lines around
// them that belong to it, when the evidence is good. It returns where it ends.
func (a *aligner) tryBand(first, end int) int {
	first, end = a.limit(first, end)
	a.take(first, end)
	if !a.findColumns() {
		return end
	}
	first, end = a.extend(first, end)
	a.take(first, end)
	a.assign()
	a.cutParts()
	a.finish()
	return end
}

// finish makes the rows of the band, whose columns are known, and its grid when the
// evidence is good. It reports whether it is.
func (a *aligner) finish() bool {
	a.findHead()
	a.findRows()
	confidence, why := a.weigh()
	if len(a.rows)*len(a.cols) > gridSlots || confidence < alignedAccept || (a.rulesN < 2 || confidence < alignedSure) && a.s.onPicture(a.box()) {
		return false
	}
	a.addGrid(confidence, why)
	return true
}

// take makes lines [first, end) of the region the band at hand.
func (a *aligner) take(first, end int) {
	a.band = a.lines[first:end]
	a.findRules()
	a.pitch = a.tightPitch()
}

// tightPitch is the distance that lines of one cell have: nearly the smallest.
func (a *aligner) tightPitch() float32 {
	a.steps = a.steps[:0]
	for i := 1; i < len(a.band); i++ {
		if d := a.band[i].v - a.band[i-1].v; d > a.em/2 {
			a.steps = append(a.steps, d)
		}
	}
	if len(a.steps) == 0 {
		return a.em
	}
	slices.Sort(a.steps)
	return a.steps[len(a.steps)/10]
}

// readLines makes the lines of a region. It reports whether any has gaps.
func (a *aligner) readLines(region []int32) bool {
	s := a.s
	a.parts, a.lines = a.parts[:0], a.lines[:0]
	gapped := 0
	for at := 0; at < len(region); {
		end := at
		g := &s.segments[region[at]]
		l := alignedLine{first: int32(len(a.parts)), v: g.v, size: g.size, u0: g.u0, u1: g.u1, bold: true, mono: true}
		for row := g.row; end < len(region) && s.segments[region[end]].row == row; end++ {
			a.readPart(&l, &s.segments[region[end]])
		}
		a.joinStretched(&l)
		l.end = int32(len(a.parts))
		l.solid = l.solid || l.end-l.first > partsKept
		l.gaps = a.hasGaps(&l)
		if l.gaps {
			gapped++
		}
		a.lines = append(a.lines, l)
		at = end
	}
	return gapped >= alignedLeast
}

func (a *aligner) readPart(l *alignedLine, g *segment) {
	l.u0, l.u1 = min(l.u0, g.u0), max(l.u1, g.u1)
	if size := a.s.glyphs[g.first].size; g.count > l.most {
		// That of the row is another's when columns share it.
		l.size, l.most = size, g.count
	}
	l.glyphs += g.count
	if g.grid != 0 {
		l.solid = true
		return
	}
	p := alignedPart{u0: g.u0, u1: g.u1, first: g.first, count: g.count, chars: g.count, tail: g.first + g.count - 1}
	var bold bool
	p.kind, bold = a.kindOf(g)
	p.bold = bold
	p.label = a.s.isLabel(g)
	p.lower = isLower(a.s.firstRune(a.s.glyphs[g.first].char))
	l.bold, l.mono = l.bold && bold, l.mono && g.mono
	a.parts = append(a.parts, p)
}

// joinStretched makes one part of those of a justified line, whose gaps are about
// as wide as all gaps between its words.
func (a *aligner) joinStretched(l *alignedLine) {
	parts := a.parts[l.first:]
	if len(parts) < 2 || l.solid {
		return
	}
	least, words := a.stretchOf(l, parts)
	if !words && sameGaps(parts, l.size) {
		least, words = parts[1].u0-parts[0].u1, true
	}
	if !words {
		least = parts[1].u0 - parts[0].u1
		for i := 1; i < len(parts); i++ {
			if !parts[i].lower {
				return
			}
			least = min(least, parts[i].u0-parts[i-1].u1)
		}
	}
	if least < stretchLeast*l.size {
		return
	}
	if a.stacked {
		// The channels of a table in a frame are looked for all the same.
		l.even = evenGaps(parts, stretchSame*least)
		return
	}
	kept := parts[:1]
	for _, p := range parts[1:] {
		last := &kept[len(kept)-1]
		if gap := p.u0 - last.u1; gap > stretchSame*least || gap > stretchGap*l.size {
			kept = append(kept, p)
			continue
		}
		last.u1, last.tail = p.u1, p.tail
		last.chars += p.chars
		last.kind = textPart
	}
	a.parts = a.parts[:int(l.first)+len(kept)]
}

// evenGaps reports that no gap between parts is wider than most.
func evenGaps(parts []alignedPart, most float32) bool {
	for i := 1; i < len(parts); i++ {
		if parts[i].u0-parts[i-1].u1 > most {
			return false
		}
	}
	return true
}

// sameGaps reports several parts of different widths between which all gaps are the
// same, as only those of justified words are.
func sameGaps(parts []alignedPart, size float32) bool {
	if len(parts) < sameGapParts {
		return false
	}
	first, width := parts[1].u0-parts[0].u1, parts[0].u1-parts[0].u0
	differ, lower := false, false
	for i := 1; i < len(parts); i++ {
		lower = lower || parts[i].lower
		if abs(parts[i].u0-parts[i-1].u1-first) > sameChunk*size {
			return false
		}
		differ = differ || abs(parts[i].u1-parts[i].u0-width) > size
	}
	return differ && lower
}

// stretchOf is the smallest gap between the words of parts; words is false when all
// are single words.
func (a *aligner) stretchOf(l *alignedLine, parts []alignedPart) (least float32, words bool) {
	least = stretchGap * l.size
	for i := range parts {
		glyphs := a.s.glyphs[parts[i].first : parts[i].first+parts[i].count]
		for n := 1; n < len(glyphs); n++ {
			if gap := glyphs[n].u0 - glyphs[n-1].u1; gap > gapBareMin*glyphs[n].size {
				least, words = min(least, gap), true
			}
		}
	}
	return least, words
}

// kindOf looks at the characters of g.
func (a *aligner) kindOf(g *segment) (partKind, bool) {
	digits, letters, others := 0, 0, 0
	bold, run := true, int32(-1)
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		if c.run != run {
			run = c.run
			b, _ := a.s.weight(run)
			bold = bold && (b || c.flags&repeated != 0)
		}
		switch r := a.s.firstRune(c.char); {
		case isDigit(r):
			digits++
		case isLetter(r):
			letters++
		default:
			others++
		}
	}
	switch {
	case digits > 0 && digits >= letters*numberLetters:
		if letters == 0 && a.isYear(g) {
			return yearPart, bold
		}
		return numberPart, bold
	case digits == 0 && letters == 0:
		if a.isSign(g) {
			return signPart, bold
		}
		return numberPart, bold // dashes, dots and ditto marks stand for values
	case digits > 0 && letters <= unitLetters && isDigit(a.s.firstRune(a.s.glyphs[g.first].char)):
		return numberPart, bold // with its unit
	case letters > 0 && letters+others <= noValueRunes && a.isNoValue(g):
		return numberPart, bold
	}
	return textPart, bold
}

// isYear reports a number of four digits that begins with 19 or 20.
func (a *aligner) isYear(g *segment) bool {
	if g.count != yearDigits {
		return false
	}
	first, second := a.s.glyphs[g.first].char, a.s.glyphs[g.first+1].char
	return first == '1' && second == '9' || first == '2' && second == '0'
}

func isDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 0x660 && r <= 0x669 || r >= 0x6F0 && r <= 0x6F9
}

// isSign reports a currency sign, a percent sign or a bracket alone.
func (a *aligner) isSign(g *segment) bool {
	if g.count > 2 {
		return false
	}
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		switch r := a.s.firstRune(c.char); {
		case r == '$', r == '%', r == ')', r == '(', r >= 0x20A0 && r <= 0x20CF, r == '£', r == '¥', r == '*', r == '†', r == '‡':
		default:
			return false
		}
	}
	return true
}

// isNoValue reports "n/a", "NA", "nil" and the like.
func (a *aligner) isNoValue(g *segment) bool {
	var text [noValueRunes]rune
	n := 0
	for _, c := range a.s.glyphs[g.first : g.first+g.count] {
		if r := a.s.firstRune(c.char) | 0x20; isLetter(r) && n < len(text) {
			text[n] = r
			n++
		}
	}
	switch string(text[:n]) {
	case "na", "nil", "nd", "ns", "x":
		return true
	}
	return false
}

// hasGaps reports a line of several parts that is not merely the label of an item
// or heading and its text.
func (a *aligner) hasGaps(l *alignedLine) bool {
	n := l.end - l.first
	if n < 2 || l.solid {
		return false
	}
	p := a.parts[l.first:l.end]
	if n == 2 && p[0].label && p[1].kind == textPart && p[1].u0-p[0].u1 < labelGap*l.size {
		return false
	}
	for i := 1; i < len(p); i++ {
		if p[i].u0-p[i-1].u1 >= cellGap*l.size {
			return true
		}
	}
	return n > 2 || a.stacked
}
