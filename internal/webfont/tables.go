package webfont

import (
	"math"
	"unicode/utf16"
)

// The line of every font: ascent and descent in tenths of an em. Ink above or below it is painted nevertheless.
const (
	ascentTenths  = 8
	descentTenths = 2
	tenths        = 10

	// fontName is the name of every font. A page gives the font the name in its style sheet.
	fontName = "F"
)

// Line returns where browsers put the baseline of a font of this package, in pixels below the top
// of a line, and the line height for which this holds. Browsers round ascent and descent to whole
// pixels, and also the rest of any other line height.
func Line(size float64) (baseline, height float64) {
	baseline = math.Round(size * ascentTenths / tenths)
	return baseline, baseline + math.Round(size*descentTenths/tenths)
}

// line returns ascent and descent on a grid of em units. Together they are one em.
func line(em int) (ascent, descent int) {
	ascent = (em*ascentTenths + tenths/2) / tenths
	return ascent, em - ascent
}

// metrics is the advance and the side bearing of a glyph.
type metrics struct{ advance, bearing int }

func headTable(em int, b box, longLoca bool) []byte {
	const (
		magic      = 0x5F0F3CF5
		flags      = 1 << 0  // baseline at y 0
		lossless   = 1 << 11 // the font went through WOFF2, or may
		smallest   = 6       // in pixels per em: the smallest readable size
		directions = 2
	)
	t := be32(nil, 0x00010000, 0x00010000, 0, magic)
	t = be16(t, flags|lossless, em)
	t = be32(t, 0, 0, 0, 0) // no times of creation and change, so that equal input gives equal bytes
	t = be16(t, b.x0, b.y0, b.x1, b.y1, 0, smallest, directions)
	format := 0
	if longLoca {
		format = 1
	}
	return be16(t, format, 0)
}

// metricsTables returns hhea and hmtx.
func metricsTables(em int, list []metrics, b box) (hhea, hmtx []byte) {
	long := len(list) // number of glyphs with an advance of their own; the rest share the last advance
	for long > 1 && list[long-2].advance == list[len(list)-1].advance {
		long--
	}
	widest, left := 0, 0
	for i, m := range list {
		if i < long {
			hmtx = be16(hmtx, m.advance)
		}
		hmtx = be16(hmtx, m.bearing)
		widest, left = max(widest, m.advance), min(left, m.bearing)
	}
	ascent, descent := line(em)
	hhea = be32(nil, 0x00010000)
	hhea = be16(hhea, ascent, -descent, 0, widest, left, 0, b.x1, 1, 0, 0, 0, 0, 0, 0, 0, long)
	return hhea, hmtx
}

func os2Table(em int, list []metrics, runes []rune) []byte {
	const (
		version    = 4
		regular    = 400
		medium     = 5
		fsRegular  = 1 << 6
		fsTypo     = 1 << 7 // USE_TYPO_METRICS
		lastInBMP  = 0xFFFF
		strikeSize = 20 // parts of an em
	)
	total, count := 0, 0
	for _, m := range list {
		if m.advance > 0 {
			total, count = total+m.advance, count+1
		}
	}
	ascent, descent := line(em)
	t := be16(nil, version, total/max(count, 1), regular, medium, 0)
	t = be16(t, em/2, em/2, 0, em/5, em/2, em/2, 0, em/2) // size and place of lowered and raised characters
	t = be16(t, em/strikeSize, em/4, 0)
	t = append(t, make([]byte, 10)...) // panose: any
	t = be32(t, 0, 0, 0, 0)            // no blocks are claimed
	t = append(t, "    "...)
	first, last := lastInBMP, 0
	for _, r := range runes {
		first, last = min(first, int(r)), max(last, min(int(r), lastInBMP))
	}
	t = be16(t, fsRegular|fsTypo, first, last, ascent, -descent, 0, ascent, descent)
	t = be32(t, 1, 0) // code page Latin 1, which browsers expect
	return be16(t, em/2, em*7/10, 0, ' ', 2)
}

func postTable(em int) []byte {
	t := be32(nil, 0x00030000, 0) // no names of glyphs, upright
	t = be16(t, -em/10, em/20)
	return be32(t, 0, 0, 0, 0, 0)
}

// nameTable returns the four names that systems need.
func nameTable() []byte {
	const family, style, full, postScript = 1, 2, 4, 6
	text := utf16.Encode([]rune(fontName))
	ids := []int{family, style, full, postScript}
	const header, record = 6, 12
	t := be16(nil, 0, len(ids), header+record*len(ids))
	for _, id := range ids {
		t = be16(t, 3, 1, 0x409, id, 2*len(text), 0)
	}
	for _, u := range text {
		t = be16(t, int(u))
	}
	return t
}

// maxpTable counts the points, contours and parts of the glyphs of a TrueType font.
func maxpTable(glyphs []*quadratic) []byte {
	var points, contours, allPoints, allContours, parts, depth int
	for _, q := range glyphs {
		if q.parts == nil {
			points, contours = max(points, len(q.points)), max(contours, q.contours)
		} else {
			allPoints, allContours = max(allPoints, q.allPoints), max(allContours, q.allContours)
		}
		parts, depth = max(parts, len(q.parts)), max(depth, q.depth)
	}
	t := be32(nil, 0x00010000)
	t = be16(t, len(glyphs), points, contours, allPoints, allContours)
	t = be16(t, 2, 0, 0, 0, 0, 0, 0) // zones, and the needs of instructions
	return be16(t, parts, depth)
}

// cffMaxpTable returns the table maxp in the form for CFF.
func cffMaxpTable(glyphs int) []byte { return be16(be32(nil, 0x00005000), glyphs) }

// glyfTables returns glyf and loca.
func glyfTables(glyphs []*quadratic, gid func(shapeID) int) (glyf, loca []byte, long bool) {
	offsets := make([]int, 0, len(glyphs)+1)
	for _, q := range glyphs {
		offsets = append(offsets, len(glyf))
		glyf = q.append(glyf, gid)
		glyf = append(glyf, make([]byte, padded(len(glyf))-len(glyf))...)
	}
	offsets = append(offsets, len(glyf))
	const half, most = 2, 0xFFFF
	long = len(glyf)/half > most
	for _, o := range offsets {
		if long {
			loca = be32(loca, uint32(o))
		} else {
			loca = be16(loca, o/half)
		}
	}
	return glyf, loca, long
}
