package font

import "github.com/pagelift/pagelift/internal/limits"

// Glyph returns the number of the glyph that the embedded program has for a character code. Codes with the same
// number show the same glyph. ok is false if the glyph is not known: without a program, and for Type 3.
func (f *Font) Glyph(code uint32) (gid int, ok bool) {
	p, gid := f.glyph(code)
	return gid, p != nil && gid >= 0 && gid < p.glyphCount
}

// UnitsPerEm returns the number of units in the em of the embedded program, or 0 without a program.
func (f *Font) UnitsPerEm() int {
	if p := f.embedded(); p != nil {
		return int(p.unitsPerEm + .5)
	}
	return 0
}

// embedded returns the program of f, or nil when there is none that can be read.
func (f *Font) embedded() *program {
	switch {
	case f.Type3 != nil:
	case f.simple != nil:
		return f.simple.program.get()
	case f.composite != nil:
		return f.composite.program.get()
	}
	return nil
}

// TrueType is an embedded program with outlines of quadratic curves. It lets callers write its
// glyphs into another font. Lengths are units of its em.
type TrueType struct{ sfnt *sfnt }

// TrueType returns the program of f as it is, or nil when it has no table glyf.
func (f *Font) TrueType() *TrueType {
	p := f.embedded()
	if p == nil {
		return nil
	}
	if s, ok := p.glyphs.(*sfnt); ok && s.cff == nil && len(s.table("glyf")) > 0 {
		return &TrueType{s}
	}
	return nil
}

// TrueTypeGlyph is a glyph of the table glyf: points, or parts.
type TrueTypeGlyph struct {
	Points []TrueTypePoint
	Parts  []TrueTypePart
	// Shift is how far right of its coordinates the glyph is shown: its side bearing less its xMin.
	// It is 0 in most fonts.
	Shift int
	Box   [4]int // the program's own box: xMin, yMin, xMax, yMax
}

// TrueTypePoint is a point of a contour.
type TrueTypePoint struct {
	X, Y int
	On   bool // it lies on the curve
	End  bool // it is the last of its contour
}

// TrueTypePart is a glyph within another one, in the form of the table.
type TrueTypePart struct {
	Flags int
	GID   int
	Place []byte // arguments and transformation; shared with the program: read only
}

// Glyph reads a glyph. A glyph without points and parts is a space. ok is false when the glyph is damaged.
func (t *TrueType) Glyph(gid int) (g TrueTypeGlyph, ok bool) {
	if gid < 0 || gid >= t.sfnt.glyphCount {
		return g, false
	}
	data, ok := t.sfnt.glyphData(gid)
	if !ok || len(data) == 0 {
		return g, ok
	}
	if n := data.i16(0); n >= 0 {
		c, ok := readContours(data.from(glyphHeader), n)
		if !ok {
			return g, false
		}
		g.Points = c.points()
	} else if g.Parts, ok = readParts(data.from(glyphHeader)); !ok {
		return g, false
	}
	g.Shift = t.sfnt.shift(gid)
	g.Box = [4]int{data.i16(2), data.i16(4), data.i16(6), data.i16(8)}
	return g, true
}

// points returns the points of c.
func (c *contours) points() []TrueTypePoint {
	list := make([]TrueTypePoint, len(c.flags))
	for i := range list {
		list[i] = TrueTypePoint{X: int(c.xs[i]), Y: int(c.ys[i]), On: c.flags[i]&onCurve != 0}
	}
	for i := range c.count {
		if end := c.end(i); end > 0 {
			list[end-1].End = true
		}
	}
	return list
}

// readParts returns the parts of a glyph.
func readParts(data bin) (parts []TrueTypePart, ok bool) {
	for at := 0; ; {
		p, next, ok := readPart(data, at)
		if !ok || len(parts) >= limits.GlyphParts {
			return nil, false
		}
		parts = append(parts, p)
		at = next
		if p.Flags&moreParts == 0 {
			return parts, true
		}
	}
}

// readPart reads the part at at, and returns the place of the next part.
func readPart(data bin, at int) (p TrueTypePart, next int, ok bool) {
	const header = 4
	p = TrueTypePart{Flags: data.u16(at), GID: data.u16(at + 2)}
	size := 2
	if p.Flags&wordArgs != 0 {
		size = 4
	}
	switch {
	case p.Flags&oneScale != 0:
		size += 2
	case p.Flags&twoScales != 0:
		size += 4
	case p.Flags&fourTerms != 0:
		size += 8
	}
	if !data.has(at, header+size) {
		return p, 0, false
	}
	p.Place = data[at+header : at+header+size]
	return p, at + header + size, true
}
