package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Rules of one length above each other are the frame of a table without sides. They tell where it is
// before the columns of the page are known:
//
//	────────────────────────
//	Year    3-Year    5-Year      a slab: what stands between two of the rules
//	────────────────────────
//	1          33%       20%      another one
//	2          45%       32%
//	────────────────────────

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// textLines lines of bandProse glyphs, as wide as the rules of a table, end it. Its notes and the
	// titles of its groups have one such line.
	textLines = 2
	// Rules of one length: their ends differ by at most stackEnds. Text is looked at from stackAbove above
	// the first to stackBelow below the last. All in points. stackWork bounds the parts.
	stackEnds  = 2.5
	stackAbove = 110 // eight lines of small print: heads, and rows before the first subtotal
	stackBelow = 160
	aboveLines = 40 // lines looked at above the first rule of a run of slabs
	stackWork  = 1 << 16
	// A table found before inside such rules is a part of this one if it has at most stackPart of its
	// width.
	stackPart = 0.75
	// Running text below the last rule is tailWide times as long as the rule or longer. It has a stretch
	// of tailText characters without gaps; its other gaps are tailGap ems at most.
	tailWide = 0.95
	tailGap  = 1.5
	tailText = 20
	// The heads of a table stand paragraphApart ems or more below a paragraph, if no rule lies between
	// them: 1.0 and 2.5 each lose one of the two such tables among 229 of LaTeX.
	paragraphApart = 1.7
	// stackInner is the share of the length of two rules that the rules of another table between them
	// have. Rules over some columns of a table are shorter. From .4 to .8 nothing changes.
	stackInner = 0.6
	// refinedRows is the share of the rows that have numbers in several of the columns between two upright
	// rules. On 229 tables of LaTeX .3 does the same; .9 costs .006 of TEDS.
	refinedRows = 0.6
	// A slab is what stands between two rules. Without gaps it is at most slabTall ems high for each of
	// its lines, and for slabPad lines more. One without text is the white of a double rule, at most
	// slabEmpty high. A line larger by slabSize is a heading. A wide line that begins within slabSide of
	// the edge is full; more than slabFull lines with gaps outweigh each full line. slabsLeast slabs or
	// more are rows, if at most one in slabsSeveral has several entries. Text slabApart ems from a rule
	// does not belong to the table that ends there: rows are up to 2 apart in tables of LaTeX, tables 4
	// and more.
	slabTall     = 2
	slabPad      = 0.5
	ruleNear     = 1.2 // a line further above the first rule is no head of the table
	slabEmpty    = 0.6
	slabSize     = 1.2
	slabSide     = 2
	slabFull     = 2
	slabApart    = 3
	slabsLeast   = 2
	slabsSeveral = 4
)

// stackedTables finds the tables of a frame that stand between level rules of the
// same length and adds their grids.
func (s *tableStage) stackedTables(frame int32) {
	rules := s.levelRules(frame)
	if len(rules) < 2 || s.frames[frame].vertical {
		return
	}
	a := &s.aligner
	a.s, a.frame, a.rules = s, frame, rules
	a.findStacks()
	work := 0
	for _, k := range a.stacks {
		stack := a.sorted[k.first : k.first+k.count]
		region := a.windowOf(stack)
		if work += len(region); work > stackWork || len(s.grids) >= gridsKept {
			return
		}
		if len(region) < alignedSegments {
			continue
		}
		a.em, a.stacked, a.outer = s.typicalSize(region), true, stack[0]
		a.readLines(region)
		a.tryStack(stack)
	}
}

// findStacks groups the rules that begin and end alike into stacks, those of the longest rules first.
func (a *aligner) findStacks() {
	a.sorted = append(a.sorted[:0], a.rules...)
	slices.SortFunc(a.sorted, func(x, y rule) int { return compare(x.from, y.from) })
	cluster(a.sorted, func(r rule) float32 { return r.from }, func(own []rule) {
		slices.SortFunc(own, func(x, y rule) int { return compare(x.to, y.to) })
		cluster(own, func(r rule) float32 { return r.to }, func(own []rule) {
			slices.SortFunc(own, func(x, y rule) int { return compare(x.at, y.at) })
		})
	})
	a.stacks = a.stacks[:0]
	for at := 0; at < len(a.sorted); {
		end := at + 1
		for end < len(a.sorted) && a.sorted[end].at > a.sorted[end-1].at && sameEnds(a.sorted[at], a.sorted[end]) {
			end++
		}
		if end-at > 1 {
			a.stacks = append(a.stacks, span{int32(at), int32(end - at)})
		}
		at = end
	}
	slices.SortStableFunc(a.stacks, func(x, y span) int {
		p, q := a.sorted[x.first], a.sorted[y.first]
		return cmp.Or(compare(q.to-q.from, p.to-p.from), compare(p.at, q.at))
	})
}

func sameEnds(a, b rule) bool {
	return abs(a.from-b.from) <= 2*stackEnds && abs(a.to-b.to) <= 2*stackEnds
}

// cluster calls f for each stretch of sorted rules at about the same place.
func cluster(rules []rule, place func(rule) float32, f func([]rule)) {
	for at := 0; at < len(rules); {
		end := at + 1
		for end < len(rules) && place(rules[end])-place(rules[at]) <= stackEnds {
			end++
		}
		f(rules[at:end])
		at = end
	}
}

// windowOf lists the segments from stackAbove above the first rule of a stack to stackBelow below the
// last.
func (a *aligner) windowOf(stack []rule) []int32 {
	s := a.s
	own := s.frames[a.frame].segments
	segs := s.segments[own.first : own.first+own.count]
	byV := func(g segment, v float32) int { return compare(g.v, v) }
	at, _ := slices.BinarySearchFunc(segs, stack[0].at-stackAbove, byV)
	end, _ := slices.BinarySearchFunc(segs, stack[len(stack)-1].at+stackBelow, byV)
	region := a.window[:0]
	for i := at; i < end; i++ {
		if m := (segs[i].u0 + segs[i].u1) / 2; m >= stack[0].from && m <= stack[0].to && !s.inField(&segs[i], a.frame, stack[0].to-stack[0].from) {
			region = append(region, own.first+int32(i))
		}
	}
	a.window = region
	return region
}

// tryStack makes tables of the slabs between the rules of a stack: of each run of slabs that has columns.
func (a *aligner) tryStack(stack []rule) {
	a.stack = interval{stack[0].at, stack[len(stack)-1].at}
	at := a.lineBelow(0, stack[0].at)
	first := -1 // line
	for i := 0; i+1 < len(stack); i++ {
		above, below := stack[i], stack[i+1]
		end := a.lineBelow(at, below.at)
		text := a.textBelow(at, end, above)
		begins, ends := a.isApart(at, text, above, below)
		slab := a.isSlab(at, text, above, below)
		start := at
		if slab {
			start = a.textAbove(at, text, above)
		}
		ended := first >= 0 && (begins || !slab || start > at || a.isLarger(at, text))
		if ended {
			last := at
			if !begins {
				last = a.tail(at, above)
			}
			gone := a.trySlabs(first, last)
			at, start, end, text = at-gone, start-gone, end-gone, text-gone
			first = -1
		}
		switch {
		case first >= 0 || !slab:
		case start > at || ended && begins:
			first = start
		case !ended:
			first = a.headAbove(at, above)
		}
		if (ends || text < end) && first >= 0 {
			end -= a.trySlabs(first, text)
			first = -1
		}
		at = end
	}
	if first >= 0 {
		at = a.tail(at, stack[len(stack)-1])
	}
	a.trySlabs(first, at)
}

// textBelow returns the first line of the running text that ends lines [at, end) below rule r; end: there
// is none. The columns of a table stand above the text. The next rule then belongs to another table:
//
//	────────────────────────
//	Year    3-Year    5-Year
//	────────────────────────
//	1          33%       20%
//	2          45%       32%
//	Suppose your business had
//	an asset. It would be:        <- from the line above
//	────────────────────────
func (a *partStage) textBelow(at, end int, r rule) int {
	text := end
	for text > at && !a.lines[text-1].gaps {
		text--
	}
	if text == at || end-text < textLines {
		return end
	}
	for i := text; i < text+textLines; i++ {
		if l := &a.lines[i]; !isProse(l) || !a.fills(l, r) {
			return end
		}
	}
	return text
}

// textAbove returns the line behind the paragraph that begins lines [at, end) below rule r. The table
// below the paragraph has no rule above its heads. textAbove returns at if there is no paragraph, or
// nothing is set apart from it:
//
//	────────────────────────        <- r, of a table above
//	Suppose your business had
//	an asset.  It would be
//	worth:
//
//	Year    3-Year    5-Year        <- the line behind
//	────────────────────────
func (a *partStage) textAbove(at, end int, r rule) int {
	fills := 0
	for i := at; i < end; i++ {
		l := &a.lines[i]
		if i > at && l.gaps && fills > 0 && l.v-a.lines[i-1].v > paragraphApart*max(l.size, a.lines[i-1].size) {
			return i
		}
		if l.solid || l.gaps && !a.isSentences(l) {
			return at
		}
		if isProse(l) && a.fills(l, r) || l.gaps && l.u1-l.u0 >= ruleWide*(r.to-r.from) {
			fills++
		}
	}
	return at
}

// lineBelow returns the first line from number at on that is below v.
func (a *partStage) lineBelow(at int, v float32) int {
	for at < len(a.lines) && a.lines[at].v < v {
		at++
	}
	return at
}

// tail returns the end of a table that has no rule at its end. Lines below the last rule r belong to it if
// they follow closely, have the gaps of those above, and do not run on in a full line.
func (a *partStage) tail(at int, r rule) int {
	end := at
	for i := at; i > 0 && i < len(a.lines); i++ {
		l := &a.lines[i]
		full := l.u1-l.u0 >= ruleWide*(r.to-r.from) && (!l.gaps || l.even) || a.isTextLine(l, r)
		if full || l.solid || l.size > slabSize*a.em || a.runsOn(i, r) || !a.within(l, r) || l.v-max(r.at, a.lines[i-1].v) > slabTall*a.em {
			break
		}
		if l.gaps && a.alike(i, a.gappedAbove(i)) {
			end = i + 1
		}
	}
	return end
}

// runsOn reports whether line i is nearer to running text below it than to the line above. The text is of
// its size and as wide as rule r.
func (a *partStage) runsOn(i int, r rule) bool {
	if i+1 == len(a.lines) {
		return false
	}
	l, next := &a.lines[i], &a.lines[i+1]
	if next.v-l.v >= l.v-a.lines[i-1].v || abs(next.size-l.size) > a.em/8 {
		return false
	}
	return a.fills(next, r) || a.isTextLine(next, r)
}

// isTextLine reports whether a line is running text below a table: as wide as rule r, with a long stretch
// without gaps and narrow gaps only, such as the wide space behind a sentence.
func (a *partStage) isTextLine(l *alignedLine, r rule) bool {
	p := a.parts[l.first:l.end]
	for i := 1; i < len(p); i++ {
		if p[i].u0-p[i-1].u1 > tailGap*l.size {
			return false
		}
	}
	return l.u1-l.u0 >= tailWide*(r.to-r.from) && l.most >= tailText
}

// isSentences reports whether all gaps of l stand behind the ends of sentences.
func (a *partStage) isSentences(l *alignedLine) bool {
	for i := l.first; i+1 < l.end; i++ {
		p := &a.parts[i]
		switch a.s.lastRune(a.s.glyphs[p.first+p.count-1].char) {
		case '.', '?', '!', ':':
		default:
			return false
		}
	}
	return true
}

// gappedAbove is the last line above line i that has gaps, or i.
func (a *partStage) gappedAbove(i int) int {
	for j := i - 1; j >= 0 && i-j <= limitLines; j-- {
		if a.lines[j].gaps {
			return j
		}
	}
	return i
}

// within reports whether l stands under rule r.
func (a *partStage) within(l *alignedLine, r rule) bool {
	return l.u0 >= r.from-a.em && l.u1 <= r.to+a.em
}

// isSlab reports whether lines [at, end), between two rules of a stack, may be rows of a table: enough of
// them have gaps, or few lines are set closely between the rules, or rules over the first column part
// them.
func (a *aligner) isSlab(at, end int, above, below rule) bool {
	if at == end {
		return below.at-above.at <= slabEmpty*a.em // a double rule
	}
	if a.holdsStack(above, below) {
		return false
	}
	gaps, full, ended := 0, 0, false
	usual := a.em // other tables of the stack may be set in another size
	for _, l := range a.lines[at:end] {
		if l.gaps {
			usual = max(usual, l.size)
		}
	}
	for i := at; i < end; i++ {
		l := &a.lines[i]
		if l.solid || !a.within(l, above) {
			return false
		}
		if a.opensText(i) && i+1 < end && a.fills(&a.lines[i+1], above) {
			return false
		}
		if i > at && a.isFar(i) {
			up := &a.lines[i-1]
			ended = a.fills(up, above) || !up.gaps && !l.gaps // text of the page below the table
		}
		switch {
		case l.size > slabSize*usual && (!l.gaps || a.parts[l.first].label):
			return false // a heading
		case l.gaps && !l.even:
			gaps++
			ended = false
		case a.fills(l, above):
			full++
		}
	}
	if ended {
		return false
	}
	if gaps > slabFull*full {
		return true
	}
	if full == 0 && a.keyRules(above, below) > 0 {
		return true
	}
	return full <= 1 && below.at-above.at <= slabTall*a.em*(float32(end-at)+slabPad)
}

// holdsStack reports whether another table stands between two rules of a stack: its rules are of one
// length and narrower, but wider than rules over some columns.
func (a *aligner) holdsStack(above, below rule) bool {
	if a.s.ruled.looked += len(a.stacks); a.s.ruled.looked > areaWork {
		return false
	}
	byPlace := func(r rule, v float32) int { return compare(r.at, v) }
	for _, k := range a.stacks {
		own := a.sorted[k.first : k.first+k.count]
		r := own[0]
		if r.from < above.from+a.em/2 || r.to > above.to-a.em/2 || r.to-r.from < stackInner*(above.to-above.from) {
			continue
		}
		at, _ := slices.BinarySearchFunc(own, above.at, byPlace)
		if at+1 < len(own) && own[at+1].at < below.at {
			return true
		}
	}
	return false
}

// isLarger reports whether lines [at, end) hold text of the page between two tables: a line without gaps
// that is larger than the line above them all.
func (a *partStage) isLarger(at, end int) bool {
	return at > 0 && slices.ContainsFunc(a.lines[at:end], func(l alignedLine) bool {
		return !l.gaps && l.size > slabSize*a.lines[at-1].size
	})
}

// isApart reports whether lines [at, end), between two rules, are as far from the upper rule as tables are
// from each other, so that another table begins there, and whether they are as far from the lower one. A
// row with a picture is as high too, and its text may be anywhere.
//
//	Ant        Worst   4171    4124
//	────────────────────────────────
//
//	Parameter                 Value     <- begins
//	────────────────────────────────
func (a *aligner) isApart(at, end int, above, below rule) (begins, ends bool) {
	if at == end {
		return false, false
	}
	up, down := a.lines[at].v-a.lines[at].size-above.at, below.at-a.lines[end-1].v
	least := slabApart * a.em
	if max(up, down) <= least || a.holdsPicture(above, below) {
		return false, false
	}
	if up > least && down > least {
		return end-at > 1, end-at > 1
	}
	return up > 2*down, down > 2*up
}

// holdsPicture reports whether a picture lies between two rules of a stack.
func (a *aligner) holdsPicture(above, below rule) bool {
	s := a.s
	if s.ruled.looked += len(s.rasters); s.ruled.looked > areaWork {
		return true
	}
	box := s.frames[a.frame].toPage(above.from, above.at, above.to, below.at)
	return slices.ContainsFunc(s.rasters, func(r layout.Figure) bool { return !r.Vector && meets(r.Box, box) })
}

// fills reports whether a line without gaps stands under most of rule r, from its beginning on.
func (a *partStage) fills(l *alignedLine, r rule) bool {
	return (!l.gaps || l.even) && l.u0 <= r.from+slabSide*a.em && l.u1-l.u0 >= ruleWide*(r.to-r.from)
}

// keyRules counts the rules between two of a stack that begin where these do but end earlier: they part
// the rows of the first columns only.
func (a *partStage) keyRules(above, below rule) int {
	n := 0
	for _, r := range a.rules[a.ruleFrom(above.at):] {
		if r.at >= below.at {
			break
		}
		if r.at > above.at && abs(r.from-above.from) <= stackEnds && r.to < above.to-a.em {
			n++
		}
	}
	return n
}

// trySlabs makes a table of lines [first, end) if the evidence is good. It returns how many of these lines
// it joined to others.
func (a *aligner) trySlabs(first, end int) (gone int) {
	if first < 0 || end-first < 2 {
		return 0
	}
	u0, u1 := extent(a.lines[first:end])
	box := a.s.frames[a.frame].toPage(u0, a.lines[first].v-a.em/2, u1, a.lines[end-1].v)
	if a.overGrid(box) {
		return 0
	}
	em := a.em
	a.em = a.usualSize(first, end)
	defer func() { a.em = em }()
	a.setBand(first, end)
	if !a.findColumns() {
		return 0
	}
	gone = end - a.joinBetween(first, end)
	if !a.finish() {
		return gone
	}
	// Tables found here before are only parts of this one, or have fewer columns.
	n := len(a.s.grids) - 1
	own := a.s.grids[n]
	a.s.grids = a.s.grids[:n]
	if slices.ContainsFunc(a.s.grids, func(t grid) bool { return a.covers(&t, box) && !a.refines(&own, &t) }) {
		return gone
	}
	a.s.grids = slices.DeleteFunc(a.s.grids, func(t grid) bool { return meets(t.box(&a.s.frames[t.frame]), box) })
	a.s.grids = append(a.s.grids, own)
	return gone
}

// usualSize returns the size that most text of lines [first, end) has.
func (a *partStage) usualSize(first, end int) float32 {
	size, votes := float32(0), int32(0)
	for i := first; i < end; i++ {
		switch l := &a.lines[i]; {
		case abs(l.size-size) <= subDrop*l.size:
			votes += l.glyphs
		case votes >= l.glyphs:
			votes -= l.glyphs
		default:
			size, votes = l.size, l.glyphs-votes
		}
	}
	return size
}

// overGrid reports whether a table found before covers box. A table whose cells rules part, between the
// rules of the stack, does not count: it may lack columns.
func (a *aligner) overGrid(box layout.Rect) bool {
	return slices.ContainsFunc(a.s.grids, func(t grid) bool {
		inside := t.ruled && t.frame == a.frame && t.v[0] >= a.stack.a-a.em && t.v[t.rows()] <= a.stack.b+a.em
		return !inside && a.covers(&t, box)
	})
}

// covers reports whether box overlaps t and is not plainly larger.
func (a *partStage) covers(t *grid, box layout.Rect) bool {
	other := t.box(&a.s.frames[t.frame])
	return meets(other, box) && (other.Width() > stackPart*box.Width() || other.Height() > box.Height())
}

// meets reports whether r and o share an area.
func meets(r, o layout.Rect) bool { return !r.Intersect(o).Empty() }

// refines reports whether own, the grid of the band, has all columns of the ruled grid t and more. The
// rules of t part only some of the columns:
//
//	Model  |  A@1   A@5   A@10  |  B@1   B@5
//	-------+--------------------+------------
//	SFA    |  46.7  32.9  64.0  |  34.1  81.7
//	LDNet  |  85.0  78.1  90.7  |  82.2  94.9
func (a *rowStage) refines(own, t *grid) bool {
	if own.cols() < t.cols() || own.cols() == t.cols() && !a.outgrows(own, t) {
		return false
	}
	first := -1
	for _, u := range t.u {
		end, ok := a.channelAt(u)
		if !ok || first >= 0 && end > first+1 && !a.holdsSeveral(int32(first), int32(end)) {
			return false
		}
		first = end
	}
	return true
}

// outgrows reports whether own has all rows of the ruled grid t, and others above or below these.
func (a *rowStage) outgrows(own, t *grid) bool {
	top, bottom := t.v[0], t.v[t.rows()]
	if above, below := top-own.v[0], bottom-own.v[own.rows()]; above < -a.em || below > a.em || max(above, -below) <= a.em {
		return false
	}
	inside := 0
	for _, v := range own.v {
		if v > top+a.em/2 && v < bottom-a.em/2 {
			inside++
		}
	}
	return inside == t.rows()-1
}

// channelAt returns the number of columns on the left of an upright rule, and reports whether the rule
// stands between columns.
func (a *columnStage) channelAt(u float32) (n int, ok bool) {
	for n < len(a.cols) && (a.cols[n].u0+a.cols[n].u1)/2 < u {
		n++
	}
	slack := a.em / 2
	return n, (n == 0 || a.cols[n-1].u1 <= u+slack) && (n == len(a.cols) || a.cols[n].u0 >= u-slack)
}

// holdsSeveral reports whether columns [first, end) are several and not one with running text, whose words
// may line up too. They are if a row of the head has text in each, or if most rows of the body with text
// in them have numbers in several.
func (a *rowStage) holdsSeveral(first, end int32) bool {
	some, several := 0, 0
	for r, row := range a.rows {
		if r < a.levels {
			if !a.isTitle(r) && a.fillsAll(row, first, end) {
				return true
			}
			continue
		}
		text, numbers := 0, 0
		for c := first; c < end; c++ {
			if a.holds(row, c) {
				text++
			}
			if p := a.partIn(int(row.first), c); p != nil && p.kind != textPart {
				numbers++
			}
		}
		some += min(text, 1)
		if numbers > 1 {
			several++
		}
	}
	return float32(several) >= refinedRows*float32(some)
}

// fillsAll reports whether a row has text in each of columns [first, end).
func (a *bandStage) fillsAll(row alignedRow, first, end int32) bool {
	for c := first; c < end; c++ {
		if !a.holds(row, c) {
			return false
		}
	}
	return true
}
