package font

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// shapeSeed makes equal shapes equal in all fonts of a process.
var shapeSeed = maphash.MakeSeed()

// shapeGrid is how finely places are told apart, parts of an em: subsets of one font are
// rounded differently by their writers.
const shapeGrid = 512

// Shape is a sum over the shape of the glyph that code shows, the same for the same
// shape in two fonts, and how many steps draw it; 0 for none. That of a Type 3 glyph is
// its procedure.
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
