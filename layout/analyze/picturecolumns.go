package analyze

import "github.com/pagelift/pagelift/layout"

// picturesApart reports whether both sides of g are panels of a leaflet. The strip g runs through the
// region from top to bottom, no line of one side stands on a baseline of the other, and both sides have
// pictures of their own that do not reach over g:
//
//	Further        SEAGRASS
//	resources      in South Florida
//	+--------+     +--------------+
//	|  map   |     |              |
//	+--------+     |    fishes    |
//	Scan this      |              |
//	to learn more  +--------------+
func (s *regionStage) picturesApart(region []int32, g *gutter) bool {
	if !s.regions.level || g.first > 0 || g.end < len(region) || s.sharedRows(region, (g.u0+g.u1)/2) > 0 {
		return false
	}
	if s.ruled.looked += len(s.rasters); s.ruled.looked > areaWork {
		return false
	}
	top, bottom := s.segments[region[0]].v, s.segments[region[len(region)-1]].v
	u0, u1, middle := g.u0, g.u1, (g.u0+g.u1)/2 // the strip, as far as pictures leave it white
	var left, right bool
	for i := range s.rasters {
		box := s.rasters[i].Box
		switch {
		case s.rasters[i].Inset != nil || box.Y1 < top || box.Y0 > bottom:
		case box.Y0 <= top && box.Y1 >= bottom && box.X0 <= g.u0 && box.X1 >= g.u1: // the ground of both
		case box.Center().X < middle:
			u0, left = max(u0, box.X1), left || s.isLargePicture(box)
		default:
			u1, right = min(u1, box.X0), right || s.isLargePicture(box)
		}
	}
	return left && right && u0 < u1
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// largePicture is the least share of the page that a picture covers if it marks a column: logos
	// measured have up to .02.
	largePicture = 0.04
)

// isLargePicture reports whether a picture is a part of a page's composition, and not a logo.
func (s *contentStage) isLargePicture(box layout.Rect) bool {
	return box.Width()*box.Height() >= largePicture*s.c.Width*s.c.Height
}
