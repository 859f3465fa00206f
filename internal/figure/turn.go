package figure

import "image"

// turnPixels is img as t shows it.
func turnPixels(img image.Image, t turn) image.Image {
	if t == upright {
		return img
	}
	size := img.Bounds().Size()
	if t.swaps() {
		size.X, size.Y = size.Y, size.X
	}
	bounds := image.Rectangle{Max: size}
	switch src := img.(type) {
	case *image.Gray:
		out := image.NewGray(bounds)
		turnRows(out.Pix, out.Stride, bounds, src.Pix, src.Stride, src.Rect, 1, t)
		return out
	case *image.Paletted:
		out := image.NewPaletted(bounds, src.Palette)
		turnRows(out.Pix, out.Stride, bounds, src.Pix, src.Stride, src.Rect, 1, t)
		return out
	case *image.NRGBA:
		out := image.NewNRGBA(bounds)
		turnRows(out.Pix, out.Stride, bounds, src.Pix, src.Stride, src.Rect, 4, t)
		return out
	}
	return img // imaging gives no other
}

// turnRows copies the pixels of src, of size bytes each, to where they are in dst.
// Both begin at (0, 0).
func turnRows(dst []byte, dstStride int, to image.Rectangle, src []byte, srcStride int, from image.Rectangle, size int, t turn) {
	s := turns[t]
	x0, y0 := 0, 0
	if s.rightX+s.downX < 0 {
		x0 = to.Dx() - 1
	}
	if s.rightY+s.downY < 0 {
		y0 = to.Dy() - 1
	}
	step := s.rightX*size + s.rightY*dstStride
	for y := range from.Dy() {
		at := (y0+y*s.downY)*dstStride + (x0+y*s.downX)*size
		row := src[y*srcStride:]
		for x := range from.Dx() {
			copy(dst[at:at+size], row[x*size:])
			at += step
		}
	}
}

// cut is the part of img that c leaves.
func cut(img image.Image, c crop) image.Image {
	part, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if c == whole || !ok {
		return img
	}
	size := img.Bounds().Size()
	of := func(side int, share int16) int { return (side*int(share) + full/2) / full }
	r := image.Rect(of(size.X, c.x0), of(size.Y, c.y0), of(size.X, c.x1), of(size.Y, c.y1))
	if r.Empty() {
		return img
	}
	return part.SubImage(r.Add(img.Bounds().Min))
}
