package svg

import (
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// clipDepth is how many nested clips are written. Outer clips beyond that have no effect.
const clipDepth = 16

// clipID returns the name of the clip path of clip i and the clips around it, or "" when there is none.
func (v *canvas) clipID(i int32) string { return v.clipWithin(i, 0) }

func (v *canvas) clipWithin(i int32, depth int) string {
	k := v.clip(i)
	if k == nil || depth > clipDepth {
		return ""
	}
	if id, ok := v.clips[i]; ok {
		return id
	}
	if v.clips == nil {
		v.clips = map[int32]string{}
	}
	v.clips[i] = "" // for a clip that is its own parent
	id := v.id()
	v.writeClip(id, k, depth)
	v.clips[i] = id
	return id
}

// writeClip defines the clip k. Nested upright rectangles become one.
func (v *canvas) writeClip(id string, k *layout.Clip, depth int) {
	var d pen
	parent := ""
	rule := ""
	var text []byte
	if k.Text && v.exact {
		text = v.lettersOf(&d, k)
		parent = v.clipWithin(k.Parent, depth+1)
	} else if k.Rectangle || k.Text || k.Count == 0 {
		d.rectangle(v.inView(k.Box), v.at)
	} else {
		segments := v.segments(k.First, k.Count)
		d.path(segments, v.at)
		if k.EvenOdd {
			rule = ` clip-rule="evenodd"`
		}
		if p := v.clip(k.Parent); p != nil && !(p.Rectangle && holds(p.Box, v.inView(bounds(segments)), edge)) {
			parent = v.clipWithin(k.Parent, depth+1)
		}
	}
	v.defs = append(v.defs, `<clipPath id="`+id+`"`...)
	v.defs = reference(v.defs, "clip-path", parent)
	v.defs = append(v.defs, `><path`+rule+` d="`...)
	v.defs = append(append(v.defs, d.out...), `"/>`...)
	v.defs = append(append(v.defs, text...), `</clipPath>`...)
	v.node(len(v.out))
}

// lettersOf writes the letters that the text clip k consists of. It returns the text in fonts that
// are not embedded.
func (v *canvas) lettersOf(d *pen, k *layout.Clip) (text []byte) {
	const firstThatClips = 4 // ISO 32000-2 table 104
	inner := newCanvas(v.writer, v.c, v.view)
	for i := max(k.First, 0); i < k.First+k.Count && int(i) < len(v.c.Runs); i++ {
		r := &v.c.Runs[i]
		f := v.font(r)
		switch {
		case r.RenderMode < firstThatClips:
		case f == nil || !f.Embedded:
			plain := *r
			plain.Paint, plain.Clip, plain.Flags = -1, -1, r.Flags&^layout.Unseen
			inner.addRun(&plain)
		default:
			v.outlinesOf(d, r, f)
		}
	}
	inner.end()
	return inner.out
}

// outlinesOf writes the outlines of the glyphs of r.
func (v *canvas) outlinesOf(d *pen, r *layout.Run, f *font.Font) {
	for _, g := range v.glyphsOf(r) {
		if p := v.glyphPath(f, g.Code, r.Em); p != nil && len(d.out) < limits.LayerBytes {
			at := v.origin(r, &g)
			d.glyph(p, units(at.X-v.at.X), units(at.Y-v.at.Y))
		}
	}
}

// throughText reports whether clip i consists of text, or lies in one that does. What is painted
// through such a clip colours letters, and the letters are written as text, so it is left out. If
// letters are drawn as outlines, they do clip.
func (v *canvas) throughText(i int32) bool {
	if v.exact {
		return false
	}
	for range clipDepth {
		k := v.clip(i)
		if k == nil {
			return false
		}
		if k.Text {
			return true
		}
		i = k.Parent
	}
	return false
}

// bounds returns the box of all points of a path.
func bounds(segments []layout.Segment) layout.Rect {
	r := layout.Rect{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	for i := range segments {
		points := segments[i].P[:1]
		switch segments[i].Verb {
		case layout.CurveTo:
			points = segments[i].P[:3]
		case layout.Close:
			points = nil
		}
		for _, p := range points {
			r.X0, r.X1 = min(r.X0, p.X), max(r.X1, p.X)
			r.Y0, r.Y1 = min(r.Y0, p.Y), max(r.Y1, p.Y)
		}
	}
	return r
}
