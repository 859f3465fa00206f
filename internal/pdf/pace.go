package pdf

import "context"

// pace makes a loop over the bytes of a stream check a context at intervals. A stream may decode to
// limits.StreamBytes, which takes half a second and more.
type pace struct {
	ctx  context.Context
	left int // bytes until the next check; 0 at first, so that nothing runs under an ended context
}

// paceBytes is the number of bytes between two checks. 1 MB takes from half a millisecond
// (inflating) to ten milliseconds (the slowest filter).
const paceBytes = 1 << 20

// countBytes counts n bytes that were read or written. It returns the error of the context once a check
// finds that the context has ended.
func (p *pace) countBytes(n int) error {
	if p.left -= n; p.left > 0 {
		return nil
	}
	p.left = paceBytes
	return p.ctx.Err()
}
