package webfont

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
)

// quadratic is a glyph of the table glyf: points, or parts.
type quadratic struct {
	points      []font.TrueTypePoint
	contours    int
	parts       []part
	box         box
	shift       int // how far right of its coordinates it is shown
	weight      int // number of points and parts, including those of parts
	allPoints   int
	allContours int
	depth       int // how deep its parts are nested
}

// part is a glyph within another one.
type part struct {
	shape shapeID
	flags int
	place []byte
}

// Flags of the parts of a glyph (OpenType specification, chapter glyf).
const (
	partMore = 1 << 5
	// partKept are the flags that are written as they are. WE_HAVE_INSTRUCTIONS and USE_MY_METRICS
	// are not among them: the metrics are those of the document.
	partKept = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<6 | 1<<7 | 1<<10 | 1<<11 | 1<<12
)

// maxDepth is how deep glyphs may consist of glyphs, as in package font.
const maxDepth = 8

// keep returns the shape of glyph gid of a TrueType program. For a damaged glyph it returns blank and false.
func (s *shapes) keep(face, gid, depth int) (id shapeID, ok bool) {
	g, ok := s.programs[face].Glyph(gid)
	if !ok || depth > maxDepth {
		return blank, false
	}
	q := quadratic{points: g.Points, shift: g.Shift, box: box{g.Box[0], g.Box[1], g.Box[2], g.Box[3]}}
	for _, p := range g.Parts {
		shape, ok := s.part(face, p.GID, depth+1)
		if !ok {
			return blank, false
		}
		q.add(part{shape, p.Flags & partKept, p.Place}, &s.quadratic[shape])
		if q.weight > limits.GlyphSteps || q.depth > maxDepth {
			return blank, false
		}
	}
	if !q.measure() {
		return blank, false
	}
	if q.allPoints == 0 { // in some fonts spaces consist of spaces
		return blank, true
	}
	return s.intern(q.content(), func() int {
		s.quadratic = append(s.quadratic, q)
		return len(s.quadratic) - 1
	}), true
}

// part returns the shape of a glyph that is part of another.
func (s *shapes) part(face, gid, depth int) (id shapeID, ok bool) {
	key := glyphOfFace{face, gid}
	if id, known := s.byGID[key]; known && id != blank {
		return id, true
	}
	if id, ok = s.keep(face, gid, depth); ok && id != blank {
		s.byGID[key] = id
	}
	return id, ok
}

// add adds a part.
func (q *quadratic) add(p part, shape *quadratic) {
	q.parts = append(q.parts, p)
	q.weight += 1 + shape.weight
	q.allPoints += shape.allPoints
	q.allContours += shape.allContours
	q.depth = max(q.depth, 1+shape.depth)
}

// measure counts the points and parts of q and finds its box. It returns false when coordinates are too large.
func (q *quadratic) measure() bool {
	const far = math.MaxInt16 / 2 // steps between points must have 16 bits
	if len(q.points) > 0 {
		p := q.points[0]
		q.box = box{p.X, p.Y, p.X, p.Y}
	}
	for _, p := range q.points {
		q.box = box{min(q.box.x0, p.X), min(q.box.y0, p.Y), max(q.box.x1, p.X), max(q.box.y1, p.Y)}
		if p.End {
			q.contours++
		}
	}
	q.weight += len(q.points)
	q.allPoints += len(q.points)
	q.allContours += q.contours
	b := &q.box
	if q.parts != nil { // the box is the program's own
		*b = box{min(b.x0, b.x1), min(b.y0, b.y1), max(b.x0, b.x1), max(b.y0, b.y1)}
	} else if b.x0 < -far || b.y0 < -far || b.x1 > far || b.y1 > far {
		return false
	}
	bearing := b.x0 + q.shift
	return bearing == int(int16(bearing)) && q.weight <= limits.GlyphSteps
}

// content returns all that is written of q, with the shapes of its parts. Different shapes have
// different contents.
func (q *quadratic) content() string {
	numbers := []int32{int32(q.shift)}
	for _, p := range q.parts {
		numbers = append(numbers, int32(p.shape))
	}
	var b bytes.Buffer
	_ = binary.Write(&b, binary.BigEndian, numbers) // writing to a Buffer cannot fail
	return string(q.append(b.Bytes(), func(shapeID) int { return 0 }))
}

// Flags of points.
const (
	pointOn     = 1 << 0
	pointShortX = 1 << 1
	pointShortY = 1 << 2
	pointRepeat = 1 << 3
	pointSameX  = 1 << 4 // with pointShortX: the step is positive
	pointSameY  = 1 << 5
)

// append writes q in the form of the table glyf. gid returns the glyph of a part.
func (q *quadratic) append(to []byte, gid func(shapeID) int) []byte {
	if len(q.points)+len(q.parts) == 0 {
		return to
	}
	contours := q.contours
	if q.parts != nil {
		contours = -1
	}
	to = be16(to, contours, q.box.x0, q.box.y0, q.box.x1, q.box.y1)
	if q.parts != nil {
		return q.appendParts(to, gid)
	}
	for i, p := range q.points {
		if p.End {
			to = be16(to, i)
		}
	}
	to = be16(to, 0) // no instructions
	var xs, ys []byte
	x, y := 0, 0
	last, times := -1, 0
	for _, p := range q.points {
		flag := 0
		if p.On {
			flag = pointOn
		}
		var f int
		f, xs = appendStep(xs, p.X-x, pointShortX, pointSameX)
		flag |= f
		f, ys = appendStep(ys, p.Y-y, pointShortY, pointSameY)
		flag |= f
		x, y = p.X, p.Y
		switch {
		case flag == last && times == 0:
			to[len(to)-1] |= pointRepeat
			to = append(to, 1)
			times = 1
		case flag == last && times < math.MaxUint8:
			times++
			to[len(to)-1] = byte(times)
		default:
			to = append(to, byte(flag))
			last, times = flag, 0
		}
	}
	return append(append(to, xs...), ys...)
}

// appendStep writes one coordinate of a point, counted from the point before, and returns its flags.
func appendStep(to []byte, d, short, same int) (flag int, out []byte) {
	switch {
	case d == 0:
		return same, to
	case d > 0 && d <= math.MaxUint8:
		return short | same, append(to, byte(d))
	case d < 0 && d >= -math.MaxUint8:
		return short, append(to, byte(-d))
	}
	return 0, be16(to, d)
}

func (q *quadratic) appendParts(to []byte, gid func(shapeID) int) []byte {
	for i, p := range q.parts {
		flags := p.flags
		if i < len(q.parts)-1 {
			flags |= partMore
		}
		to = be16(to, flags, gid(p.shape))
		to = append(to, p.place...)
	}
	return to
}
