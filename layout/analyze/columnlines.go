package analyze

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// line is a line of text before assembly: glyphs[first : first+count], from left
// to right.
type line struct {
	first, count int32
	leaf         int32
	frame        int32
	row          int32
	u0, u1, v    float32
	size         float32 // height of the em that most glyphs have
	em           float32 // the same along the baseline
	end          float32 // where it might have ended, see setEnds
	firstWord    float32 // width of its first word
	pitch        float32 // in program text, the advance of a character, see findPrograms
	firstRune    rune
	lastRune     rune
	label        bool // begins with a bullet or number and a space
	sign         rune // the painted bullet before it; 0: none
	bold         bool // throughout
	mono         bool
	smallCaps    bool // most of it is small capitals: its size is that of the full ones
	rtl          bool // holds characters of scripts written from right to left
	cell         bool // it is one of several on its row
	controls     bool // holds controls of forms
	display      bool // it holds a formula that has its lines to itself
	gap          bool
	fancy        bool    // holds characters that may need composing or reordering
	rest         float32 // where the text after the label begins
	moved        float32 // how far an initial beside it moves its beginning
}

// findLines joins the segments of each leaf to lines.
func (s *lineStage) findLines() {
	for i := range s.leaves {
		leaf := &s.leaves[i]
		if leaf.grid != 0 {
			s.gridLines(int32(i))
			continue
		}
		limit := float32(stretchGap)
		if s.isTabular(leaf) {
			limit = cellGap
		}
		s.eachRow(leaf.segs, func(row []int32, justified bool) {
			if justified {
				s.joinRow(row, int32(i), leaf.frame, farAway)
			} else {
				s.joinRow(row, int32(i), leaf.frame, limit)
			}
		})
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// monoGap is the widest gap inside a line of program text.
	monoGap = 60
	// A region is table-like if more than tabularShare of its rows have several segments, and more than
	// tabularRows do.
	tabularShare = 0.25
	tabularRows  = 2
)

// isTabular reports whether rows with wide gaps are the rule in a leaf.
func (s *segmentStage) isTabular(l *leaf) bool {
	rows, gapped := 0, 0
	s.eachRow(l.segs, func(row []int32, justified bool) {
		rows++
		for i := 1; i < len(row) && !justified; i++ {
			a, b := &s.segments[row[i-1]], &s.segments[row[i]]
			if gap := b.u0 - a.u1; gap > cellGap*b.size && !(i == 1 && s.isLabel(a)) {
				gapped++
				break
			}
		}
	})
	return gapped > tabularRows && float32(gapped) > tabularShare*float32(rows)
}

// joinRow makes the lines of one row of a leaf.
func (s *lineStage) joinRow(row []int32, leaf, frame int32, limit float32) {
	first := len(s.lines)
	for i, n := range row {
		g := &s.segments[n]
		if i > 0 {
			before := &s.segments[row[i-1]]
			gap := (g.u0 - before.u1) / max(g.size, before.size)
			switch {
			case gap < limit,
				g.mono && before.mono && gap < monoGap,
				i == 1 && gap < labelGap && s.isLabel(before):
				s.extendLine(g)
				continue
			}
		}
		var l *line
		s.lines, l = added(s.lines)
		l.first, l.leaf, l.frame, l.row = g.first, leaf, frame, g.row
		l.u0, l.u1, l.v = g.u0, g.u1, g.v
		s.extendLine(g)
	}
	own := s.lines[first:]
	for i := range own {
		own[i].cell = len(own) > 1
		s.finishLine(&own[i])
	}
	if len(own) > 1 && s.rightToLeft(row) {
		slices.Reverse(own)
	}
}

// glyphsOf are the glyphs of l from left to right.
func (s *glyphStage) glyphsOf(l *line) []glyph { return s.glyphs[l.first : l.first+l.count] }

func (s *lineStage) extendLine(g *segment) {
	l := &s.lines[len(s.lines)-1]
	l.first, l.count = s.join(l.first, l.count, g.first, g.count)
	l.u1 = max(l.u1, g.u1)
}

// isLabel reports whether a segment is a bullet or the number of an item or heading.
func (s *glyphStage) isLabel(g *segment) bool {
	if g.count > labelRunes {
		return false
	}
	var text [labelRunes]rune
	n := 0
	for _, c := range s.glyphs[g.first : g.first+g.count] {
		text[n] = s.firstRune(c.char)
		n++
	}
	return isLabelText(text[:n])
}

// isLabelText reports whether t is a bullet, a dash, "1", "1.2", "12.", "a)", "(iv)", "[7]" or the like.
func isLabelText(t []rune) bool {
	if len(t) == 0 {
		return false
	}
	if len(t) == 1 && (chars.IsBullet(t[0]) || chars.IsDash(t[0]) || t[0] >= 'A' && t[0] <= 'Z') {
		return true
	}
	opened := t[0] == '(' || t[0] == '['
	if opened {
		t = t[1:]
	}
	digits, letters, roman, closed := 0, 0, 0, false
	for i, r := range t {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '.', r == ')', r == ']', r == ':':
			closed = i == len(t)-1
		case chars.IsLetter(r) && r < utf8.RuneSelf:
			letters++
			if strings.ContainsRune("ivxIVX", r) {
				roman++
			}
		default:
			return false
		}
	}
	if digits > 0 {
		return letters <= 1 || opened && closed
	}
	return closed && letters > 0 && (letters == 1 || letters == roman)
}
