package content

import (
	"math"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// paintSlots is the size of the table of recent paints. Pages alternate between few paints. A miss only stores a
// paint twice.
const (
	paintBits  = 6
	paintSlots = 1 << paintBits
)

// paint returns the index of the current Paint. Things that are only filled share paints without stroke settings.
func (in *interp) paint(stroked bool) int32 {
	g := &in.gs
	if !stroked {
		if g.fillPaint < 0 {
			g.fillPaint = in.intern(layout.Paint{
				Fill: g.fill.color, FillAlpha: g.fillAlpha, StrokeAlpha: 1, Blend: g.blend, SoftMask: g.softMask,
			})
		}
		return g.fillPaint
	}
	scale := g.ctm.scale()
	if g.fullPaint < 0 || g.paintScale != scale {
		g.paintScale = scale
		p := layout.Paint{
			Fill: g.fill.color, Stroke: g.stroke.color, FillAlpha: g.fillAlpha, StrokeAlpha: g.strokeAlpha,
			Blend: g.blend, SoftMask: g.softMask,
			LineWidth: coord(g.lineWidth * scale), Cap: g.cap, Join: g.join, Miter: coord(g.miter),
			DashPhase: coord(g.dashPhase * scale),
		}
		in.dash = in.dash[:0]
		for _, d := range g.dash {
			in.dash = append(in.dash, coord(d*scale))
		}
		if len(in.dash) > 0 {
			p.Dash = in.dash
		}
		g.fullPaint = in.intern(p)
	}
	return g.fullPaint
}

// intern returns the index of p: among the recent paints, or added. It copies p.Dash.
func (in *interp) intern(p layout.Paint) int32 {
	c := in.c
	h := paintHash(&p)
	slot := &in.paints[h]
	for _, s := range [2]*int32{slot, &in.paints[h^1]} {
		if i := *s - 1; i >= 0 && samePaint(&c.Paints[i], &p) {
			return i
		}
		if *slot != 0 {
			slot = s
		}
	}
	p.Dash = slices.Clone(p.Dash)
	c.Paints = append(c.Paints, p)
	*slot = int32(len(c.Paints))
	return *slot - 1
}

// paintHash returns the slot of p.
func paintHash(p *layout.Paint) uint32 {
	h := uint32(len(p.Dash))
	mix := func(v uint32) { h = (h ^ v) * 0x9E3779B1 }
	mix(uint32(p.Fill.R)<<16 | uint32(p.Fill.G)<<8 | uint32(p.Fill.B))
	mix(uint32(p.Stroke.R)<<16 | uint32(p.Stroke.G)<<8 | uint32(p.Stroke.B))
	mix(uint32(p.Fill.Pattern)<<8 ^ uint32(p.Stroke.Pattern))
	mix(math.Float32bits(p.LineWidth))
	mix(math.Float32bits(p.FillAlpha))
	return h >> (32 - paintBits)
}

func samePaint(a, b *layout.Paint) bool {
	return a.Fill == b.Fill && a.Stroke == b.Stroke &&
		a.FillAlpha == b.FillAlpha && a.StrokeAlpha == b.StrokeAlpha &&
		a.Blend == b.Blend && a.SoftMask == b.SoftMask &&
		a.LineWidth == b.LineWidth && a.Cap == b.Cap && a.Join == b.Join && a.Miter == b.Miter &&
		a.DashPhase == b.DashPhase && slices.Equal(a.Dash, b.Dash)
}
