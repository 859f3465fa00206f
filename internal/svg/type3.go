package svg

import (
	"context"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// ShapeOutline returns s, a glyph of a Type 3 font, as the outline that a font of another
// kind would have: what it fills, and the dots of its bitmap. ok is false for one that
// is more than such a shape, or has colours of its own. A glyph that paints nothing has
// an empty outline.
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

// shapeItems is the most paths of a glyph that is one outline: letters have one or two.
const shapeItems = 16

// plain reports whether all that c paints has the colour it began with, black, so that
// it may as well have none.
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

// pathOutline returns a path that is filled by the nonzero rule, opaque and not clipped.
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
			continue // all contours are closed
		}
		for i := range n {
			step.P[i] = font.Point{X: s.P[i].X / content.ShapeEm, Y: s.P[i].Y / content.ShapeEm}
		}
		outline = append(outline, step)
	}
	return outline, true
}

// solid reports whether what has that paint hides what is behind it.
func solid(c *layout.Content, paint int32) bool {
	p := &c.Paints[paint]
	return p.FillAlpha >= 1 && p.Blend == "" && p.SoftMask == 0 && p.Fill.Pattern == 0
}

// uncut reports whether the clip leaves all of box.
func uncut(c *layout.Content, clip int32, box layout.Rect) bool {
	if clip < 0 {
		return true
	}
	k := &c.Clips[clip]
	const slack = 1e-3 * content.ShapeEm
	return k.Rectangle && k.Box.X0 <= box.X0+slack && k.Box.Y0 <= box.Y0+slack && k.Box.X1 >= box.X1-slack && k.Box.Y1 >= box.Y1-slack
}
