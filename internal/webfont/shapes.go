package webfont

import (
	"context"
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
)

// Source is a font of a document.
type Source interface {
	// Glyph names the glyph that a code shows. Codes with the same name show the same.
	Glyph(code uint32) (gid int, ok bool)
	// Outline is the shape of that glyph.
	Outline(code uint32) font.Outline
	// TrueType is the program that the glyphs are from, when its outlines can be kept as
	// they are; else nil.
	TrueType() *font.TrueType
	// UnitsPerEm is the grid that the outlines are drawn on; 0 when there are none.
	UnitsPerEm() int
}

// shapeID names what glyphs look like, whatever their advance. Glyphs that look the same
// have the same.
type shapeID int32

// blank is the shape without ink.
const blank shapeID = 0

// shapes are those of all faces, in one kind of outlines.
type shapes struct {
	faces     []Face
	em        int
	programs  []*font.TrueType // of each face; nil: outlines are cubic
	quadratic []quadratic      // by shapeID; one of these two grows
	cubic     []cubic
	byContent map[string]shapeID
	byGID     map[glyphOfFace]shapeID
	size      int // of all outlines in bytes
}

type glyphOfFace struct{ face, gid int }

// box bounds an outline, in units of the em.
type box struct{ x0, y0, x1, y1 int }

// defaultEm is the grid of outlines whose own is not known.
const defaultEm = 1000

// newShapes reads what the faces have in common. Faces of different kinds or grids are all
// drawn anew, in cubic curves.
func newShapes(faces []Face) (*shapes, error) {
	s := &shapes{
		faces: faces, byContent: make(map[string]shapeID), byGID: make(map[glyphOfFace]shapeID),
		quadratic: make([]quadratic, 1), cubic: make([]cubic, 1), // blank
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

// shapeOf returns the shape that a code of a face shows. It is not ok when it is not known, or when
// there is too much of it.
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

// blankCost is what a glyph without ink costs of limits.WebFontBytes: it may be a damaged
// one that took long to read, up to a millisecond. Honest fonts have a few.
const blankCost = 16 << 10

// intern returns the shape with this content, which make makes when it is new.
func (s *shapes) intern(content string, make func() int) shapeID {
	id, known := s.byContent[content]
	if !known {
		id = shapeID(make())
		s.byContent[content] = id
		s.size += len(content)
	}
	return id
}

// draw returns a cubic shape of an outline; blank when it is empty or cannot be written.
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

// box bounds a shape.
func (s *shapes) box(id shapeID) box {
	if s.programs != nil {
		return s.quadratic[id].box
	}
	return s.cubic[id].box
}

// units returns an advance of ems on the grid. None is below 0 in a font, and none is above
// what all tables can hold.
func (s *shapes) units(ems float32) int {
	return int(min(max(math.Round(float64(ems)*float64(s.em)), 0), math.MaxInt16))
}
