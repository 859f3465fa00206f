package font

import (
	"sort"

	"github.com/pagelift/pagelift/internal/limits"
)

// cmapTable is one character map of an sfnt (OpenType specification, chapter cmap). The codes of symbolic maps
// (platform 3, encoding 0) are usually 0xF000 plus the byte. lookup takes codes as they stand in the map.
type cmapTable struct {
	platform, encoding uint16
	segs               segments
	ordered            bool // segments are in rising order and do not overlap
	glyphCount         int
}

// segments is the common form of all formats: runs of codes, and a rule that gives the glyphs of each run.
type segments interface {
	len() int
	// bounds returns the first and last code of segment i. The segment is empty when lo > hi.
	bounds(i int) (lo, hi uint32)
	// glyph returns the GID of code, which is within segment i. 0 means none.
	glyph(i int, code uint32) int
}

const (
	// maxCmaps is the most subtables of one font. Fonts have up to about eight.
	maxCmaps = 32

	// maxDisorder is the most segments that are searched one by one. A larger map that is out of
	// order is not honest.
	maxDisorder = 1 << 12

	maxUnicode = 0x10FFFF
)

// parseCmaps reads the subtables of a cmap table in file order. It leaves out unknown formats, and
// format 14 (variation sequences).
func parseCmaps(t bin, glyphCount int) []cmapTable {
	const header, record = 4, 8
	var maps []cmapTable
	for i := range min(t.u16(2), maxCmaps) {
		rec := t.from(header + i*record)
		if len(rec) < record {
			break
		}
		segs := cmapSegments(t.from(int(rec.u32(4))))
		if segs == nil {
			continue
		}
		ordered := segmentsOrdered(segs)
		if !ordered && segs.len() > maxDisorder {
			continue
		}
		maps = append(maps, cmapTable{
			platform:   uint16(rec.u16(0)),
			encoding:   uint16(rec.u16(2)),
			segs:       segs,
			ordered:    ordered,
			glyphCount: glyphCount,
		})
	}
	return maps
}

// cmapSegments reads a subtable by its format. It returns nil when the subtable holds nothing. It
// ignores the length field: writers get it wrong, and 16 bits are too few for large tables of format 4.
func cmapSegments(sub bin) segments {
	switch sub.u16(0) {
	case 0:
		if len(sub) > 6 {
			return cmapDense{glyphs: sub.cut(6, 256), size: 1}
		}
	case 2:
		if len(sub) > cmap2SubHeaders {
			return cmapHighByte{sub}
		}
	case 4:
		return newCmapDelta(sub)
	case 6:
		return cmapDense{first: uint32(sub.u16(6)), glyphs: sub.cut(10, 2*sub.u16(8)), size: 2}
	case 8:
		return newCmapGroups(sub, 8204, false)
	case 10:
		return cmapDense{first: sub.u32(12), glyphs: sub.cut(20, 2*int(sub.u32(16))), size: 2}
	case 12:
		return newCmapGroups(sub, 12, false)
	case 13:
		return newCmapGroups(sub, 12, true)
	}
	return nil
}

// segmentsOrdered reports whether a binary search of segments is possible. Segments that are out of
// order are searched one by one, as viewers do.
func segmentsOrdered(s segments) bool {
	next := uint32(0)
	for i := range s.len() {
		lo, hi := s.bounds(i)
		if lo < next || hi < lo {
			return false
		}
		next = hi + 1
	}
	return true
}

// lookup returns the glyph of code. ok is false for glyph 0 and for glyphs that the program does not have.
func (c *cmapTable) lookup(code uint32) (gid int, ok bool) {
	n := c.segs.len()
	if c.ordered {
		i := sort.Search(n, func(i int) bool { _, hi := c.segs.bounds(i); return hi >= code })
		if i == n {
			return 0, false
		}
		return c.in(i, code)
	}
	for i := range n {
		if gid, ok := c.in(i, code); ok {
			return gid, true
		}
	}
	return 0, false
}

// in returns the glyph that segment i gives code.
func (c *cmapTable) in(i int, code uint32) (gid int, ok bool) {
	if lo, hi := c.segs.bounds(i); code < lo || code > hi {
		return 0, false
	}
	gid = c.segs.glyph(i, code)
	return gid, gid > 0 && gid < c.glyphCount
}

// each yields the mapped codes and their glyphs until yield returns false. They come in rising
// order, or in the order of a map that is out of order. each looks at no more than
// limits.CMapEntries codes.
func (c *cmapTable) each(yield func(code uint32, gid int) bool) {
	left := limits.CMapEntries
	for i := range c.segs.len() {
		lo, hi := c.segs.bounds(i)
		hi = min(hi, maxUnicode)
		for code := lo; code <= hi; code++ {
			if left--; left < 0 {
				return
			}
			if gid, ok := c.in(i, code); ok && !yield(code, gid) {
				return
			}
		}
	}
}
