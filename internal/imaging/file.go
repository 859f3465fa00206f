package imaging

import (
	"bytes"
	"context"
	"image"
	"image/png"
)

// File is an image that every browser shows.
type File struct {
	MediaType     string // image/jpeg or image/png
	Data          []byte // may be the document's own: it must not be changed
	Width, Height int    // pixels
	Opaque        bool   // no pixel is transparent
}

// Encode makes a file of the image. JPEG data that a browser shows as the document
// means it is passed on as it is, without being decoded. Everything else becomes a
// PNG of the fewest bits that hold it.
//
// The errors are those of Pixels; with ErrDamaged the file may be there all the
// same.
func (s Source) Encode(ctx context.Context) (*File, error) {
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	if f := h.passJPEG(ctx); f != nil {
		return f, nil
	}
	img, err := h.pixels(ctx)
	if img == nil {
		return nil, err
	}
	f, encodeErr := PNG(img)
	if encodeErr != nil {
		return nil, encodeErr
	}
	return f, err
}

// JPEG is the data of the image as a file where a browser shows it as the document
// means it; nil where it has to be decoded.
func (s Source) JPEG(ctx context.Context) *File {
	h, err := s.header()
	if err != nil {
		return nil
	}
	return h.passJPEG(ctx)
}

// PNG makes a file of pixels as Pixels gives them, or a part of such.
func PNG(img image.Image) (*File, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	o, _ := img.(interface{ Opaque() bool })
	return &File{MediaType: "image/png", Data: b.Bytes(), Width: size.X, Height: size.Y, Opaque: o.Opaque()}, nil
}
