package analyze

import (
	"cmp"
	"math"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// turns is the number of directions that are told apart: whole degrees.
const turns = 360

// frame is a set of runs written in one direction. In its space text runs along u and lines follow each
// other along v, whichever way the text is turned on the page. A frame of vertical writing is turned by 90
// degrees while its characters stand upright: u runs down the page and v to the left.
type frame struct {
	turn     int16 // degrees clockwise
	vertical bool
	cos, sin float32
	glyphs   int32
	chunks   span // glyphStage.chunks, once sorted
	segments span // segmentStage.segments, once rows are cut
	lean     float64
}

// span is an index range.
type span struct{ first, count int32 }

// toPage returns the upright rectangle on the page around a box of the frame.
func (f *frame) toPage(u0, v0, u1, v1 float32) layout.Rect {
	if f.sin == 0 && f.cos == 1 {
		return layout.Rect{X0: u0, Y0: v0, X1: u1, Y1: v1}
	}
	return layout.Matrix{A: f.cos, B: f.sin, C: -f.sin, D: f.cos}.Bounds(layout.Rect{X0: u0, Y0: v0, X1: u1, Y1: v1})
}

// pagePoint returns the place on the page of a point of the frame.
func (f *frame) pagePoint(u, v float32) layout.Point {
	return layout.Point{X: u*f.cos - v*f.sin, Y: u*f.sin + v*f.cos}
}

// readFrames assigns each run to a frame. It takes the mean direction of a frame's glyphs as its exact
// direction, so that a page scanned askew gets level lines.
func (s *runStage) readFrames() {
	s.findStacked()
	for i := range s.c.Runs {
		if s.runs[i].frame >= 0 {
			s.runs[i].frame = s.frameOf(&s.c.Runs[i], s.runs[i].stacked)
		}
	}
	for i := range s.frames {
		s.frames[i].settle()
	}
	s.uprightInVertical()
}

func (s *runStage) frameOf(r *layout.Run, stacked bool) int32 {
	if !stacked && r.Em[1] == 0 && r.Em[0] > 0 && r.Flags&layout.VerticalMode == 0 && s.frame[0] != 0 {
		s.frames[s.frame[0]-1].glyphs += r.Count // level text, as nearly all is
		return s.frame[0] - 1
	}
	degrees := 0.0
	if stacked {
		degrees = 90
	} else if r.Flags&layout.VerticalMode != 0 {
		// The advance is down the glyph's own axis.
		degrees = math.Atan2(-float64(r.Em[3]), -float64(r.Em[2])) * (180 / math.Pi)
	} else if r.Em[1] != 0 || r.Em[0] < 0 {
		degrees = math.Atan2(float64(r.Em[1]), float64(r.Em[0])) * (180 / math.Pi)
	}
	if math.IsNaN(degrees) {
		degrees = 0
	}
	turn := int(math.Round(degrees))
	for _, right := range [...]int{-180, -90, 0, 90, 180} {
		if math.Abs(degrees-float64(right)) <= skewed {
			turn = right
		}
	}
	key := (turn + 2*turns) % turns
	lean := degrees - float64(turn)
	vertical := stacked || r.Flags&layout.VerticalMode != 0
	if vertical {
		key += turns
	}
	if s.frame[key] == 0 {
		s.frames = append(s.frames, frame{turn: int16(key % turns), vertical: vertical})
		s.frame[key] = int32(len(s.frames))
	}
	f := &s.frames[s.frame[key]-1]
	f.glyphs += r.Count
	f.lean += lean * float64(r.Count)
	return s.frame[key] - 1
}

// settle computes the direction of f.
func (f *frame) settle() {
	lean := f.lean / float64(max(1, f.glyphs))
	if math.Abs(lean) < level {
		lean = 0
	}
	switch {
	case lean == 0 && f.turn == 0:
		f.cos, f.sin = 1, 0
	case lean == 0 && f.turn == 90:
		f.cos, f.sin = 0, 1
	case lean == 0 && f.turn == 180:
		f.cos, f.sin = -1, 0
	case lean == 0 && f.turn == 270:
		f.cos, f.sin = 0, -1
	default:
		sin, cos := math.Sincos((float64(f.turn) + lean) * (math.Pi / 180))
		f.cos, f.sin = float32(cos), float32(sin)
	}
}

// uprightInVertical moves Latin text that lies on its side among vertical characters into their frame. It
// becomes part of their lines.
func (s *runStage) uprightInVertical() {
	sideways, vertical := s.frame[90]-1, s.frame[turns+90]-1
	if sideways < 0 || vertical < 0 || s.frames[sideways].glyphs > s.frames[vertical].glyphs {
		return
	}
	for i := range s.runs {
		if s.runs[i].frame == sideways {
			s.runs[i].frame = vertical
		}
	}
	s.frames[vertical].glyphs += s.frames[sideways].glyphs
	s.frames[sideways].glyphs = 0
}

// frameOrder lists the frames that hold text. The one with most of the page's text comes first, since text
// turned against it stands in margins and figures.
func (s *runStage) frameOrder() []int32 {
	s.byWeight = s.byWeight[:0]
	for i := range s.frames {
		if s.frames[i].chunks.count > 0 {
			s.byWeight = append(s.byWeight, int32(i))
		}
	}
	slices.SortStableFunc(s.byWeight, func(a, b int32) int {
		return cmp.Compare(s.frames[b].glyphs, s.frames[a].glyphs)
	})
	return s.byWeight
}
