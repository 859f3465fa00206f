package svg

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// clipDepth is how many clips inside each other are written; of more, those
// farther out cut nothing.
const clipDepth = 16

// clipID is the name of the clip path of clip i and those around it; "" is none.
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
	v.clips[i] = "" // of a clip that is its own parent
	id := v.id()
	v.writeClip(id, k, depth)
	v.clips[i] = id
	return id
}

// writeClip defines the clip k. Upright rectangles inside each other are one.
func (v *canvas) writeClip(id string, k *layout.Clip, depth int) {
	var d pen
	parent := ""
	rule := ""
	if k.Rectangle || k.Count == 0 {
		d.rectangle(v.inView(k.Box), v.at)
	} else {
		segments := v.segments(k.First, k.Count)
		d.path(segments, v.at)
		if k.EvenOdd {
			rule = ` clip-rule="evenodd"`
		}
		if p := v.clip(k.Parent); p != nil && !(p.Rectangle && holds(p.Box, v.inView(bounds(segments)))) {
			parent = v.clipWithin(k.Parent, depth+1)
		}
	}
	v.defs = append(v.defs, `<clipPath id="`+id+`"`...)
	v.defs = reference(v.defs, "clip-path", parent)
	v.defs = append(v.defs, `><path`+rule+` d="`...)
	v.defs = append(v.defs, d.out...)
	v.defs = append(v.defs, `"/></clipPath>`...)
	v.node(len(v.out))
}

// throughText reports whether clip i is made of text, or lies in one that is. What
// is painted through it colours letters; the letters themselves are written.
func (v *canvas) throughText(i int32) bool {
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

// bounds is the box of all points of a path.
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
