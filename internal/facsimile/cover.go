package facsimile

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// stretch is a part of the text of a page that a node of the tree has.
type stretch struct {
	start, end int32
	glued      bool  // no white space stands behind it: the word goes on, or its cell ends
	ends       bool  // its paragraph ends
	node       int32 // its number in the tree
}

// coverage is what the tree has of the text of each page, in order, without overlaps, and
// what of it is page furniture, which is no part of the tree's flow.
func coverage(tree *semantic.Document) (pages, furniture map[int][]stretch) {
	pages, furniture = map[int][]stretch{}, map[int][]stretch{}
	nodes := int32(0)
	var last []stretch // the last that was added of the innermost cell or paragraph
	var walk func(n *semantic.Node, to map[int][]stretch)
	walk = func(n *semantic.Node, to map[int][]stretch) {
		if n == nil {
			return
		}
		if n.Role == semantic.Artifact {
			to = furniture
		}
		nodes++
		own, list := nodes, tree.Origins[n]
		isCell, isParagraph := n.Role == semantic.TD || n.Role == semantic.TH, n.Role == semantic.P
		if isCell || isParagraph {
			last = nil
		}
		for i, o := range list {
			glued := i+1 < len(list) && list[i+1].At == o.At+o.End-o.Start
			page := append(to[int(o.Page)], stretch{start: o.Start, end: o.End, glued: glued, node: own})
			to[int(o.Page)], last = page, page[len(page)-1:]
		}
		for _, c := range n.Children {
			walk(c, to)
		}
		if len(last) > 0 {
			last[0].glued = last[0].glued || isCell
			last[0].ends = last[0].ends || isParagraph
		}
	}
	walk(tree.Root, pages)
	inOrder(pages)
	inOrder(furniture)
	return pages, furniture
}

// inOrder sorts stretches, and leaves out what others have.
func inOrder(pages map[int][]stretch) {
	for n, list := range pages {
		slices.SortFunc(list, func(a, b stretch) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
		end := int32(0)
		pages[n] = slices.DeleteFunc(list, func(s stretch) bool {
			overlaps := s.start < end
			end = max(end, s.end)
			return overlaps
		})
	}
}

// lineCover is the part of a coverage that lies in a line, with places in its text.
func lineCover(all []stretch, l *layout.Line) []stretch {
	first, _ := slices.BinarySearchFunc(all, l.Start, func(s stretch, at int32) int { return cmp.Compare(s.end, at+1) })
	var list []stretch
	for _, s := range all[first:] {
		if s.start >= l.End {
			break
		}
		goesOn := s.end > l.End
		list = append(list, stretch{max(s.start, l.Start) - l.Start, min(s.end, l.End) - l.Start, s.glued || goesOn, s.ends && !goesOn, s.node})
	}
	return list
}

// owner is the stretch that a byte of a line belongs to: that which has it, else the next
// one, of which it is the marker, else the last. own says that it has it.
func owner(cover []stretch, at int32) (i int, own bool) {
	i, _ = slices.BinarySearchFunc(cover, at, func(s stretch, at int32) int { return cmp.Compare(s.end, at+1) })
	if i == len(cover) {
		return i - 1, false
	}
	return i, at >= cover[i].start
}
