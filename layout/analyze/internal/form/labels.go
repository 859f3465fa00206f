package form

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// The text that names a control stands before it on its line, over it, or under it; for a control to be
// ticked, behind it. Each control gets the best text that no other control has a better claim to: all
// pairs of control and text are taken in order, the best first.
//
//	Name [________]     [x] by mail      Street
//	                                     [__________]
//	text before it      text behind it   text over it

// Where labels stand, as Field.LabelWhy says it.
const (
	labelBefore = "the text before it"
	labelBehind = "the text behind it"
	labelOver   = "the text over it"
	labelUnder  = "the text under it"
	labelInside = "the text in it"
)

// fragment is text of one line between wide gaps, controls or the ends of the line.
type fragment struct {
	layout.TextRange
	box   layout.Rect
	em    float32
	line  int32
	next  int32 // the control right behind it; -1: none
	rtl   bool
	prose bool // it is in a block too long to be a label
	code  bool // it is the number of a line, or a letter: text further on says more
	taken bool
	leads bool // it is the next text before a control on its row, except for numbers between
}

// pairing is a control and text that may name it.
type pairing struct {
	field, text int32
	cost        float32
	why         string
}

// labelFinder finds the labels of the controls of a page.
type labelFinder struct {
	p         *layout.Page
	blocks    []layout.Block
	words     []layout.Word // words of all lines, even if the page omits them
	leads     []bool        // by control
	fragments []fragment
	bands     [][]int32 // fragments by where their middle stands
	rows      [][]int32 // fields by where their middle stands
	pairs     []pairing
	looks     int
	blockOf   []int32 // by line: its block
}

// Label sets the labels of the controls of p. The blocks and words of p are given. leads tells, by
// control, whether the label stands before it although it is ticked.
func Label(p *layout.Page, blocks []layout.Block, words []layout.Word, leads []bool) {
	if len(p.Fields) == 0 {
		return
	}
	lf := labelFinder{p: p, blocks: blocks, words: words, leads: leads}
	lf.findBlocks()
	lf.findFragments()
	lf.index()
	lf.findLeads()
	for i := range lf.p.Fields {
		if f := &lf.p.Fields[i]; f.At >= 0 && f.Kind != layout.PushButton {
			lf.pair(int32(i), f)
		}
	}
	slices.SortStableFunc(lf.pairs, func(a, b pairing) int { return cmp.Compare(a.cost, b.cost) })
	for _, pr := range lf.pairs {
		f, t := &lf.p.Fields[pr.field], &lf.fragments[pr.text]
		if f.LabelWhy == "" && !t.taken {
			f.Label, f.LabelWhy, t.taken = lf.whole(t), pr.why, true
			f.LabelText = lf.textOf(f.Label)
		}
	}
	lf.share()
}

// textOf returns the text of r, with spaces where lines end.
func (lf *labelFinder) textOf(r layout.TextRange) string {
	i, _ := slices.BinarySearchFunc(lf.p.Lines, r.Start, func(l layout.Line, at int32) int { return cmp.Compare(l.End, at+1) })
	var b strings.Builder
	for ; i < len(lf.p.Lines) && lf.p.Lines[i].Start < r.End; i++ {
		if l := &lf.p.Lines[i]; b.Len() > 0 {
			b.WriteByte(' ')
			b.WriteString(lf.p.Text[l.Start:min(l.End, r.End)])
		} else {
			b.WriteString(lf.p.Text[r.Start:min(l.End, r.End)])
		}
	}
	return b.String()
}

// findBlocks notes the block of each line.
func (lf *labelFinder) findBlocks() {
	lf.blockOf = make([]int32, len(lf.p.Lines))
	for b := range lf.blocks {
		for i := range lf.p.BlockLines(&lf.blocks[b]) {
			lf.blockOf[i] = int32(b)
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// labelLines is how many lines a label has at most; more are running text.
	labelLines = 4
	// labelBand is the height in points of the bands in which labels are looked for; labelBands is the
	// most bands.
	labelBand  = 24
	labelBands = limits.LabelBands
	// Text before or over ticks names a whole row of them if the next tick is at most labelTicks widths of
	// one away: labels of single ticks have no room between them.
	labelTicks = 2
	// labelReach is how far over and under a control its label is looked for, in points.
	labelReach = 40
	// labelSlope is the cost of an em of space between a control and text beside it; labelShift is the
	// cost of each em that text begins elsewhere than the control under it. An em of space over or under a
	// control costs 1: the next control may be there.
	labelSlope = 0.2
	labelShift = 0.1
	// labelFar is the highest cost of space to text before a control: leaders lead the eye over it.
	// labelCode is the cost if a label is the number of a line, of at most codeRunes characters.
	labelFar  = 1.2
	labelCode = 1.5
	codeRunes = 4
	// codeGap is the widest space between such a number and the text that it numbers, in ems.
	codeGap = 3
	// labelTie is a further cost of each em of space to text before a control: of two equal texts the
	// nearer one counts.
	labelTie = 0.001
	// The furthest that a label stands behind a control, over it and under it, in ems.
	labelBehindReach = 4
	labelOverReach   = 2
	labelUnderReach  = 1
	// labelWall is the cost of a rule between a control and its label, labelProse the cost if a label is
	// running text. labelLeads is the cost if text over or under a control leads to another control on its
	// own row: of 242 controls of a tax form, set in dense rows, 28 had no name without this cost, 14 with
	// it.
	labelWall  = 1.5
	labelLeads = 1.5
	labelProse = 1.5
	// sameRow is how far the baselines of one row differ, in ems.
	sameRow = 0.251
)

// findFragments cuts all lines into fragments.
func (lf *labelFinder) findFragments() {
	for i := range lf.p.Lines {
		l := &lf.p.Lines[i]
		if l.Rotation != 0 || l.Direction == layout.TopToBottom {
			continue
		}
		open := false
		for _, w := range lf.words[l.FirstWord : l.FirstWord+l.WordCount] {
			if strings.ContainsRune(lf.p.Text[w.Start:w.End], layout.FieldSign) {
				if open {
					lf.fragments[len(lf.fragments)-1].next = lf.fieldAt(w.Start)
				}
				open = false
				continue
			}
			if n := len(lf.fragments); open && lf.joins(&lf.fragments[n-1], w.Box, l.Size) {
				last := &lf.fragments[n-1]
				if last.box = last.box.Union(w.Box); isName(lf.p.Text[w.Start:w.End]) {
					last.End = w.End // a currency sign or an arrow at the end stays out
				}
				continue
			}
			open = true
			b := &lf.blocks[lf.blockOf[i]]
			lf.fragments = append(lf.fragments, fragment{
				TextRange: layout.TextRange{Start: w.Start, End: w.End}, box: w.Box, em: max(l.Size, 1), line: int32(i), next: -1,
				rtl: l.Direction == layout.RightToLeft, prose: b.Table == nil && b.LineCount > labelLines,
			})
		}
	}
	for i := range lf.fragments {
		t := &lf.fragments[i]
		t.code = isCode(lf.p.Text[t.Start:t.End])
	}
	lf.fragments = slices.DeleteFunc(lf.fragments, func(t fragment) bool { return !isName(lf.p.Text[t.Start:t.End]) })
}

// joins reports whether a word continues fragment t. Behind the number of a line, such as "(b)", the space
// may be wider than between words.
func (lf *labelFinder) joins(t *fragment, word layout.Rect, size float32) bool {
	gap := gapBetween(t.box, word)
	return gap < labelsGap*size || gap < codeGap*size && isCode(lf.p.Text[t.Start:t.End])
}

// fieldAt returns the control whose sign stands at a place of the text; -1: none.
func (lf *labelFinder) fieldAt(at int32) int32 {
	i, found := slices.BinarySearchFunc(lf.p.Fields, uint32(at), func(f layout.Field, at uint32) int { return cmp.Compare(uint32(f.At), at) })
	if !found {
		return -1
	}
	return int32(i)
}

// gapBetween returns the white space between two boxes side by side.
func gapBetween(a, b layout.Rect) float32 { return max(b.X0-a.X1, a.X0-b.X1) }

// isName reports whether text can name something: it has letters or digits.
func isName(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return chars.IsLetter(r) || chars.IsDigit(r) || script.IsIdeographic(r) }) >= 0
}

// isCode reports whether text is such as "8a" or "(b)", by which forms number their lines.
func isCode(text string) bool {
	text = strings.Trim(text, "().[]:")
	n := utf8.RuneCountInString(text)
	return n == 1 && !script.IsIdeographic(firstRuneOf(text)) || n <= codeRunes && strings.ContainsFunc(text, chars.IsDigit)
}

func firstRuneOf(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// index sorts fragments and controls into bands of the page.
func (lf *labelFinder) index() {
	n := min(max(1, int(lf.p.Height/labelBand)+1), labelBands)
	lf.bands, lf.rows = make([][]int32, n), make([][]int32, n)
	for i := range lf.fragments {
		b := lf.band(lf.fragments[i].box.Center().Y)
		lf.bands[b] = append(lf.bands[b], int32(i))
	}
	for i := range lf.p.Fields {
		b := lf.band(lf.p.Fields[i].Box.Center().Y)
		lf.rows[b] = append(lf.rows[b], int32(i))
	}
}

// band returns the band at a height of the page.
func (lf *labelFinder) band(y float32) int {
	if !near(y) {
		return 0
	}
	return min(max(int(y/labelBand), 0), len(lf.bands)-1)
}

// findLeads marks the text that leads to a control on its row.
func (lf *labelFinder) findLeads() {
	for i := range lf.p.Fields {
		f := &lf.p.Fields[i]
		if f.At < 0 || f.Ticks() || f.Kind == layout.PushButton {
			continue
		}
		best, right := int32(-1), float32(-farAway)
		left, _ := lf.room(int32(i), f)
		for b := lf.band(f.Box.Y0); b <= lf.band(f.Box.Y1); b++ {
			for _, k := range lf.bands[b] {
				t := &lf.fragments[k]
				if lf.looks++; lf.looks > fieldPairs {
					return
				}
				y := t.box.Center().Y
				if !t.code && !t.rtl && y > f.Box.Y0 && y < f.Box.Y1 && t.box.X0 > left && t.box.X1 <= f.Box.X0+labelSlack*t.em && t.box.X1 > right {
					best, right = k, t.box.X1
				}
			}
		}
		if best >= 0 {
			lf.fragments[best].leads = true
		}
	}
}

// stand is a place around a control where its label may stand.
type stand uint8

const (
	before stand = iota
	behind
	over
	under
	inside
	stands
)

// standWhys are the reasons for the stands. standCosts is the cost of each stand, for controls with a
// value and for those that are ticked. The space to the control, in ems, is added; these costs decide
// between stands.
var (
	standWhys  = [stands]string{labelBefore, labelBehind, labelOver, labelUnder, labelInside}
	standCosts = [2][stands]float32{
		{before: 0, behind: 2.5, over: 0.3, under: 1.2, inside: 0.2},
		{before: 0.4, behind: 0, over: 1.2, under: 1.3, inside: 1},
	}
)

// pair finds the texts that may name control i: the nearest at each stand.
func (lf *labelFinder) pair(i int32, f *layout.Field) {
	var best [stands]pairing
	for k := range best {
		best[k] = pairing{i, -1, farAway, standWhys[k]}
	}
	left, right := lf.room(i, f)
	for b := lf.band(f.Box.Y0 - labelReach); b <= lf.band(f.Box.Y1+labelReach); b++ {
		for _, t := range lf.bands[b] {
			if lf.looks++; lf.looks > fieldPairs {
				return
			}
			at, cost := lf.weigh(f, &lf.fragments[t], left, right)
			if f.Ticks() && at != behind && right-f.Box.X1 < labelTicks*f.Box.Width() {
				continue // it names the row of ticks
			}
			if next := lf.fragments[t].next; next >= 0 && next != i && (at == over || at == under) {
				continue // it names the other control
			}
			if cost < best[at].cost {
				best[at].text, best[at].cost = t, cost
			}
		}
	}
	ticks := 0
	if f.Ticks() && !lf.leads[i] {
		ticks = 1
	}
	for at := range best {
		if pr := &best[at]; pr.text >= 0 {
			t := &lf.fragments[pr.text]
			pr.cost += standCosts[ticks][at]
			if lf.walled(f.Box, t.box) {
				pr.cost += labelWall
			}
			if t.leads && (stand(at) == over || stand(at) == under) {
				pr.cost += labelLeads
			}
			if t.prose && !f.Ticks() {
				pr.cost += labelProse
			}
			if t.code && lf.numbered(t) == nil {
				pr.cost += labelCode
			}
			lf.pairs = append(lf.pairs, *pr)
		}
	}
}

// share gives controls without a label the label of the control over them in a column, or of the one
// before them on their row.
func (lf *labelFinder) share() {
	order := make([]int32, 0, len(lf.p.Fields))
	for i := range lf.p.Fields {
		if f := &lf.p.Fields[i]; f.At >= 0 && f.Kind != layout.PushButton && !f.Ticks() {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(compare(lf.p.Fields[a].Box.Y0, lf.p.Fields[b].Box.Y0), compare(lf.p.Fields[a].Box.X0, lf.p.Fields[b].Box.X0))
	})
	for _, i := range order {
		f := &lf.p.Fields[i]
		if f.LabelWhy != "" {
			continue
		}
		if k := lf.shares(i, f); k >= 0 {
			o := &lf.p.Fields[k]
			f.Label, f.LabelWhy, f.LabelText, f.Part = o.Label, o.LabelWhy, o.LabelText, max(o.Part, 1)+1
		}
	}
}

// shares returns the control whose label names control i too; -1: none.
func (lf *labelFinder) shares(i int32, f *layout.Field) int32 {
	before, a := int32(-1), f.Box
	for b := lf.band(a.Y0 - a.Height()); b <= lf.band(a.Y1); b++ {
		for _, k := range lf.rows[b] {
			o := &lf.p.Fields[k]
			if lf.looks++; k == i || o.Kind != f.Kind || o.LabelWhy == "" || lf.looks > fieldPairs {
				continue
			}
			switch {
			case abs(o.Box.X0-a.X0) <= sameSide && abs(o.Box.X1-a.X1) <= sameSide && o.Box.Y0 < a.Y0 && a.Y0-o.Box.Y1 < fieldColumn*fieldText && o.LabelWhy == labelOver:
				return k
			case abs(o.Box.Y0-a.Y0) <= sameSide && o.Box.X1 <= a.X0+sameSide && a.X0-o.Box.X1 < a.Height() && o.LabelWhy == labelBefore:
				before = k
			}
		}
	}
	return before
}

// room returns how far to both sides of control i its row is free of other controls.
func (lf *labelFinder) room(i int32, f *layout.Field) (left, right float32) {
	left, right = -farAway, farAway
	y := f.Box.Center().Y
	for b := lf.band(f.Box.Y0); b <= lf.band(f.Box.Y1); b++ {
		for _, k := range lf.rows[b] {
			if lf.looks++; k == i || lf.looks > fieldPairs {
				continue
			}
			o := &lf.p.Fields[k].Box
			if y < o.Y0 || y > o.Y1 {
				continue
			}
			if o.X0 >= f.Box.X1-sameSide {
				right = min(right, o.X0)
			} else if o.X1 <= f.Box.X0+sameSide {
				left = max(left, o.X1)
			}
		}
	}
	return left, right
}

// weigh returns the stand of text t around f, and the cost of the distance between them; farAway: t is at
// no stand.
func (lf *labelFinder) weigh(f *layout.Field, t *fragment, left, right float32) (stand, float32) {
	a, b := f.Box, t.box
	middle := b.Center()
	slack := labelSlack * t.em
	if a.Contains(middle) {
		return inside, abs(b.Y0-a.Y0) / t.em * labelSlope
	}
	if middle.Y > a.Y0-slack && middle.Y < a.Y1+slack {
		onLeft, onRight := b.X1 <= a.X0+slack && b.X1 > left, b.X0 >= a.X1-slack && b.X0 < right
		gap := max(0, gapBetween(b, a)) / t.em
		switch {
		case onLeft && !t.rtl, onRight && t.rtl:
			cost := min(gap*labelSlope, labelFar)
			if t.code {
				cost += labelFar
			}
			return before, cost + gap*labelTie
		case (onLeft || onRight) && (f.Ticks() || gap < labelBehindReach):
			return behind, gap * labelSlope
		}
		return inside, farAway
	}
	if b.X1 < a.X0-slack || b.X0 > a.X1+slack {
		return inside, farAway
	}
	shift := min(abs(b.X0-a.X0), abs(middle.X-(a.X0+a.X1)/2)) / t.em * labelShift
	switch {
	case b.Y1 <= a.Y0+t.em && a.Y0-b.Y1 < labelOverReach*t.em:
		return over, max(0, a.Y0-b.Y1)/t.em + min(shift, 1)
	case b.Y0 >= a.Y1-t.em && b.Y0-a.Y1 < labelUnderReach*t.em:
		return under, max(0, b.Y0-a.Y1)/t.em + min(shift, 1)
	}
	return inside, farAway
}

// walled reports whether a rule runs between a control and text beside or over it.
func (lf *labelFinder) walled(a, b layout.Rect) bool {
	gap := layout.Rect{X0: min(a.X1, b.X1), Y0: min(a.Y1, b.Y1), X1: max(a.X0, b.X0), Y1: max(a.Y0, b.Y0)}
	x, y := min(max(b.Center().X, a.X0), a.X1), min(max(a.Center().Y, b.Y0), b.Y1)
	for i := range lf.p.Rulings {
		if lf.looks++; lf.looks > fieldPairs {
			return false
		}
		r := &lf.p.Rulings[i]
		c := r.Box.Center()
		if r.Vertical && gap.X0-1 < c.X && c.X < gap.X1+1 && gap.X0 < gap.X1+1 && r.Box.Y0 < y && y < r.Box.Y1 {
			return true
		}
		if !r.Vertical && gap.Y0-1 < c.Y && c.Y < gap.Y1-1 && r.Box.X0 < x && x < r.Box.X1 {
			return true
		}
	}
	return false
}

// whole returns t with the lines of its block that continue it. Those begin where t begins and hold no
// control. t must be all of its own line from there on.
func (lf *labelFinder) whole(t *fragment) layout.TextRange {
	r := t.TextRange
	if next := lf.numbered(t); next != nil {
		r.End, next.taken = next.End, true
		return r
	}
	b := &lf.blocks[lf.blockOf[t.line]]
	if b.Table != nil || t.prose {
		return r
	}
	for i := t.line + 1; i < b.FirstLine+b.LineCount && i-t.line < labelLines && r.End == lf.p.Lines[i-1].End && lf.goesOn(t, i); i++ {
		r.End = lf.p.Lines[i].End
	}
	for i := t.line - 1; i >= b.FirstLine && t.line-i < labelLines && r.Start == lf.p.Lines[i+1].Start && lf.goesOn(t, i); i-- {
		r.Start = lf.p.Lines[i].Start
	}
	return r
}

// numbered returns the text that t numbers, on the same row in a line of its own; nil: none.
func (lf *labelFinder) numbered(t *fragment) *fragment {
	i, _ := slices.BinarySearchFunc(lf.fragments, t.End, func(t fragment, at int32) int { return cmp.Compare(t.Start, at) })
	if !t.code || t.next >= 0 || i == len(lf.fragments) {
		return nil
	}
	next := &lf.fragments[i]
	gap := next.box.X0 - t.box.X1
	if next.taken || next.code || next.line != t.line+1 || next.Start != lf.p.Lines[next.line].Start || t.End != lf.p.Lines[t.line].End ||
		gap < 0 || gap > codeGap*t.em || abs(lf.p.Lines[t.line].Baseline-lf.p.Lines[next.line].Baseline) > sameRow*t.em {
		return nil
	}
	return next
}

// goesOn reports whether line i is part of the label that t is a line of.
func (lf *labelFinder) goesOn(t *fragment, i int32) bool {
	l := &lf.p.Lines[i]
	if abs(l.Box.X0-t.box.X0) > labelSlack*t.em || strings.ContainsRune(lf.p.LineText(int(i)), layout.FieldSign) {
		return false
	}
	k, found := slices.BinarySearchFunc(lf.fragments, l.Start, func(t fragment, at int32) int { return cmp.Compare(t.Start, at) })
	if !found || lf.fragments[k].taken || lf.fragments[k].End != l.End {
		return false
	}
	lf.fragments[k].taken = true
	return true
}
