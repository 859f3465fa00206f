package pdf

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

var errPredictor = errors.New("impossible predictor parameters")

// Values of Predictor (clause 7.4.4.4).
const (
	predictorNone = 1
	predictorTIFF = 2
	predictorPNG  = 10 // and all values above: each row has the number of its predictor
)

// Bounds of rows that keep their products small.
const (
	maxColors  = 64
	maxColumns = 1 << 24
)

// unpredict undoes the predictor on dst[base:], in place. It returns err if it has no error of its own.
func unpredict(ctx context.Context, dst []byte, base int, p parms, err error) ([]byte, error) {
	if p.dict.Len() == 0 {
		return dst, err
	}
	kind := p.int("Predictor", predictorNone)
	if kind <= predictorNone {
		return dst, err
	}
	colors, bits, columns := p.int("Colors", 1), p.int("BitsPerComponent", 8), p.int("Columns", 1)
	if colors < 1 || colors > maxColors || columns < 1 || columns > maxColumns || !slices.Contains([]int{1, 2, 4, 8, 16}, bits) {
		return dst, errPredictor
	}
	// A row longer than any stream is taken as a short last row.
	row := int(min(int64(colors)*int64(bits)*int64(columns)+7, 8*limits.StreamBytes) / 8)
	switch {
	case kind == predictorTIFF:
		pace := pace{ctx: ctx}
		for data := dst[base:]; len(data) > 0; data = data[min(row, len(data)):] {
			if ended := undoTIFF(&pace, data[:min(row, len(data))], colors, bits); ended != nil {
				return dst[:base], ended
			}
		}
		return dst, err
	case kind >= predictorPNG:
		n, ended := undoPNG(ctx, dst[base:], row, (colors*bits+7)/8)
		return dst[:base+n], cmp.Or(ended, err)
	}
	return dst, errPredictor
}

// undoTIFF adds to each component that of the pixel to its left. It works in pieces, since one row
// may be the whole stream.
func undoTIFF(pace *pace, row []byte, colors, bits int) error {
	if bits < 8 {
		return undoTIFFBits(pace, row, colors, bits)
	}
	for from := 0; from < len(row); from += paceBytes {
		piece := row[:min(len(row), from+paceBytes)]
		if err := pace.countBytes(len(piece) - from); err != nil {
			return err
		}
		if bits == 8 {
			for i := max(from, colors); i < len(piece); i++ {
				piece[i] += piece[i-colors]
			}
			continue
		}
		for i := max(from, 2*colors); i+1 < len(piece); i += 2 {
			left := uint16(piece[i-2*colors])<<8 | uint16(piece[i-2*colors+1])
			v := (uint16(piece[i])<<8 | uint16(piece[i+1])) + left
			piece[i], piece[i+1] = byte(v>>8), byte(v)
		}
	}
	return nil
}

func undoTIFFBits(pace *pace, row []byte, colors, bits int) error {
	var left [maxColors]byte
	mask := byte(1<<bits - 1)
	component := 0
	for i := range row {
		if err := pace.countBytes(1); err != nil {
			return err
		}
		out := byte(0)
		for shift := 8 - bits; shift >= 0; shift -= bits {
			left[component] = (left[component] + row[i]>>shift) & mask
			out |= left[component] << shift
			if component++; component == colors {
				component = 0
			}
		}
		row[i] = out
	}
	return nil
}

// Row tags of the PNG predictors.
const (
	pngSub = iota + 1 // 0: none
	pngUp
	pngAverage
	pngPaeth
)

// undoPNG undoes the predictor that the tag of each row gives, and closes the gaps that the tags
// leave. It returns the length of the result. It keeps a short last row.
func undoPNG(ctx context.Context, data []byte, row, pixel int) (int, error) {
	out := 0
	pace := pace{ctx: ctx}
	var above []byte // nil: zeros
	for in := 0; in < len(data); in += row + 1 {
		tag := data[in]
		line := data[in+1 : min(in+1+row, len(data))]
		// The row moves to the front by the number of tags before it. The bytes that it overwrites
		// were read before.
		cur := data[out : out+len(line)]
		copy(cur, line)
		for from := 0; from < len(cur); from += paceBytes {
			piece := cur[:min(len(cur), from+paceBytes)]
			if err := pace.countBytes(len(piece) - from); err != nil {
				return out, err
			}
			undoPNGRow(tag, piece, above, from, pixel)
		}
		above = cur
		out += len(line)
	}
	return out, nil
}

// undoPNGRow undoes the predictor of cur[from:]. The bytes before that are done.
func undoPNGRow(tag byte, cur, above []byte, from, pixel int) {
	switch tag {
	case pngSub:
		for i := max(from, pixel); i < len(cur); i++ {
			cur[i] += cur[i-pixel]
		}
	case pngUp:
		for i := from; i < min(len(cur), len(above)); i++ {
			cur[i] += above[i]
		}
	case pngAverage:
		for i := from; i < len(cur); i++ {
			var left, up int
			if i >= pixel {
				left = int(cur[i-pixel])
			}
			if i < len(above) {
				up = int(above[i])
			}
			cur[i] += byte((left + up) / 2)
		}
	case pngPaeth:
		for i := from; i < len(cur); i++ {
			var left, up, corner int
			if i >= pixel {
				left = int(cur[i-pixel])
			}
			if i < len(above) {
				up = int(above[i])
				if i >= pixel {
					corner = int(above[i-pixel])
				}
			}
			cur[i] += paeth(left, up, corner)
		}
	}
}

// paeth returns the one of three neighbours that is nearest to left + up - corner.
func paeth(left, up, corner int) byte {
	p := left + up - corner
	dl, du, dc := distance(p, left), distance(p, up), distance(p, corner)
	switch {
	case dl <= du && dl <= dc:
		return byte(left)
	case du <= dc:
		return byte(up)
	}
	return byte(corner)
}

func distance(a, b int) int {
	if a < b {
		return b - a
	}
	return a - b
}
