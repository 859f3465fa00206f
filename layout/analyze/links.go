package analyze

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// linkIndex holds the areas of links, by horizontal bands of the page.
type linkIndex struct {
	bands [][]linkArea
	near  []linkArea // areas that touch the current line
	level []linkArea // those of near at the height of the current glyphs
	used  bool
}

type linkArea struct {
	box  layout.Rect
	link int32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Links: the height of a band in points, the most bands, and the most areas in one.
	linkBucket  = 24
	linkBuckets = limits.LinkBands
	linkAreas   = limits.LinkAreas
)

// indexLinks sorts the areas of the page's links into bands.
func (s *writeStage) indexLinks() {
	x := &s.links
	for i := range x.bands {
		x.bands[i] = x.bands[i][:0]
	}
	x.used = false
	bands := min(max(1, int(s.c.Height/linkBucket)+1), linkBuckets)
	for len(x.bands) < bands {
		x.bands = append(x.bands, nil)
	}
	for i := range s.c.Links {
		for _, box := range s.c.Links[i].Areas {
			if !near(box.Y0) || !near(box.Y1) {
				continue
			}
			x.add(linkArea{box, int32(i)}, bands)
		}
	}
}

func (x *linkIndex) add(a linkArea, bands int) {
	x.used = true
	last := min(int(max(a.box.Y1, 0)/linkBucket), bands-1)
	for b := int(max(a.box.Y0, 0) / linkBucket); b <= last; b++ {
		if len(x.bands[b]) < linkAreas {
			x.bands[b] = append(x.bands[b], a)
		}
	}
}

// findLinked collects the areas of links that touch line l. Only its glyphs in these can be linked.
func (s *writeStage) findLinked(l *line) {
	x := &s.links
	x.near = x.near[:0]
	if !x.used {
		return
	}
	box := s.frames[l.frame].toPage(l.u0, l.v-l.size, l.u1, l.v+l.size)
	if !near(box.Y0) || !near(box.Y1) {
		return
	}
	last := min(int(max(box.Y1, 0)/linkBucket), len(x.bands)-1)
	for b := int(max(box.Y0, 0) / linkBucket); b <= last; b++ {
		for _, a := range x.bands[b] {
			if a.box.X0 <= box.X1 && a.box.X1 >= box.X0 && a.box.Y0 <= box.Y1 && a.box.Y1 >= box.Y0 && len(x.near) < linkAreas {
				x.near = append(x.near, a)
			}
		}
	}
}

// linkAt returns the link whose area holds the middle of g; -1: none. It prepares the index for more
// glyphs of the same run on the same baseline.
func (s *writeStage) linkAt(g *glyph) int32 {
	x, info, f := &s.links, &s.runs[g.run], s.out.frame
	middle, v := (g.u0+g.u1)/2, g.v+(info.descent-info.ascent)/2
	x.level = x.level[:0]
	if f.cos == 1 && f.sin == 0 {
		for i := range x.near {
			if box := &x.near[i].box; v >= box.Y0 && v <= box.Y1 {
				x.level = append(x.level, x.near[i])
			}
		}
		return x.at(middle)
	}
	at := f.pagePoint(middle, v)
	for i := range x.near {
		if x.near[i].box.Contains(at) {
			return x.near[i].link
		}
	}
	return -1
}

// at returns the link at place u among the areas at the height of the current glyphs; -1: none.
func (x *linkIndex) at(u float32) int32 {
	for i := range x.level {
		if a := &x.level[i]; u >= a.box.X0 && u <= a.box.X1 {
			return a.link
		}
	}
	return -1
}
