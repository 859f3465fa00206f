package pdf

import "context"

// pace has a loop over the bytes of a stream look at a context now and then: a
// stream may decode to limits.StreamBytes, which takes half a second and more.
type pace struct {
	ctx  context.Context
	left int // bytes until the next look; 0 at first, so that an ended context stops all
}

// paceBytes is how many bytes pass between looks at the context: 1 MB takes from
// half a millisecond (inflating) to ten (the slowest of the filters).
const paceBytes = 1 << 20

// took counts n bytes that were read or written, and is the error of the context
// once it is found to have ended.
func (p *pace) took(n int) error {
	if p.left -= n; p.left > 0 {
		return nil
	}
	p.left = paceBytes
	return p.ctx.Err()
}
