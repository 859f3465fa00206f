package font

// maxComponents is how deep glyphs may consist of glyphs. The largest maxComponentDepth of honest
// fonts is 4.
const maxComponents = 8

// Flags of the points of a simple glyph, and of the parts of a composite one (OpenType
// specification, chapter glyf).
const (
	onCurve    = 1 << 0
	shortX     = 1 << 1
	shortY     = 1 << 2
	repeat     = 1 << 3
	sameX      = 1 << 4 // with shortX: x is positive
	sameY      = 1 << 5
	wordArgs   = 1 << 0
	xyArgs     = 1 << 1
	oneScale   = 1 << 3
	moreParts  = 1 << 5
	twoScales  = 1 << 6
	fourTerms  = 1 << 7
	ownMetrics = 1 << 9 // the metrics of this part are those of the glyph
)

func (f *sfnt) outline(gid int, o *outliner) bool {
	if f.cff != nil {
		return f.cff.outline(gid, o)
	}
	s := 1 / float64(f.unitsPerEm)
	return o.inside(affine{s, 0, 0, s, s * float64(f.shift(gid)), 0}, maxComponents, func() bool { return f.glyf(gid, o) })
}

// shift returns how far right of its coordinates a glyph is shown. Rasterizers put its xMin at the
// side bearing of hmtx, whatever head says.
func (f *sfnt) shift(gid int) int {
	const long, bearing = 4, 2 // bytes of an advance with its bearing, and of a bearing alone
	for range maxComponents {
		data, ok := f.glyphData(gid)
		if part, has := metricsPart(data); has {
			gid = part
			continue
		}
		at := long*f.hmetrics + bearing*(gid-f.hmetrics)
		if gid < f.hmetrics {
			at = long*gid + bearing
		}
		if !ok || len(data) == 0 || !f.hmtx.has(at, bearing) {
			break
		}
		return f.hmtx.i16(at) - data.i16(2)
	}
	return 0
}

// metricsPart returns the part of a glyph whose metrics are those of the glyph.
func metricsPart(data bin) (gid int, ok bool) {
	if data.i16(0) >= 0 {
		return 0, false
	}
	data = data.from(glyphHeader)
	for at := 0; ; {
		p, next, ok := readPart(data, at)
		if !ok || p.Flags&ownMetrics != 0 {
			return p.GID, ok
		}
		if at = next; p.Flags&moreParts == 0 {
			return 0, false
		}
	}
}

// glyphHeader is the number of bytes of a glyph's description before its contours or parts.
const glyphHeader = 10

// glyf draws glyph gid of the table glyf.
func (f *sfnt) glyf(gid int, o *outliner) bool {
	data, ok := f.glyphData(gid)
	if !ok || !o.costs() {
		return false
	}
	if len(data) == 0 {
		return true // a space
	}
	if n := data.i16(0); n >= 0 {
		return drawContours(data.from(glyphHeader), n, o)
	}
	return f.drawParts(data.from(glyphHeader), o)
}

// glyphData returns the description of a glyph. ok is false when it is not there.
func (f *sfnt) glyphData(gid int) (data bin, ok bool) {
	loca, glyf := f.table("loca"), f.table("glyf")
	var from, to int
	// The format field of head is wrong now and then. A table that is long enough for offsets of
	// four bytes has those.
	if f.table("head").u16(50) == 1 || len(loca) >= 4*(f.glyphCount+1) && f.table("maxp").u16(4) == f.glyphCount {
		if !loca.has(4*gid, 8) {
			return nil, false
		}
		from, to = int(loca.u32(4*gid)), int(loca.u32(4*gid+4))
	} else {
		if !loca.has(2*gid, 4) {
			return nil, false
		}
		from, to = 2*loca.u16(2*gid), 2*loca.u16(2*gid+2)
	}
	if from > to || from > len(glyf) {
		return nil, false
	}
	return glyf.cut(from, to-from), true
}

// contours holds the contours of a simple glyph.
type contours struct {
	count  int
	data   bin // begins with the last point of each contour
	xs, ys []float64
	flags  []byte // of each point
}

// end returns the index of the point behind contour i.
func (c *contours) end(i int) int { return c.data.u16(2*i) + 1 }

// readContours reads a simple glyph of count contours. A contour that ends after the last point, or
// before the contour in front of it, is damage.
func readContours(data bin, count int) (c contours, ok bool) {
	c = contours{count: count, data: data}
	if count == 0 {
		return c, true
	}
	if !data.has(0, 2*count+2) {
		return c, false
	}
	at := 2*count + 2 + data.u16(2*count) // behind the instructions
	points := c.end(count - 1)
	for i := 1; i < count; i++ {
		if c.end(i) < c.end(i-1) {
			return c, false
		}
	}
	if c.flags, at, ok = pointFlags(data, at, points); !ok {
		return c, false
	}
	if c.xs, at, ok = coordinates(data, at, c.flags, shortX, sameX); !ok {
		return c, false
	}
	c.ys, _, ok = coordinates(data, at, c.flags, shortY, sameY)
	return c, ok
}

// pointFlags reads the flags of all points. behind is the place behind them.
func pointFlags(data bin, at, points int) (flags []byte, behind int, ok bool) {
	flags = make([]byte, 0, points)
	for len(flags) < points {
		if !data.has(at, 1) {
			return nil, 0, false
		}
		flag, times := data[at], 1
		at++
		if flag&repeat != 0 {
			times += data.u8(at)
			at++
		}
		for ; times > 0 && len(flags) < points; times-- {
			flags = append(flags, flag)
		}
	}
	return flags, at, true
}

// drawContours draws a simple glyph.
func drawContours(data bin, count int, o *outliner) bool {
	c, ok := readContours(data, count)
	if !ok || !o.costsMore(len(c.flags)) {
		return false
	}
	first := 0
	for i := range c.count {
		drawContour(c.xs[first:c.end(i)], c.ys[first:c.end(i)], c.flags[first:c.end(i)], o)
		first = c.end(i)
	}
	return !o.failed
}

// coordinates reads one coordinate of all points. behind is the place behind them.
func coordinates(data bin, at int, flags []byte, short, same byte) (list []float64, behind int, ok bool) {
	list = make([]float64, len(flags))
	v := 0
	for i, flag := range flags {
		switch {
		case flag&short != 0:
			if !data.has(at, 1) {
				return nil, 0, false
			}
			if d := int(data[at]); flag&same != 0 {
				v += d
			} else {
				v -= d
			}
			at++
		case flag&same == 0:
			if !data.has(at, 2) {
				return nil, 0, false
			}
			v += data.i16(at)
			at += 2
		}
		list[i] = float64(v)
	}
	return list, at, true
}

// drawContour draws a closed contour of quadratic curves. Between two points beside the curve lies
// a point on it that is not written.
func drawContour(xs, ys []float64, flags []byte, o *outliner) {
	n := len(xs)
	if n < 2 {
		return // it is an anchor of an accent
	}
	start, rest := 0, n
	for start < n && flags[start]&onCurve == 0 {
		start++
	}
	if start == n { // no point lies on the curve
		start = 0
		o.moveTo((xs[n-1]+xs[0])/2, (ys[n-1]+ys[0])/2)
	} else {
		o.moveTo(xs[start], ys[start])
		start, rest = start+1, n-1
	}
	x0, y0 := o.x, o.y
	control := -1
	for k := range rest {
		i := (start + k) % n
		switch on := flags[i]&onCurve != 0; {
		case on && control < 0:
			o.lineTo(xs[i], ys[i])
		case on:
			o.quadTo(xs[control], ys[control], xs[i], ys[i])
			control = -1
		default:
			if control >= 0 {
				o.quadTo(xs[control], ys[control], (xs[control]+xs[i])/2, (ys[control]+ys[i])/2)
			}
			control = i
		}
	}
	if control >= 0 {
		o.quadTo(xs[control], ys[control], x0, y0)
	}
}

// drawParts draws a glyph that consists of others.
func (f *sfnt) drawParts(data bin, o *outliner) bool {
	for at := 0; ; {
		p, next, ok := readPart(data, at)
		if !ok || p.GID >= f.glyphCount || !o.inside(p.transformation(), maxComponents, func() bool { return f.glyf(p.GID, o) }) {
			return false
		}
		at = next
		if p.Flags&moreParts == 0 {
			return true
		}
	}
}

// transformation returns the transformation under which p is drawn.
func (p *TrueTypePart) transformation() affine {
	place := bin(p.Place)
	m := affine{1, 0, 0, 1, 0, 0}
	dx, dy, at := int(int8(place.u8(0))), int(int8(place.u8(1))), 2
	if p.Flags&wordArgs != 0 {
		dx, dy, at = place.i16(0), place.i16(2), 4
	}
	if p.Flags&xyArgs != 0 { // otherwise they are points that meet, which hardly any font uses
		m[4], m[5] = float64(dx), float64(dy)
	}
	switch {
	case p.Flags&oneScale != 0:
		m[0], m[3] = f2dot14(place, at), f2dot14(place, at)
	case p.Flags&twoScales != 0:
		m[0], m[3] = f2dot14(place, at), f2dot14(place, at+2)
	case p.Flags&fourTerms != 0:
		m[0], m[1], m[2], m[3] = f2dot14(place, at), f2dot14(place, at+2), f2dot14(place, at+4), f2dot14(place, at+6)
	}
	return m
}

// f2dot14 returns a number with 14 binary places.
func f2dot14(data bin, at int) float64 { return float64(data.i16(at)) / (1 << 14) }
