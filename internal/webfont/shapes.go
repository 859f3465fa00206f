package webfont

import (
	"context"
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
)

// Source is a font of a document.
type Source interface {
	// Glyph returns the number of the glyph that a code shows. Codes with the same number show the same.
	Glyph(code uint32) (gid int, ok bool)
	// Outline returns the shape of that glyph.
	Outline(code uint32) font.Outline
	// TrueType returns the program of the glyphs if its outlines can be kept as they are, or nil.
	TrueType() *font.TrueType
	// UnitsPerEm returns the grid on which the outlines are drawn, or 0 when there are none.
	UnitsPerEm() int
}

// shapeID identifies the look of glyphs, without their advance. Glyphs that look the same have the
// same shapeID.
type shapeID int32

// blank is the shape without ink.
const blank shapeID = 0

// shapes has the shapes of all faces, with one kind of outlines.
type shapes struct {
	faces     []Face
	em        int
	programs  []*font.TrueType // of each face; nil: outlines are cubic
	quadratic []quadratic      // by shapeID; either this or cubic grows
	cubic     []cubic
	byContent map[string]shapeID
	byGID     map[glyphOfFace]shapeID
	size      int // of all outlines in bytes
}

type glyphOfFace struct{ face, gid int }

// box is the box of an outline, in units of the em.
type box struct{ x0, y0, x1, y1 int }

// defaultEm is the grid of outlines with an unknown grid.
const defaultEm = 1000

// newShapes reads what the faces have in common. If they have different kinds or grids, all are
// drawn anew in cubic curves.
func newShapes(faces []Face) (*shapes, error) {
	s := &shapes{
		faces: faces, byContent: make(map[string]shapeID), byGID: make(map[glyphOfFace]shapeID),
		quadratic: make([]quadratic, 1), cubic: make([]cubic, 1), // for blank
	}
	for i, f := range faces {
		em := f.Source.UnitsPerEm()
		if em <= 0 {
			return nil, &Error{Code: NoProgram, Face: i}
		}
		s.em = max(s.em, em)
		if t := f.Source.TrueType(); t != nil {
			s.programs = append(s.programs, t)
		}
	}
	for _, f := range faces {
		if len(s.programs) < len(faces) || f.Source.UnitsPerEm() != s.em {
			s.programs = nil
		}
	}
	const lo, hi = 16, 16384 // head.unitsPerEm
	if s.em < lo || s.em > hi {
		s.em, s.programs = defaultEm, nil
	}
	return s, nil
}

// shapeOf returns the shape that a code of a face shows. It returns false when the shape is unknown
// or too large.
func (s *shapes) shapeOf(ctx context.Context, face int, code uint32) (shapeID, bool) {
	if ctx.Err() != nil || s.size > limits.WebFontBytes {
		return blank, false
	}
	gid, ok := s.faces[face].Source.Glyph(code)
	if !ok {
		return blank, false
	}
	key := glyphOfFace{face, gid}
	id, known := s.byGID[key]
	if known {
		return id, true
	}
	if s.programs != nil {
		id, _ = s.keep(face, gid, 0)
	} else {
		id = s.draw(s.faces[face].Source.Outline(code))
	}
	if id == blank {
		s.size += blankCost
	}
	s.byGID[key] = id
	return id, true
}

// blankCost is how much of limits.WebFontBytes a glyph without ink takes. It may be a damaged glyph
// that took up to a millisecond to read. Honest fonts have a few such glyphs.
const blankCost = 16 << 10

// intern returns the shape with this content. If it is new, make makes it.
func (s *shapes) intern(content string, make func() int) shapeID {
	id, known := s.byContent[content]
	if !known {
		id = shapeID(make())
		s.byContent[content] = id
		s.size += len(content)
	}
	return id
}

// draw returns a cubic shape of an outline. It returns blank when the outline is empty or cannot be written.
func (s *shapes) draw(o font.Outline) shapeID {
	c, ok := charstring(o, float64(s.em))
	if !ok || len(c.code) == 0 {
		return blank
	}
	return s.intern(c.code, func() int {
		s.cubic = append(s.cubic, c)
		return len(s.cubic) - 1
	})
}

// box returns the box of a shape.
func (s *shapes) box(id shapeID) box {
	if s.programs != nil {
		return s.quadratic[id].box
	}
	return s.cubic[id].box
}

// units returns an advance in ems on the grid, limited to the range from 0 to what all tables can hold.
func (s *shapes) units(ems float32) int {
	return int(min(max(math.Round(float64(ems)*float64(s.em)), 0), math.MaxInt16))
}
