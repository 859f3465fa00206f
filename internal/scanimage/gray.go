package scanimage

import (
	"image"
	"image/color"
	"image/draw"
)

// Gray returns img in shades of gray on white paper, with its origin at (0, 0). It returns a gray image
// with that origin as it is.
func Gray(img image.Image) *image.Gray {
	r := img.Bounds()
	if g, ok := img.(*image.Gray); ok && r.Min == (image.Point{}) {
		return g
	}
	out := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	switch src := img.(type) {
	case *image.Gray:
		for y := range r.Dy() {
			copy(out.Pix[y*out.Stride:][:r.Dx()], src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):])
		}
	case *image.YCbCr:
		for y := range r.Dy() {
			copy(out.Pix[y*out.Stride:][:r.Dx()], src.Y[src.YOffset(r.Min.X, r.Min.Y+y):])
		}
	case *image.NRGBA:
		for y := range r.Dy() {
			grayRow(out.Pix[y*out.Stride:][:r.Dx()], src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):], false)
		}
	case *image.RGBA:
		for y := range r.Dy() {
			grayRow(out.Pix[y*out.Stride:][:r.Dx()], src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):], true)
		}
	case *image.Paletted:
		shade := shades(src.Palette)
		for y := range r.Dy() {
			in := src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):]
			for x := range r.Dx() {
				out.Pix[y*out.Stride+x] = shade[in[x]]
			}
		}
	default:
		draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(out, out.Rect, img, r.Min, draw.Over)
	}
	return out
}

// The weights of red, green and blue in brightness (ITU-R BT.601), as in package image/color, in 65536ths.
const (
	redWeight   = 19595
	greenWeight = 38470
	blueWeight  = 7471
)

// grayRow converts pixels of four bytes to one byte, on white. Premultiplied samples include their alpha
// already.
func grayRow(dst, src []uint8, premultiplied bool) {
	for x := range dst {
		s := src[4*x : 4*x+4 : 4*x+4]
		luma := (redWeight*uint32(s[0]) + greenWeight*uint32(s[1]) + blueWeight*uint32(s[2]) + 1<<15) >> 16
		switch a := uint32(s[3]); {
		case a == 255:
		case premultiplied:
			luma = min(luma+255-a, 255)
		default:
			luma = (luma*a + 255*(255-a)) / 255
		}
		dst[x] = uint8(luma)
	}
}

// shades returns the grays of a palette on white.
func shades(p color.Palette) (shade [256]uint8) {
	var px [4]uint8
	for i, c := range p[:min(len(p), len(shade))] {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		px = [4]uint8{n.R, n.G, n.B, n.A}
		grayRow(shade[i:i+1], px[:], false)
	}
	return shade
}
