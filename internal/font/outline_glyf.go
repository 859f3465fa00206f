package font

// maxComponents is how deep glyphs may be made of glyphs: the largest maxComponentDepth
// of honest fonts is 4.
const maxComponents = 8

// Flags of the points of a simple glyph, and of the parts of a composite one (OpenType
// specification, chapter glyf).
const (
	onCurve   = 1 << 0
	shortX    = 1 << 1
	shortY    = 1 << 2
	repeat    = 1 << 3
	sameX     = 1 << 4 // with shortX: it is positive
	sameY     = 1 << 5
	wordArgs  = 1 << 0
	xyArgs    = 1 << 1
	oneScale  = 1 << 3
	moreParts = 1 << 5
	twoScales = 1 << 6
	fourTerms = 1 << 7
)

func (f *sfnt) outline(gid int, o *outliner) bool {
	if f.cff != nil {
		return f.cff.outline(gid, o)
	}
	s := 1 / float64(f.unitsPerEm)
	return o.inside(affine{s, 0, 0, s, 0, 0}, maxComponents, func() bool { return f.glyf(gid, o) })
}

// glyf draws glyph gid of the table glyf.
func (f *sfnt) glyf(gid int, o *outliner) bool {
	data, ok := f.glyphData(gid)
	if !ok || !o.costs() {
		return false
	}
	if len(data) == 0 {
		return true // a space
	}
	const header = 10
	if contours := data.i16(0); contours >= 0 {
		return drawContours(data.from(header), contours, o)
	}
	return f.drawParts(data.from(header), o)
}

// glyphData is the description of a glyph. ok is false when it is not there.
func (f *sfnt) glyphData(gid int) (data bin, ok bool) {
	loca, glyf := f.table("loca"), f.table("glyf")
	var from, to int
	// The format field of head is wrong now and then: a table long enough for offsets of
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

// drawContours draws a simple glyph.
func drawContours(data bin, contours int, o *outliner) bool {
	if contours == 0 {
		return true
	}
	if !data.has(0, 2*contours+2) {
		return false
	}
	points := data.u16(2*(contours-1)) + 1
	at := 2*contours + 2 + data.u16(2*contours) // behind the instructions
	flags := make([]byte, 0, min(points, len(data)))
	for len(flags) < points {
		if !data.has(at, 1) || !o.costs() {
			return false
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
	xs, at, ok := coordinates(data, at, flags, shortX, sameX)
	if !ok {
		return false
	}
	ys, _, ok := coordinates(data, at, flags, shortY, sameY)
	if !ok {
		return false
	}
	first := 0
	for i := range contours {
		end := data.u16(2*i) + 1
		if end < first || end > points {
			return false
		}
		drawContour(xs[first:end], ys[first:end], flags[first:end], o)
		first = end
	}
	return !o.failed
}

// coordinates reads one coordinate of all points, and gives what is behind.
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

// drawContour draws a closed contour of quadratic curves. Between two points beside the
// curve lies one on it that is not written.
func drawContour(xs, ys []float64, flags []byte, o *outliner) {
	n := len(xs)
	if n < 2 {
		return // the anchors of accents
	}
	start, rest := 0, n
	for start < n && flags[start]&onCurve == 0 {
		start++
	}
	if start == n { // nowhere on the curve
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

// drawParts draws a glyph made of others.
func (f *sfnt) drawParts(data bin, o *outliner) bool {
	for at := 0; ; {
		if !data.has(at, 4) {
			return false
		}
		flags, gid := data.u16(at), data.u16(at+2)
		at += 4
		m := affine{1, 0, 0, 1, 0, 0}
		dx, dy := float64(int8(data.u8(at))), float64(int8(data.u8(at+1)))
		if flags&wordArgs != 0 {
			dx, dy = float64(data.i16(at)), float64(data.i16(at+2))
			at += 2
		}
		at += 2
		if flags&xyArgs != 0 { // else points that meet, which hardly any font has
			m[4], m[5] = dx, dy
		}
		switch {
		case flags&oneScale != 0:
			m[0], m[3] = f2dot14(data, at), f2dot14(data, at)
			at += 2
		case flags&twoScales != 0:
			m[0], m[3] = f2dot14(data, at), f2dot14(data, at+2)
			at += 4
		case flags&fourTerms != 0:
			m[0], m[1], m[2], m[3] = f2dot14(data, at), f2dot14(data, at+2), f2dot14(data, at+4), f2dot14(data, at+6)
			at += 8
		}
		if gid >= f.glyphCount || !o.inside(m, maxComponents, func() bool { return f.glyf(gid, o) }) {
			return false
		}
		if flags&moreParts == 0 {
			return true
		}
	}
}

// f2dot14 is a number with 14 bits behind the point.
func f2dot14(data bin, at int) float64 { return float64(data.i16(at)) / (1 << 14) }
