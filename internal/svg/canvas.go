package svg

import (
	"bytes"

	"github.com/pagelift/pagelift/layout"
)

// canvas writes one Content: a part of a page, the cell of a pattern, or a mask.
type canvas struct {
	*writer
	c      *layout.Content
	view   layout.Rect            // the visible part, in its own space
	at     layout.Point           // the point of its space that is the origin of the SVG
	depth  int                    // number of canvases around it
	shows  func(glyph int32) bool // reports whether HTML shows a glyph; nil: it shows none
	tint   *layout.Color          // in the cell of an uncoloured pattern: the colour of everything
	ground *ground                // nil: not needed

	out    []byte
	path   pendingPath
	text   pendingText
	groups []openGroup
	held   held          // see hold
	boxes  []layout.Rect // boxes of the next path, finer than its own box; nil: its own box
	effect effect        // effect of the <g> that is open around elements

	// Elements of one style are in a <g> that has the style.
	style  string // of the last element
	start  int    // where that element begins in out; -1: nothing can be joined to it
	styled bool   // a <g> with the style is open
	blends bool   // something is painted in a blend mode other than Normal
	styles map[styleKey]string
	clips  map[int32]string
	masks  map[int32]string
	paints map[paintKey]string // references to gradients and patterns
}

func newCanvas(w *writer, c *layout.Content, view layout.Rect) *canvas {
	v := &canvas{writer: w, c: c, view: view, at: layout.Point{X: view.X0, Y: view.Y0}, effect: noEffect, held: held{effect: noEffect}, start: -1}
	for i := range c.Paints {
		v.blends = v.blends || c.Paints[i].Blend != ""
	}
	return v
}

// items writes everything that is visible, in paint order.
func (v *canvas) items() {
	for _, it := range v.c.Items {
		if !v.goesOn() {
			return
		}
		v.item(it)
	}
	v.end()
}

// item writes one item.
func (v *canvas) item(it layout.Item) {
	i := int(it.Index)
	switch {
	case i < 0:
	case it.Kind == layout.KindPath && i < len(v.c.Paths):
		v.addPath(&v.c.Paths[i])
	case it.Kind == layout.KindRun && i < len(v.c.Runs):
		if r := &v.c.Runs[i]; v.exact {
			v.addOutlined(r)
		} else {
			v.addRun(r)
		}
	case it.Kind == layout.KindImage && i < len(v.c.Images):
		v.addImage(&v.c.Images[i])
	case it.Kind == layout.KindShading && i < len(v.c.Shadings):
		v.addShading(it.Index)
	case it.Kind == layout.KindGroup && i < len(v.c.Groups):
		v.beginGroup(&v.c.Groups[i])
	case it.Kind == layout.KindGroupEnd:
		v.endGroup()
	}
}

// end closes what is open.
func (v *canvas) end() {
	for len(v.groups) > 0 {
		v.endGroup()
	}
	v.endEffect()
}

// visiblePart returns the visible part of a thing with that box and clip. ok is false if nothing is
// visible or the box is invalid.
func (v *canvas) visiblePart(box layout.Rect, clip int32) (seen layout.Rect, ok bool) {
	if !(box.X1 >= v.view.X0 && box.X0 <= v.view.X1 && box.Y1 >= v.view.Y0 && box.Y0 <= v.view.Y1) {
		return layout.Rect{}, false
	}
	seen = layout.Rect{X0: max(box.X0, v.view.X0), Y0: max(box.Y0, v.view.Y0), X1: min(box.X1, v.view.X1), Y1: min(box.Y1, v.view.Y1)}
	if k := v.clip(clip); k != nil {
		b := &k.Box
		if !(seen.X1 >= b.X0 && seen.X0 <= b.X1 && seen.Y1 >= b.Y0 && seen.Y0 <= b.Y1) {
			return layout.Rect{}, false
		}
		seen = layout.Rect{X0: max(seen.X0, b.X0), Y0: max(seen.Y0, b.Y0), X1: min(seen.X1, b.X1), Y1: min(seen.Y1, b.Y1)}
	}
	return seen, true
}

// clip returns clip i, or nil when there is none.
func (v *canvas) clip(i int32) *layout.Clip {
	if i < 0 || int(i) >= len(v.c.Clips) {
		return nil
	}
	return &v.c.Clips[i]
}

// black is the paint of things without a paint.
var black = layout.Paint{FillAlpha: 1, StrokeAlpha: 1, LineWidth: 1}

func (v *canvas) paint(i int32) *layout.Paint {
	if i < 0 || int(i) >= len(v.c.Paints) {
		return &black
	}
	return &v.c.Paints[i]
}

// element begins an element, such as "<path", with its style. Consecutive elements of one style go
// into a group that has the style. The second such element moves the first one there.
func (v *canvas) element(tag, style string) {
	switch {
	case style == "":
		v.endStyle()
	case style != v.style:
		v.endStyle()
		v.style, v.start = style, len(v.out)
	case !v.styled && v.start >= 0:
		v.shareStyle()
	}
	v.out = append(v.out, tag...)
	if !v.styled {
		v.out = append(v.out, style...)
	}
	v.node(len(v.out))
}

// shareStyle puts the last element into a group with its style.
func (v *canvas) shareStyle() {
	last := v.out[v.start:]
	at := bytes.Index(last, []byte(v.style))
	if at < 0 {
		return
	}
	n := len("<g") + len(v.style) + len(">")
	plain := append(bytes.Clone(last[:at]), last[at+len(v.style):]...)
	v.out = append(v.out[:v.start], "<g"...)
	v.out = append(v.out, v.style...)
	v.out = append(v.out, '>')
	v.out = append(v.out, plain...)
	v.start += n
	v.styled = true
	v.node(len(v.out))
}

// endStyle ends the group of elements with one style.
func (v *canvas) endStyle() {
	if v.styled {
		v.out = append(v.out, "</g>"...)
	}
	v.style, v.start, v.styled = "", -1, false
}

// flush writes the path and the text that wait for more parts.
func (v *canvas) flush() {
	v.flushPath()
	v.flushText()
}
