package semantic

import (
	"context"
	"strings"
)

// figure claims pictures. One with neither an alternative text, a caption nor text
// inside keeps no place in this version; it is counted.
func figure(ctx context.Context, d *draft) error {
	return d.eachSheet(ctx, func(s *sheet) {
		for i := range s.Figures {
			if len(s.Figures[i].Images) > 0 {
				d.images++
			}
		}
		for i := range s.parts {
			p := &s.parts[i]
			f := s.Blocks[p.block].Figure
			if p.count > 0 || f < 0 || int(f) >= len(s.Figures) {
				continue
			}
			d.claim(p, Figure, Evidence{"figure", pictureWeight, "a picture of the page"})
		}
	})
}

// alt is the alternative text of the picture that p is.
func (d *draft) alt(p *part) string {
	s := d.of(p)
	return strings.TrimSpace(s.Figures[s.Blocks[p.block].Figure].Alt)
}
