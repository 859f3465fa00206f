package svg

import (
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// effect is what holds for several elements and needs a group around them: a clip,
// a soft mask, a blend mode.
type effect struct {
	clip  int32 // Clips; -1: none that cuts anything off
	mask  int32 // Masks + 1; 0: none
	blend string
}

var noEffect = effect{clip: -1}

// effectOf returns what a thing with that paint and clip needs, of which box is what
// would be seen without the clip.
func (v *canvas) effectOf(p *layout.Paint, clip int32, box layout.Rect) effect {
	e := effect{clip: -1, mask: p.SoftMask, blend: p.Blend}
	over := float32(edge)
	if v.exact {
		over = exactEdge
	}
	if k := v.clip(clip); k != nil && !(k.Rectangle && holds(k.Box, box, over)) {
		e.clip = clip
	}
	return e
}

// edge is how far something may reach over a clip that is not written for it, in
// points. Half of a stroke along the frame of a chart is such.
const edge = 0.5

// exactEdge is that of a page that is to look as printed.
const exactEdge = 0.05

// holds reports whether b reaches no farther out of a than over.
func holds(a, b layout.Rect, over float32) bool {
	return b.X0 >= a.X0-over && b.Y0 >= a.Y0-over && b.X1 <= a.X1+over && b.Y1 <= a.Y1+over
}

// enter makes e the effect of what is written next.
func (v *canvas) enter(e effect) {
	if e == v.effect {
		return
	}
	v.endEffect()
	v.openEffect(e)
}

func (v *canvas) openEffect(e effect) {
	v.effect = e
	if e == noEffect {
		return
	}
	v.out = append(v.out, "<g"...)
	if e.clip >= 0 {
		v.out = reference(v.out, "clip-path", v.clipID(e.clip))
	}
	if e.mask > 0 {
		v.out = reference(v.out, "mask", v.maskID(e.mask-1))
	}
	if mode := blendMode(e.blend); mode != "" {
		v.out = v.addRule(v.out, blending(mode))
	}
	v.out = append(v.out, '>')
	v.node(len(v.out))
}

// endEffect ends the group of the effect.
func (v *canvas) endEffect() {
	v.flush()
	v.writeHeld()
	v.closeEffect()
}

func (v *canvas) closeEffect() {
	v.endStyle()
	if v.effect != noEffect {
		v.out = append(v.out, "</g>"...)
	}
	v.effect = noEffect
}

// reference appends an attribute that refers to a definition; "" is none.
func reference(out []byte, name, id string) []byte {
	if id == "" {
		return out
	}
	return append(out, ` `+name+`="url(#`+id+`)"`...)
}

// blendMode returns the CSS name of a blend mode (ISO 32000-2 clause 11.3.5); "" is
// Normal.
func blendMode(name string) string {
	switch name {
	case "Multiply", "Screen", "Overlay", "Darken", "Lighten", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity":
		return strings.ToLower(name)
	case "ColorDodge", "ColorBurn", "HardLight", "SoftLight":
		i := strings.LastIndexAny(name, "DBL")
		return strings.ToLower(name[:i]) + "-" + strings.ToLower(name[i:])
	}
	return ""
}

// openGroup is a transparency group being written.
type openGroup struct {
	written bool // as a <g>
	start   int  // of that in out
	inside  int  // where its elements begin
}

// beginGroup opens a transparency group. It is a <g> only where that shows: as a
// whole it has an opacity, a mask or a blend mode, or keeps the modes inside it
// from what lies behind.
func (v *canvas) beginGroup(g *layout.Group) {
	v.endEffect()
	if len(v.groups) >= limits.FormDepth {
		v.groups = append(v.groups, openGroup{})
		return
	}
	p := v.paint(g.Paint)
	o := openGroup{start: len(v.out)}
	var style rule
	if mode := blendMode(p.Blend); mode != "" {
		style = blending(mode)
	} else if g.Isolated && v.blends {
		style = isolated
	}
	if o.written = p.FillAlpha < 1 || p.SoftMask > 0 || style != (rule{}); o.written {
		v.out = append(v.out, "<g"...)
		if p.FillAlpha < 1 {
			v.out = attribute(v.out, "opacity", p.FillAlpha)
		}
		if p.SoftMask > 0 {
			v.out = reference(v.out, "mask", v.maskID(p.SoftMask-1))
		}
		v.out = v.addRule(v.out, style)
		v.out = append(v.out, '>')
		v.node(len(v.out))
	}
	o.inside = len(v.out)
	v.groups = append(v.groups, o)
}

// endGroup ends the innermost group. An empty one is taken back.
func (v *canvas) endGroup() {
	if len(v.groups) == 0 {
		return
	}
	v.endEffect()
	last := len(v.groups) - 1
	g := v.groups[last]
	v.groups = v.groups[:last]
	switch {
	case !g.written:
	case len(v.out) == g.inside:
		v.out = v.out[:g.start]
	default:
		v.out = append(v.out, "</g>"...)
	}
}
