package form

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A line to sign on is signLeast long at least. The baselines of its labels are signNear to signFar under it. They
	// reach beyond its ends by signOver at most, and have signLetters letters.
	signLeast   = 5
	signNear    = 0.5
	signFar     = 1.8
	signOver    = 0.5
	signLetters = 3
	// signRoom is how far over the line the next baseline is at least: one signs there.
	signRoom = 1.5
	// signRule is how far from the line and from its labels the next rule is at least. Rules of tables and rules of two
	// strokes are nearer.
	signRule = 1
	// signNext is how far under its labels the next baseline is at least. Paragraphs and rows of tables go on nearer.
	signNext = 1.4
	// signLevel is how far the baselines of labels of one line differ at most, and signSize how much their sizes do in
	// one form.
	signLevel = 0.25
	signSize  = 1.05
	// signWide is how much wider than a line to sign on those around it are: wider ones part sections.
	signWide = 1.5
	// signFoot is where on a page, as a share of its height, the running foot begins: a rule stands over it, too.
	signFoot = 0.94
	// signRuns is how many runs of glyphs of a label are read, and signGap the gap between two of its words.
	signRuns = 8
	signGap  = 0.15
)

// signWords begin words that stand below lines to sign on, in lower case. Those of signsWithin may stand within words, or in
// text without spaces.
var (
	signWords = [...]string{
		"signat", "signed", "signé", "unterschrift", "unterzeichn", "firma", "assinat", "handtekening", "podpis", "underskrift", "undirskrift",
		"allekirjoit", "semnăt", "aláírás", "imza", "подпис", "підпис", "υπογραφ",
	}
	signsWithin = [...]string{"توقيع", "חתימ", "署名", "签名", "簽名", "签字", "簽字", "서명"}
)

// signLine is a level rule over text that may be labels of a line to sign on.
type signLine struct {
	line   int   // number of the rule
	labels []int // neighbours, from left to right
	signs  bool
}

// signatures returns the lines to sign on among the level rules at lines, without those that have a label before them. A label
// stands below such a line, and room over it:
//
//	______________________    ____________
//	Signature of applicant    Place, date
//
// One with a word for a signature is one; so are those on its row and those below each other with it that look alike.
func (n *neighbourhood) signatures(lines []layout.Rect, before []int) []Blank {
	var found []signLine
	for i := range lines {
		if before[i] >= 0 {
			continue
		}
		if labels := n.labelsBelow(lines, i); len(labels) > 0 {
			found = append(found, signLine{i, labels, n.near[labels[0]].y < signFoot*n.c.Height && slices.ContainsFunc(labels, n.isSignature)})
		}
	}
	for more := true; more; {
		more = false
		for i := range found {
			a := &found[i]
			if a.signs {
				continue
			}
			a.signs = slices.ContainsFunc(found, func(b signLine) bool { return b.signs && n.isAlike(lines, a, &b) })
			more = more || a.signs
		}
	}
	var blanks []Blank
	for i := range found {
		if f := &found[i]; f.signs {
			blanks = n.appendSigned(blanks, f, lines[f.line])
		}
	}
	return blanks
}

// labelsBelow returns the texts that stand right below line i of lines, from left to right, if they may be its labels.
func (n *neighbourhood) labelsBelow(lines []layout.Rect, i int) []int {
	line, size := lines[i], max(n.body.Size, fieldText)*blankSize
	y := line.Center().Y
	if line.Width() < signLeast*n.body.Size {
		return nil
	}
	var labels []int
	first, near := n.between(y-signRoom*size, y+signFar*size)
	for k := range near {
		b := &near[k]
		if min(b.x1, line.X1) <= max(b.x0, line.X0) {
			continue
		}
		if below := (b.y - y) / b.em; below < signNear || below > signFar || b.em > size || b.letters < signLetters ||
			b.x0 < line.X0-signOver*b.em || b.x1 > line.X1+signOver*b.em {
			return nil
		}
		labels = append(labels, first+k)
	}
	slices.SortFunc(labels, func(a, b int) int { return compare(n.near[a].x0, n.near[b].x0) })
	if len(labels) == 0 || n.goesOnBelow(labels, line) || n.isRuled(lines, i, &n.near[labels[0]]) || n.isCrossed(line) {
		return nil
	}
	return labels
}

// goesOnBelow reports whether labels are not all on one row, or text follows close under them, as in paragraphs and
// tables. One more line that goes on in the midst of a sentence is part of a label.
func (n *neighbourhood) goesOnBelow(labels []int, line layout.Rect) bool {
	y, em := n.near[labels[0]].y, n.near[labels[0]].em
	for _, k := range labels {
		if abs(n.near[k].y-y) > signLevel*em {
			return true
		}
	}
	_, near := n.between(y+signLevel*em, y+2*signNext*em)
	next := float32(0)
	for k := range near {
		b := &near[k]
		if min(b.x1, line.X1) <= max(b.x0, line.X0) {
			continue
		}
		switch {
		case next == 0 && b.y > y+signNext*em:
			return false
		case next == 0 && b.first != '(' && !chars.IsLower(b.first), next != 0 && b.y > next+signLevel*em && b.y < next+signNext*em:
			return true
		case next == 0:
			next = b.y
		}
	}
	return false
}

// isRuled reports whether another level rule lies close over line i, or under its label.
func (n *neighbourhood) isRuled(lines []layout.Rect, i int, label *neighbour) bool {
	line := lines[i]
	y := line.Center().Y
	for k, o := range lines {
		if n.pairs++; n.pairs > fieldPairs {
			return true
		}
		if at := o.Center().Y; k != i && min(o.X1, line.X1) > max(o.X0, line.X0) && at > y-signRule*label.em && at < label.y+signRule*label.em {
			return true
		}
	}
	return false
}

// isCrossed reports whether an upright rule meets the line.
func (n *neighbourhood) isCrossed(line layout.Rect) bool {
	return n.hasUpright(line, func(x float32) bool { return x >= line.X0-blankCorner && x <= line.X1+blankCorner })
}

// isSignature reports whether neighbour k has a word for a signature.
func (n *neighbourhood) isSignature(k int) bool {
	text, before := n.textOf(&n.near[k]), rune(0)
	if slices.ContainsFunc(signsWithin[:], func(w string) bool { return strings.Contains(text, w) }) {
		return true
	}
	for i, r := range text {
		begins := !chars.IsLetter(before)
		if before = r; !begins {
			continue
		}
		if slices.ContainsFunc(signWords[:], func(w string) bool { return strings.HasPrefix(text[i:], w) }) {
			return true
		}
	}
	return false
}

// textOf returns the text of b in lower case, in the order in which it is painted, and in the other if it is read
// from right to left: some programs paint such text backwards.
func (n *neighbourhood) textOf(b *neighbour) string {
	var text strings.Builder
	end := b.x0
	for i := int(b.run); i < min(int(b.run)+signRuns, len(n.c.Runs)); i++ {
		r := &n.c.Runs[i]
		first, last := clampRange(r.First, r.Count, len(n.c.Glyphs))
		for k := first; k < last; k++ {
			g := &n.c.Glyphs[k]
			if g.Y != b.y || g.X < b.x0 || g.X > b.x1 || r.Flags&layout.Unseen != 0 || chars.IsSpace(g.Char) {
				continue
			}
			if g.X-end > signGap*b.em {
				text.WriteByte(' ')
			}
			end = g.X + g.Advance
			if at := int(^g.Char); g.Char >= 0 {
				text.WriteRune(g.Char)
			} else if at < len(n.c.Strings) {
				text.WriteString(n.c.Strings[at])
			}
		}
	}
	if b.rtl {
		return text.String() + " " + reversed(text.String())
	}
	return strings.ToLower(text.String())
}

// isAlike reports whether line a belongs to one form with line b, on which one signs.
func (n *neighbourhood) isAlike(lines []layout.Rect, a, b *signLine) bool {
	p, q := lines[a.line], lines[b.line]
	ems := [...]float32{n.near[a.labels[0]].em, n.near[b.labels[0]].em}
	return max(ems[0], ems[1]) <= signSize*min(ems[0], ems[1]) && p.Width() <= signWide*q.Width() &&
		(abs(p.Center().Y-q.Center().Y) <= sameSide || abs(p.X0-q.X0) <= sameSide)
}

// appendSigned appends a blank for each label of a line to sign on. It stands behind the label, as far as the line
// goes or up to the next label.
func (n *neighbourhood) appendSigned(blanks []Blank, f *signLine, line layout.Rect) []Blank {
	from := line.X0
	for i, k := range f.labels {
		part := layout.Rect{X0: from, Y0: line.Y0, X1: line.X1, Y1: line.Y1}
		if i+1 < len(f.labels) {
			next := &n.near[f.labels[i+1]]
			from = next.x0
			part.X1 = max(part.X0, from-fieldLeast*next.em/2)
		}
		blanks = append(blanks, n.blank(f.line, &n.near[k], part))
	}
	return blanks
}

func reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}
