package semantic

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// textMove says that the bytes [start, end) of a page's text stand at to now.
type textMove struct{ start, end, to int32 }

// moveFields gives the controls of a page the places that their signs and labels
// have after moves.
func moveFields(fields []layout.Field, moves []textMove) []layout.Field {
	slices.SortFunc(moves, func(a, b textMove) int { return cmp.Compare(a.start, b.start) })
	moved := func(at int32) int32 {
		i, found := slices.BinarySearchFunc(moves, at, func(m textMove, at int32) int { return cmp.Compare(m.start, at) })
		if !found {
			i--
		}
		if at < 0 || i < 0 || at >= moves[i].end {
			return -1
		}
		return moves[i].to + at - moves[i].start
	}
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		f.At = moved(f.At)
		if l := f.Label; !l.Empty() {
			l.Start, l.End = moved(l.Start), moved(l.End-1)+1
			if l.Start < 0 || l.End <= l.Start || l.End-l.Start != f.Label.End-f.Label.Start {
				l = layout.TextRange{} // it is torn
			}
			f.Label = l
		}
	}
	slices.SortStableFunc(fields, func(a, b layout.Field) int { return cmp.Compare(uint32(a.At), uint32(b.At)) })
	return fields
}
