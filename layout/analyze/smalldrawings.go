package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// smallDrawings returns the drawings small enough for the bullets of a list: ticks, arrows, stars, made of
// one path or of several that touch, and not part of anything larger.
//
//	✓ tested           drawn, not shown as text
//	✓ documented
func (s *contentStage) smallDrawings() []layout.Figure {
	var found []layout.Figure
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		box, ok := s.drawn(p)
		if !ok || max(box.Width(), box.Height()) > dotMost {
			continue
		}
		if len(found) == smallDrawingsMost {
			return nil // a map
		}
		found = append(found, layout.Figure{Box: box, Vector: true, Bent: int(s.bends(p)), Mark: -1})
	}
	found = joinTouching(found)
	s.compared = 0
	return slices.DeleteFunc(found, func(f layout.Figure) bool {
		return f.Bent == 0 || max(f.Box.Width(), f.Box.Height()) > dotMost || s.isPart(f.Box)
	})
}

// joinTouching joins drawings that touch each other.
func joinTouching(list []layout.Figure) []layout.Figure {
	for i := 0; i < len(list); i++ {
		for k := i + 1; k < len(list); k++ {
			if apart(&list[i].Box, &list[k].Box, dotApart) {
				continue
			}
			list[i].Box, list[i].Bent = list[i].Box.Union(list[k].Box), list[i].Bent+list[k].Bent
			list[k] = list[len(list)-1]
			list = list[:len(list)-1]
			k = i // it is larger now
		}
	}
	return list
}

// isPart reports whether a larger path touches the small drawing in box. A path all around it is a
// background.
func (s *contentStage) isPart(box layout.Rect) bool {
	if s.compared += len(s.c.Paths); s.compared > dotsWork {
		return true
	}
	return slices.ContainsFunc(s.c.Paths, func(p layout.Path) bool {
		b := &p.Box
		return !apart(b, &box, dotApart) && !holdsBox(box, *b, dotApart) && !holdsBox(*b, box, dotApart)
	})
}
