package pdf

import (
	"context"
	"io"
	"slices"
)

// runLengthEnd is the length that ends the data.
const runLengthEnd = 128

// decodeRunLength decodes RunLengthDecode (clause 7.4.5).
func decodeRunLength(ctx context.Context, dst, src []byte, _ parms, room int) ([]byte, error) {
	limit := len(dst) + room
	pace := pace{ctx: ctx}
	for len(src) > 0 {
		n := int(src[0])
		src = src[1:]
		switch {
		case n == runLengthEnd:
			return dst, nil
		case n < runLengthEnd:
			if n++; n > len(src) {
				return append(dst, src...), io.ErrUnexpectedEOF
			}
			dst = append(dst, src[:n]...)
			src = src[n:]
		case len(src) == 0:
			return dst, io.ErrUnexpectedEOF
		default:
			n = 257 - n
			dst = slices.Grow(dst, n)
			for range n {
				dst = append(dst, src[0])
			}
			src = src[1:]
		}
		if len(dst) > limit {
			return dst[:limit], ErrLimit
		}
		if err := pace.countBytes(n); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// decodeIdentity returns the data unchanged.
func decodeIdentity(_ context.Context, dst, src []byte, _ parms, room int) ([]byte, error) {
	if len(src) > room {
		return append(dst, src[:room]...), ErrLimit
	}
	return append(dst, src...), nil
}
