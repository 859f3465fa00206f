package tree

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Place is a part of a page.
type Place struct {
	Page int // 1-based
	Box  layout.Rect
}

// piece is the part of a line in which text of a node stands.
type piece struct {
	Place
	line  int32          // of its page; -1: a picture, formula or control
	table *semantic.Node // the outermost table around it; nil: it is in none
	cell  bool           // it stands in a row of a table
	row   bool           // it is the first of that row
}

// pieces are the pieces of n and what is in it, in the order of the tree. Furniture is left
// out unless n is some.
func (s *Source) pieces(n *semantic.Node) []piece {
	var list []piece
	s.gather(&list, n, 0)
	return list
}

func (s *Source) gather(list *[]piece, n *semantic.Node, depth int) {
	if n == nil || depth > maxDepth {
		return
	}
	for _, o := range s.Origins[n] {
		s.origin(list, o)
	}
	if a := n.Attr; a != nil && a.Box != (layout.Rect{}) && n.Page > 0 {
		switch n.Role {
		case semantic.Figure, semantic.Formula, semantic.Form, semantic.P:
			*list = append(*list, piece{Place: Place{int(n.Page), a.Box}, line: -1})
			if n.Role == semantic.Formula && IsRead(n) {
				return
			}
		}
	}
	first := len(*list)
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			s.gather(list, c, depth+1)
		}
	}
	switch in := (*list)[first:]; {
	case len(in) == 0:
	case n.Role == semantic.TR:
		in[0].row = true
		for i := range in {
			in[i].cell = true
		}
	case n.Role == semantic.Table:
		for i := range in {
			in[i].table = n
		}
	}
}

// origin adds the lines in which a stretch of text stands.
func (s *Source) origin(list *[]piece, o semantic.Origin) {
	i, found := slices.BinarySearchFunc(s.Pages, int(o.Page), func(p semantic.PageInfo, n int) int { return cmp.Compare(p.Number, n) })
	if !found {
		return
	}
	lines := s.Pages[i].Lines
	first, _ := slices.BinarySearchFunc(lines, o.Start, func(l semantic.LineBox, at int32) int {
		if l.End <= at {
			return -1
		}
		return 1
	})
	for k := first; k < len(lines) && lines[k].Start < o.End; k++ {
		box := narrowed(&lines[k], o.Start, o.End)
		if n := len(*list); n > 0 && (*list)[n-1].line == int32(k) && (*list)[n-1].Page == int(o.Page) {
			(*list)[n-1].Box = (*list)[n-1].Box.Union(box)
			continue
		}
		*list = append(*list, piece{Place: Place{int(o.Page), box}, line: int32(k)})
	}
}

// narrowed is the part of a line in which its bytes from start to end stand: each byte has
// its share of the line.
func narrowed(l *semantic.LineBox, start, end int32) layout.Rect {
	box := l.Box
	if start <= l.Start && end >= l.End {
		return box
	}
	size := float32(max(l.End-l.Start, 1))
	before, behind := float32(max(start-l.Start, 0))/size, float32(max(l.End-end, 0))/size
	switch {
	case l.Direction == layout.TopToBottom || l.Rotation == 90:
		box.Y0, box.Y1 = box.Y0+before*l.Box.Height(), box.Y1-behind*l.Box.Height()
	case l.Rotation == 270:
		box.Y0, box.Y1 = box.Y0+behind*l.Box.Height(), box.Y1-before*l.Box.Height()
	case l.Rotation != 0 && l.Rotation != 180:
		return box
	case (l.Direction == layout.RightToLeft) != (l.Rotation == 180):
		box.X0, box.X1 = box.X0+behind*l.Box.Width(), box.X1-before*l.Box.Width()
	default:
		box.X0, box.X1 = box.X0+before*l.Box.Width(), box.X1-behind*l.Box.Width()
	}
	return box
}

// Lines are the parts of lines in which n stands, and the boxes of pictures, formulas and
// controls in it, in reading order. There are none unless the tree keeps boxes.
func (s *Source) Lines(n *semantic.Node) []Place {
	var list []Place
	for _, p := range s.pieces(n) {
		list = append(list, p.Place)
	}
	return list
}

// Boxes are where n stands: a box for each stretch that no other text comes between, so that
// what goes on in the next column or on the next page has several.
//
//	aaaa  bbbb        lines a1 a2 b1: two boxes, a1-a2 and b1
//	aaaa  cccc
//
// A table has one with its caption and all cells of a page, which may stand far apart; one more if it goes on in the
// next column.
func (s *Source) Boxes(n *semantic.Node) []Place { return joined(s.pieces(n)) }

// Joined makes of lines in reading order the boxes that Boxes has.
func Joined(lines []Place) []Place {
	pieces := make([]piece, len(lines))
	for i, l := range lines {
		pieces[i].Place = l
	}
	return joined(pieces)
}

func joined(pieces []piece) []Place {
	var list []Place
	for i := range pieces {
		p := &pieces[i]
		if k := len(list) - 1; k >= 0 && list[k].Page == p.Page && p.goesOn(list[k].Box, &pieces[i-1]) {
			list[k].Box = list[k].Box.Union(p.Box)
		} else {
			list = append(list, p.Place)
		}
	}
	return list
}

// besideShare is how much of the height of the lower of two pieces they share that stand
// side by side: raised and lowered signs share half with their line.
const besideShare = .4

// goesOn reports whether p belongs into the box that ends with last: it stands beside last, or below the top of the
// box and not in another column, or in the same table.
func (p *piece) goesOn(box layout.Rect, last *piece) bool {
	if shared := min(last.Box.Y1, p.Box.Y1) - max(last.Box.Y0, p.Box.Y0); shared >= besideShare*min(last.Box.Height(), p.Box.Height()) {
		return true
	}
	if p.table != nil && p.table == last.table {
		headsColumn := p.row && last.cell && p.Box.X0 >= box.X1 && p.Box.Y1 <= last.Box.Y0
		return !headsColumn
	}
	return p.Box.X0 < box.X1 && p.Box.X1 > box.X0 && p.Box.Y1 > box.Y0
}
