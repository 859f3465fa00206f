package analyze

import (
	"context"

	"github.com/pagelift/pagelift/layout"
)

// Page finds the words, lines and blocks of one page and their reading order. It returns the context's
// error when ctx ends first, and no other error: damage is in Page.Warnings. It does not keep c.
func Page(ctx context.Context, c *layout.Content, opts Options) (*layout.Page, error) {
	p := &layout.Page{Number: c.Page, Label: c.Label, Width: c.Width, Height: c.Height}
	p.Warnings = append(p.Warnings, c.Warnings...)
	s := pool.Get().(*analysis)
	defer s.release()
	s.begin(c, p, opts)
	s.findShapes()
	s.readRuns(opts.KeepUnseen)
	if err := s.readGlyphs(ctx); err != nil {
		return nil, err
	}
	if err := s.cutFrames(ctx); err != nil {
		return nil, err
	}
	s.findTables()
	if err := s.findRegions(ctx); err != nil {
		return nil, err
	}
	s.joinLines()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.joinBlocks()
	s.assemble(opts)
	return p, ctx.Err()
}
