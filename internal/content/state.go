package content

import (
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// gstate is the graphics state (ISO 32000-2 clause 8.4). It is copied by q.
type gstate struct {
	ctm     matrix
	clip    int32       // Content.Clips; -1: the page
	clipBox layout.Rect // box of the clip, or of the page

	fill, stroke colorState

	lineWidth, miter float64
	dash             []float64 // user space; replaced as a whole, never changed
	dashPhase        float64
	cap, join        uint8

	fillAlpha, strokeAlpha float32
	blend                  string
	softMask               int32 // Masks + 1

	text textState

	// Indexes of Content.Paints for this state: as used by things that are only filled, and as used by all others.
	// -1 means not found yet.
	fillPaint, fullPaint int32
	paintScale           float64 // the scale of ctm for which fullPaint was found
}

// colorState is a current colour with its space.
type colorState struct {
	space *imaging.ColorSpace // nil: none was set, which means DeviceGray
	color layout.Color
}

// textState is the part of the graphics state for text (clause 9.3).
type textState struct {
	font      *fontUse
	size      float64
	charSpace float64
	wordSpace float64
	scale     float64 // Tz / 100
	leading   float64
	rise      float64
	mode      uint8
}

// initialState is the state at the start of a page (clause 8.4.1).
func initialState(base matrix) gstate {
	return gstate{
		ctm: base, clip: -1,
		lineWidth: 1, miter: 10,
		fillAlpha: 1, strokeAlpha: 1,
		text:      textState{scale: 1},
		fillPaint: -1, fullPaint: -1,
	}
}

// restyle notes that something of the Paint has changed.
func (g *gstate) restyle() { g.fillPaint, g.fullPaint = -1, -1 }

// save is the operator q. States over the limit are counted, so that their Q operators have partners.
func (in *interp) save() {
	if len(in.stack)-in.frame.floor >= limits.StateDepth {
		if in.frame.unsaved == 0 {
			in.b.warn(warnTruncated, "graphics states nested too deeply")
		}
		in.frame.unsaved++
		return
	}
	in.stack = append(in.stack, in.gs)
}

// restore is the operator Q. One without a partner does nothing.
func (in *interp) restore() {
	switch {
	case in.frame.unsaved > 0:
		in.frame.unsaved--
	case len(in.stack) > in.frame.floor:
		in.gs = in.stack[len(in.stack)-1]
		in.stack = in.stack[:len(in.stack)-1]
	default:
		in.damage++
	}
}

// concat is the operator cm. It changes the current matrix.
func (in *interp) concat(m matrix) {
	if m, ok := m.mul(in.gs.ctm).finite(); ok {
		in.gs.ctm = m
	} else {
		in.damage++
	}
}
