package figure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"strings"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// ErrBlank: the figure is of one colour all over, and shows nothing.
var ErrBlank = errors.New("blank image")

// Encode makes the file of f. Its errors are ErrBlank and those of
// imaging.Source.Pixels; with imaging.ErrDamaged the file may be there all the same.
// Its data may be the document's own.
func Encode(ctx context.Context, doc *pdf.Document, f *layout.Figure) (*imaging.File, error) {
	switch {
	case len(f.Pieces) > 0:
		return assemble(ctx, doc, f)
	case f.Graphic != nil:
		return &imaging.File{MediaType: f.Graphic.MediaType, Data: f.Graphic.Data, NeedsPaper: f.Graphic.NeedsPaper}, nil
	case len(f.Parts) == 0:
		return nil, fmt.Errorf("%w: a figure without images", imaging.ErrUnsupported)
	case len(f.Parts) == 1:
		return encodeOne(ctx, doc, f)
	}
	return compose(ctx, doc, f)
}

// Size is the size at which the page shows f, in points. An image that is turned by
// less than a quarter is measured along its own sides.
func Size(f *layout.Figure) (width, height float32) {
	if f.Graphic != nil {
		return f.Graphic.Width, f.Graphic.Height
	}
	if len(f.Parts) == 1 && isOblique(f.Parts[0].M) {
		return sides(f.Parts[0].M)
	}
	return f.Box.Width(), f.Box.Height()
}

// Pixels is how many samples the images of f have together.
func Pixels(f *layout.Figure) int {
	n := 0
	for i := range f.Parts {
		n += f.Parts[i].Width * f.Parts[i].Height
	}
	for _, piece := range f.Pieces {
		n += Pixels(piece)
	}
	return n
}

// Key tells figures apart: those with the same Key have the same file. "" tells
// nothing.
func Key(doc *pdf.Document, f *layout.Figure) string {
	if f.Graphic != nil || len(f.Pieces) > 0 {
		return ""
	}
	var key strings.Builder
	for i := range f.Parts {
		p := &f.Parts[i]
		src, ok := source(doc, p)
		if !ok {
			return ""
		}
		at := placementOf(p)
		fmt.Fprintf(&key, "%s/%d/%v", src.Key(), at.turn, at.crop)
		if len(f.Parts) > 1 { // where the others stand
			fmt.Fprintf(&key, "/%.1f,%.1f;", p.Box.X0-f.Box.X0, p.Box.Y0-f.Box.Y0)
		}
	}
	return key.String()
}

// source is where the samples of p are; ok is false when they are not known.
func source(doc *pdf.Document, p *layout.Raster) (src imaging.Source, ok bool) {
	img, ok := p.Handle.(*content.Image)
	if !ok || img.Stream == nil {
		return imaging.Source{}, false
	}
	return imaging.Source{
		Doc: doc, Stream: img.Stream, Resources: img.Resources,
		Fill: [3]uint8{uint8(p.Fill >> 16), uint8(p.Fill >> 8), uint8(p.Fill)},
	}, true
}

// isPhoto reports whether src is kept in a form for photographs, which PNG holds badly.
func isPhoto(src *imaging.Source) bool {
	name := src.Doc.LastFilter(src.Stream)
	return name == "DCTDecode" || name == "JPXDecode"
}

// encodeOne makes the file of a figure that is one image.
func encodeOne(ctx context.Context, doc *pdf.Document, f *layout.Figure) (*imaging.File, error) {
	p := &f.Parts[0]
	src, ok := source(doc, p)
	if !ok {
		return nil, fmt.Errorf("%w: no image", imaging.ErrUnsupported)
	}
	at := placementOf(p)
	switch {
	case at.crop != whole:
	case isPhoto(&src):
		if file := src.JPEG(ctx); file != nil {
			return turnFile(file, at.turn), nil
		}
	case at.turn == upright:
		file, err := src.Encode(ctx)
		if file != nil && file.Blank {
			return nil, ErrBlank
		}
		return file, err
	}
	img, damage := src.Pixels(ctx)
	if img == nil {
		return nil, damage
	}
	img = cut(turnPixels(img, at.turn), at.crop)
	if isBlank(img) {
		return nil, ErrBlank
	}
	file, err := encode(img, isPhoto(&src))
	if err != nil {
		return nil, err
	}
	if !file.Opaque && at == (placement{upright, whole}) && isPhoto(&src) {
		if m := masked(ctx, &src); m != nil {
			m.NeedsPaper = file.NeedsPaper
			file = smaller(file, m)
		}
	}
	return file, damage
}

// isBlank reports whether all pixels of img are alike.
func isBlank(img image.Image) bool {
	var pix []byte
	var stride, row int
	size := img.Bounds().Size()
	switch img := img.(type) {
	case *image.Gray:
		pix, stride, row = img.Pix, img.Stride, size.X
	case *image.Paletted:
		pix, stride, row = img.Pix, img.Stride, size.X
	case *image.NRGBA:
		pix, stride, row = img.Pix, img.Stride, 4*size.X
	}
	if len(pix) < row || size.X == 0 {
		return false
	}
	first := row / size.X // bytes of a pixel
	if !bytes.Equal(pix[:row-first], pix[first:row]) {
		return false
	}
	for y := 1; y < size.Y; y++ {
		if !bytes.Equal(pix[:row], pix[y*stride:][:row]) {
			return false
		}
	}
	return true
}
