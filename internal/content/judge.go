package content

import "github.com/pagelift/pagelift/layout"

const (
	// maxCovers bounds the opaque boxes that runs are tested against. If there are more, the largest are used. It
	// makes the whole judgement linear in the number of painted things.
	maxCovers = 64

	// maxShadings bounds the gradients of a page whose colours are read to see whether they hide what is under
	// them. Further gradients hide nothing.
	maxShadings = 256

	// maxBackgrounds bounds the boxes that are searched for what is behind a run. If there are more, the latest
	// are used, and runs that lie on none of them count as visible.
	maxBackgrounds = 256

	// minBackground is the extent in points below which a box is a line or a dot. Text does not stand on such a
	// box.
	minBackground = 3

	// sameColor is how far the channels of two colours may differ if nobody can tell the colours apart on one
	// page.
	sameColor = 3
)

// judge holds what the judgement of a page needs besides its content.
type judge struct {
	covers      []cover
	backgrounds []background
	shadings    int            // gradients that were looked at
	colors      []layout.Color // of plain backgrounds so far, and white
	lost        bool           // some backgrounds were dropped

	panelled []bool      // runs under a panel
	painted  layout.Rect // box around the images painted after the current item
	pictured pictureGrid
}

// cover is an opaque box painted after the runs it is tested against.
type cover struct {
	box   layout.Rect
	area  float32
	panel bool // no image is painted over it, so no picture shows what it hides
}

// background is something that was painted before the runs that are tested against it.
type background struct {
	box   layout.Rect
	color layout.Color
	plain bool // a box of one colour; otherwise the visible colour is not known
}

// judgeRuns sets the flags that depend on what else the page paints: Covered, SameAsPaper and Transcript. It
// removes Invisible from runs that are visible after all.
func (in *interp) judgeRuns() {
	if len(in.c.Runs) == 0 || in.b.err != nil {
		return
	}
	in.showClips()
	in.findBackgrounds()
	in.findCovers()
	in.findTranscripts()
}

// clipped returns box cut by the box of the clip.
func (in *interp) clipped(box layout.Rect, clip int32) layout.Rect {
	if clip >= 0 {
		return box.Intersect(in.c.Clips[clip].Box)
	}
	return box
}

// showClips removes the flag Invisible from text that clips (render mode 7) if something is painted through it:
// that makes the text visible.
func (in *interp) showClips() {
	if len(in.textClips) == 0 {
		return
	}
	c := in.c
	used := make([]bool, len(c.Clips))
	mark := func(clip int32) {
		for ; clip >= 0 && !used[clip]; clip = c.Clips[clip].Parent {
			used[clip] = true
		}
	}
	for i := range c.Paths {
		mark(c.Paths[i].Clip)
	}
	for i := range c.Images {
		mark(c.Images[i].Clip)
	}
	for i := range c.Shadings {
		mark(c.Shadings[i].Clip)
	}
	for _, t := range in.textClips {
		if !used[t.clip] {
			continue
		}
		for i := t.from; i < t.to; i++ {
			if c.Runs[i].RenderMode == maxMode {
				c.Runs[i].Flags &^= layout.Invisible
			}
		}
	}
}

// veils returns 1 if the group is not painted opaquely, else 0. What hides something inside such a group may not
// hide it on the page.
func (in *interp) veils(group int32) int {
	p := &in.c.Paints[in.c.Groups[group].Paint]
	if p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 {
		return 0
	}
	return 1
}

// opaque reports whether something filled with this paint hides what is behind it.
func opaque(p *layout.Paint) bool {
	return p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 && p.Fill.Pattern == 0
}
