package infer

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// cutOrigins returns the origins of the bytes [from, to) of a text.
func cutOrigins(list []semantic.Origin, from, to int) []semantic.Origin {
	var out []semantic.Origin
	for _, o := range list {
		start, end := max(o.At, int32(from)), min(o.At+o.End-o.Start, int32(to))
		if start < end {
			out = append(out, semantic.Origin{At: start - int32(from), Page: o.Page, Start: o.Start + start - o.At, End: o.Start + end - o.At})
		}
	}
	return out
}

// piece makes a Span of the bytes [from, to) of the text of Span n.
func (b *builder) piece(n *semantic.Node, from, to int) *semantic.Node {
	span := b.node(semantic.Span, nil)
	span.Style, span.Text = n.Style, n.Text[from:to]
	b.setOrigins(span, cutOrigins(b.origins[n], from, to))
	return span
}

// setOrigins records where the text of n stands, if origins are kept.
func (b *builder) setOrigins(n *semantic.Node, origins []semantic.Origin) {
	switch {
	case b.origins == nil:
	case len(origins) == 0:
		delete(b.origins, n)
	default:
		b.origins[n] = origins
	}
}

// originList collects the origins of a text while the text grows.
type originList struct {
	keep bool // draft.origins
	list []semantic.Origin
}

// add records that the text from byte at on is the bytes [start, end) of a page.
func (l *originList) add(at int, page *layout.Page, start, end int32) {
	if !l.keep || start >= end {
		return
	}
	if n := len(l.list); n > 0 {
		if last := &l.list[n-1]; last.Page == int32(page.Number) && last.End == start && last.At+last.End-last.Start == int32(at) {
			last.End = end
			return
		}
	}
	l.list = append(l.list, semantic.Origin{At: int32(at), Page: int32(page.Number), Start: start, End: end})
}

// flush returns the origins and empties the list.
func (l *originList) flush() []semantic.Origin {
	if len(l.list) == 0 {
		return nil
	}
	out := slices.Clone(l.list)
	l.list = l.list[:0]
	return out
}

// originsOf joins the origins of all builders, or returns nil when none are kept.
func originsOf(builders []*builder) map[*semantic.Node][]semantic.Origin {
	all := builders[0].origins
	for _, b := range builders[1:] {
		maps.Copy(all, b.origins)
	}
	return all
}

// lineBoxes returns where the lines of a page stand.
func lineBoxes(p *layout.Page) []semantic.LineBox {
	boxes := make([]semantic.LineBox, len(p.Lines))
	for i := range p.Lines {
		l := &p.Lines[i]
		boxes[i] = semantic.LineBox{Start: l.Start, End: l.End, Box: l.Box, Direction: l.Direction, Rotation: l.Rotation}
	}
	slices.SortStableFunc(boxes, func(a, b semantic.LineBox) int { return cmp.Compare(a.Start, b.Start) })
	return boxes
}
