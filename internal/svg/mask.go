package svg

import "github.com/pagelift/pagelift/layout"

// canvasDepth is how deep masks and pattern cells nest; deeper ones are left out.
const canvasDepth = 4

// maskID is the name of soft mask i; "" is none.
func (v *canvas) maskID(i int32) string {
	if i < 0 || int(i) >= len(v.c.Masks) || v.depth >= canvasDepth {
		return ""
	}
	if id, ok := v.masks[i]; ok {
		return id
	}
	if v.masks == nil {
		v.masks = map[int32]string{}
	}
	v.masks[i] = "" // of a mask that masks itself
	m := &v.c.Masks[i]
	if m.Content == nil {
		return ""
	}
	id := v.id()
	v.writeMask(id, m)
	v.masks[i] = id
	return id
}

// writeMask defines the soft mask m (ISO 32000-2 clause 11.5). Where nothing is
// painted, one of brightness has that of its backdrop, which is black unless it
// says otherwise.
func (v *canvas) writeMask(id string, m *layout.SoftMask) {
	inner := newCanvas(v.writer, m.Content, v.view)
	inner.depth = v.depth + 1
	if b := m.Backdrop; m.Luminosity && (b.R > 0 || b.G > 0 || b.B > 0) {
		inner.out = append(inner.out, `<path fill="`...)
		inner.out = append(hex(inner.out, b.R, b.G, b.B), `" d="`...)
		var d pen
		d.rectangle(v.view, v.at)
		inner.out = append(inner.out, d.out...)
		inner.out = append(inner.out, `"/>`...)
	}
	inner.items()
	kind := ""
	if !m.Luminosity {
		kind = ` style="mask-type:alpha"`
	}
	v.defs = append(v.defs, `<mask id="`+id+`" maskUnits="userSpaceOnUse" x="0" y="0"`+kind...)
	v.defs = attribute(v.defs, "width", v.view.Width())
	v.defs = attribute(v.defs, "height", v.view.Height())
	v.defs = append(v.defs, '>')
	v.defs = append(v.defs, inner.out...)
	v.defs = append(v.defs, "</mask>"...)
	v.node(len(v.out))
}
