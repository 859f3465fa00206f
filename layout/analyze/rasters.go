package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// placed is a picture made of one image or of several that lie edge to edge.
type placed struct {
	box   layout.Rect // what is visible of it
	mark  int32
	parts []int32 // Content.Images, in paint order
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// figureSide is the smallest side of an image that is a figure, in points.
	figureSide = 1
	// stripGap is how far apart the strips and tiles of one picture lie at most, or how far they overlap,
	// in points; overlaysSought bounds the pictures that are compared to find those that lie on others.
	stripGap       = 1
	overlaysSought = limits.OverlaysSought
)

// rasterFigures makes one figure of each visible image. It joins the strips and tiles that producers cut a
// picture into:
//
//	+----------+      +-----+-----+
//	+----------+      |     |     |
//	+----------+      +-----+-----+      one picture each
//	+----------+      |     |     |
//	                  +-----+-----+
func (s *contentStage) rasterFigures() []layout.Figure {
	if len(s.c.Images) == 0 {
		return nil
	}
	seen, letters := s.seenImages()
	seen = joinStrips(seen, upright)
	seen = joinStrips(seen, sideways)
	seen = joinStrips(seen, upright) // rows of tiles
	seen = s.joinOverlays(seen)
	seen = append(seen, joinLetters(letters)...)
	slices.SortFunc(seen, func(a, b placed) int { return cmp.Compare(a.parts[0], b.parts[0]) })
	var figures []layout.Figure
	for i := range seen {
		if p := &seen[i]; p.box.Width() >= figureSide && p.box.Height() >= figureSide {
			figures = append(figures, s.rasterFigure(p))
		}
	}
	return figures
}

// seenImages returns the visible images, and separately those that are letters without Unicode. They share
// the storage of their parts.
func (s *contentStage) seenImages() (seen, letters []placed) {
	seen = make([]placed, 0, len(s.c.Images))
	parts := make([]int32, len(s.c.Images))
	for i := range s.c.Images {
		m := &s.c.Images[i]
		box := s.seenOf(m)
		if m.Flags&layout.Unseen != 0 || !(box.Width() > 0) || !(box.Height() > 0) {
			continue
		}
		parts[i] = int32(i)
		p := placed{box, m.Mark, parts[i : i+1 : i+1]}
		if m.Flags&layout.PaintedGlyph != 0 {
			letters = append(letters, p)
		} else {
			seen = append(seen, p)
		}
	}
	return seen, letters
}

// seenOf returns the part of m that the clip and the edges of the page leave visible.
func (s *contentStage) seenOf(m *layout.Image) layout.Rect {
	box := m.Box
	if m.Clip >= 0 && int(m.Clip) < len(s.c.Clips) {
		box = box.Intersect(s.c.Clips[m.Clip].Box)
	}
	return box.Intersect(layout.Rect{X0: 0, Y0: 0, X1: s.c.Width, Y1: s.c.Height})
}

func (s *contentStage) rasterFigure(p *placed) layout.Figure {
	f := layout.Figure{Box: p.box, Images: p.parts, Parts: make([]layout.Raster, len(p.parts))}
	for i, n := range p.parts {
		f.Parts[i] = s.raster(&s.c.Images[n])
		f.Text = joinText(f.Text, s.c.Images[n].Text)
	}
	if len(p.parts) == 1 {
		f.Object = f.Parts[0].Object
	}
	f.Letters = s.c.Images[p.parts[0]].Flags&layout.PaintedGlyph != 0
	f.Alt, f.Mark = s.altOf(p.mark)
	return f
}

// joinText joins what was recognised in two parts of a picture.
func joinText(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// raster returns the parts of m that outlive the content.
func (s *contentStage) raster(m *layout.Image) layout.Raster {
	r := layout.Raster{M: m.M, Box: s.seenOf(m), Object: m.Object, Width: m.Width, Height: m.Height, Stencil: m.Stencil, Handle: m.Handle}
	if m.Stencil && m.Paint >= 0 && int(m.Paint) < len(s.c.Paints) {
		fill := &s.c.Paints[m.Paint].Fill
		r.Fill = uint32(fill.R)<<16 | uint32(fill.G)<<8 | uint32(fill.B)
	}
	return r
}

// upright and sideways describe how a picture is cut into strips: below each other, or beside each other.
// They return the two edges that all strips share, and the edges at which a strip meets the next ones.
func upright(r layout.Rect) (shared [2]float32, from, to float32) {
	return [2]float32{r.X0, r.X1}, r.Y0, r.Y1
}

func sideways(r layout.Rect) (shared [2]float32, from, to float32) {
	return [2]float32{r.Y0, r.Y1}, r.X0, r.X1
}

// joinStrips joins pictures that share two edges and touch at a third.
func joinStrips(list []placed, way func(layout.Rect) ([2]float32, float32, float32)) []placed {
	if len(list) < 2 {
		return list
	}
	step := func(v float32) int32 { return int32(v/stripGap + 0.5) }
	slices.SortStableFunc(list, func(a, b placed) int {
		x, from, _ := way(a.box)
		y, at, _ := way(b.box)
		return cmp.Or(cmp.Compare(step(x[0]), step(y[0])), cmp.Compare(step(x[1]), step(y[1])), cmp.Compare(a.mark, b.mark), cmp.Compare(from, at))
	})
	kept := list[:1]
	for _, p := range list[1:] {
		last := &kept[len(kept)-1]
		x, _, end := way(last.box)
		y, from, _ := way(p.box)
		if p.mark != last.mark || abs(x[0]-y[0]) > stripGap || abs(x[1]-y[1]) > stripGap || abs(from-end) > stripGap {
			kept = append(kept, p)
			continue
		}
		last.box = last.box.Union(p.box)
		last.parts = append(last.parts, p.parts...)
	}
	for i := range kept {
		slices.Sort(kept[i].parts)
	}
	return kept
}

// joinOverlays joins pictures that lie in others, unless these are the ground of the page: arrows on a
// screenshot, a shadow around a photo.
func (s *contentStage) joinOverlays(list []placed) []placed {
	ground := drawingGround * s.c.Width * s.c.Height
	for i := 0; i < min(len(list), overlaysSought); i++ {
		for k := 0; k < min(len(list), overlaysSought); k++ {
			a, b := &list[i], &list[k]
			if i == k || a.mark != b.mark || a.box.Width()*a.box.Height() > ground || !mostlyIn(b.box, a.box) {
				continue
			}
			a.box = a.box.Union(b.box)
			a.parts = append(a.parts, b.parts...)
			slices.Sort(a.parts)
			list = slices.Delete(list, k, k+1)
			if k < i {
				i--
			}
			k = -1
		}
	}
	return list
}
