package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// A graphic that a document includes is painted in a clip of its own. It is the clip of the form XObject
// that the graphic became (ISO 32000-2 clause 8.10.2), or of the frame in which a program for page design
// placed it. All that is in the clip is one figure, however loose its parts are: panels, pictures,
// shadings, and the labels between them.
//
//	+- clip ------------------+
//	|  .----.     +-------+   |
//	|  |chart|    |picture|   |      one figure
//	|  '----'     +-------+   |
//	|  (a) 2019   (b) 2020    |
//	+-------------------------+

// clipped is what is painted in one clip of the page.
type clipped struct {
	clip  int32
	box   layout.Rect // bounds of what is painted there, text left out
	parts int         // paths, images and shadings
	bent  int32
	plain bool // nothing but images
}

// joinPlaced joins what is painted in each clip into one figure, if it is a graphic.
func (s *figureStage) joinPlaced(figures []layout.Figure) []layout.Figure {
	found := s.placedGraphics()
	if len(found) == 0 {
		return figures
	}
	s.listTexts()
	for i := range found {
		p := &found[i]
		box, ok := s.withPlacedText(p)
		if !ok || s.drawsTable(box) || s.holdsControl(box) {
			continue
		}
		figures = joinIn(figures, box, layout.Figure{Vector: true, Bent: int(p.bent), Mark: -1})
	}
	return figures
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A graphic in a clip has at least placedParts paths, images and shadings. Its text has at most
	// placedText bytes on placedShare of its area (.07 in a figure of three panels with twenty labels). A
	// page of more than placedClips clips is itself a drawing, or the work of a browser, which clips each
	// box.
	placedParts = 3
	placedText  = 600
	placedShare = 0.2
	placedClips = limits.PlacedClips
)

// placedGraphics lists the clips of the page that may hold a graphic: those of a part of the
// page, in which something is drawn.
func (s *figureStage) placedGraphics() []clipped {
	if len(s.c.Clips) == 0 || len(s.c.Clips) > placedClips {
		return nil
	}
	var found []clipped
	at := make([]int32, len(s.c.Clips)) // by clip: the place in found of its outermost clip, plus one; -1: none
	for i := range s.c.Clips {
		c := &s.c.Clips[i]
		switch area := c.Box.Width() * c.Box.Height(); {
		case c.Parent >= 0 && int(c.Parent) < i:
			at[i] = at[c.Parent]
		case c.Parent >= 0 || !c.Rectangle || min(c.Box.Width(), c.Box.Height()) < drawingSide || area > drawingGround*s.c.Width*s.c.Height:
			at[i] = -1
		default:
			found = append(found, clipped{clip: int32(i), plain: true})
			at[i] = int32(len(found))
		}
	}
	if len(found) == 0 {
		return nil
	}
	add := func(clip, mark int32, flags layout.RunFlags, box layout.Rect, bent int32, image bool) {
		if clip < 0 || int(clip) >= len(at) || at[clip] <= 0 || flags&layout.Unseen != 0 || s.isIgnored(flags, mark) {
			return
		}
		box = box.Intersect(s.c.Clips[clip].Box)
		if !(box.Width() >= 0 && box.Height() >= 0) {
			return
		}
		p := &found[at[clip]-1]
		p.box, p.parts, p.bent, p.plain = p.box.Union(box), p.parts+1, p.bent+bent, p.plain && image
	}
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		add(p.Clip, p.Mark, p.Flags, p.Box, s.bends(p), false)
	}
	for i := range s.c.Images {
		m := &s.c.Images[i]
		add(m.Clip, m.Mark, m.Flags, m.Box, 0, true)
	}
	for i := range s.c.Shadings {
		h := &s.c.Shadings[i]
		add(h.Clip, h.Mark, h.Flags, h.Box, 1, false)
	}
	return slices.DeleteFunc(found, func(p clipped) bool {
		return p.plain || p.bent < leastBent || p.parts < placedParts || min(p.box.Width(), p.box.Height()) < drawingSide
	})
}

// withPlacedText returns the box of p with the labels in it. It reports false if the text is running text
// or takes much of the box: p is then a page or a box of text, or the card of a web page.
func (s *figureStage) withPlacedText(p *clipped) (layout.Rect, bool) {
	clip := s.c.Clips[p.clip].Box
	box, bytes, area := p.box, int32(0), float32(0)
	for i := range s.graphics.texts {
		t := &s.graphics.texts[i]
		in := t.box.Intersect(clip)
		if min(in.Width(), in.Height()) <= cutText {
			continue
		}
		if t.running || t.long || s.isCaption(t) || !mostlyIn(t.box, clip) {
			return box, false
		}
		lines := s.p.Lines[s.blocks[t.block].FirstLine:][:s.blocks[t.block].LineCount]
		if bytes += lines[len(lines)-1].End - lines[0].Start; bytes > placedText {
			return box, false
		}
		box, area = box.Union(in), area+in.Width()*in.Height()
	}
	return box, area <= placedShare*box.Width()*box.Height()
}

// joinIn joins the figures that lie in box into all. It leaves figures as they are if one of them already
// is the whole.
func joinIn(figures []layout.Figure, box layout.Rect, all layout.Figure) []layout.Figure {
	first, count := -1, 0
	for i := range figures {
		f := &figures[i]
		if f.Inset != nil || !mostlyIn(f.Box, box) {
			continue
		}
		if f.Mark >= 0 || f.Vector && mostlyIn(box, f.Box) {
			return figures
		}
		if count++; first < 0 {
			first = i
		}
	}
	all.Box = box
	if first < 0 {
		return append(figures, all)
	}
	kept := figures[:0]
	for i := range figures {
		f := figures[i]
		if f.Inset != nil || !mostlyIn(f.Box, box) {
			kept = append(kept, f)
			continue
		}
		all.Box = all.Box.Union(f.Box)
		all.Images, all.Parts = append(all.Images, f.Images...), append(all.Parts, f.Parts...)
		all.Text, all.Bent = joinText(all.Text, f.Text), max(all.Bent, f.Bent)
		if i == first {
			kept = append(kept, layout.Figure{})
			first = len(kept) - 1
		}
	}
	kept[first] = all
	return kept
}
