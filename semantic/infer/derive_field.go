package infer

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// textMove says that the bytes [start, end) of a page's text now stand at to.
type textMove struct{ start, end, to int32 }

// moved returns where the byte at a place stands after moves, or -1 when it is gone. moves are in
// order of start.
func moved(moves []textMove, at int32) int32 {
	i, found := slices.BinarySearchFunc(moves, at, func(m textMove, at int32) int { return cmp.Compare(m.start, at) })
	if !found {
		i--
	}
	if at < 0 || i < 0 || at >= moves[i].end {
		return -1
	}
	return moves[i].to + at - moves[i].start
}

// moveFields returns the controls of a page with the places that their signs and labels
// have after moves.
func moveFields(fields []layout.Field, moves []textMove) []layout.Field {
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		f.At = moved(moves, f.At)
		if l := f.Label; !l.Empty() {
			l.Start, l.End = moved(moves, l.Start), moved(moves, l.End-1)+1
			if l.Start < 0 || l.End <= l.Start || l.End-l.Start != f.Label.End-f.Label.Start {
				l = layout.TextRange{} // its parts do not stand together any more
			}
			f.Label = l
		}
	}
	slices.SortStableFunc(fields, func(a, b layout.Field) int { return cmp.Compare(uint32(a.At), uint32(b.At)) })
	return fields
}

// fieldMark is a control and the content of the tree that it is.
type fieldMark struct{ at, content, field int32 }

// markFields gives marks of their own to the controls that the tree names as objects, so that
// they stand where the tree has them.
func (c *tagCutter) markFields() {
	var found []fieldMark
	for i := range c.p.Fields {
		f := &c.p.Fields[i]
		if content := c.find(-1, 0, int32(f.Object)); f.Object > 0 && f.At >= 0 && content >= 0 {
			found = append(found, fieldMark{f.At, content, int32(i)})
		}
	}
	if len(found) == 0 {
		return
	}
	p := *c.p
	p.Fields = slices.Clone(p.Fields)
	c.labelFields(p.Fields, found)
	p.Lines, p.Marks = slices.Clone(p.Lines), slices.Clone(p.Marks)
	p.Spans = make([]layout.Span, 0, len(c.p.Spans)+2*len(found))
	for i := range p.Lines {
		l := &p.Lines[i]
		spans := c.p.Spans[l.FirstSpan : l.FirstSpan+l.SpanCount]
		l.FirstSpan = int32(len(p.Spans))
		for _, span := range spans {
			for len(found) > 0 && found[0].at < span.Start {
				found = found[1:]
			}
			for len(found) > 0 && found[0].at < span.End {
				before, sign := span, span
				before.End, sign.Start = found[0].at, found[0].at
				sign.End = min(sign.Start+int32(utf8.RuneLen(layout.FieldSign)), span.End)
				sign.Mark = int32(len(p.Marks))
				p.Marks = append(p.Marks, layout.Mark{Parent: -1, MCID: -1, Tag: "Form"})
				c.marks = append(c.marks, found[0].content)
				if before.Start < before.End {
					p.Spans = append(p.Spans, before)
				}
				p.Spans = append(p.Spans, sign)
				span.Start = sign.End
				found = found[1:]
			}
			if span.Start < span.End {
				p.Spans = append(p.Spans, span)
			}
		}
		l.SpanCount = int32(len(p.Spans)) - l.FirstSpan
	}
	c.p = &p
}
