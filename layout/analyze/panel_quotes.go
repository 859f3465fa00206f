package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// A pull quote has no box around it. It stands in a hole of the running text, in a look of its own. The
// lines beside it belong to the paragraph around it:
//
//	no bridge across the gorge, for the walls are
//	too steep   The STONE IS    to carry the arch.
//	In winter   TOO SOFT to     the gorge fills
//	with snow   build on        and the river
//	disappears under it for weeks at a time until
//
// It may also stand at an edge of its column, or between two columns, over the gutter.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A pull quote. Its lines are at least quoteSize times as large as the text, and there are quoteRows
	// of them. quoteAscent, quoteDescent and quotePitch, the widest, are in their own size. At least
	// quoteBeside lines of text stand beside it, at most quoteApart away. Lines above and below are looked
	// for up to quoteReach away; they begin or end within panelQuoteIndent of those beside the quote, and
	// reach over it by quoteOver; all in sizes of the text. Nature sets a quote at 1.09 of its text in a
	// hole of six lines, another at 1.8 to 2.8 over the gutter, 3.2 away. A page of fewer than quoteText
	// segments has no hole; one of more than quoteSeen is no text. quoteWork bounds the pairs looked at.
	quoteSize        = 1.05
	quoteRows        = 2
	quoteAscent      = 0.8
	quoteDescent     = 0.25
	quotePitch       = 1.8
	quoteBeside      = 3
	quoteApart       = 4.5
	quoteReach       = 6
	panelQuoteIndent = 2
	quoteOver        = 1
	quoteText        = 12
	quoteSeen        = limits.QuoteParts
	quoteWork        = 1 << 18
)

// quotePanels makes panels of the pull quotes of the page.
func (s *tableStage) quotePanels() {
	if len(s.byWeight) == 0 {
		return
	}
	f := &s.frames[s.byWeight[0]]
	if f.sin != 0 {
		return
	}
	segs := s.segments[f.segments.first : f.segments.first+f.segments.count]
	if len(segs) < quoteText || len(segs) > quoteSeen {
		return
	}
	q := quoteFinder{s: s, segs: segs, taken: make([]bool, len(segs))}
	q.findText()
	for i := range segs {
		if len(s.panels) < panelsSeen && !q.taken[i] && q.differs(&segs[i]) {
			if box, ok := q.grow(i); ok {
				s.panels = append(s.panels, panel{box: f.toPage(box.X0, box.Y0, box.X1, box.Y1), color: panelWhite | panelDrawn, parent: -1, quote: true})
			}
		}
	}
}

// quoteFinder looks for pull quotes among the segments of a frame.
type quoteFinder struct {
	s     *tableStage
	segs  []segment
	taken []bool
	font  int32   // font of the running text
	size  float32 // size of the running text
	work  int
}

// findText finds the font and size that most glyphs have.
func (q *quoteFinder) findText() {
	votes := int32(0)
	for i := range q.segs {
		g := &q.segs[i]
		switch font, size := q.s.fontOf(g), q.s.sizeOf(g); {
		case font == q.font && abs(size-q.size) <= subDrop*size:
			votes += g.count
		case votes >= g.count:
			votes -= g.count
		default:
			q.font, q.size, votes = font, size, g.count-votes
		}
	}
}

// sizeOf is the size of the first glyph of g, not that of its row.
func (s *segmentStage) sizeOf(g *segment) float32 { return s.glyphs[g.first].size }

// fontOf is the font of the first glyph of g.
func (s *segmentStage) fontOf(g *segment) int32 { return s.c.Runs[s.glyphs[g.first].run].Font }

// isText reports whether g is set as the running text is.
func (q *quoteFinder) isText(g *segment) bool {
	return g.grid == 0 && abs(q.s.sizeOf(g)-q.size) <= subDrop*q.size && q.s.fontOf(g) == q.font
}

// differs reports whether g may be a line of a pull quote: larger than the running text, in another font.
func (q *quoteFinder) differs(g *segment) bool {
	return g.grid == 0 && g.count > 1 && q.s.sizeOf(g) >= quoteSize*q.size && q.s.fontOf(g) != q.font
}

// grow returns the box of the pull quote that begins with segment i. It adds the lines below as long as
// they stand under each other.
func (q *quoteFinder) grow(i int) (layout.Rect, bool) {
	first := &q.segs[i]
	foot, large, rows, chars := first.v, q.s.sizeOf(first), 1, first.count
	box := layout.Rect{X0: first.u0, Y0: foot - quoteAscent*large, X1: first.u1, Y1: foot}
	members := []int{i}
	for n := i + 1; n < len(q.segs); n++ {
		g := &q.segs[n]
		if q.work++; q.work > quoteWork || g.v-foot > quotePitch*max(large, q.s.sizeOf(g)) {
			break
		}
		if q.taken[n] || !q.differs(g) || g.u0 >= box.X1 || g.u1 <= box.X0 {
			continue
		}
		if g.row != q.segs[members[len(members)-1]].row {
			rows++
		}
		members = append(members, n)
		chars += g.count
		box.X0, box.X1, foot, large = min(box.X0, g.u0), max(box.X1, g.u1), max(foot, g.v), max(large, q.s.sizeOf(g))
	}
	box.Y1 = foot + quoteDescent*large
	if rows < quoteRows || chars < proseChars || !q.isHole(&box) {
		return box, false
	}
	for _, n := range members {
		q.taken[n] = true
	}
	return box, true
}

// isHole reports whether box is a hole in the running text. Lines of text stand beside it, on one side or
// both, as near as columns are. On such a side a line above or below the box reaches over it.
func (q *quoteFinder) isHole(box *layout.Rect) bool {
	var beside [2][]*segment
	var near []*segment // above and below
	for i := range q.segs {
		g := &q.segs[i]
		q.work++
		switch {
		case g.v < box.Y0-quoteReach*q.size || g.v > box.Y1+quoteReach*q.size || !q.isText(g):
		case g.v <= box.Y0 || g.v-quoteAscent*g.size >= box.Y1-quoteDescent*q.size:
			near = append(near, g)
		case g.u1 <= box.X0:
			beside[0] = append(beside[0], g)
		case g.u0 >= box.X1:
			beside[1] = append(beside[1], g)
		default:
			return false // running text in it
		}
	}
	if q.work > quoteWork {
		return false
	}
	holds := 0
	for side, lines := range beside {
		lines = slices.DeleteFunc(lines, func(g *segment) bool {
			return max(box.X0-g.u1, g.u0-box.X1) > quoteApart*q.size
		})
		if len(lines) < quoteBeside {
			continue
		}
		if !slices.ContainsFunc(near, func(b *segment) bool { return q.goesOver(b, lines, box, side) }) {
			continue
		}
		holds++
	}
	return holds > 0
}

// goesOver reports whether line b, above or below box, belongs to the column of the lines on one side of
// box, and reaches over box.
func (q *quoteFinder) goesOver(b *segment, lines []*segment, box *layout.Rect, side int) bool {
	from, to := lines[0].u0, lines[0].u1
	for _, g := range lines {
		from, to = min(from, g.u0), max(to, g.u1)
	}
	if side == 0 {
		return abs(b.u0-from) <= panelQuoteIndent*q.size && b.u1 >= box.X0+quoteOver*q.size
	}
	return abs(b.u1-to) <= panelQuoteIndent*q.size && b.u0 <= box.X1-quoteOver*q.size
}
