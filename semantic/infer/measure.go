package infer

import (
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// measures are the edges of the text in each column of a page.
type measures struct {
	sheet   *sheet
	columns map[int32]edgesOf
}

// edgesOf is where the text of a column begins and ends.
type edgesOf struct{ left, right float32 }

func (e edgesOf) width() float32 { return e.right - e.left }

// read measures the columns of s.
func (m *measures) read(s *sheet) {
	m.sheet = s
	if m.columns == nil {
		m.columns = map[int32]edgesOf{}
	}
	clear(m.columns)
	for i := range s.parts {
		p := &s.parts[i]
		if !p.flows() || p.role == semantic.Table || p.role == semantic.FENote || s.line(p.first).Rotation != 0 {
			continue
		}
		column := s.Blocks[p.block].Column
		e, ok := m.columns[column]
		if !ok {
			e = edgesOf{p.box.X0, p.box.X1}
		}
		m.columns[column] = edgesOf{min(e.left, p.box.X0), max(e.right, p.box.X1)}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// lineRoom is the white space in ems that a word needs besides its width to
	// fit on the line above.
	lineRoom = 0.8
	// verseLines is the fewest lines of verse on a page whose lines are all shorter
	// than its margins allow.
	verseLines = 3
)

// columnOf returns the edges of the column in which p stands. A page of one column
// counts as wide as its margins allow, even if all its lines are short.
func (m *measures) columnOf(p *part) edgesOf {
	e := m.columns[m.sheet.Blocks[p.block].Column]
	if len(m.columns) == 1 && p.count >= verseLines {
		e.right = max(e.right, m.sheet.Width-e.left)
	}
	return e
}

// firstWord returns the width of the first word of a line.
func firstWord(l *layout.Line) float32 {
	if l.FirstGap <= 0 {
		return l.Box.Width()
	}
	return l.SecondWord - l.FirstGap - l.Box.X0
}

// roomBehind reports whether the first word of line i+1 would have fitted on
// line i of a column of this width.
func (s *sheet) roomBehind(i int32, width float32) bool {
	l, next := s.line(i), s.line(i+1)
	return l.Box.Width()+firstWord(next)+lineRoom*l.Size <= width
}

// beginsAnew reports whether text begins as a line of a poem or an address does:
// with a capital, a digit, or a web address.
func beginsAnew(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	for size > 0 && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		text = text[size:]
		r, size = utf8.DecodeRuneInString(text)
	}
	return unicode.IsUpper(r) || unicode.IsDigit(r) || isAddress(text)
}
