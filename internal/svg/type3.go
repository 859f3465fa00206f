package svg

import (
	"context"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// ShapeOutline returns s, a Type 3 glyph, as an outline like those of other fonts: what it fills,
// and the dots of its bitmap. ok is false if the glyph is more than such a shape, or has colours of
// its own. A glyph that paints nothing has an empty outline.
func ShapeOutline(ctx context.Context, doc *pdf.Document, s *content.Shape) (outline font.Outline, ok bool) {
	if s == nil || !s.Colorless && !plain(s.Content) || len(s.Content.Items) > shapeItems {
		return nil, false
	}
	c := s.Content
	for _, it := range c.Items {
		var part font.Outline
		switch {
		case it.Kind == layout.KindPath:
			part, ok = pathOutline(c, &c.Paths[it.Index])
		case it.Kind == layout.KindImage && len(c.Items) == 1:
			part, ok = bitmapOutline(ctx, doc, c, &c.Images[it.Index])
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
		outline = append(outline, part...)
	}
	return outline, true
}

// shapeItems is the most paths of a glyph that is one outline. Letters have one or two.
const shapeItems = 16

// plain reports whether c paints everything in the initial colour, black, so that the colour may be replaced.
func plain(c *layout.Content) bool {
	for i := range c.Paints {
		if p := &c.Paints[i]; p.Fill != (layout.Color{}) {
			return false
		}
	}
	for i := range c.Images {
		if !c.Images[i].Stencil {
			return false
		}
	}
	return true
}

// pathOutline returns a path that is filled by the nonzero rule, opaque and not clipped. It returns
// false for other paths.
func pathOutline(c *layout.Content, p *layout.Path) (font.Outline, bool) {
	if p.Op != layout.Fill || !solid(c, p.Paint) || !uncut(c, p.Clip, p.Box) {
		return nil, false
	}
	outline := make(font.Outline, 0, p.Count)
	for _, s := range c.Segments[p.First : p.First+p.Count] {
		step := font.Step{}
		n := 1
		switch s.Verb {
		case layout.LineTo:
			step.Verb = font.LineTo
		case layout.CurveTo:
			step.Verb, n = font.CurveTo, 3
		case layout.Close:
			continue // all contours are closed anyway
		}
		for i := range n {
			step.P[i] = font.Point{X: s.P[i].X / content.ShapeEm, Y: s.P[i].Y / content.ShapeEm}
		}
		outline = append(outline, step)
	}
	return outline, true
}

// solid reports whether things with that paint hide what is behind them.
func solid(c *layout.Content, paint int32) bool {
	p := &c.Paints[paint]
	return p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 && p.Fill.Pattern == 0
}

// uncut reports whether all of box is visible through the clip.
func uncut(c *layout.Content, clip int32, box layout.Rect) bool {
	if clip < 0 {
		return true
	}
	k := &c.Clips[clip]
	const slack = 1e-3 * content.ShapeEm
	return k.Rectangle && k.Box.X0 <= box.X0+slack && k.Box.Y0 <= box.Y0+slack && k.Box.X1 >= box.X1-slack && k.Box.Y1 >= box.Y1-slack
}
