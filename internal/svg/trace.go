package svg

import (
	"context"
	"image"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

const (
	// bitmapSide is the longest side of a bitmap that is traced, in dots. A letter of 24 points at
	// 600 dpi has 200.
	bitmapSide = 512
	// bitmapSteps is the most steps of its outline. Letters have some hundred.
	bitmapSteps = 4096
)

// bitmapOutline returns the outline of the dots of the stencil m, in ems. It returns false when there is none.
func bitmapOutline(ctx context.Context, doc *pdf.Document, c *layout.Content, m *layout.Image) (font.Outline, bool) {
	h, ok := m.Handle.(*content.Image)
	if !ok || !m.Stencil || h.Stream == nil || !solid(c, m.Paint) || !uncut(c, m.Clip, m.Box) ||
		m.Width > bitmapSide || m.Height > bitmapSide {
		return nil, false
	}
	source := imaging.Source{Doc: doc, Stream: h.Stream, Resources: h.Resources}
	img, err := source.Pixels(ctx)
	if img == nil || err != nil {
		return nil, false
	}
	t := tracer{dots: dotsOf(img)}
	if !t.trace() {
		return nil, false
	}
	outline := make(font.Outline, 0, t.steps)
	size := img.Bounds().Size()
	for _, contour := range t.contours {
		for i, p := range contour {
			at := m.M.Apply(layout.Point{X: float32(p.X) / float32(size.X), Y: 1 - float32(p.Y)/float32(size.Y)})
			step := font.Step{Verb: font.LineTo, P: [3]font.Point{{X: at.X / content.ShapeEm, Y: at.Y / content.ShapeEm}}}
			if i == 0 {
				step.Verb = font.MoveTo
			}
			outline = append(outline, step)
		}
	}
	return outline, true
}

// dots are the dots of a bitmap, surrounded by an edge without dots.
type dots struct {
	painted       []bool
	width, height int // including the edge
}

func dotsOf(img image.Image) dots {
	b := img.Bounds()
	d := dots{width: b.Dx() + 2, height: b.Dy() + 2}
	d.painted = make([]bool, d.width*d.height)
	const half = 0x8000
	for y := range b.Dy() {
		for x := range b.Dx() {
			_, _, _, alpha := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
			d.painted[(y+1)*d.width+x+1] = alpha >= half
		}
	}
	return d
}

// tracer follows the edges between dots and white.
type tracer struct {
	dots
	followed []bool // by dot: its upper edge was followed, from left to right
	contours [][]image.Point
	steps    int
}

// at reports whether there is a dot at the lower right of the corner (x, y).
func (t *tracer) at(x, y int) bool { return t.painted[(y+1)*t.width+x+1] }

// trace finds all contours. Those around dots and those around holes have opposite directions. ok
// is false for a bitmap with more steps than a letter has.
func (t *tracer) trace() (ok bool) {
	t.followed = make([]bool, len(t.painted))
	for y := range t.height - 2 {
		for x := range t.width - 2 {
			if t.at(x, y) && !t.at(x, y-1) && !t.followed[(y+1)*t.width+x+1] {
				t.follow(x, y)
				if t.steps > bitmapSteps {
					return false
				}
			}
		}
	}
	return true
}

// follow walks along the edge that begins at the corner (x, y) and goes right, with the dots on its
// right-hand side, until it is back.
func (t *tracer) follow(x, y int) {
	start := image.Pt(x, y)
	at, dir := start, image.Pt(1, 0)
	contour := []image.Point{start}
	for {
		if dir.X == 1 {
			t.followed[(at.Y+1)*t.width+at.X+1] = true
		}
		at = at.Add(dir)
		next := t.turn(at, dir)
		if at == start && next == image.Pt(1, 0) {
			break
		}
		if next != dir {
			contour = append(contour, at)
		}
		dir = next
	}
	t.contours = append(t.contours, contour)
	t.steps += len(contour)
}

// turn returns the direction in which the edge continues from the corner at: to the right around
// the end of the dot, straight on, or to the left. Dots that touch at a corner only are separate.
func (t *tracer) turn(at, dir image.Point) image.Point {
	right := image.Pt(-dir.Y, dir.X)
	ahead := func(side image.Point) bool { // the dot at the corner, ahead in direction dir and on the given side
		x, y := at.X, at.Y
		if dir.X < 0 || side.X < 0 {
			x--
		}
		if dir.Y < 0 || side.Y < 0 {
			y--
		}
		return t.at(x, y)
	}
	left := image.Pt(dir.Y, -dir.X)
	switch {
	case !ahead(right):
		return right
	case !ahead(left):
		return dir
	}
	return left
}
