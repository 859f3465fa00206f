package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// coverOf returns the share of a that b covers.
func coverOf(a, b layout.Rect) float32 {
	in := a.Intersect(b)
	return in.Width() * in.Height() / max(a.Width()*a.Height(), 1)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// annotated is the share of an arrow or another mark that lies on the image it belongs to.
	annotated = 0.3
	// A drawing on an image has at least mixedBent bends. A drawing with fewer is the frame of an image in
	// it that covers frameShare of it.
	mixedBent  = 2
	frameShare = 0.5
)

// mixImages adds to each drawing the images that it is made of: those in it, and the picture that it is
// painted over or points into. It returns the figures and drawings that remain. It leaves out drawings
// that are only the frame of an image.
func (s *contentStage) mixImages(figures []layout.Figure, graphics []graphic) ([]layout.Figure, []graphic) {
	if len(figures) > graphicImages {
		return figures, graphics // a mosaic
	}
	kept := graphics[:0]
	for _, g := range graphics {
		frame := false
		figures = slices.DeleteFunc(figures, func(f layout.Figure) bool {
			if f.Inset != nil {
				return false // it is part of the text
			}
			area := f.Box.Width() * f.Box.Height()
			switch {
			case area > drawingGround*s.c.Width*s.c.Height || frame || s.isApart(f.Mark, g.mark):
				return false
			case mostlyIn(g.box, f.Box) && g.bent < mixedBent && area >= frameShare*g.box.Width()*g.box.Height():
				frame = true
				return false
			case mostlyIn(f.Box, g.box) || mostlyIn(g.box, f.Box) || g.bent < plainBent && coverOf(g.box, f.Box) >= annotated:
				g.box = g.box.Union(f.Box)
				g.images = append(g.images, f.Images...)
				g.parts = append(g.parts, f.Parts...)
				g.text = joinText(g.text, f.Text)
				g.weak = false
				return true
			}
			return false
		})
		if !frame {
			kept = append(kept, g)
		}
	}
	return figures, kept
}

// isApart reports whether mark makes content of its own in the structure of the document (ISO 32000-2
// clause 14.7.5.2), apart from the content of other.
func (s *contentStage) isApart(mark, other int32) bool {
	own := s.contentMark(mark)
	return own >= 0 && own != s.contentMark(other)
}

// contentMark returns the mark that names content of the structure tree: m or the nearest one around it;
// -1: none.
func (s *contentStage) contentMark(m int32) int32 {
	for n := 0; m >= 0 && int(m) < len(s.c.Marks) && n < markDepth; n++ {
		if s.c.Marks[m].MCID >= 0 {
			return m
		}
		m = s.c.Marks[m].Parent
	}
	return -1
}
