package content

import "github.com/pagelift/pagelift/layout"

const (
	// maxCovers bounds the opaque boxes that runs are tested against; of more, the
	// largest count. It makes the whole judgement linear in the things painted.
	maxCovers = 64

	// maxShadings bounds the gradients of a page whose colours are read to find out whether
	// they hide what is under them; those painted before them hide nothing.
	maxShadings = 256

	// maxBackgrounds bounds the boxes looked at for what is behind a run; of more,
	// the latest count, and runs that lie on none of those are taken to be seen.
	maxBackgrounds = 256

	// minBackground is the extent in points below which a box is a line or a dot,
	// not something text stands on.
	minBackground = 3

	// sameColor is how far apart the channels of two colours may be for nobody to
	// tell them apart on the same page.
	sameColor = 3
)

// judge is what the judgement of a page needs besides its content.
type judge struct {
	covers      []cover
	backgrounds []background
	shadings    int            // gradients looked at
	colors      []layout.Color // of plain backgrounds so far, and white
	lost        bool           // backgrounds were dropped

	panelled []bool      // runs under a panel
	painted  layout.Rect // around the images after the item at hand
	pictured pictureGrid
}

// cover is an opaque box painted after the runs it is tested against.
type cover struct {
	box   layout.Rect
	area  float32
	panel bool // what it hides no picture shows: a box that no image is painted over
}

// background is something painted before the runs it is tested against.
type background struct {
	box   layout.Rect
	color layout.Color
	plain bool // a box of one colour; otherwise nobody knows what shows
}

// judgeRuns sets the flags that depend on what else the page paints: Covered,
// SameAsPaper and Transcript, and takes Invisible from what is seen after all.
func (in *interp) judgeRuns() {
	if len(in.c.Runs) == 0 || in.b.err != nil {
		return
	}
	in.showClips()
	in.findBackgrounds()
	in.findCovers()
	in.findTranscripts()
}

// clipped is box cut by the box of the clip.
func (in *interp) clipped(box layout.Rect, clip int32) layout.Rect {
	if clip >= 0 {
		return box.Intersect(in.c.Clips[clip].Box)
	}
	return box
}

// showClips takes the flag Invisible from text that clips (render mode 7) when
// something is painted through it: that shows the text.
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

// veils is 1 when the group is not painted as it is: what hides something in it
// may not hide it on the page.
func (in *interp) veils(group int32) int {
	p := &in.c.Paints[in.c.Groups[group].Paint]
	if p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 {
		return 0
	}
	return 1
}

// opaque reports whether the inside of what has this paint hides what is behind.
func opaque(p *layout.Paint) bool {
	return p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 && p.Fill.Pattern == 0
}
