package svg

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// held are the elements of a page that wait until a group begins or ends, or until all is written.
// A path may still join an element of the same look as long as it does not touch any element behind
// that one. On a map with roads in ten alternating colours this leaves one element of a hundred.
type held struct {
	elements []heldElement
	last     map[heldKey]int // the latest element of each look
	plane    plane           // their places; levels are their numbers from 1 on
	effect   effect          // effect of the elements that follow
	bytes    int             // of paths, without the last one
	open     int             // number, from 1 on, of the path written last; 0: none
	before   int             // length of that path before the last part was written
}

// heldElement is a path, or an element in its written form.
type heldElement struct {
	effect effect
	key    styleKey
	turn   int
	d      pen
	raw    []byte
}

// heldKey identifies a look.
type heldKey struct {
	effect effect
	key    styleKey
	turn   int // of glyphs, else 0
}

// enterFor makes e the effect of the paths or the text that follow.
func (v *canvas) enterFor(e effect) {
	if !v.exact {
		v.enter(e)
		return
	}
	if e != v.held.effect {
		v.flushText()
		v.held.effect = e
	}
}

// hold writes an element in box by calling write.
func (v *canvas) hold(e effect, box layout.Rect, write func()) {
	if !v.exact {
		v.flush()
		v.enter(e)
		write()
		return
	}
	written := v.out
	v.out = nil
	write()
	v.endStyle()
	h := &v.held
	h.elements = append(h.elements, heldElement{effect: e, raw: v.out})
	v.out = written
	v.holdAt([]layout.Rect{box}, mixed)
}

// holdAt records the place of the last element.
func (v *canvas) holdAt(boxes []layout.Rect, color int32) {
	h := &v.held
	h.plane.view = v.view
	h.plane.add(boxes, len(h.elements), color)
}

// heldPen returns the pen for a path that lies in box.
func (v *canvas) heldPen(key styleKey, paint *layout.Paint, box layout.Rect, turn int) *pen {
	h := &v.held
	v.pay()
	boxes := v.boxes
	if len(boxes) == 0 {
		boxes = []layout.Rect{box}
	}
	v.boxes = nil
	color, hides := plainColor(paint, key.op), int32(mixed)
	if key.op == layout.Stroke || turn >= glyphTurn {
		hides = color // strokes and glyphs cut no holes into each other, as other outlines of one path may
	}
	look := heldKey{effect: h.effect, key: key}
	if turn >= glyphTurn {
		look.turn = turn
	}
	n := h.last[look]
	if n > 0 {
		e := &h.elements[n-1]
		if over := h.plane.highest(boxes, hides); over > n || len(e.d.out) > joinedBytes || over == n && !mayJoin(e, paint, turn) {
			n = 0
		} else if turn != e.turn {
			e.turn = 0
		}
	}
	if n == 0 {
		h.elements = append(h.elements, heldElement{effect: h.effect, key: key, turn: turn})
		n = len(h.elements)
		if h.last == nil {
			h.last = map[heldKey]int{}
		}
		h.last[look] = n
	}
	h.plane.view = v.view
	h.plane.add(boxes, n, color)
	d := &h.elements[n-1].d
	h.open, h.before = n, len(d.out)
	return d
}

// mayJoin reports whether a path that overlaps other paths of e looks the same as a part of e: see
// pendingPath.joins.
func mayJoin(e *heldElement, paint *layout.Paint, turn int) bool {
	if paint.Blend != "" {
		return false
	}
	if e.key.op == layout.Stroke && paint.StrokeAlpha >= 1 {
		return true
	}
	return turn == e.turn && (turn >= glyphTurn || turn != 0 && paint.FillAlpha >= 1)
}

// pay counts the bytes of the path written last.
func (v *canvas) pay() {
	h := &v.held
	if h.open > 0 {
		h.bytes += len(h.elements[h.open-1].d.out) - h.before
		h.open = 0
	}
	if v.written+h.bytes > limits.LayerBytes || len(h.elements) > limits.LayerNodes {
		v.full = true
	}
}

// writeHeld writes the held elements.
func (v *canvas) writeHeld() {
	h := &v.held
	for i := range h.elements {
		e := &h.elements[i]
		if e.effect != v.effect || e.effect.blend != "" { // each is blended with the elements below it
			v.closeEffect()
			v.openEffect(e.effect)
		}
		if e.raw != nil {
			v.endStyle()
			v.out = append(v.out, e.raw...)
			continue
		}
		v.element("<path", v.styleOf(e.key))
		v.out = append(v.out, ` d="`...)
		v.out = append(v.out, e.d.out...)
		v.out = append(v.out, `"/>`...)
		v.node(len(v.out))
	}
	v.held = held{effect: h.effect}
}
