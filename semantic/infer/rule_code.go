package infer

import (
	"context"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// code claims the blocks that package layout found to be code: several lines in a font of fixed
// width, whose line breaks and indents matter.
//
//	for i := range foxes {
//		feed(foxes[i])
//	}
//
// Rule codeline looks for code of a single line.
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
