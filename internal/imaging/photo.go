package imaging

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
)

const jpegType = "image/jpeg"

// photoQuality is the quality of photographs that are written anew: at 90 nobody sees that they
// were compressed twice. Below faintBits bits a pixel in the document, as in the ground and ink
// layers of scans, there is nothing left to lose, and faintQuality suffices. A layer of 16 kB has
// 304 kB at 90 and 151 kB at 60, and the two differ by 46 dB.
const (
	photoQuality = 90
	faintQuality = 60
	faintBits    = 0.1
)

// JPEG makes a file of pixels, which must be opaque. Pixels are those of Source.Pixels.
func JPEG(img image.Image) (*File, error) { return jpegOf(img, photoQuality) }

func jpegOf(img image.Image, quality int) (*File, error) {
	if n, ok := img.(*image.NRGBA); ok { // the bytes are the same, and package jpeg reads an RGBA faster
		img = &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	return &File{MediaType: jpegType, Data: b.Bytes(), Width: size.X, Height: size.Y, Opaque: true}, nil
}

// Photo makes a JPEG file of an image that the document has in a form for photographs, and one of
// its mask. The brightness of the mask is the opacity; opacity is nil if the image is opaque.
// Together they take a tenth of the bytes of a PNG. Both cover the same square and may differ in
// size. colors is nil for other images, for images that make no sense without their mask, and for
// images with any fault: use Encode for these.
func (s Source) Photo(ctx context.Context) (colors, opacity *File) {
	h, err := s.header()
	if err != nil || !h.isPhoto() || h.opacity != opacityIgnored || len(h.key) > 0 || len(h.matte) > 0 {
		return nil, nil
	}
	a, err := h.alphaOf(ctx)
	if err != nil {
		return nil, nil
	}
	bare := *h
	bare.soft, bare.mask = nil, nil
	if colors = bare.passJPEG(ctx); colors == nil {
		if img, err := bare.pixels(ctx); img != nil && err == nil && isOpaque(img) {
			colors, _ = jpegOf(img, bare.quality(img.Bounds().Size()))
		}
	}
	if colors == nil || a == nil || a.opaque() {
		return colors, nil
	}
	if opacity, err = PNG(a.image()); err != nil {
		return nil, nil
	}
	return colors, opacity
}

// quality returns the quality with which an image of this size is written.
func (h *header) quality(size image.Point) int {
	if float64(8*len(h.Stream.Raw)) < faintBits*float64(size.X)*float64(size.Y) {
		return faintQuality
	}
	return photoQuality
}

func (h *header) isPhoto() bool {
	name := h.Doc.LastFilter(h.Stream)
	return name == "DCTDecode" || name == "JPXDecode"
}

func isOpaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// image returns a as an image, with opacity as brightness.
func (a *alpha) image() image.Image {
	size := image.Rect(0, 0, a.width, a.height)
	if a.smooth {
		return &image.Gray{Pix: a.pix, Stride: a.width, Rect: size}
	}
	img := image.NewPaletted(size, color.Palette{color.NRGBA{A: opaque}, color.NRGBA{opaque, opaque, opaque, opaque}})
	for i, v := range a.pix {
		img.Pix[i] = v >> 7
	}
	return img
}
