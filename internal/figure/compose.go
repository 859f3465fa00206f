package figure

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
	"github.com/pagelift/pagelift/layout"
)

// canvas is what several images are put together on. It is gray until something else
// is painted.
type canvas struct {
	box            layout.Rect // on the page
	scaleX, scaleY float64     // pixels for each point
	bounds         image.Rectangle
	gray           *image.Gray
	color          *image.NRGBA
}

// compose paints the images of f in their order. One that cannot be had leaves a gap,
// and its error is returned beside the file.
func compose(ctx context.Context, doc *pdf.Document, f *layout.Figure) (*imaging.File, error) {
	c := newCanvas(f)
	var photos, all float32 // areas
	var damage error
	for i := range f.Parts {
		p := &f.Parts[i]
		src, ok := source(doc, p)
		if !ok {
			continue
		}
		img, err := src.Pixels(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			damage = err
		}
		if img != nil {
			area := p.Box.Width() * p.Box.Height()
			if all += area; isPhoto(&src) {
				photos += area
			}
			c.paint(ctx, img, p)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case c.gray == nil && c.color == nil:
		return nil, errors.Join(damage, fmt.Errorf("%w: no part of it", imaging.ErrUnsupported))
	}
	img := c.image()
	if isBlank(img) {
		return nil, ErrBlank
	}
	photo := photos >= photoShare*all
	if c.color != nil && photo {
		c.onPaper()
	}
	file, err := encode(img, photo)
	if err != nil {
		return nil, err
	}
	return file, damage
}

// photoShare is the share of photographs in the area of a picture from which on it is
// kept as one: a rule or a shadow beside them, as a strip of an image of its own, would make
// eight times the bytes of it.
const photoShare = 0.9

// onPaper makes the gaps between photographs white: with transparent ones they would
// have to be kept in a form that takes three times the bytes.
func (c *canvas) onPaper() {
	for i := 0; i < len(c.color.Pix); i += 4 {
		p := c.color.Pix[i : i+4 : i+4]
		if a := uint32(p[3]); a != 255 {
			for k, v := range p[:3] {
				p[k] = byte((uint32(v)*a + 255*(255-a) + 127) / 255)
			}
			p[3] = 255
		}
	}
}

// newCanvas is a canvas with as many pixels for each point as the largest image has.
func newCanvas(f *layout.Figure) *canvas {
	c := &canvas{box: f.Box}
	width, height := float64(f.Box.Width()), float64(f.Box.Height())
	largest := float32(0)
	for i := range f.Parts {
		p := &f.Parts[i]
		if area := p.Box.Width() * p.Box.Height(); area > largest {
			largest = area
			c.scaleX, c.scaleY = density(p)
		}
	}
	if pixels := width * c.scaleX * height * c.scaleY; pixels > limits.FigurePixels {
		shrink := math.Sqrt(limits.FigurePixels / pixels)
		c.scaleX, c.scaleY = c.scaleX*shrink, c.scaleY*shrink
	}
	side := func(points, scale float64) int {
		return int(min(max(math.Round(points*scale), 1), limits.FigurePixels))
	}
	c.bounds = image.Rect(0, 0, side(width, c.scaleX), side(height, c.scaleY))
	if c.bounds.Dx()*c.bounds.Dy() > 2*limits.FigurePixels { // a side of one pixel was rounded up
		c.bounds = image.Rect(0, 0, min(c.bounds.Dx(), thinSide), min(c.bounds.Dy(), thinSide))
	}
	c.scaleX, c.scaleY = float64(c.bounds.Dx())/width, float64(c.bounds.Dy())/height
	return c
}

// thinSide is the longest side of a canvas whose other one is next to nothing.
const thinSide = 4096

// density is how many samples p has for each point of the page, across and down.
func density(p *layout.Raster) (x, y float64) {
	width, height := p.Width, p.Height
	if turnOf(p.M).swaps() {
		width, height = height, width
	}
	w, h := sides(p.M)
	return float64(width) / max(float64(w), leastSide), float64(height) / max(float64(h), leastSide)
}

// leastSide is the shortest side of an image that anything is divided by, in points.
const leastSide = 1e-3

// seam is how far the edges of parts reach over what they show, in pixels: producers
// round those of neighbours apart, and paper would shine through.
const seam = 0.3

// rowsPerCheck is how many rows are painted between two looks at the context.
const rowsPerCheck = 64

// paint paints what is seen of p, whose samples are img.
func (c *canvas) paint(ctx context.Context, img image.Image, p *layout.Raster) {
	m, ok := inverse(p.M)
	if !ok {
		return
	}
	x0, x1 := c.span(p.Box.X0, p.Box.X1, c.box.X0, c.scaleX, c.bounds.Dx())
	y0, y1 := c.span(p.Box.Y0, p.Box.Y1, c.box.Y0, c.scaleY, c.bounds.Dy())
	s := newSampler(img, c)
	width, height := float64(s.width), float64(s.height)
	for y := y0; y < y1; y++ {
		if (y-y0)%rowsPerCheck == 0 && ctx.Err() != nil {
			return
		}
		// The unit square of images has y up (ISO 32000-2 clause 8.9.5).
		pageX, pageY := float64(c.box.X0)+(float64(x0)+0.5)/c.scaleX, float64(c.box.Y0)+(float64(y)+0.5)/c.scaleY
		u, v := (m.a*pageX+m.c*pageY+m.e)*width, (1-m.b*pageX-m.d*pageY-m.f)*height
		du, dv := m.a/c.scaleX*width, -m.b/c.scaleX*height
		for x := x0; x < x1; x++ {
			s.put(x, y, int(min(max(u, 0), width-1)), int(min(max(v, 0), height-1)))
			u, v = u+du, v+dv
		}
	}
}

// span is which pixels lie between two places on the page.
func (c *canvas) span(from, to, first float32, scale float64, size int) (low, high int) {
	low = int(min(max(math.Round(float64(from-first)*scale-seam), 0), float64(size)))
	high = int(min(max(math.Round(float64(to-first)*scale+seam), 0), float64(size)))
	return low, high
}

// image is what was painted.
func (c *canvas) image() image.Image {
	switch {
	case c.color != nil:
		return c.color
	case isBlackAndWhite(c.gray.Pix):
		out := image.NewPaletted(c.bounds, color.Palette{color.NRGBA{A: 255}, color.NRGBA{255, 255, 255, 255}})
		for i, v := range c.gray.Pix {
			out.Pix[i] = v & 1
		}
		return out
	}
	return c.gray
}

func isBlackAndWhite(pix []byte) bool {
	for _, v := range pix {
		if v != 0 && v != 255 {
			return false
		}
	}
	return true
}

// affine maps as layout.Matrix does, with the precision that pixels need.
type affine struct{ a, b, c, d, e, f float64 }

// inverse is the way back of m; ok is false when there is none.
func inverse(m layout.Matrix) (i affine, ok bool) {
	a, b, c, d := float64(m.A), float64(m.B), float64(m.C), float64(m.D)
	det := a*d - b*c
	if !(math.Abs(det) > leastSide*leastSide) || math.IsInf(det, 0) {
		return affine{}, false
	}
	i = affine{a: d / det, b: -b / det, c: -c / det, d: a / det}
	i.e = -(i.a*float64(m.E) + i.c*float64(m.F))
	i.f = -(i.b*float64(m.E) + i.d*float64(m.F))
	return i, true
}
