package analyze

import (
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Reasons why a block begins where it does.
const (
	whyFirst   = "first line of its region"
	whyRow     = "row of separate parts"
	whyPicture = "picture between parts of a row"
	whySize    = "other size than the line above"
	whyWeight  = "other weight than the line above"
	whySpace   = "wider space above"
	whyIndent  = "first-line indent"
	whyCentred = "below centred lines"
	whyHang    = "outdent after hanging lines"
	whyShort   = "line above ends short"
	whyLabel   = "begins with a label"
	whyOut     = "begins left of the bullet of the item above, which ends short"
	whyUnder   = "indented under a line that was ended"
	whyEntry   = "entry of an index"
	whyProgram = "fixed-width lines"
	whyControl = "control of a form"
	whyDisplay = "a formula has its lines to itself"
	whyFigure  = "figure placed by its position"
)

// findBlocks groups the lines of each leaf into blocks.
func (s *blockStage) findBlocks() {
	s.findObstacles()
	s.typed = s.isTyped()
	column := int32(-1)
	for at := 0; at < len(s.lines); {
		end := at + 1
		for end < len(s.lines) && s.lines[end].leaf == s.lines[at].leaf {
			end++
		}
		number := int32(-1)
		if s.isColumn(s.lines[at].leaf) {
			if !s.leaves[s.lines[at].leaf].more {
				column++
			}
			number = column
		}
		if leaf := s.lines[at].leaf; s.leaves[leaf].grid != 0 {
			s.gridBlock(leaf, at, end, number)
		} else {
			s.blocksOf(at, end, number)
		}
		at = end
	}
}

// isColumn reports whether a leaf is a column: it stands beside another one, or it is all there is in its
// direction of writing. Other leaves lie across columns.
func (s *regionStage) isColumn(leaf int32) bool {
	if l := &s.leaves[leaf]; l.column {
		return true
	}
	first, end := int(leaf), int(leaf)+1
	for s.leaves[first].more {
		first--
	}
	for end < len(s.leaves) && s.leaves[end].more {
		end++
	}
	frame := s.leaves[leaf].frame
	before := first > 0 && s.leaves[first-1].frame == frame
	after := end < len(s.leaves) && s.leaves[end].frame == frame
	return !before && !after
}

// blockFinder walks the lines of one leaf.
type blockFinder struct {
	s           *blockStage
	lines       []line
	left, right float32 // edges of the text of the leaf, in reading direction
	rtl         bool
	index       bool // the lines are entries of an index
}

// blocksOf makes the blocks of lines[at:end], which are the lines of one leaf.
func (s *blockStage) blocksOf(at, end int, column int32) {
	bf := blockFinder{s: s, lines: s.lines[at:end]}
	bf.measure()
	bf.settleTyped()
	first := 0
	why := whyFirst
	for i := 1; i <= len(bf.lines); i++ {
		next := ""
		if i < len(bf.lines) {
			next = bf.breaks(first, i)
			if next == "" || s.leaves[bf.lines[i].leaf].quote {
				continue
			}
		}
		s.blocks = append(s.blocks, bf.block(first, i, at, column, why))
		first, why = i, next
	}
}

// measure finds the direction, the edges and the usual leading of the leaf.
func (bf *blockFinder) measure() {
	bf.besideInitials()
	rtl := 0
	for i := range bf.lines {
		if bf.lines[i].rtl {
			rtl++
		}
	}
	bf.rtl = 2*rtl > len(bf.lines)
	for i := range bf.lines {
		a, b := bf.edges(&bf.lines[i])
		if i == 0 {
			bf.left, bf.right = a, b
		}
		bf.left, bf.right = min(bf.left, a), max(bf.right, b)
	}
	bf.setEnds()
	bf.findLeadings()
	bf.index = bf.isIndex()
}

// edges are where l begins and ends in reading direction.
func (bf *blockFinder) edges(l *line) (start, end float32) {
	if bf.rtl {
		return -l.u1, -l.u0
	}
	return l.u0 - l.moved, l.u1
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// longerNumber is how many times wider a number is than the one before it in its list, at most: 10 is
	// about twice as wide as 9; their stops make the ratio less.
	longerNumber = 2
	// Parts of a formula stand closer than lines of text, within formulaPitch: TeX puts the numerator of a
	// displayed fraction 0.68 above the line and the denominator 0.69 below it; text set solid is 0.8
	// apart at the least. One of two such parts has at most formulaGlyphs glyphs.
	formulaPitch  = 0.77
	formulaGlyphs = 12
	// bridgeIndent is the widest indent of a paragraph beside a term in the margin.
	bridgeIndent = 2.5
	// A heading above a paragraph may be set in the middle: up to midLines lines, each with midRoom ems
	// free on either side and at most midOff ems more on one side than on the other. The paragraph begins
	// at most midIndent ems from the margin.
	midLines    = 3
	midRoom     = 4
	midOff      = 2
	midIndent   = 2.5
	boldText    = 4   // bold lines that are a text
	shortEnd    = 2   // the white that a short last line leaves at its end
	shortWord   = 1.3 // a line is short if the first word of the next, so many times wider, would have fitted
	verbatimGap = 2.3 // pitches: blank lines inside program text
)

// breaks returns why line i does not continue the block that begins at line first; "": it does continue
// it.
func (bf *blockFinder) breaks(first, i int) string {
	a, b := &bf.lines[i-1], &bf.lines[i]
	if a.row == b.row {
		return bf.breaksRow(a, b)
	}
	if a.display || b.display {
		return whyDisplay
	}
	if bf.isStacked(first, i) {
		return ""
	}
	if (a.cell || b.cell) && !bf.goesOnBelow(a, b) {
		return whyRow
	}
	if (a.controls || b.controls) && bf.breaksControl(a, b) {
		return whyControl
	}
	if b.sign != 0 {
		b.gap = bf.isApart(first, i)
		return whyLabel
	}
	if a.mono && b.mono && b.v-a.v < verbatimGap*bf.pitchOf(b) && bf.sameSize(a, b) {
		return ""
	}
	if b.mono && bf.breaksWord(a, b) {
		b.mono = false // code inside a sentence
		return ""
	}
	if a.mono != b.mono && (bf.isProgram(a) || bf.isProgram(b)) {
		return whyProgram
	}
	if !bf.sameSize(a, b) {
		if bf.goesOnAlike(a, b) {
			return ""
		}
		return whySize
	}
	if bf.breaksWord(a, b) {
		return ""
	}
	if bf.isApart(first, i) {
		b.gap = true
		return whySpace
	}
	if bf.index {
		return bf.breaksEntry(i)
	}
	if a.bold != b.bold && bf.isHeadingLike(first, i) && !bf.keepsWeight(first, i) {
		return whyWeight
	}
	if b.label && bf.isItem(first, i) {
		return whyLabel
	}
	return bf.breaksByEdges(first, i)
}

// breaksRow returns why part b of a row does not go on with part a: a picture stands between them.
func (bf *blockFinder) breaksRow(a, b *line) string {
	if begin, _ := bf.edges(b); begin > a.end {
		return whyPicture
	}
	return ""
}

// breaksControl reports whether a control of a form parts lines a and b. A box to tick begins a line of
// its own. A place to write on ends one, unless a sentence goes on behind it.
func (bf *blockFinder) breaksControl(a, b *line) bool {
	first := b.first
	if b.rtl {
		first = b.first + b.count - 1
	}
	if f := bf.s.field(&bf.s.glyphs[first]); f != nil && f.Ticks() {
		return true
	}
	return a.controls && !chars.IsLower(b.firstRune) && (b.controls || a.lastRune == layout.FieldSign)
}

// goesOnAlike reports whether the sentence of the full line a goes on in line b. The end of a and the
// beginning of b have one size, although most of one of the lines has another: a name in smaller type.
func (bf *blockFinder) goesOnAlike(a, b *line) bool {
	x, y := bf.s.glyphs[a.first+a.count-1].size, bf.s.glyphs[b.first].size
	return x < y*blockSize && y < x*blockSize && chars.IsLower(b.firstRune) && !bf.hasRoom(a, b) && !chars.EndsSentence(a.lastRune) &&
		b.v > a.v && b.v-a.v <= looseLeading*max(a.size, b.size)
}

// goesOnBelow reports whether b goes on with the sentence of a. Line a is the last part of a row, b stands
// under it, and the part before a is a term in the margin.
func (bf *blockFinder) goesOnBelow(a, b *line) bool {
	a0, _ := bf.edges(a)
	b0, _ := bf.edges(b)
	return a.cell && !b.cell && a.count > proseChars && bf.fills(a) && !chars.EndsSentence(a.lastRune) && chars.IsLower(b.firstRune) &&
		bf.sameSize(a, b) && b.v > a.v && b.v-a.v <= looseLeading*a.size && abs(a0-b0) <= bridgeIndent*a.em
}

// breaksWord reports whether a word goes on from line a to line b, close under it. No space, indent or
// change of weight parts such lines.
func (bf *blockFinder) breaksWord(a, b *line) bool {
	return chars.IsHyphen(a.lastRune) && chars.IsLower(b.firstRune) && a.count > proseChars && b.v > a.v && b.v-a.v <= looseLeading*a.size && !a.mono
}

// isStacked reports whether line i stands closer to the line above than lines of text can, and under or
// over it or the line before that. Such lines are parts of a formula: the sides of a fraction or the
// limits of a sum.
func (bf *blockFinder) isStacked(first, i int) bool {
	a, b := &bf.lines[i-1], &bf.lines[i]
	d := b.v - a.v
	if d <= 0 || d >= formulaPitch*max(a.size, b.size) || min(a.count, b.count) > formulaGlyphs {
		return false
	}
	for k := max(first, i-2); k < i; k++ {
		if l := &bf.lines[k]; l.u0 < b.u1+b.em && b.u0 < l.u1+l.em {
			return true
		}
	}
	return false
}

// isProgram reports whether l is a fixed-width line of more than a word or two.
func (bf *blockFinder) isProgram(l *line) bool { return l.mono && l.count > dropCapGlyphs }

// sameSize reports whether two lines are set in one size, or one of them is too short to tell.
func (bf *blockFinder) sameSize(a, b *line) bool {
	if a.size < b.size*blockSize && b.size < a.size*blockSize {
		return true
	}
	// A line of a few glyphs close to another is no heading: its size is that of a formula or a note mark.
	short := min(a.count, b.count) <= dropCapGlyphs
	return short && abs(b.v-a.v) < bf.pitchOf(b)*blockGap
}

// isApart reports whether the space above line i is wider than the block's own.
func (bf *blockFinder) isApart(first, i int) bool {
	a, b := &bf.lines[i-1], &bf.lines[i]
	d := b.v - a.v
	if d > blockFar*max(a.size, b.size) || d < 0 {
		return true
	}
	own := bf.pitchOf(b)
	if d > bf.tightest(b)*blockGap+blockGapSlow && bf.hasRoom(a, b) {
		return true
	}
	above := i - 2
	for above >= first && bf.lines[above].row == a.row {
		above--
	}
	if above >= first {
		before := a.v - bf.lines[above].v
		own = max(before, min(own, before*blockGap))
	} else if i+1 < len(bf.lines) {
		own = bf.pitchAfter(i, own)
	}
	return d > own*blockGap+blockGapSlow
}

// pitchAfter returns the pitch to compare with the space above line i when the line above it is the first
// of its block. It is own, unless the next lines are all set wider, or closer.
func (bf *blockFinder) pitchAfter(i int, own float32) float32 {
	a, b, c := &bf.lines[i-1], &bf.lines[i], &bf.lines[i+1]
	next := c.v - b.v
	if !bf.sameSize(b, c) || c.label || next < b.size*superReach {
		return own
	}
	if d := b.v - a.v; abs(next-d) <= subDrop*b.size && !a.bold {
		return max(own, next)
	}
	return min(own, next)
}

// isHeadingLike reports whether whole lines change their weight between lines i-1 and i: bold lines end
// the block there, or begin one.
func (bf *blockFinder) isHeadingLike(first, i int) bool {
	a, b := &bf.lines[i-1], &bf.lines[i]
	if a.bold {
		for _, l := range bf.lines[first:i] {
			if !l.bold {
				return false
			}
		}
		return true
	}
	return b.bold && !bf.fills(a)
}

// keepsWeight reports whether the sentence at the end of the full line before line i goes on there in the same weight:
// the label at the beginning of a caption has another. So few lines of bold type may be a heading; boldText are a text.
func (bf *blockFinder) keepsWeight(first, i int) bool {
	a, b := &bf.lines[i-1], &bf.lines[i]
	if a.bold && i-first < boldText || bf.hasRoom(a, b) {
		return false
	}
	bold := func(glyph int32) bool {
		bold, _ := bf.s.weight(bf.s.glyphs[glyph].run)
		return bold
	}
	return chars.IsLower(b.firstRune) && !chars.EndsSentence(a.lastRune) && bold(a.first+a.count-1) == bold(b.first)
}

// fills reports whether l ends near the right edge, as lines that run on do.
func (bf *blockFinder) fills(l *line) bool {
	_, end := bf.edges(l)
	return l.end-end < shortEnd*l.em
}

// isItem reports whether line i, which begins with a label, is an item of its own. A line of running text
// may begin with a number by chance.
func (bf *blockFinder) isItem(first, i int) bool {
	head, a, b := &bf.lines[first], &bf.lines[i-1], &bf.lines[i]
	if chars.IsBullet(b.firstRune) {
		return true
	}
	start, _ := bf.edges(b)
	before, _ := bf.edges(a)
	if i-1 > first && chars.IsDigit(b.firstRune) && !bf.hasRoom(a, b) && chars.IsLower(a.lastRune) && abs(start-before) < blockIndent/2*b.em {
		return false // a number that a full line had no room for: "closed in / 2002. A"
	}
	if head.label && sameKind(head.firstRune, b.firstRune) {
		return !bf.isLongerNumber(head, a, b)
	}
	if b.firstRune >= 'A' && b.firstRune <= 'Z' && bf.fills(a) && (!chars.EndsSentence(a.lastRune) || bf.endsInInitial(a)) {
		return false // the initial of a name: "[7] Z. Lin, L. Antiga, and / A. Lerer.", "[7] Fox, M. L.; Dog, J. / L. On"
	}
	hangs := i+1 < len(bf.lines) && bf.hangs(i)
	return hangs || abs(start-before) > blockIndent*b.em || !bf.fills(a) && chars.EndsSentence(a.lastRune)
}

// endsInInitial reports whether l ends in an initial behind another one or a comma: "Fox, J.".
func (bf *blockFinder) endsInInitial(l *line) bool {
	if l.count < 3 || l.lastRune != '.' {
		return false
	}
	end := bf.s.glyphs[l.first+l.count-3 : l.first+l.count]
	before, initial := bf.s.lastRune(end[0].char), bf.s.firstRune(end[1].char)
	return (before == ',' || before == '.') && unicode.IsUpper(initial)
}

// isLongerNumber reports whether b begins with a number much longer than that of line head, the first of
// the block, and stands below the full line a in the middle of a sentence. The next number of a list has
// one digit more at most:
//
//  1. Jimes, C. (2019). Open Resources in Texas Higher Education,
//  2019. Austin, TX: Digital Higher Education Consortium
func (bf *blockFinder) isLongerNumber(head, a, b *line) bool {
	return chars.IsDigit(head.firstRune) && chars.IsDigit(b.firstRune) && b.firstWord > longerNumber*head.firstWord &&
		!bf.hasRoom(a, b) && !chars.EndsSentence(a.lastRune)
}

// hangs reports whether the line after line i is set under its text, not its label.
func (bf *blockFinder) hangs(i int) bool {
	b, c := &bf.lines[i], &bf.lines[i+1]
	return !bf.rtl && abs(c.u0-b.rest) < blockIndent/2*b.em && c.u0 > b.u0+blockIndent/2*b.em
}

// sameKind reports whether two labels may belong to one list.
func sameKind(a, b rune) bool {
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	return a == b || digit(a) && digit(b) || chars.IsLetter(a) && chars.IsLetter(b) && !digit(a) && !digit(b)
}

// breaksByEdges is the part of breaks that compares where lines begin and end.
func (bf *blockFinder) breaksByEdges(first, i int) string {
	a, b := &bf.lines[i-1], &bf.lines[i]
	a0, a1 := bf.edges(a)
	b0, b1 := bf.edges(b)
	if bf.isCentredHead(first, i) || bf.isCentredAbove(first, i) {
		return whyCentred
	}
	if abs((a0+a1)-(b0+b1)) < centred*b.em && abs(a0-b0) > centred*b.em {
		return "" // centred lines
	}
	head, _ := bf.edges(&bf.lines[first])
	in := b0 - a0
	switch {
	case in > blockIndent*b.em && !bf.isSecondOfHanging(first, i) && bf.comesBack(i):
		return whyIndent
	case in > blockIndent*b.em && !a.label && bf.hasRoom(a, b):
		return whyUnder
	case in < -blockIndent*b.em && i-1 > first && abs(b0-head) < blockIndent/2*b.em:
		return whyHang
	case in < -blockIndent*b.em && i-1 == first && (a.sign != 0 || chars.IsBullet(a.firstRune)) && bf.hasRoom(a, b) && (unicode.IsUpper(b.firstRune) || !unicode.IsLetter(b.firstRune)):
		return whyOut
	case bf.endsShort(a, b):
		return whyShort
	}
	return ""
}

// isCentredHead reports whether the lines from first on are a heading in the type of its text. They stand
// in the middle between the margins, line i fills these, and the next line begins at the margin.
//
//	|                 Cooling                 |
//	|   The cooling procedure was the same as |
//	|described in previous papers. The first  |
func (bf *blockFinder) isCentredHead(first, i int) bool {
	if i-first > midLines || i+1 >= len(bf.lines) || !bf.fills(&bf.lines[i]) {
		return false
	}
	for k := i; k <= i+1; k++ {
		if start, _ := bf.edges(&bf.lines[k]); start-bf.left > midIndent*bf.lines[k].em {
			return false
		}
	}
	return bf.inMiddle(first, i)
}

// isCentredAbove reports whether the lines from first on are a heading in the middle between the margins, above line i,
// a heading at the margin:
//
//	|                 Method                  |
//	|Participants                             |
//	|   We asked twenty foxes and three dogs. |
func (bf *blockFinder) isCentredAbove(first, i int) bool {
	b := &bf.lines[i]
	start, end := bf.edges(b)
	return i-first <= midLines && start-bf.left <= blockIndent/2*b.em && b.end-end >= 2*midRoom*b.em && bf.inMiddle(first, i)
}

// inMiddle reports whether lines [first, end) stand in the middle between the margins, with room on both sides.
func (bf *blockFinder) inMiddle(first, end int) bool {
	for k := first; k < end; k++ {
		l := &bf.lines[k]
		start, stop := bf.edges(l)
		before, after := start-bf.left, l.end-stop
		if before < midRoom*l.em || after < midRoom*l.em || abs(before-after) > midOff*l.em {
			return false
		}
	}
	return true
}

// isSecondOfHanging reports whether line i is the second line of a block with a hanging indent: an entry
// of a bibliography or a list.
func (bf *blockFinder) isSecondOfHanging(first, i int) bool {
	if i != first+1 {
		return false
	}
	if bf.lines[first].label {
		return true
	}
	// The first line has no room for another word, so it did not end a paragraph.
	head := &bf.lines[first]
	return !bf.hasRoom(head, &bf.lines[i]) && (!chars.EndsSentence(head.lastRune) || !bf.comesBack(i))
}

// comesBack reports whether the line after i begins further out, so that i alone is indented. At the end
// of a region the line itself decides: it may be a paragraph of one line.
func (bf *blockFinder) comesBack(i int) bool {
	if i+1 >= len(bf.lines) {
		return !bf.fills(&bf.lines[i-1]) || chars.EndsSentence(bf.lines[i-1].lastRune)
	}
	b, c := &bf.lines[i], &bf.lines[i+1]
	b0, _ := bf.edges(b)
	c0, _ := bf.edges(c)
	return c0 < b0-blockIndent/2*b.em || bf.hasRoom(b, c)
}

// endsShort reports whether line a ends a sentence and leaves more room than the
// first word of b would have needed.
func (bf *blockFinder) endsShort(a, b *line) bool {
	return chars.EndsSentence(a.lastRune) && bf.hasRoom(a, b) && !chars.IsLower(b.firstRune)
}

// hasRoom reports whether the first word of b would have fitted on line a. If so, the author ended a on
// purpose.
func (bf *blockFinder) hasRoom(a, b *line) bool {
	_, end := bf.edges(a)
	room := a.end - end
	return room > shortEnd*a.em && room > shortWord*b.firstWord
}

// block makes the block of lines [first, end) of the leaf. The leaf begins at line at of the page.
func (bf *blockFinder) block(first, end, at int, column int32, why string) layout.Block {
	mono := true
	start, _ := bf.edges(&bf.lines[first])
	for i := first; i < end; i++ {
		l := &bf.lines[i]
		mono = mono && l.mono
		e, _ := bf.edges(l)
		start = min(start, e)
	}
	kind := layout.Paragraph
	if mono && end-first > 1 {
		kind = layout.Verbatim
	}
	return layout.Block{
		Kind: kind, FirstLine: int32(at + first), LineCount: int32(end - first),
		Column: column, Indent: start - bf.left, Figure: -1, Why: why,
		Entry:       bf.index && bf.atEdge(&bf.lines[first]),
		LineNumbers: bf.s.leaves[bf.lines[first].leaf].numbers,
		Margin:      bf.s.leaves[bf.lines[first].leaf].notes,
		PullQuote:   bf.s.leaves[bf.lines[first].leaf].quote,
	}
}
