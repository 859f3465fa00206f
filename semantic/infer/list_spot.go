package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// spot is where a list item stands, in reading direction: in lines from right to
// left all lengths are mirrored.
type spot struct {
	left   float32 // where the marker begins
	text   float32 // where the text behind it begins
	hang   float32 // where its further lines begin; left when there are none
	margin float32 // where the text of the column begins
	line   float32 // baseline of its first line
	sheet  int32
	column int32
}

// spot returns where p stands.
func (r *listRun) spot(s *sheet, p *part) spot {
	l := s.line(p.first)
	at := spot{left: s.start(p.first), text: l.SecondWord, margin: r.page.column(p).left, sheet: p.sheet, column: s.Blocks[p.block].Column, line: l.Baseline}
	if l.Direction == layout.RightToLeft {
		at.margin = -r.page.column(p).right
		at.text = at.left + hangingIndent*l.Size
	}
	if l.Bullet != 0 {
		at.text = at.left // the bullet is no word of the line
	}
	at.hang = at.left
	if p.count > 1 {
		at.hang = s.start(p.first + 1)
	}
	return at
}

// start returns where a line begins in reading direction.
func (s *sheet) start(line int32) float32 {
	l := s.line(line)
	if l.Direction == layout.RightToLeft {
		return -l.Box.X1
	}
	return l.Box.X0
}

// moved reports whether the end of a column or page lies between two items.
func (a *spot) moved(b *spot) bool { return a.sheet != b.sheet || a.column != b.column }

// aligned reports whether the markers of two items stand under each other. Across the end of a
// page or column the distance from the margin is compared, too, since left and right pages have
// different margins.
func (a *spot) aligned(b *spot, slack float32) bool {
	if abs(a.left-b.left) <= slack && a.column == b.column {
		return true
	}
	return a.moved(b) && abs(a.left-a.margin-b.left+b.margin) <= slack
}

// beside reports whether a stands on one row with b, behind it: items may stand in columns.
func (a *spot) beside(b *spot) bool {
	return !a.moved(b) && a.line == b.line && a.left > b.left
}

// deeper reports whether a is indented from b.
func (a *spot) deeper(b *spot, slack float32) bool {
	if a.column == b.column && a.left > b.left+slack {
		return true
	}
	return a.moved(b) && a.left-a.margin > b.left-b.margin+slack
}

// holds reports whether p stands under the text of the item at a. Paragraphs
// begin where that text does; other blocks may be indented further. If lines of a paragraph stand
// to the left of the marker, it belongs to the text around the list, and only its first line is indented.
func (a *spot) holds(s *sheet, p *part, slack float32) bool {
	if p.role == semantic.Table || p.role == semantic.Figure || p.role == semantic.Code {
		return p.box.X0 >= a.text-slack && a.text > a.left+slack || abs(p.box.X0-a.text) <= slack
	}
	left := s.start(p.first)
	for i := int32(1); i < p.count; i++ {
		if s.start(p.first+i) < a.left-slack {
			return false
		}
	}
	return abs(left-a.text) <= slack || a.hang > a.left+slack && abs(left-a.hang) <= slack
}
