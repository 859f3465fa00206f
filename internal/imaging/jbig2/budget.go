package jbig2

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// The costs of small things in pixels. With them, many small things cannot take more time or memory
// than the budget allows.
const (
	segmentWork = 1024 // reading a header or a map entry, clearing contexts
	symbolWork  = 64   // a bitmap of any size, or the codes of an instance
	rowWork     = 8    // a row of any width
	listWork    = 16   // a symbol of another dictionary in a list
	keptWork    = 16   // a context that a dictionary keeps
)

// budget bounds the work for one image. A few bytes can ask for any number of pixels, because white
// space takes hardly any arithmetic code.
type budget struct {
	ctx   context.Context
	left  int // pixels
	check int // of those, how many are left until the next check of ctx
}

// The number of pixels of a run that are painted, and the number of bits that are cleared, in the
// time that one pixel takes in arithmetic code.
const (
	pixelsAtOnce = 8
	bitsAtOnce   = 64
)

// paintWork returns the work of painting b onto another bitmap.
func paintWork(b *bitmap) int { return b.h*rowWork + b.w*b.h/pixelsAtOnce }

// pixelsBetweenChecks is the number of pixels between two checks of ctx. They take some milliseconds.
const pixelsBetweenChecks = 1 << 18

// newBudget returns the budget for an image of so many pixels and dictionaries of so many bytes.
func newBudget(ctx context.Context, pixels, bytes int) budget {
	symbols := limits.JBIG2Small + min(bytes*limits.JBIG2Ratio, limits.JBIG2Work)
	return budget{ctx: ctx, left: symbols + limits.JBIG2PageWork*pixels}
}

// spend takes n pixels from the budget.
func (b *budget) spend(n int) error {
	if n > b.left {
		b.left = 0
		return fmt.Errorf("too much work: %w", ErrTooLarge)
	}
	b.left -= n
	if b.check -= n; b.check < 0 {
		b.check = pixelsBetweenChecks
		return b.ctx.Err()
	}
	return nil
}

// exhausted reports whether nothing more can be done.
func (b *budget) exhausted() bool { return b.left == 0 || b.ctx.Err() != nil }

// bitmap allocates a bitmap if the budget is large enough to fill it. It spends only the cost of an
// empty bitmap.
func (b *budget) bitmap(width, height int) (*bitmap, error) {
	switch {
	case width < 0 || height < 0:
		return nil, fmt.Errorf("bitmap of %d by %d: %w", width, height, ErrDamaged)
	case width > 0 && height > b.left/width, width > b.left, height > b.left:
		return nil, fmt.Errorf("bitmap of %d by %d: %w", width, height, ErrTooLarge)
	}
	if err := b.spend(width*height/bitsAtOnce + height); err != nil {
		return nil, err
	}
	return newBitmap(width, height), nil
}
