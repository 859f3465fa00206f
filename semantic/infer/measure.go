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

// edgesOf are where the text of a column begins and ends.
type edgesOf struct{ left, right float32 }

func (e edgesOf) width() float32 { return e.right - e.left }

// read takes the columns of s.
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
	// find room on the line above.
	lineRoom = 0.8
	// verseLines is how many lines that begin anew are verse on a page without a
	// line as wide as its margins let it be.
	verseLines = 3
)

// columnOf are the edges of the column that p stands in. A page of one column that has
// short lines only is taken to be as wide as its margins say.
func (m *measures) columnOf(p *part) edgesOf {
	e := m.columns[m.sheet.Blocks[p.block].Column]
	if len(m.columns) == 1 && p.count >= verseLines {
		e.right = max(e.right, m.sheet.Width-e.left)
	}
	return e
}

// firstWord is the width of the first word of a line.
func firstWord(l *layout.Line) float32 {
	if l.FirstGap <= 0 {
		return l.Box.Width()
	}
	return l.SecondWord - l.FirstGap - l.Box.X0
}

// roomBehind reports whether the first word of line i+1 would have found room on
// line i of a column of this width.
func (s *sheet) roomBehind(i int32, width float32) bool {
	l, next := s.line(i), s.line(i+1)
	return l.Box.Width()+firstWord(next)+lineRoom*l.Size <= width
}

// beginsAnew reports whether text begins as a line of a poem or an address does:
// with a capital, a digit, or an address of the web.
func beginsAnew(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	for size > 0 && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		text = text[size:]
		r, size = utf8.DecodeRuneInString(text)
	}
	return unicode.IsUpper(r) || unicode.IsDigit(r) || isAddress(text)
}
