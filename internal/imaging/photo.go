package imaging

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
)

const jpegType = "image/jpeg"

// photoQuality is that of photographs which have to be written anew: at 90 nobody sees
// that they were written twice. Where the document has less than faintBits bits for a
// pixel, as in the grounds and inks of scans that are cut in layers, there is nothing left
// to lose: such a layer of 16 kB has 304 kB at 90 and 151 at 60, which differ by 46 dB.
const (
	photoQuality = 90
	faintQuality = 60
	faintBits    = 0.1
)

// JPEG makes a file of pixels as Pixels gives them, which must be opaque.
func JPEG(img image.Image) (*File, error) { return jpegOf(img, photoQuality) }

func jpegOf(img image.Image, quality int) (*File, error) {
	if n, ok := img.(*image.NRGBA); ok { // the same bytes, which package jpeg reads in one go
		img = &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	return &File{MediaType: jpegType, Data: b.Bytes(), Width: size.X, Height: size.Y, Opaque: true}, nil
}

// Photo makes a JPEG file of an image that is kept in a form for photographs, and one of
// its mask, whose brightness is the opacity; nil: it is opaque. Together they have a
// tenth of the bytes of a PNG. Both fill the same square and may differ in size. colors
// is nil for other images, and for those that make no sense without their mask, or have
// anything wrong with them: see Encode.
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

// quality returns that in which an image of this size is written anew.
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

// image returns a as brightness.
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
