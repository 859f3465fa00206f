package recognise

import (
	"image"
	"image/color"
	"math"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
)

// placed is an image with its place on the page.
type placed struct {
	box    layout.Rect   // the visible part of it
	m      layout.Matrix // maps the unit square of the image to the page
	source imaging.Source
	pixels image.Image

	origin, stepX, stepY layout.Point  // pixel (0, 0) in page space, and the steps to its two neighbours
	back                 layout.Matrix // page space to pixels
}

// invert computes where the pixels lie on the page, and the way back.
func (p *placed) invert(size image.Point) {
	w, h := float32(size.X), float32(size.Y)
	p.origin = p.m.Apply(layout.Point{Y: 1})
	p.stepX = layout.Point{X: p.m.A / w, Y: p.m.B / w}
	p.stepY = layout.Point{X: -p.m.C / h, Y: -p.m.D / h}
	det := p.stepX.X*p.stepY.Y - p.stepX.Y*p.stepY.X
	if det == 0 {
		p.box = layout.Rect{}
		return
	}
	a, b, c, d := p.stepY.Y/det, -p.stepX.Y/det, -p.stepY.X/det, p.stepX.X/det
	p.back = layout.Matrix{
		A: a, B: b, C: c, D: d,
		E: -(a*p.origin.X + c*p.origin.Y), F: -(b*p.origin.X + d*p.origin.Y),
	}
}

// straight is the greatest distance in pixels between the corner of an image and the place where the
// corner would be if the image stood upright.
const straight = 2

// squareness is the greatest ratio of the sides of a pixel. The pixels of faxes are twice as high as
// wide, and their letters would come out so.
const squareness = 1.1

// onlyImage returns the pixels of the only image of a page if the image stands upright and all of it is
// visible.
func onlyImage(list []placed) *image.Gray {
	if len(list) != 1 {
		return nil
	}
	p := &list[0]
	size := p.pixels.Bounds().Size()
	if !(p.stepX.X > 0 && p.stepY.Y > 0) {
		return nil
	}
	off := max(abs(p.stepX.Y)*float32(size.X)/p.stepY.Y, abs(p.stepY.X)*float32(size.Y)/p.stepX.X)
	cut := max(p.box.X0-p.origin.X, p.origin.X+p.stepX.X*float32(size.X)-p.box.X1) / p.stepX.X
	cut = max(cut, max(p.box.Y0-p.origin.Y, p.origin.Y+p.stepY.Y*float32(size.Y)-p.box.Y1)/p.stepY.Y)
	if aspect := p.stepX.X / p.stepY.Y; off > straight || cut > straight || aspect > squareness || aspect*squareness < 1 {
		return nil
	}
	return scanimage.Gray(p.pixels)
}

// compose paints the images over each other onto a canvas of paper. toPage maps the pixels of the
// canvas to the page.
func compose(canvas *image.Gray, toPage layout.Matrix, list []placed) {
	for i := range canvas.Pix {
		canvas.Pix[i] = 255
	}
	for i := range list {
		list[i].paint(canvas, toPage)
	}
}

// paint sets each pixel of the canvas that the image covers to the nearest pixel of the image.
func (p *placed) paint(canvas *image.Gray, toPage layout.Matrix) {
	if p.box.Empty() {
		return
	}
	at := inkOf(p.pixels)
	size := p.pixels.Bounds().Size()
	x0, x1 := pixelRange(p.box.X0, p.box.X1, toPage.E, toPage.A, canvas.Rect.Dx())
	y0, y1 := pixelRange(p.box.Y0, p.box.Y1, toPage.F, toPage.D, canvas.Rect.Dy())
	for y := y0; y < y1; y++ {
		row := canvas.Pix[y*canvas.Stride:]
		py := toPage.F + toPage.D*(float32(y)+0.5)
		for x := x0; x < x1; x++ {
			q := p.back.Apply(layout.Point{X: toPage.E + toPage.A*(float32(x)+0.5), Y: py})
			u, v := int(q.X), int(q.Y)
			if q.X < 0 || q.Y < 0 || u >= size.X || v >= size.Y {
				continue
			}
			gray, alpha := at(u, v)
			if alpha == 255 {
				row[x] = gray
			} else if alpha > 0 {
				row[x] = uint8((uint32(gray)*uint32(alpha) + uint32(row[x])*(255-uint32(alpha))) / 255)
			}
		}
	}
}

// pixelRange returns the pixels between two places of the page.
func pixelRange(from, to, origin, step float32, most int) (int, int) {
	first := int(math.Round(float64((from - origin) / step)))
	end := int(math.Round(float64((to - origin) / step)))
	return min(max(first, 0), most), min(max(end, 0), most)
}

// inkOf returns a function that reads a pixel as gray and alpha.
func inkOf(img image.Image) func(x, y int) (gray, alpha uint8) {
	switch m := img.(type) {
	case *image.Gray:
		return func(x, y int) (uint8, uint8) { return m.Pix[y*m.Stride+x], 255 }
	case *image.Paletted:
		var gray, alpha [256]uint8
		for i, c := range m.Palette {
			gray[i&255], alpha[i&255] = grayAlpha(c)
		}
		return func(x, y int) (uint8, uint8) {
			i := m.Pix[y*m.Stride+x]
			return gray[i], alpha[i]
		}
	case *image.NRGBA:
		return func(x, y int) (uint8, uint8) {
			p := m.Pix[y*m.Stride+4*x:]
			return luma(p[0], p[1], p[2]), p[3]
		}
	}
	min := img.Bounds().Min
	return func(x, y int) (uint8, uint8) { return grayAlpha(img.At(min.X+x, min.Y+y)) }
}

func grayAlpha(c color.Color) (gray, alpha uint8) {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return luma(n.R, n.G, n.B), n.A
}

// luma returns the brightness of a colour (ITU-R BT.601, as in JPEG).
func luma(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}

// reduce returns img made smaller: each pixel is the mean of a square of by × by pixels. The remainder
// at the right and at the bottom is dropped.
func reduce(img *image.Gray, by int) *image.Gray {
	size := img.Rect.Size().Div(by)
	if size.X < 1 || size.Y < 1 {
		return img
	}
	out := image.NewGray(image.Rectangle{Max: size})
	sums := make([]uint32, size.X)
	for y := range size.Y {
		clear(sums)
		for dy := range by {
			row := img.Pix[(y*by+dy)*img.Stride:][:size.X*by]
			for x := range sums {
				for _, v := range row[x*by : (x+1)*by] {
					sums[x] += uint32(v)
				}
			}
		}
		row := out.Pix[y*out.Stride:]
		for x, sum := range sums {
			row[x] = uint8(sum / uint32(by*by))
		}
	}
	return out
}

func abs(v float32) float32 { return max(v, -v) }
