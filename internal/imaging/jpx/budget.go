package jpx

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// budget bounds the work for one image, in samples of one coding pass. A few bytes can ask for a
// hundred passes over any number of code-blocks.
type budget struct {
	ctx   context.Context
	left  int64
	check int64 // of those, how much is left until the next check of ctx
}

// workBetweenChecks is the work between two checks of ctx. It takes some milliseconds.
const workBetweenChecks = 1 << 20

// newBudget returns the budget for so many bytes of data.
func newBudget(ctx context.Context, bytes int) budget {
	return budget{ctx: ctx, left: limits.JPXSmallWork + int64(bytes)*limits.JPXWorkRatio}
}

// spend takes n from the budget.
func (b *budget) spend(n int) error {
	cost := int64(n)
	if cost > b.left {
		b.left = 0
		return fmt.Errorf("too much work: %w", ErrTooLarge)
	}
	b.left -= cost
	if b.check -= cost; b.check < 0 {
		b.check = workBetweenChecks
		return b.ctx.Err()
	}
	return nil
}
