package content

import "github.com/pagelift/pagelift/layout"

const (
	// tinySize is the size in points below which nobody reads text, on paper or on a screen at any usual
	// magnification. Such text is a trick or a leftover.
	tinySize = 0.5

	// clippedShare is the share of a run's glyphs that must lie outside of the clip for the run to count as
	// clipped. No word can be read in what is left.
	clippedShare = 0.75
)

// visibility returns the flags that the state at the time of painting decides. core is the box of the run, as core
// computes it.
func (in *interp) visibility(run *layout.Run, core layout.Rect) layout.RunFlags {
	g, flags := &in.gs, layout.RunFlags(0)
	seen := fills(run.RenderMode) && g.fillAlpha > 0 || strokes(run.RenderMode) && g.strokeAlpha > 0
	if !seen || in.faded {
		flags |= layout.Invisible
	}
	if min(float64(run.Size), length(float64(run.Em[0]), float64(run.Em[1]))) < tinySize {
		flags |= layout.Tiny
	}
	switch {
	case apart(core, in.pageBox):
		flags |= layout.OffPage
	case g.clip < 0 || contains(g.clipBox, core):
	case apart(core, g.clipBox) || in.outside(run, g.clipBox) > clippedShare:
		flags |= layout.Clipped
	}
	return flags
}

// outside returns the share of the run's glyphs whose middle is outside of clip.
func (in *interp) outside(run *layout.Run, clip layout.Rect) float32 {
	upX, upY := run.Em[2]*coreHeight/2, run.Em[3]*coreHeight/2
	alongX, alongY := run.Em[0], run.Em[1]
	if run.Flags&layout.VerticalMode != 0 {
		upX, upY, alongX, alongY = 0, 0, -run.Em[2], -run.Em[3]
	}
	if l := float32(length(float64(alongX), float64(alongY))); l > 0 {
		alongX, alongY = alongX/l, alongY/l
	}
	n := 0
	for _, g := range in.c.Glyphs[run.First : run.First+run.Count] {
		middle := layout.Point{X: g.X + upX + alongX*g.Advance/2, Y: g.Y + upY + alongY*g.Advance/2}
		if !clip.Contains(middle) {
			n++
		}
	}
	return float32(n) / float32(run.Count)
}
