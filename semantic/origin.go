package semantic

import (
	"maps"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// cutOrigins are those of the bytes [from, to) of a text.
func cutOrigins(list []Origin, from, to int) []Origin {
	var out []Origin
	for _, o := range list {
		start, end := max(o.At, int32(from)), min(o.At+o.End-o.Start, int32(to))
		if start < end {
			out = append(out, Origin{start - int32(from), o.Page, o.Start + start - o.At, o.Start + end - o.At})
		}
	}
	return out
}

// piece makes a Span of the bytes [from, to) of the Span n.
func (b *builder) piece(n *Node, from, to int) *Node {
	span := b.node(Span, nil)
	span.Style, span.Text = n.Style, n.Text[from:to]
	b.stands(span, cutOrigins(b.origins[n], from, to))
	return span
}

// stands notes where the text of n stands.
func (b *builder) stands(n *Node, origins []Origin) {
	switch {
	case b.origins == nil:
	case len(origins) == 0:
		delete(b.origins, n)
	default:
		b.origins[n] = origins
	}
}

// originList gathers the origins of a text while it grows.
type originList struct {
	keep bool // Options.KeepOrigins
	list []Origin
}

// add notes that a text goes on, from byte at on, with the bytes [start, end) of a page.
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
	l.list = append(l.list, Origin{int32(at), int32(page.Number), start, end})
}

// take gives what was gathered and begins anew.
func (l *originList) take() []Origin {
	if len(l.list) == 0 {
		return nil
	}
	out := slices.Clone(l.list)
	l.list = l.list[:0]
	return out
}

// originsOf are those that builders have noted; nil: none.
func originsOf(builders []*builder) map[*Node][]Origin {
	all := builders[0].origins
	for _, b := range builders[1:] {
		maps.Copy(all, b.origins)
	}
	return all
}
