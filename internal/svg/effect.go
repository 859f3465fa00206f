package svg

import (
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// effect is a property that needs a group around elements: a clip, a soft mask, a blend mode.
type effect struct {
	clip  int32 // Clips; -1: none that cuts off anything
	mask  int32 // Masks + 1; 0: none
	blend string
}

var noEffect = effect{clip: -1}

// effectOf returns the effect that a thing with that paint and clip needs. box is its visible part
// without the clip.
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

// edge is how far a thing may reach over a clip that is then not written for it, in points. Half of
// the width of the line around a chart is an example.
const edge = 0.5

// exactEdge is edge for a page that must look as printed.
const exactEdge = 0.05

// holds reports whether b reaches at most over beyond a.
func holds(a, b layout.Rect, over float32) bool {
	return b.X0 >= a.X0-over && b.Y0 >= a.Y0-over && b.X1 <= a.X1+over && b.Y1 <= a.Y1+over
}

// enter makes e the effect of the elements that are written next.
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

// reference appends an attribute that refers to a definition, or nothing if id is "".
func reference(out []byte, name, id string) []byte {
	if id == "" {
		return out
	}
	return append(out, ` `+name+`="url(#`+id+`)"`...)
}

// blendMode returns the CSS name of a blend mode (ISO 32000-2 clause 11.3.5), or "" for Normal.
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

// openGroup is a transparency group that is being written.
type openGroup struct {
	written bool // it is written as a <g>
	start   int  // where the <g> begins in out
	inside  int  // where its elements begin
}

// beginGroup begins a transparency group. It writes a <g> only if that is visible: if the group as a whole
// has an opacity, a mask or a blend mode, or if it keeps the blend modes within it from what lies behind.
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

// endGroup ends the innermost group. It removes an empty one.
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
