package svg

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// canvasDepth is how deep masks and pattern cells may be nested. Deeper ones are left out.
const canvasDepth = 4

// maskID returns the name of soft mask i, or "" when there is none.
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
	v.masks[i] = "" // for a mask that masks itself
	m := &v.c.Masks[i]
	if m.Content == nil {
		return ""
	}
	id := v.id()
	v.writeMask(id, m)
	v.masks[i] = id
	return id
}

// writeMask defines the soft mask m (ISO 32000-2 clause 11.5). A mask by brightness has the
// brightness of its backdrop where nothing is painted. The backdrop is black by default.
func (v *canvas) writeMask(id string, m *layout.SoftMask) {
	inner := newCanvas(v.writer, m.Content, v.view)
	inner.depth = v.depth + 1
	if b := m.Backdrop; m.Luminosity && (b.R > 0 || b.G > 0 || b.B > 0 || m.Transfer != nil) {
		inner.rectangle(v.view, ` fill="`+string(hex(nil, b.R, b.G, b.B))+`"`)
		inner.endStyle()
	}
	inner.items()
	filter := ""
	if len(m.Transfer) > 1 {
		filter = v.id()
		v.writeTransfer(filter, m)
	}
	v.defs = append(v.defs, `<mask id="`+id+`" maskUnits="userSpaceOnUse" x="0" y="0"`...)
	if !m.Luminosity {
		v.defs = v.addRule(v.defs, alphaMask)
	}
	v.defs = v.sizeOfView(v.defs)
	v.defs = append(v.defs, '>')
	if filter != "" {
		v.defs = append(reference(append(v.defs, "<g"...), "filter", filter), '>')
	}
	v.defs = append(v.defs, inner.out...)
	if filter != "" {
		v.defs = append(v.defs, "</g>"...)
	}
	v.defs = append(v.defs, "</mask>"...)
	v.node(len(v.out))
}

// sizeOfView appends the attributes of a size that covers the visible part.
func (v *canvas) sizeOfView(out []byte) []byte {
	return attribute(attribute(out, "width", v.view.Width()), "height", v.view.Height())
}

// writeTransfer defines the transfer function of m as a filter of the brightness or the opacity.
func (v *canvas) writeTransfer(id string, m *layout.SoftMask) {
	v.defs = append(v.defs, `<filter id="`+id+`" filterUnits="userSpaceOnUse" x="0" y="0"`...)
	v.defs = v.sizeOfView(v.defs)
	v.defs = append(v.defs, ` color-interpolation-filters="sRGB">`...)
	channels := "A"
	if m.Luminosity {
		const brightness = "0.3 0.59 0.11 0 0 " // ISO 32000-2 clause 11.5.3
		v.defs = append(v.defs, `<feColorMatrix values="`+brightness+brightness+brightness+`0 0 0 1 0"/>`...)
		channels = "RGB"
	}
	v.defs = append(v.defs, "<feComponentTransfer>"...)
	for _, c := range channels {
		v.defs = append(v.defs, `<feFunc`+string(c)+` type="table" tableValues="`...)
		for i, value := range m.Transfer {
			if i > 0 {
				v.defs = append(v.defs, ' ')
			}
			v.defs = fine(v.defs, float32(value)/math.MaxUint8)
		}
		v.defs = append(v.defs, `"/>`...)
	}
	v.defs = append(v.defs, "</feComponentTransfer></filter>"...)
	v.node(len(v.out))
}
