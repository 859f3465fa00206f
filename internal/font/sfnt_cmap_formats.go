package font

// cmapDense is a run of codes with a glyph each (formats 0, 6 and 10).
type cmapDense struct {
	first  uint32
	glyphs bin
	size   int // bytes of a glyph index
}

func (c cmapDense) len() int { return 1 }

func (c cmapDense) bounds(int) (lo, hi uint32) {
	n := uint32(len(c.glyphs) / c.size)
	if n == 0 || c.first > maxUnicode {
		return 1, 0
	}
	return c.first, c.first + n - 1
}

func (c cmapDense) glyph(_ int, code uint32) int {
	i := int(code - c.first)
	if c.size == 1 {
		return c.glyphs.u8(i)
	}
	return c.glyphs.u16(2 * i)
}

// cmapHighByte is format 2, for the mixed one- and two-byte codes of East Asian encodings. Its segments 0 to
// 255 are the one-byte codes. Segments 256 to 511 are the two-byte codes, one segment for each lead byte.
type cmapHighByte struct{ sub bin }

const (
	cmap2Keys       = 6
	cmap2SubHeaders = cmap2Keys + 2*256
)

func (c cmapHighByte) len() int { return 512 }

// subHeader returns the place of the sub-header of lead byte b. The first sub-header is that of one-byte codes.
func (c cmapHighByte) subHeader(b int) int {
	return cmap2SubHeaders + c.sub.u16(cmap2Keys+2*b)&^7
}

func (c cmapHighByte) bounds(i int) (lo, hi uint32) {
	at := c.subHeader(i & 0xFF)
	single := at == cmap2SubHeaders
	if single != (i < 256) {
		return 1, 0
	}
	if single {
		return uint32(i), uint32(i)
	}
	first, count := c.sub.u16(at), c.sub.u16(at+2)
	if count == 0 || first > 0xFF {
		return 1, 0
	}
	lead := uint32(i&0xFF) << 8
	return lead | uint32(first), lead | uint32(min(first+count-1, 0xFF))
}

func (c cmapHighByte) glyph(i int, code uint32) int {
	at := c.subHeader(i & 0xFF)
	index := int(code&0xFF) - c.sub.u16(at)
	if index < 0 || index >= c.sub.u16(at+2) {
		return 0
	}
	gid := c.sub.u16(at + 6 + c.sub.u16(at+6) + 2*index)
	if gid == 0 {
		return 0
	}
	return (gid + c.sub.i16(at+4)) & 0xFFFF
}

// cmapDelta is format 4, the usual map of the Basic Multilingual Plane.
type cmapDelta struct {
	sub      bin
	count    int // number of segments that the data has
	declared int // bytes of a column, by the segment count in the header
}

const cmap4Ends = 14

func newCmapDelta(sub bin) segments {
	const segment = 8 // bytes: end, start, delta, range offset
	count := min(sub.u16(6)/2, max(len(sub)-cmap4Ends-2, 0)/segment)
	if count == 0 {
		return nil
	}
	return cmapDelta{sub, count, sub.u16(6) &^ 1}
}

func (c cmapDelta) len() int { return c.count }

func (c cmapDelta) bounds(i int) (lo, hi uint32) {
	return uint32(c.sub.u16(c.column(1) + 2*i)), uint32(c.sub.u16(cmap4Ends + 2*i))
}

// column returns the place of the starts (1), deltas (2) or range offsets (3). They follow the ends
// and their padding.
func (c cmapDelta) column(n int) int { return cmap4Ends + 2 + n*c.declared }

func (c cmapDelta) glyph(i int, code uint32) int {
	delta := c.sub.u16(c.column(2) + 2*i)
	at := c.column(3) + 2*i
	offset := c.sub.u16(at)
	if offset == 0 {
		return (int(code) + delta) & 0xFFFF
	}
	if offset == 0xFFFF { // some writers mark the last segment so
		return 0
	}
	lo, _ := c.bounds(i)
	gid := c.sub.u16(at + offset + 2*int(code-lo))
	if gid == 0 {
		return 0
	}
	return (gid + delta) & 0xFFFF
}

// cmapGroups is format 8, 12 or 13: groups of first code, last code and glyph.
type cmapGroups struct {
	groups bin
	shared bool // format 13: all codes of a group have the same glyph
}

const cmapGroup = 12 // bytes

func newCmapGroups(sub bin, countAt int, shared bool) segments {
	groups := sub.from(countAt + 4)
	count := min(int(sub.u32(countAt)), len(groups)/cmapGroup)
	if count == 0 {
		return nil
	}
	return cmapGroups{groups[:count*cmapGroup], shared}
}

func (c cmapGroups) len() int { return len(c.groups) / cmapGroup }

func (c cmapGroups) bounds(i int) (lo, hi uint32) {
	return c.groups.u32(i * cmapGroup), c.groups.u32(i*cmapGroup + 4)
}

func (c cmapGroups) glyph(i int, code uint32) int {
	gid := c.groups.u32(i*cmapGroup + 8)
	if !c.shared {
		gid += code - c.groups.u32(i*cmapGroup)
	}
	if gid > maxGID {
		return 0
	}
	return int(gid)
}
