package analyze

import (
	"context"

	"github.com/pagelift/pagelift/layout"
)

// Page finds words, lines and blocks of one page and their reading order.
// It returns the context's error when ctx ends first, and no other error: damage
// is in Page.Warnings. It does not keep c.
func Page(ctx context.Context, c *layout.Content, opts Options) (*layout.Page, error) {
	p := &layout.Page{Number: c.Page, Label: c.Label, Width: c.Width, Height: c.Height}
	p.Warnings = append(p.Warnings, c.Warnings...)
	s := pool.Get().(*scratch)
	defer s.release()
	s.begin(c, p)
	s.untagged = opts.Untagged
	p.Rulings = s.findRulings()
	s.findWords()
	s.findDrawings()
	s.placeFields()
	s.placeEndBoxes()
	s.rasters = append(s.rasterFigures(), s.smallDrawings()...)
	s.rasters = append(s.rasters, s.wordFigures()...)
	s.placeInsets()
	s.settleWords()

	s.splitUnseen(opts.KeepUnseen)
	s.evenRecognised()
	s.widenSqueezed()
	s.fitAdvances()
	s.readFrames()
	if err := s.readGlyphs(ctx); err != nil {
		return nil, err
	}
	for _, f := range s.frameOrder() {
		s.findSegments(&s.frames[f])
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	s.ruledTables()
	s.findPanels()
	for _, f := range s.byWeight {
		s.stackedTables(f)
	}
	for _, f := range s.byWeight {
		s.findLeaves(f)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	s.placeGrids()
	s.findLines()
	s.findBullets()
	s.weighDirections()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.findBlocks()
	s.findPrograms()
	s.assemble(opts)
	return p, ctx.Err()
}
