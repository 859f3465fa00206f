package pdf

import (
	"bytes"
	"context"
	"errors"
	"slices"
)

var errASCII = errors.New("character outside the alphabet")

// decodeASCIIHex decodes ASCIIHexDecode (clause 7.4.2). It skips characters outside the alphabet.
func decodeASCIIHex(ctx context.Context, dst, src []byte, _ parms, room int) (out []byte, err error) {
	if end := bytes.IndexByte(src, '>'); end >= 0 {
		src = src[:end]
	}
	if len(src)/2 > room {
		src, err = src[:2*room], ErrLimit
	}
	high := -1
	for piece := range slices.Chunk(src, paceBytes) {
		if err := ctx.Err(); err != nil {
			return dst, err
		}
		dst, high = appendDigits(dst, piece, high)
	}
	return appendLastDigit(dst, high), err
}

// decodeASCII85 decodes ASCII85Decode (clause 7.4.3). The end marker is optional, and so is the
// leading <~ of some writers. It skips characters outside the alphabet and reports them.
func decodeASCII85(ctx context.Context, dst, src []byte, _ parms, room int) (out []byte, err error) {
	src = bytes.TrimPrefix(bytes.TrimLeft(src, "\x00\t\n\f\r "), []byte("<~"))
	limit := len(dst) + room
	var group uint32
	count := 0
	pace := pace{ctx: ctx}
	for _, c := range src {
		if err := pace.countBytes(1); err != nil {
			return dst, err
		}
		switch {
		case c >= '!' && c <= 'u':
			group = group*85 + uint32(c-'!')
			if count++; count == 5 {
				dst = append(dst, byte(group>>24), byte(group>>16), byte(group>>8), byte(group))
				group, count = 0, 0
			}
		case c == 'z' && count == 0:
			dst = append(dst, 0, 0, 0, 0)
		case isSpace(c):
		case c == '~':
			return appendGroup85(dst, group, count), err
		default:
			err = errASCII
		}
		if len(dst) > limit {
			return dst[:limit], ErrLimit
		}
	}
	return appendGroup85(dst, group, count), err
}

// appendGroup85 appends the last, partial group of count characters.
func appendGroup85(dst []byte, group uint32, count int) []byte {
	if count < 2 {
		return dst
	}
	for range 5 - count {
		group = group*85 + 84
	}
	for i := range count - 1 {
		dst = append(dst, byte(group>>(24-8*i)))
	}
	return dst
}
