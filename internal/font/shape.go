package font

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// shapeSeed makes equal shapes have equal sums in all fonts of a process.
var shapeSeed = maphash.MakeSeed()

// shapeGrid is the number of steps per em to which places are rounded. The writers of two subsets
// of one font round differently.
const shapeGrid = 512

// Shape returns a sum over the shape of the glyph that code shows, and the number of steps that
// draw it, or 0 for none. Equal shapes have equal sums, also in two fonts. For a Type 3 glyph the
// sum is over its procedure.
func (f *Font) Shape(code uint32) (sum uint64, steps int) {
	var h maphash.Hash
	h.SetSeed(shapeSeed)
	if f.Type3 != nil {
		if code > math.MaxUint8 || f.Type3.Procs[code] == nil {
			return 0, 0
		}
		data, err := f.loader.decode(f.Type3.Procs[code], limits.ShapeBytes)
		if err != nil {
			return 0, 0
		}
		h.Write(data)
		return h.Sum64(), len(data)
	}
	outline := f.Outline(code)
	var b [4]byte
	for _, s := range outline {
		h.WriteByte(byte(s.Verb))
		for _, p := range s.P {
			binary.LittleEndian.PutUint16(b[:], uint16(int16(math.Round(float64(p.X)*shapeGrid))))
			binary.LittleEndian.PutUint16(b[2:], uint16(int16(math.Round(float64(p.Y)*shapeGrid))))
			h.Write(b[:])
		}
	}
	return h.Sum64(), len(outline)
}
