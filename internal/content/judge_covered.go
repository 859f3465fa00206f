package content

import (
	"slices"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// findCovers goes through the page from the last painted thing to the first. It flags the runs that lie wholly
// under an opaque box.
//
//	order of painting       the page
//	1 text  Dear Sir,       +-----------+
//	2 box, filled white     |           |   "Dear Sir," lies under the box: covered
//	3 text  Invoice         |  Invoice  |   "Invoice" is painted later: not tested against the box
//	                        +-----------+
func (in *interp) findCovers() {
	c, j := in.c, &in.judge
	j.covers, j.painted, j.shadings = j.covers[:0], layout.Rect{}, 0
	j.panelled = slices.Grow(j.panelled[:0], len(c.Runs))[:len(c.Runs)]
	clear(j.panelled)
	veiled := 0 // enclosing groups that are not painted opaquely
	for i := len(c.Items) - 1; i >= 0; i-- {
		if i%checkEvery == 0 && in.b.ended() {
			return
		}
		item := c.Items[i]
		switch item.Kind {
		case layout.KindGroupEnd:
			veiled += in.veils(item.Index)
		case layout.KindGroup:
			veiled -= in.veils(item.Index)
		case layout.KindRun:
			run := &c.Runs[item.Index]
			if hidden, panel := covered(j.covers, in.boxes[item.Index]); hidden {
				run.Flags |= layout.Covered
				j.panelled[item.Index] = panel
			}
		case layout.KindPath, layout.KindImage, layout.KindShading:
			if veiled == 0 {
				in.addCover(item)
			}
			if item.Kind == layout.KindImage {
				p := &c.Images[item.Index]
				j.painted = j.painted.Union(in.clipped(p.Box, p.Clip).Intersect(in.pageBox))
			}
		}
	}
}

// addCover adds a painted thing to the covers, if it hides all that is in its box.
func (in *interp) addCover(item layout.Item) {
	c := in.c
	var box layout.Rect
	var clip, paint int32
	switch item.Kind {
	case layout.KindPath:
		p := &c.Paths[item.Index]
		if p.Op&layout.Fill == 0 || !p.Rectangle {
			return
		}
		box, clip, paint = p.Box, p.Clip, p.Paint
	case layout.KindShading:
		p := &c.Shadings[item.Index]
		if !opaque(&c.Paints[p.Paint]) || !in.paintsAll(p) {
			return
		}
		box, clip, paint = p.Box, p.Clip, p.Paint
	default:
		p := &c.Images[item.Index]
		if p.Stencil || !in.solid(p) {
			return
		}
		box, clip, paint = p.Box, p.Clip, p.Paint
	}
	if clip >= 0 && !c.Clips[clip].Rectangle || !opaque(&c.Paints[paint]) {
		return
	}
	box = in.clipped(box, clip)
	if box.Width() < minBackground || box.Height() < minBackground {
		return
	}
	// In a scan, the ground is painted between the text and the image.
	panel := item.Kind != layout.KindImage && !mostlyWithin(box.Intersect(in.pageBox), in.judge.painted)
	in.judge.keep(cover{box, box.Width() * box.Height(), panel})
}

// axialShading is the ShadingType of a gradient along a line (clause 8.7.4.5.3).
const axialShading = 2

// paintsAll reports whether a shading certainly paints all of its box. It must be axial, between two different
// points (one point paints nothing, clause 8.7.4.5.3), and extend beyond both. All that its colours need must be
// readable. A slanted BBox does not qualify: its box holds more than is painted.
func (in *interp) paintsAll(s *layout.Shading) bool {
	h, ok := s.Handle.(*Shading)
	if !ok || s.Type != axialShading || s.Flags&layout.Unseen != 0 || in.judge.shadings == maxShadings {
		return false
	}
	in.judge.shadings++
	doc := in.r.doc
	d := doc.Dict(h.Object)
	at, extend := doc.Numbers(d.Raw("Coords")), doc.Array(d.Raw("Extend"))
	if len(at) != 4 || at[0] == at[2] && at[1] == at[3] || len(extend) != 2 || d.Has("BBox") && !upright(&s.M) {
		return false
	}
	for _, o := range extend {
		if !doc.Bool(o, false) {
			return false
		}
	}
	return in.hasColors(d, h.Resources)
}

// hasColors reports whether the function of the shading d gives colours of its space.
func (in *interp) hasColors(d, resources pdf.Dict) bool {
	space := in.space(d.Raw("ColorSpace"), resources)
	if space == nil || space.Components == 0 || space.Invisible {
		return false
	}
	f, err := imaging.ParseFunction(in.r.doc, d.Raw("Function"))
	return err == nil && f.In == 1 && f.Out == space.Components
}

// upright reports whether m maps upright boxes to upright boxes.
func upright(m *layout.Matrix) bool {
	return near(m.B, 0) && near(m.C, 0) || near(m.A, 0) && near(m.D, 0)
}

// mostlyWithin reports whether images cover scanShare of box.
func mostlyWithin(box, images layout.Rect) bool {
	shown := box.Intersect(images)
	return shown.Width()*shown.Height() >= scanShare*box.Width()*box.Height()
}

// solid reports whether the image is upright and has no transparent samples.
func (in *interp) solid(img *layout.Image) bool {
	if !upright(&img.M) {
		return false
	}
	h, ok := img.Handle.(*Image)
	return ok && !h.Stream.Dict.Has("SMask") && !h.Stream.Dict.Has("Mask") && !h.Stream.Dict.Has("SMaskInData")
}

// keep adds v. If there are maxCovers already, it replaces the smallest.
func (j *judge) keep(v cover) {
	if len(j.covers) < maxCovers {
		j.covers = append(j.covers, v)
		return
	}
	least := 0
	for i := range j.covers {
		if j.covers[i].area < j.covers[least].area {
			least = i
		}
	}
	if j.covers[least].area < v.area {
		j.covers[least] = v
	}
}

// covered reports whether box lies wholly under one of covers, and whether under a panel.
func covered(covers []cover, box layout.Rect) (hidden, panel bool) {
	for i := range covers {
		if v := &covers[i]; (!hidden || v.panel) && contains(v.box, box) {
			if hidden = true; v.panel {
				return true, true
			}
		}
	}
	return hidden, false
}
