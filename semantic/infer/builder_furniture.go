package infer

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Subtypes of page furniture (ISO 32000-2 clause 14.8.2.2.2) in Attr.Subtype.
// Furniture elsewhere on the page, such as a watermark, has the subtype "".
const (
	headSubtype = "Header"
	footSubtype = "Footer"
)

// edges adds the furniture of a page to that of the document.
func (b *builder) edges(s *sheet) {
	for _, subtype := range [...]string{headSubtype, "", footSubtype} {
		if n := b.edge(s, subtype); n != nil {
			b.furniture = append(b.furniture, n)
		}
	}
}

// edge returns the node of the furniture at one edge of a page, or nil. Text at one height stands
// on one line.
func (b *builder) edge(s *sheet, subtype string) *semantic.Node {
	var lines []int32
	var n *semantic.Node
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.Artifact || p.count == 0 || s.subtype(p) != subtype {
			continue
		}
		if n == nil {
			n = b.node(semantic.Artifact, p)
			n.Attr = &semantic.Attr{Subtype: subtype}
		}
		for _, e := range p.evidence {
			if !slices.Contains(n.Evidence, e) {
				n.Evidence = append(n.Evidence[:len(n.Evidence):len(n.Evidence)], e)
			}
		}
		n.Attr.Box = n.Attr.Box.Union(p.box)
		for line := p.first; line <= p.last(); line++ {
			lines = append(lines, line)
		}
	}
	if n != nil {
		n.Children = b.children(b.printed(s, lines))
	}
	return n
}

// subtype returns the edge of the page at which a part stands.
func (s *sheet) subtype(p *part) string {
	switch y := p.box.Center().Y; {
	case y < edgeShare*s.Height:
		return headSubtype
	case y > (1-edgeShare)*s.Height:
		return footSubtype
	}
	return ""
}

// printed returns the text of lines from top to bottom: one Span for each height,
// with line breaks between them.
func (b *builder) printed(s *sheet, lines []int32) []*semantic.Node {
	slices.SortFunc(lines, func(i, k int32) int {
		return cmp.Or(cmp.Compare(s.height(i), s.height(k)), cmp.Compare(i, k))
	})
	var nodes []*semantic.Node
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && sameHeight(s.line(lines[0]), s.line(lines[n])) {
			n++
		}
		row := lines[:n]
		lines = lines[n:]
		slices.SortFunc(row, func(i, k int32) int {
			order := cmp.Compare(s.line(i).Box.X0, s.line(k).Box.X0)
			if b.d.rtl {
				order = -order
			}
			return cmp.Or(order, cmp.Compare(i, k))
		})
		var text []byte
		from := originList{keep: b.d.origins}
		for i, line := range row {
			if i > 0 {
				text = append(text, ' ')
			}
			from.add(len(text), s.Page, s.line(line).Start, s.line(line).End)
			text = append(text, s.lineText(line)...)
		}
		if len(nodes) > 0 {
			nodes = append(nodes, b.node(semantic.LineBreak, nil))
		}
		span := b.node(semantic.Span, nil)
		span.Text = b.keep(text)
		b.setOrigins(span, from.flush())
		nodes = append(nodes, span)
	}
	return nodes
}

// height returns how far down line i stands: its baseline, or the top of a turned line.
func (s *sheet) height(i int32) float32 {
	if l := s.line(i); l.Rotation == 0 && l.Direction != layout.TopToBottom {
		return l.Baseline
	}
	return s.line(i).Box.Y0
}
