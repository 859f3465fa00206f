package semantic

import (
	"context"

	"github.com/pagelift/pagelift/layout"
)

// code claims blocks whose line breaks and indents matter.
func code(ctx context.Context, d *draft) error {
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			if s.Blocks[p.block].Kind == layout.Verbatim {
				d.claim(p, Code, Evidence{"code", verbatimWeight, "line breaks and indents matter"})
			}
		}
	})
}

// indents is how many columns each line of a Code part is set in, in characters
// of its own pitch.
func (s *sheet) indents(p *part) []int {
	pitch := s.pitch(p)
	left := s.line(p.first).Box.X0
	for i := p.first; i <= p.last(); i++ {
		left = min(left, s.line(i).Box.X0)
	}
	columns := make([]int, p.count)
	for i := range columns {
		if pitch > 0 {
			n := int((s.line(p.first+int32(i)).Box.X0-left)/pitch + 0.5)
			columns[i] = min(max(n, 0), maxIndent)
		}
	}
	return columns
}

// pitch is the mean advance of a character in p.
func (s *sheet) pitch(p *part) float32 {
	var width float32
	var characters int
	for i := p.first; i <= p.last(); i++ {
		width += s.line(i).Box.Width()
		characters += len([]rune(s.text(i)))
	}
	if characters == 0 {
		return 0
	}
	return width / float32(characters)
}
