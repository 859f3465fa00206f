package svg

import "github.com/pagelift/pagelift/layout"

// extentBoxes is the most boxes for a thing. If there are more, they are replaced by the one box around them.
const extentBoxes = 32

// extent returns the visible parts of a path, image or shading as boxes, together with its paint and colour.
func (p *planner) extent(it layout.Item) (boxes []layout.Rect, paint *layout.Paint, color int32) {
	v, i := p.v, int(it.Index)
	color = mixed
	var box layout.Rect
	var clip int32
	var flags layout.RunFlags
	switch {
	case i < 0:
		return nil, &black, mixed
	case it.Kind == layout.KindPath && i < len(p.c.Paths):
		o := &p.c.Paths[i]
		paint, box, clip, flags = v.paint(o.Paint), o.Box, o.Clip, o.Flags
		if o.Op&layout.Stroke != 0 {
			box = grow(box, v.lineWidth(paint)/2)
		}
		color = plainColor(paint, o.Op)
		if p.text.top > 0 {
			boxes = v.pieces(o, paint)
		}
	case it.Kind == layout.KindImage && i < len(p.c.Images):
		o := &p.c.Images[i]
		paint, box, clip, flags = v.paint(o.Paint), o.Box, o.Clip, o.Flags
	case it.Kind == layout.KindShading && i < len(p.c.Shadings):
		o := &p.c.Shadings[i]
		paint, box, clip, flags = v.paint(o.Paint), o.Box, o.Clip, o.Flags
	default:
		return nil, &black, mixed
	}
	if _, ok := v.visiblePart(box, clip); !ok || flags&layout.Unseen != 0 {
		return nil, paint, color
	}
	if len(boxes) == 0 {
		boxes = append(boxes, box)
	}
	return v.seenParts(boxes, clip), paint, color
}

// seenParts returns the parts of boxes that are visible through the clip. It overwrites boxes.
func (v *canvas) seenParts(boxes []layout.Rect, clip int32) []layout.Rect {
	n := 0
	for _, b := range boxes {
		if seen, ok := v.visiblePart(b, clip); ok {
			boxes[n] = seen
			n++
		}
	}
	return boxes[:n]
}

// plainColor returns the colour that op paints if it is opaque, or mixed.
func plainColor(p *layout.Paint, op layout.PaintOp) int32 {
	c := p.Fill
	if op&layout.Fill == 0 {
		c = p.Stroke
	} else if op&layout.Stroke != 0 && p.Stroke != p.Fill {
		return mixed
	}
	if c.Pattern != 0 || p.SoftMask != 0 || p.FillAlpha < 1 || p.StrokeAlpha < 1 || p.Blend != "" {
		return mixed
	}
	return int32(c.R)<<16 | int32(c.G)<<8 | int32(c.B)
}

// pieces returns boxes around the parts of a path. A box of a path that is only stroked has some
// steps, so that a frame does not cover what it holds. Otherwise a box has an outline. It returns
// no boxes if the box of the path is enough.
func (v *canvas) pieces(o *layout.Path, paint *layout.Paint) []layout.Rect {
	if o.Rectangle && o.Op&layout.Fill != 0 {
		return nil
	}
	b := boxer{steps: extentStepsAll}
	if o.Op&layout.Stroke != 0 {
		b.half = v.lineWidth(paint) / 2
	}
	segments := v.segments(o.First, o.Count)
	if o.Op&layout.Fill == 0 {
		b.steps = len(segments)/extentBoxes + 1
	}
	for i := range segments {
		b.add(&segments[i])
		if len(b.boxes) > 2*extentBoxes {
			return nil
		}
	}
	b.endBox()
	return b.boxes
}

// extentStepsAll is more steps than a path has.
const extentStepsAll = 1 << 30

// boxer makes boxes around the steps of a path.
type boxer struct {
	half      float32 // half of the width of the line
	steps     int     // most steps in one box
	boxes     []layout.Rect
	at, start layout.Point
	box       layout.Rect
	count     int // number of steps in box
}

func (b *boxer) add(s *layout.Segment) {
	switch s.Verb {
	case layout.MoveTo:
		b.endBox()
		b.start, b.at = s.P[0], s.P[0]
		return
	case layout.LineTo:
		b.cover(b.at, s.P[0])
		b.at = s.P[0]
	case layout.CurveTo:
		b.cover(b.at, s.P[0], s.P[1], s.P[2])
		b.at = s.P[2]
	case layout.Close:
		b.cover(b.at, b.start)
		b.at = b.start
	}
	if b.count++; b.count >= b.steps {
		b.endBox()
	}
}

func (b *boxer) cover(points ...layout.Point) {
	for i, p := range points {
		if b.count == 0 && i == 0 {
			b.box = layout.Rect{X0: p.X, Y0: p.Y, X1: p.X, Y1: p.Y}
		}
		b.box = layout.Rect{X0: min(b.box.X0, p.X), Y0: min(b.box.Y0, p.Y), X1: max(b.box.X1, p.X), Y1: max(b.box.Y1, p.Y)}
	}
}

// endBox ends the box.
func (b *boxer) endBox() {
	if b.count > 0 {
		b.boxes = append(b.boxes, grow(b.box, b.half))
	}
	b.count = 0
}
