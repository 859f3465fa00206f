// Package shading paints, as pixels, the shadings of PDF for which browsers have no gradient:
// functions of the position (type 1), circles side by side (type 3), meshes of triangles (types 4
// and 5) and meshes of patches (types 6 and 7 of ISO 32000-2 clause 8.7.4.5).
//
// Parse reads a shading once. Bounds returns the part of its space that it covers. Draw paints it with
// any transformation and size. Parts of a mesh that are damaged or exceed the limits are left out.
package shading

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Point is a point in the space of the shading or of pixels.
type Point struct{ X, Y float64 }

// Matrix maps x to ax + cy + e, and y to bx + dy + f.
type Matrix [6]float64

// Apply returns the point to which m maps p.
func (m Matrix) Apply(p Point) Point {
	return Point{m[0]*p.X + m[2]*p.Y + m[4], m[1]*p.X + m[3]*p.Y + m[5]}
}

// inverse returns the inverse of m. ok is false if m maps everything to a line.
func (m Matrix) inverse() (inv Matrix, ok bool) {
	det := m[0]*m[3] - m[1]*m[2]
	if !(math.Abs(det) > 0) || math.IsInf(det, 0) {
		return m, false
	}
	inv = Matrix{m[3] / det, -m[1] / det, -m[2] / det, m[0] / det}
	at := inv.Apply(Point{m[4], m[5]})
	inv[4], inv[5] = -at.X, -at.Y
	return inv, true
}

// after returns the transformation that does n first and then m.
func (m Matrix) after(n Matrix) Matrix {
	e := m.Apply(Point{n[4], n[5]})
	return Matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3], e.X, e.Y,
	}
}

// Shading is a shading that Draw can paint. It is immutable.
type Shading struct {
	// Background is the colour of a pattern of the shading where nothing else is painted, or nil
	// when there is none.
	Background *color.NRGBA

	min, max Point // Bounds
	painter
}

// painter paints a type of shading.
type painter interface {
	// paint paints on c. to maps the space of the shading to pixels.
	paint(c *raster, to Matrix)
}

// ErrKind means that the shading is of another type.
var ErrKind = errors.New("shading: neither a function of the place, nor circles, nor a mesh")

// errEmpty means that no part of a mesh could be read.
var errEmpty = errors.New("shading: nothing can be read of its mesh")

// Parse reads the shading o. Its colour space is looked up in resources.
func Parse(ctx context.Context, doc *pdf.Document, o pdf.Object, resources pdf.Dict) (*Shading, error) {
	d := doc.Dict(o)
	space, err := imaging.ParseColorSpace(doc, d.Raw("ColorSpace"), resources)
	if space == nil || space.Components == 0 {
		return nil, fmt.Errorf("shading: colour space: %w", err)
	}
	s := &Shading{Background: Background(doc, d, space)}
	var f *imaging.Function
	if d.Has("Function") {
		if f, err = imaging.ParseFunction(doc, d.Raw("Function")); err != nil {
			return nil, fmt.Errorf("shading: function: %w", err)
		}
	}
	switch kind := doc.Int(d.Raw("ShadingType"), 0); kind {
	case 1:
		err = s.readPlaces(doc, d, space, f)
	case 3:
		err = s.readCircles(doc, d, space, f)
	case 4, 5, 6, 7:
		err = s.readMesh(ctx, doc, o, d, kind, newPalette(space, f))
	default:
		err = ErrKind
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Background returns the background of the shading d, whose colours are in space, or nil when there is none.
func Background(doc *pdf.Document, d pdf.Dict, space *imaging.ColorSpace) *color.NRGBA {
	back := doc.Numbers(d.Raw("Background"))
	if len(back) == 0 || len(back) != space.Components {
		return nil
	}
	c := &color.NRGBA{A: 0xFF}
	c.R, c.G, c.B = space.RGB(back)
	return c
}

// Bounds returns the corners of the part of its space that the shading covers.
func (s *Shading) Bounds() (min, max Point) { return s.min, s.max }

// cover extends the bounds to p.
func (s *Shading) cover(p Point, first bool) {
	if first {
		s.min, s.max = p, p
		return
	}
	s.min = Point{min(s.min.X, p.X), min(s.min.Y, p.Y)}
	s.max = Point{max(s.max.X, p.X), max(s.max.Y, p.Y)}
}

// Draw paints the shading on an image of a given size, at most limits.ShadingPixels. to maps the space of the
// shading to the pixels, whose first row is on top. Places that the shading does not cover are transparent.
func (s *Shading) Draw(ctx context.Context, to Matrix, width, height int) (*image.NRGBA, error) {
	if width <= 0 || height <= 0 || width > limits.ShadingPixels/height {
		return nil, fmt.Errorf("shading: %d by %d pixels", width, height)
	}
	c := &raster{ctx: ctx, img: image.NewNRGBA(image.Rect(0, 0, width, height)), left: limits.ShadingWork}
	s.paint(c, to)
	return c.img, ctx.Err()
}

// palette converts the values at the corners of a mesh to colours.
type palette struct {
	space      *imaging.ColorSpace
	components int // number of components of a corner
	table      []color.NRGBA
	from, to   float64 // range of the only component of a corner, if there is a table
}

// paletteSteps is the number of colours in the table of a function: the number of values of a channel.
const paletteSteps = 256

// newPalette returns the palette of a mesh with function f. f is nil if the corners have colours.
func newPalette(space *imaging.ColorSpace, f *imaging.Function) *palette {
	if f == nil || f.In != 1 {
		return &palette{space: space, components: space.Components}
	}
	from, to := f.Interval(0)
	return newTable(space, f, from, to)
}

// newTable returns the colours of f, which has one input, between two values.
func newTable(space *imaging.ColorSpace, f *imaging.Function, from, to float64) *palette {
	p := &palette{space: space, components: 1, from: from, to: to, table: make([]color.NRGBA, paletteSteps)}
	values := make([]float64, f.Out)
	for i := range p.table {
		f.Eval([]float64{p.from + (p.to-p.from)*float64(i)/(paletteSteps-1)}, values)
		c := &p.table[i]
		c.A = 0xFF
		c.R, c.G, c.B = space.RGB(values)
	}
	return p
}

// shade is a colour between corners: red, green and blue, or a place in the table.
type shade [3]float64

// shade returns the shade of the components of a corner.
func (p *palette) shade(components []float64) shade {
	if p.table != nil {
		at := 0.0
		if p.to > p.from {
			at = (components[0] - p.from) / (p.to - p.from) * (paletteSteps - 1)
		}
		return shade{min(max(at, 0), paletteSteps-1)}
	}
	r, g, b := p.space.RGB(components)
	return shade{float64(r), float64(g), float64(b)}
}

// color returns the colour of a shade.
func (p *palette) color(s shade) color.NRGBA {
	if p.table != nil {
		return p.table[int(min(max(s[0]+0.5, 0), paletteSteps-1))]
	}
	channel := func(v float64) uint8 { return uint8(min(max(v+0.5, 0), 0xFF)) }
	return color.NRGBA{channel(s[0]), channel(s[1]), channel(s[2]), 0xFF}
}

// between returns the shade at a share of the way from a to b.
func between(a, b shade, share float64) shade {
	for i := range a {
		a[i] += (b[i] - a[i]) * share
	}
	return a
}
