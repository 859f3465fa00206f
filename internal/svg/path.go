package svg

import "github.com/pagelift/pagelift/layout"

// pendingPath is a path that other paths of the same look may still join.
type pendingPath struct {
	d      pen
	key    styleKey
	box    layout.Rect // of all of it, including strokes
	turn   int         // direction of all its outlines, 1 or -1; 0: unknown; glyphTurn and above: that of a font
	active bool
}

// joinedBytes is the length of the longest element that paths may join. Browsers take more than
// linear time for one path of many overlapping parts.
const joinedBytes = 1 << 14

// addPath writes p if it is visible.
func (v *canvas) addPath(p *layout.Path) {
	op, paint := p.Op, v.paint(p.Paint)
	if !(paint.FillAlpha > 0) {
		op &^= layout.Fill | layout.EvenOdd
	}
	if !(paint.StrokeAlpha > 0) {
		op &^= layout.Stroke
	}
	if p.Flags&layout.Unseen != 0 || op&(layout.Fill|layout.Stroke) == 0 || v.throughText(p.Clip) {
		return
	}
	box := p.Box
	if op&layout.Stroke != 0 {
		half := v.lineWidth(paint) / 2
		box = layout.Rect{X0: box.X0 - half, Y0: box.Y0 - half, X1: box.X1 + half, Y1: box.Y1 + half}
	}
	seen, ok := v.visiblePart(box, p.Clip)
	segments := v.segments(p.First, p.Count)
	if !ok || len(segments) == 0 {
		return
	}
	v.flushText()
	if p.Rectangle && op&layout.Stroke == 0 { // only its visible part is needed
		box = seen
	}
	v.enterFor(v.effectOf(paint, p.Clip, v.inView(box)))
	v.strikes(op, paint, seen)
	if p.Rectangle && op&layout.Fill != 0 && paint.FillAlpha >= 1 && paint.Fill.Pattern == 0 {
		v.covers(&paint.Fill, seen)
	}
	if v.exact {
		v.boxes = v.seenParts(v.pieces(p, paint), p.Clip)
	}
	d := v.penFor(styleKey{paint: p.Paint, op: op, font: -1}, paint, seen, turnOf(p, op, paint, segments))
	if p.Rectangle && op&layout.Stroke == 0 {
		d.rectangle(seen, v.at)
		return
	}
	d.path(segments, v.at)
}

// penFor returns the pen for a path. The path joins the element before it if it then looks the same.
func (v *canvas) penFor(key styleKey, paint *layout.Paint, box layout.Rect, turn int) *pen {
	if v.exact {
		return v.heldPen(key, paint, box, turn)
	}
	w := &v.path
	if w.active && !w.joins(key, paint, box, turn) {
		v.flushPath()
	}
	if !w.active {
		*w = pendingPath{d: pen{out: w.d.out[:0]}, key: key, turn: turn, active: true}
	}
	w.box = w.box.Union(box)
	return &w.d
}

// inView returns the part of box that is visible in the picture.
func (v *canvas) inView(box layout.Rect) layout.Rect {
	return layout.Rect{X0: max(box.X0, v.view.X0), Y0: max(box.Y0, v.view.Y0), X1: min(box.X1, v.view.X1), Y1: min(box.Y1, v.view.Y1)}
}

// joins reports whether a path looks the same as a part of the element of w. Opaque strokes do, and
// so do paths that do not overlap, and fills whose outlines have one direction, since under the
// nonzero rule none of these cuts anything out of another.
func (w *pendingPath) joins(key styleKey, paint *layout.Paint, box layout.Rect, turn int) bool {
	if key != w.key || len(w.d.out) > joinedBytes {
		return false
	}
	if key.op == layout.Stroke && paint.StrokeAlpha >= 1 {
		return true
	}
	apart := box.X0 > w.box.X1 || box.X1 < w.box.X0 || box.Y0 > w.box.Y1 || box.Y1 < w.box.Y0
	return apart || turn >= glyphTurn && turn == w.turn || turn != 0 && turn == w.turn && paint.FillAlpha >= 1
}

func (v *canvas) flushPath() {
	w := &v.path
	if !w.active {
		return
	}
	w.active = false
	v.element("<path", v.styleOf(w.key))
	v.out = append(v.out, ` d="`...)
	v.out = append(v.out, w.d.out...)
	v.out = append(v.out, `"/>`...)
	v.node(len(v.out))
}

// segments returns those steps of a path that exist.
func (v *canvas) segments(first, count int32) []layout.Segment {
	n := int64(len(v.c.Segments))
	if first < 0 || count <= 0 || int64(first) >= n {
		return nil
	}
	return v.c.Segments[first:min(int64(first)+int64(count), n)]
}

// turnSteps is the most steps of an outline whose direction is determined. The markers of charts
// have five to nine steps.
const turnSteps = 32

// turnOf returns the direction of p, 1 for clockwise and -1 for counterclockwise, if p is only
// filled and has one outline that always turns in that direction. Otherwise it returns 0.
func turnOf(p *layout.Path, op layout.PaintOp, paint *layout.Paint, segments []layout.Segment) int {
	switch {
	case op != layout.Fill || paint.FillAlpha < 1 || len(segments) > turnSteps:
		return 0
	case p.Rectangle:
		return 1 // the direction of pen.rectangle
	}
	var t turner
	for i := range segments {
		switch s := &segments[i]; s.Verb {
		case layout.MoveTo:
			if i > 0 {
				return 0
			}
			t.to(s.P[0])
		case layout.LineTo:
			t.to(s.P[0])
		case layout.CurveTo:
			t.to(s.P[0])
			t.to(s.P[1])
			t.to(s.P[2])
		}
	}
	return t.close()
}

// turner follows an outline.
type turner struct {
	points      int
	first, next layout.Point // the first two
	a, b        layout.Point // the last two
	left, right bool         // turns so far
}

func (t *turner) to(p layout.Point) {
	if t.points > 0 && p == t.b {
		return
	}
	switch t.points++; t.points {
	case 1:
		t.first = p
	case 2:
		t.next = p
	default:
		cross := (t.b.X-t.a.X)*(p.Y-t.b.Y) - (t.b.Y-t.a.Y)*(p.X-t.b.X)
		t.left, t.right = t.left || cross < 0, t.right || cross > 0
	}
	t.a, t.b = t.b, p
}

func (t *turner) close() int {
	if t.points < 3 {
		return 0
	}
	t.to(t.first)
	t.to(t.next)
	switch {
	case t.right && !t.left:
		return 1
	case t.left && !t.right:
		return -1
	}
	return 0
}
