package webfont

import (
	"bytes"
	"slices"

	"github.com/andybalholm/brotli"
)

const (
	woff2Signature = 0x774F4632

	// packQuality and packWindow (bits of an offset) give the best result for about the time of
	// zlib. At this quality larger windows, which fonts do not need, take ten times as long. The
	// next quality takes 20 times as long and saves 5 %.
	packQuality = 9
	packWindow  = 16
)

// knownTags has the tables that have a number instead of a tag in WOFF2, in the order of their
// numbers. Tables that this package does not write are left out.
var knownTags = map[string]byte{
	"cmap": 0, "head": 1, "hhea": 2, "hmtx": 3, "maxp": 4, "name": 5, "OS/2": 6, "post": 7,
	"glyf": 10, "loca": 11, "CFF ": 13, "GDEF": 26, "GPOS": 27, "GSUB": 28,
}

// WOFF2 returns f packed as small as browsers can read (W3C Recommendation WOFF 2.0).
func (f *Family) WOFF2() []byte {
	var entries, body []byte
	whole := directoryHeader + directoryEntry*len(f.font.tables)
	for _, t := range f.font.woff2Order() {
		entries = append(entries, knownTags[t.tag]) // version 0 of the transformation
		entries = appendBase128(entries, len(t.data))
		whole += padded(len(t.data))
		switch t.tag {
		case "glyf":
			glyf := f.font.transformedGlyf()
			entries = appendBase128(entries, len(glyf))
			body = append(body, glyf...)
		case "loca": // it follows from glyf
			entries = appendBase128(entries, 0)
		default:
			body = append(body, t.data...)
		}
	}
	packed := brotlied(body)
	size := woff2Header + len(entries) + len(packed)
	out := be32(nil, woff2Signature, f.font.version, uint32(padded(size))) // readers expect whole words
	out = be16(out, len(f.font.tables), 0)
	out = be32(out, uint32(whole), uint32(len(packed)))
	out = be16(out, 1, 0)          // version of the font
	out = be32(out, 0, 0, 0, 0, 0) // no metadata, no private data
	out = append(append(out, entries...), packed...)
	return append(out, make([]byte, padded(size)-size)...)
}

const woff2Header = 48

// woff2Order returns the tables with loca behind glyf, as WOFF2 requires.
func (f *sfnt) woff2Order() []table {
	order := slices.Clone(f.tables)
	slices.SortStableFunc(order, func(a, b table) int { return int(knownTags[a.tag]) - int(knownTags[b.tag]) })
	return order
}

func brotlied(data []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: packQuality, LGWin: packWindow})
	_, _ = w.Write(data) // writing to a Buffer cannot fail
	_ = w.Close()
	return b.Bytes()
}

// appendBase128 writes a number in groups of seven bits.
func appendBase128(to []byte, v int) []byte {
	for shift := 28; shift > 0; shift -= 7 {
		if v>>shift != 0 {
			to = append(to, byte(v>>shift)|0x80)
		}
	}
	return append(to, byte(v&0x7F))
}

// append255 writes a number of at most 16 bits. Most such numbers take a byte.
func append255(to []byte, v int) []byte {
	const word, more1, more2, lowest = 253, 255, 254, 253
	switch {
	case v < lowest:
		return append(to, byte(v))
	case v < lowest+256:
		return append(to, more1, byte(v-lowest))
	case v < 2*lowest+256:
		return append(to, more2, byte(v-2*lowest))
	}
	return be16(append(to, word), v)
}

// glyfStreams are the parts of a transformed glyf table. Each part has numbers of one kind.
type glyfStreams struct {
	contours, points, flags, glyphs, parts, boxes []byte
	boxed                                         []byte // one bit for each glyph, set if it has a box
}

// transformedGlyf returns the table glyf in the form of WOFF2 (clause 5.1).
func (f *sfnt) transformedGlyf() []byte {
	s := glyfStreams{boxed: make([]byte, (len(f.glyphs)+31)/32*4)}
	for gid, q := range f.glyphs {
		s.add(gid, q, f.gid)
	}
	boxes := append(s.boxed, s.boxes...)
	streams := [][]byte{s.contours, s.points, s.flags, s.glyphs, s.parts, boxes, nil} // the last: instructions
	format := 0
	for _, t := range f.tables {
		if t.tag == "loca" && len(t.data) == 4*(len(f.glyphs)+1) {
			format = 1
		}
	}
	out := be16(nil, 0, 0, len(f.glyphs), format)
	for _, b := range streams {
		out = be32(out, uint32(len(b)))
	}
	for _, b := range streams {
		out = append(out, b...)
	}
	return out
}

func (s *glyfStreams) add(gid int, q *quadratic, gidOf func(shapeID) int) {
	switch {
	case q.parts != nil:
		s.contours = be16(s.contours, -1)
		s.parts = q.appendParts(s.parts, gidOf)
		s.boxed[gid>>3] |= 0x80 >> (gid & 7)
		s.boxes = be16(s.boxes, q.box.x0, q.box.y0, q.box.x1, q.box.y1)
	case len(q.points) == 0:
		s.contours = be16(s.contours, 0)
	default:
		s.contours = be16(s.contours, q.contours)
		s.addPoints(q)
		s.glyphs = append255(s.glyphs, 0) // instructions
	}
}

func (s *glyfStreams) addPoints(q *quadratic) {
	first, x, y := 0, 0, 0
	for i, p := range q.points {
		s.addStep(p.On, p.X-x, p.Y-y)
		x, y = p.X, p.Y
		if p.End {
			s.points = append255(s.points, i+1-first)
			first = i + 1
		}
	}
}

// addStep writes how far a point is from the one before. The flag gives the signs and the numbers
// of bits of the two coordinates (clause 5.2).
func (s *glyfStreams) addStep(on bool, dx, dy int) {
	flag := byte(0x80)
	if on {
		flag = 0
	}
	ax, ay := max(dx, -dx), max(dy, -dy)
	signX, signY := byte(0), byte(0) // 1 for positive and 0
	if dx >= 0 {
		signX = 1
	}
	if dy >= 0 {
		signY = 1
	}
	signs := signX | signY<<1
	const small, middle, large, huge = 1280, 65, 769, 4096
	switch {
	case dx == 0 && ay < small:
		flag |= byte(ay&0xF00>>7) + signY
		s.glyphs = append(s.glyphs, byte(ay))
	case dy == 0 && ax < small:
		flag |= 10 + byte(ax&0xF00>>7) + signX
		s.glyphs = append(s.glyphs, byte(ax))
	case ax < middle && ay < middle:
		flag |= 20 + byte((ax-1)&0x30) + byte((ay-1)&0x30>>2) + signs
		s.glyphs = append(s.glyphs, byte((ax-1)&0xF<<4|(ay-1)&0xF))
	case ax < large && ay < large:
		flag |= 84 + 12*byte((ax-1)&0x300>>8) + byte((ay-1)&0x300>>6) + signs
		s.glyphs = append(s.glyphs, byte(ax-1), byte(ay-1))
	case ax < huge && ay < huge:
		flag |= 120 + signs
		s.glyphs = append(s.glyphs, byte(ax>>4), byte(ax&0xF<<4|ay>>8), byte(ay))
	default:
		flag |= 124 + signs
		s.glyphs = be16(s.glyphs, ax, ay)
	}
	s.flags = append(s.flags, flag)
}
