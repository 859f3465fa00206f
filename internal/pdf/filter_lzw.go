package pdf

import (
	"context"
	"errors"
)

var errLZW = errors.New("code outside the table")

// Codes of clause 7.4.4.2.
const (
	lzwClear = 256
	lzwEnd   = 257
	lzwFirst = 258
	lzwTable = 4096
)

// lzwString is an entry of the table. It is the place of its first occurrence in the output. A
// string is the string before it and one more character, so that the output has it in one piece.
type lzwString struct{ start, length int32 }

// decodeLZW decodes LZWDecode (clause 7.4.4). The most significant bit comes first. Codes have 9 to
// 12 bits and grow one code early unless EarlyChange is 0.
func decodeLZW(ctx context.Context, dst, src []byte, p parms, room int) ([]byte, error) {
	base := len(dst)
	dst, err := appendLZW(ctx, dst, src, p.int("EarlyChange", 1), room)
	return unpredict(ctx, dst, base, p, err)
}

func appendLZW(ctx context.Context, dst, src []byte, early, room int) ([]byte, error) {
	if early != 0 {
		early = 1
	}
	var table [lzwTable]lzwString
	base := len(dst)
	next, width := lzwFirst, 9
	last := lzwString{} // the string that was written last; length 0: none
	var bits uint32
	have := 0
	pace := pace{ctx: ctx}
	for {
		if err := pace.countBytes(1 + int(last.length)); err != nil {
			return dst, err
		}
		for have < width {
			if len(src) == 0 {
				return dst, nil // the end code is often missing
			}
			bits = bits<<8 | uint32(src[0])
			src = src[1:]
			have += 8
		}
		have -= width
		code := int(bits>>have) & (1<<width - 1)

		switch {
		case code == lzwClear:
			next, width, last = lzwFirst, 9, lzwString{}
			continue
		case code == lzwEnd:
			return dst, nil
		case code > next || code == next && last.length == 0:
			return dst, errLZW
		}
		start := int32(len(dst) - base)
		switch {
		case code < lzwClear:
			dst = append(dst, byte(code))
		case code == next: // the entry that is being made: the last string and its own first character
			s := dst[base+int(last.start):][:last.length]
			dst = append(append(dst, s...), s[0])
		default:
			s := table[code]
			dst = append(dst, dst[base+int(s.start):][:s.length]...)
		}
		if last.length > 0 && next < lzwTable {
			// The new entry is the last string and the character that followed it in the output.
			table[next] = lzwString{last.start, last.length + 1}
			next++
			if next+early >= 1<<width && width < 12 {
				width++
			}
		}
		last = lzwString{start, int32(len(dst)-base) - start}
		if len(dst)-base > room {
			return dst[:base+room], ErrLimit
		}
	}
}
