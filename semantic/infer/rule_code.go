package infer

import (
	"context"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// code claims blocks whose line breaks and indents matter, as layout found them: several
// lines in a font of fixed width.
//
//	for i := range foxes {
//		feed(foxes[i])
//	}
//
// Rule codeline looks for programs of a single line.
func code(ctx context.Context, d *draft) error {
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			if s.Blocks[p.block].Kind == layout.Verbatim {
				d.claim(p, semantic.Code, because("code", verbatimWeight, "line breaks and indents matter"))
			}
		}
	})
}
