package content

import "github.com/pagelift/pagelift/layout"

// white is the colour of paper.
var white = layout.Color{R: 255, G: 255, B: 255}

// findBackgrounds goes through the page in paint order. It flags the runs that have the colour of what they stand
// on.
//
//	+-----------+
//	|###########|   white text on a black box: visible
//	|###########|
//	+-----------+
//	                white text on the paper: it has the colour of the paper
func (in *interp) findBackgrounds() {
	c, j := in.c, &in.judge
	j.backgrounds, j.colors, j.lost = j.backgrounds[:0], append(j.colors[:0], white), false
	veiled := 0
	for i, item := range c.Items {
		if i%checkEvery == 0 && in.b.ended() {
			return
		}
		switch item.Kind {
		case layout.KindGroup:
			veiled += in.veils(item.Index)
		case layout.KindGroupEnd:
			veiled -= in.veils(item.Index)
		case layout.KindRun:
			if in.blends(item.Index) {
				c.Runs[item.Index].Flags |= layout.SameAsPaper
			}
		case layout.KindPath:
			in.pathBackground(&c.Paths[item.Index], veiled > 0)
		case layout.KindImage:
			p := &c.Images[item.Index]
			j.add(background{box: in.clipped(p.Box, p.Clip)})
		case layout.KindShading:
			p := &c.Shadings[item.Index]
			j.add(background{box: in.clipped(p.Box, p.Clip)})
		}
	}
}

func (in *interp) pathBackground(p *layout.Path, veiled bool) {
	c := in.c
	paint := &c.Paints[p.Paint]
	box := p.Box
	if p.Op&layout.Stroke != 0 && paint.LineWidth >= minBackground {
		half := paint.LineWidth / 2
		box = layout.Rect{X0: box.X0 - half, Y0: box.Y0 - half, X1: box.X1 + half, Y1: box.Y1 + half}
	} else if p.Op&layout.Fill == 0 {
		return
	}
	b := background{box: in.clipped(box, p.Clip), color: paint.Fill}
	b.plain = p.Rectangle && box == p.Box && !veiled && opaque(paint) &&
		(p.Clip < 0 || c.Clips[p.Clip].Rectangle)
	in.judge.add(b)
}

// add adds b on top of the other backgrounds.
func (j *judge) add(b background) {
	if b.box.Width() < minBackground || b.box.Height() < minBackground {
		return
	}
	if len(j.backgrounds) == maxBackgrounds {
		n := copy(j.backgrounds, j.backgrounds[maxBackgrounds/2:])
		j.backgrounds = j.backgrounds[:n]
		j.lost = true
	}
	j.backgrounds = append(j.backgrounds, b)
	if b.plain && len(j.colors) < maxBackgrounds && !j.hasColor(b.color) {
		j.colors = append(j.colors, b.color)
	}
}

// hasColor reports whether something on the page, or the paper, has this colour.
func (j *judge) hasColor(c layout.Color) bool {
	if len(j.colors) == maxBackgrounds {
		return true // there may be more than were listed
	}
	for _, have := range j.colors {
		if lookAlike(have, c) {
			return true
		}
	}
	return false
}

// blends reports whether the run has the colour of what is behind all of it.
func (in *interp) blends(index int32) bool {
	run, j := &in.c.Runs[index], &in.judge
	paint := &in.c.Paints[run.Paint]
	color := paint.Fill
	if strokes(run.RenderMode) {
		if fills(run.RenderMode) && paint.Stroke != color {
			return false
		}
		color = paint.Stroke
	}
	if color.Pattern != 0 || paint.Blend != "" || !j.hasColor(color) {
		return false
	}
	box := in.boxes[index]
	for i := len(j.backgrounds) - 1; i >= 0; i-- {
		b := &j.backgrounds[i]
		if !apart(b.box, box) {
			return b.plain && contains(b.box, box) && lookAlike(b.color, color)
		}
	}
	return !j.lost && lookAlike(color, white)
}

// lookAlike reports whether nobody can tell a from b.
func lookAlike(a, b layout.Color) bool {
	return close8(a.R, b.R) && close8(a.G, b.G) && close8(a.B, b.B)
}

func close8(a, b uint8) bool { return max(a, b)-min(a, b) <= sameColor }
