package pdf

import "context"

// decodeFlate decodes FlateDecode (clause 7.4.4). It keeps what was inflated before damage, ignores
// the checksum, and skips a header even if it is damaged.
func decodeFlate(ctx context.Context, dst, src []byte, p parms, room int) ([]byte, error) {
	base := len(dst)
	dst, err := inflateZlib(ctx, dst, src, room)
	return unpredict(ctx, dst, base, p, err)
}

// zlibHeader is the length of the header of RFC 1950.
const zlibHeader = 2

// inflateZlib inflates src, which should have a zlib header. The header may be damaged or missing,
// or may follow stray line ends.
func inflateZlib(ctx context.Context, dst, src []byte, room int) ([]byte, error) {
	body := src
	for len(body) > 0 && isSpace(body[0]) && !isZlib(body) {
		body = body[1:]
	}
	if isZlib(body) {
		return inflate(ctx, dst, body[zlibHeader:], room)
	}
	if len(src) <= zlibHeader {
		return dst, errDeflate
	}
	out, err := inflate(ctx, dst, src[zlibHeader:], room)
	if err == nil || ctx.Err() != nil {
		return out, err
	}
	if bare, bareErr := inflate(ctx, nil, src, room); bareErr == nil || len(bare) > len(out)-len(dst) {
		return append(dst, bare...), bareErr
	}
	return out, err
}

func isZlib(src []byte) bool {
	return len(src) > zlibHeader && src[0]&0xf == 8 && (int(src[0])<<8|int(src[1]))%31 == 0
}
