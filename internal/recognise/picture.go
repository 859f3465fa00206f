package recognise

import (
	"context"
	"errors"
	"image"
	"math"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
)

const (
	pointsPerInch = 72

	// drawnDPI is the resolution at which pages are drawn: the one that engines are made for.
	drawnDPI = 300

	// mostDPI is the resolution above which a picture is made smaller. A higher one does not help to read
	// letters, and the time grows with its square.
	mostDPI = 450

	// mostImages is the most images of a page that is put together from its images. Scanners write strips
	// and layers; drawings may have thousands of images.
	mostImages = 64

	// fewPaths is the most paths of a page that is read from its images: the ground that a scanner paints,
	// frames, the rules of a letterhead.
	fewPaths = 8
)

// picture is a page, or the part of a page that is to be read, in pixels.
type picture struct {
	pixels *image.Gray
	dpi    float64
	box    layout.Rect // its place on the page
	page   int         // the page that it shows in full; 0: it shows a part

	// width and height are the size of the page in points. They are 0 if the page cannot be turned.
	width, height float32

	calls *calls // left for the page

	prepared *scanimage.Prepared
	rules    []scanimage.Ruling // in the pixels of prepared
	bare     *image.Gray        // what the engine reads: prepared without the rules of tables
	tables   bool               // the page has tables with rules
}

// prepare makes the picture ready for an engine.
func (p *picture) prepare() {
	p.prepared = scanimage.Prepare(p.pixels, p.dpi)
	p.rules = p.prepared.Rulings()
	p.bare = p.prepared.WithoutGrid(p.rules)
	p.tables = p.bare != p.prepared.Image
}

// straight maps pixels of the prepared image to the straightened page.
func (p *picture) straight() layout.Matrix {
	m := p.toPage()
	x0, y0 := p.prepared.Straight(0, 0)
	x1, y1 := p.prepared.Straight(1, 1)
	return layout.Matrix{
		A: m.A * float32(x1-x0), D: m.D * float32(y1-y0),
		E: m.E + m.A*float32(x0), F: m.F + m.D*float32(y0),
	}
}

// onScan returns the place of a box of the prepared image on the page as it was scanned.
func (p *picture) onScan(box image.Rectangle) layout.Rect {
	m := p.toPage()
	r := layout.Rect{X0: p.box.X1, Y0: p.box.Y1, X1: p.box.X0, Y1: p.box.Y0}
	for _, corner := range [...]image.Point{box.Min, {box.Max.X, box.Min.Y}, box.Max, {box.Min.X, box.Max.Y}} {
		x, y := p.prepared.Given(float64(corner.X), float64(corner.Y))
		at := m.Apply(layout.Point{X: float32(x), Y: float32(y)})
		r = layout.Rect{X0: min(r.X0, at.X), Y0: min(r.Y0, at.Y), X1: max(r.X1, at.X), Y1: max(r.Y1, at.Y)}
	}
	return r.Intersect(p.box)
}

// toPage maps pixels of p to page space.
func (p *picture) toPage() layout.Matrix {
	size := p.pixels.Bounds().Size()
	return layout.Matrix{
		A: p.box.Width() / float32(size.X), D: p.box.Height() / float32(size.Y),
		E: p.box.X0, F: p.box.Y0,
	}
}

// picture returns the pixels of a page: those of its images if the page has nothing else, otherwise a
// drawing of the page.
func (r *Reader) picture(ctx context.Context, c *layout.Content, drop bool) (*picture, error) {
	if !drop {
		p, err := r.fromImages(ctx, c)
		if p != nil || ctx.Err() != nil {
			return p, err
		}
	}
	return r.drawn(ctx, c)
}

// drawn returns a drawing of the whole page.
func (r *Reader) drawn(ctx context.Context, c *layout.Content) (*picture, error) {
	scale := float64(drawnDPI) / pointsPerInch
	if pixels := float64(c.Width) * float64(c.Height) * scale * scale; pixels > limits.RasterPixels/2 {
		scale *= math.Sqrt(limits.RasterPixels / 2 / pixels)
	}
	img, err := r.pages.Draw(ctx, raster.Drawing{
		Page: c.Page, Width: c.Width, Height: c.Height, Scale: scale, Gray: true,
	})
	if err != nil {
		return nil, err
	}
	gray, ok := img.(*image.Gray)
	if !ok {
		return nil, errors.New("the drawing is not gray")
	}
	return &picture{pixels: gray, dpi: scale * pointsPerInch, box: layout.Rect{X1: c.Width, Y1: c.Height}}, nil
}

// fromImages puts the page together from its images. It returns nil when the page has other things or
// an image cannot be decoded.
func (r *Reader) fromImages(ctx context.Context, c *layout.Content) (*picture, error) {
	placed := r.placedImages(c)
	if placed == nil {
		return nil, nil
	}
	p, err := assemble(ctx, placed)
	if p != nil && turnable(c) {
		p.width, p.height = c.Width, c.Height
	}
	return p, err
}

// assemble puts images together. It returns nil when one of them cannot be decoded.
func assemble(ctx context.Context, placed []placed) (*picture, error) {
	p := &picture{}
	for i := range placed {
		m := &placed[i]
		var err error
		if m.pixels == nil {
			m.pixels, err = m.source.Pixels(ctx)
		}
		if m.pixels == nil || m.pixels.Bounds().Empty() {
			return nil, err
		}
		m.invert(m.pixels.Bounds().Size())
		p.box = p.box.Union(m.box)
	}
	p.dpi = resolution(placed)
	if p.pixels = onlyImage(placed); p.pixels == nil {
		size := canvasSize(p.box, min(p.dpi, mostDPI))
		if size.X < 1 || size.Y < 1 {
			return nil, nil
		}
		p.pixels = image.NewGray(image.Rectangle{Max: size})
		p.dpi = float64(size.X) / float64(p.box.Width()) * pointsPerInch
		compose(p.pixels, p.toPage(), placed)
		return p, ctx.Err()
	}
	if by := int(math.Round(p.dpi / drawnDPI)); p.dpi > mostDPI && by > 1 {
		p.pixels = reduce(p.pixels, by)
		p.dpi = float64(p.pixels.Rect.Dx()) / float64(p.box.Width()) * pointsPerInch
	}
	return p, ctx.Err()
}

// placedImages returns the images of a page that consists of images only, or nil for other pages.
func (r *Reader) placedImages(c *layout.Content) []placed {
	if len(c.Paths) > fewPaths || len(c.Shadings) > 0 || len(c.Masks) > 0 || len(c.Images) > mostImages {
		return nil
	}
	var out []placed
	for i := range c.Images {
		m := &c.Images[i]
		if visible(c, m).Empty() {
			continue
		}
		p, ok := r.place(c, m)
		if !ok {
			return nil
		}
		out = append(out, p)
	}
	return out
}

// place returns an image with its place. ok is false if only a drawing of the page shows the image
// rightly.
func (r *Reader) place(c *layout.Content, m *layout.Image) (p placed, ok bool) {
	handle, ok := m.Handle.(*content.Image)
	if !ok || !plain(c, m) {
		return p, false
	}
	p = placed{box: visible(c, m), m: m.M, pixels: handle.Pixels, source: imaging.Source{
		Doc: r.doc, Stream: handle.Stream, Resources: handle.Resources,
	}}
	if m.Stencil {
		fill := c.Paints[m.Paint].Fill
		p.source.Fill = [3]uint8{fill.R, fill.G, fill.B}
	}
	return p, true
}

// plain reports whether an image is painted opaquely and is cut by straight edges only.
func plain(c *layout.Content, m *layout.Image) bool {
	if m.Clip >= 0 && int(m.Clip) < len(c.Clips) && !c.Clips[m.Clip].Rectangle {
		return false
	}
	if m.Paint < 0 || int(m.Paint) >= len(c.Paints) {
		return true
	}
	p := &c.Paints[m.Paint]
	return p.FillAlpha >= 1 && p.SoftMask == 0 && p.Fill.Pattern == 0 && (p.Blend == "" || p.Blend == "Multiply")
}

// resolution returns the resolution of the finest image among those that show much of the picture.
func resolution(list []placed) float64 {
	all, best := float32(0), 0.0
	for i := range list {
		all = max(all, list[i].box.Width()*list[i].box.Height())
	}
	for i := range list {
		m := &list[i]
		if m.box.Width()*m.box.Height() >= all/mostImages {
			x, y := math.Hypot(float64(m.stepX.X), float64(m.stepX.Y)), math.Hypot(float64(m.stepY.X), float64(m.stepY.Y))
			best = max(best, pointsPerInch/min(x, y))
		}
	}
	return best
}

// canvasSize returns the size of box in pixels, reduced to the most that may be drawn.
func canvasSize(box layout.Rect, dpi float64) image.Point {
	w, h := float64(box.Width())*dpi/pointsPerInch, float64(box.Height())*dpi/pointsPerInch
	if !(w > 0 && h > 0) {
		return image.Point{}
	}
	if most := float64(limits.RasterPixels / 2); w*h > most {
		by := math.Sqrt(most / (w * h))
		w, h = w*by, h*by
	}
	return image.Pt(int(min(math.Round(w), limits.RasterPixels)), int(min(math.Round(h), limits.RasterPixels)))
}
