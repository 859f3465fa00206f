package infer

import (
	"cmp"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// split cuts blocks that hold more than one part, set without space between.
//
//	Where foxes live            a heading        the type changes: bold to plain, or by
//	They live in the wood,      its text         more than lookRatio in size
//	and come to town.
//
//	1. Foxes live here.         an item          labels in sequence at one indent
//	2. Dogs live there.         the next
//
// It also cuts tables that turned out to be none into their rows, and a bold line from the date
// beside it.
func split(ctx context.Context, d *draft) error {
	return d.eachSheetApart(ctx, func(s *sheet) {
		var items itemRun
		s.cut(func(p *part, line int32) bool {
			if p.role != semantic.P || s.Blocks[p.block].Table != nil {
				return false
			}
			if line == p.first+1 {
				items.reset(s, line-1)
			}
			item := items.begins(s, line)
			return item || s.beginsRow(p, line) || s.turns(p, line) || s.datesHeading(p)
		})
	})
}

// beginsRow reports whether line is the first of a row of a table.
func (s *sheet) beginsRow(p *part, line int32) bool {
	b := &s.Blocks[p.block]
	if b.Kind != layout.Grid || b.Table == nil {
		return b.Kind == layout.Grid
	}
	cells := b.Table.Cells
	at, found := slices.BinarySearchFunc(cells, line, func(c layout.Cell, line int32) int { return cmp.Compare(c.FirstLine, line) })
	if !found {
		return false
	}
	for at < len(cells) && cells[at].LineCount == 0 {
		at++
	}
	before := at - 1
	for before >= 0 && cells[before].LineCount == 0 {
		before--
	}
	return before < 0 || at == len(cells) || cells[at].Row != cells[before].Row
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// boldLineShare is the largest share of the block's width that a bold first line fills
	// as a line of its own. A longer one is the start of a bold sentence.
	boldLineShare = 0.85
)

// turns reports whether the look changes before line so that another part begins.
func (s *sheet) turns(p *part, line int32) bool {
	above, below := s.line(line-1), s.line(line)
	if above.Size > below.Size*lookRatio || below.Size > above.Size*lookRatio {
		first, _ := utf8.DecodeRuneInString(s.text(line))
		return !unicode.IsLower(first) || !s.partlyIn(line-1, below.Size) && !s.partlyIn(line, above.Size)
	}
	if s.wholeBold(line) == s.wholeBold(line-1) {
		return line == p.first+1 && s.namesSection(p) || p.count <= headingLines && s.wholeBold(line) && s.otherFace(line)
	}
	// A bold line of its own ends before the margin; a bold sentence runs on.
	if s.wholeBold(line) {
		return below.Gap
	}
	return below.Gap || above.Box.Width() < boldLineShare*p.box.Width() && s.boldFrom(p.first, line)
}

// partlyIn reports whether at least partlyShare of the bytes of a line is set in size. A line of
// running text with many smaller names in it goes on in the next line:
//
//	The commands 'Bulgarian', 'Chinese', 'English' and    names in 10 points, their
//	'French' select other menus.                          quotation marks in 12
func (s *sheet) partlyIn(line int32, size float32) bool {
	own := uint32(0)
	for _, sp := range s.LineSpans(int(line)) {
		if st := &s.Styles[sp.Style]; st.Size <= size*lookRatio && size <= st.Size*lookRatio {
			own += uint32(sp.End - sp.Start)
		}
	}
	return float32(own) >= partlyShare*float32(len(s.text(line)))
}

// partlyShare is more than the share of a note mark or a drop cap in its line.
const partlyShare = 0.25

// otherFace reports whether line is set in another bold face than the line above it, and both are
// upright or both italic. So are a heading and the heading of its first part:
//
//	Results            Headline Bold
//	Search strategy    Text Medium
//	In all, 5574 titles and abstracts were screened
func (s *sheet) otherFace(line int32) bool {
	above, below := s.faceOf(line-1), s.faceOf(line)
	return above != nil && below != nil && above.Font != below.Font && above.Italic == below.Italic
}

// faceOf returns a style of a line that is set in one font, or nil when it is not.
func (s *sheet) faceOf(line int32) *layout.Style {
	spans := s.LineSpans(int(line))
	if len(spans) == 0 {
		return nil
	}
	style := &s.Styles[spans[0].Style]
	if style.Font == "" || !s.wholly(line, func(other *layout.Style) bool { return other.Font == style.Font }) {
		return nil
	}
	return style
}

// namesSection reports whether the first line of p is the number and name of a section in italics
// above upright text. Papers set sections of lower levels so:
//
//	2.1 Instruments
//	On clear evenings the light is visible at a distance of
func (s *sheet) namesSection(p *part) bool {
	text := s.text(p.first)
	n := words.NumberOf(text)
	return n.Depth > 0 && n.Kind == '1' && unicode.IsUpper(firstLetter(text[n.Bytes:])) &&
		s.line(p.first).Box.Width() < boldLineShare*p.box.Width() && s.wholeItalic(p.first) && !s.wholeItalic(p.first+1)
}

// datesHeading reports whether p is a bold line with its date beside it, on the left or the
// right: so are the stations of a life set.
func (s *sheet) datesHeading(p *part) bool {
	a, b := p.first, p.last()
	return p.count == 2 && s.wholeBold(a) != s.wholeBold(b) && sameHeight(s.line(a), s.line(b)) &&
		(s.wholeBold(a) && words.IsDates(s.text(b)) || s.wholeBold(b) && words.IsDates(s.text(a)))
}

// boldFrom reports whether all lines of [first, end) are bold.
func (s *sheet) boldFrom(first, end int32) bool {
	if end-first > headingLines {
		return false
	}
	for i := first; i < end; i++ {
		if !s.wholeBold(i) {
			return false
		}
	}
	return true
}

// wholeBold reports whether all spans of a line are bold.
func (s *sheet) wholeBold(line int32) bool {
	return s.wholly(line, func(style *layout.Style) bool { return style.Bold })
}

// wholeItalic reports whether all spans of a line are italic.
func (s *sheet) wholeItalic(line int32) bool {
	return s.wholly(line, func(style *layout.Style) bool { return style.Italic })
}

// wholly reports whether all spans of a line are set in a style.
func (s *sheet) wholly(line int32, is func(*layout.Style) bool) bool {
	spans := s.LineSpans(int(line))
	for i := range spans {
		if !is(&s.Styles[spans[i].Style]) && !blank(s.Text[spans[i].Start:spans[i].End]) {
			return false
		}
	}
	return len(spans) > 0
}

func blank(s string) bool {
	for i := range len(s) {
		if s[i] != ' ' {
			return false
		}
	}
	return true
}

// itemRun follows the labels of list items down the lines of a block. So
// "3. " begins an item behind "2. " and is text elsewhere. Lists inside lists
// interrupt the labels of those around them.
type itemRun struct {
	open [listDepth]openLabel
	n    int
}

// openLabel is the last label of a list that may go on, and its indent.
type openLabel struct {
	words.Number
	indent float32
}

// reset begins a block whose first line is line.
func (r *itemRun) reset(s *sheet, line int32) {
	r.n = 0
	if sign, _ := s.bullet(line); sign != 0 {
		return
	}
	if n := words.NumberOf(s.text(line)); n.IsLabel() {
		r.push(n, s.start(line))
	}
}

// begins reports whether line begins an item.
func (r *itemRun) begins(s *sheet, line int32) bool {
	if sign, _ := s.bullet(line); sign != 0 {
		return true
	}
	n := words.NumberOf(s.text(line))
	if !n.IsLabel() {
		return false
	}
	left := s.start(line)
	for k := r.n - 1; k >= 0; k-- {
		if last := &r.open[k]; n.Follows(last.Number) && abs(left-last.indent) <= sameIndent*s.line(line).Size {
			*last = openLabel{n.As(last.Number), left}
			r.n = k + 1
			return true
		}
	}
	if n.Value != 1 {
		return false
	}
	r.push(n, left)
	return true
}

func (r *itemRun) push(n words.Number, left float32) {
	r.n = min(r.n, len(r.open)-1)
	r.open[r.n] = openLabel{n, left}
	r.n++
}

func abs(x float32) float32 { return max(x, -x) }
