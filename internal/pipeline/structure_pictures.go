package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
)

// figureFiles reads associated files that are pictures of figures, each once.
type figureFiles struct {
	warn          *warnings
	known         map[*pdf.Stream]*figureFile
	bytes, pixels int // so far
}

// figureFile is a picture that browsers can show, with its size in points.
type figureFile struct {
	data          string
	width, height float32
}

// newFigureFiles returns nil if no pictures are wanted.
func newFigureFiles(cfg *Config, warn *warnings) *figureFiles {
	if !cfg.ExtractImages {
		return nil
	}
	return &figureFiles{warn: warn, known: map[*pdf.Stream]*figureFile{}}
}

// read returns the picture in f, or nil if f is none. A picture that cannot be shown leaves a warning; what the
// page paints of its figure is shown instead.
func (r *figureFiles) read(ctx context.Context, doc *pdf.Document, f *pdf.Attachment, page int) *figureFile {
	clean := pictureTypes[f.MediaType]
	if clean == nil {
		return nil
	}
	if g, known := r.known[f.Stream]; known {
		return g
	}
	data := doc.DecodeHead(ctx, f.Stream, limits.AssociatedBytes+1)
	var g *figureFile
	err := fmt.Errorf("%w: more than files of figures may take", imaging.ErrTooLarge)
	if r.bytes += len(data); len(data) <= limits.AssociatedBytes && r.bytes <= limits.AssociatedAll {
		g, err = clean(r, data)
	}
	if err != nil {
		r.warn.add(layout.Warning{Code: "image_unsupported", Page: max(page, 0), Detail: "the file of a figure: " + err.Error()})
	}
	r.known[f.Stream] = g
	return g
}

// pictureTypes are the media types of pictures that are shown, and how they are made safe. GIF is not among them
// because it moves, and others because not all browsers know them.
var pictureTypes = map[string]func(*figureFiles, []byte) (*figureFile, error){
	"image/png": (*figureFiles).png, "image/jpeg": (*figureFiles).jpeg, svg.MediaType: (*figureFiles).svg,
}

func (r *figureFiles) svg(data []byte) (*figureFile, error) {
	g, err := svg.Clean(data)
	if err != nil {
		return nil, err
	}
	return &figureFile{string(g.Data), g.Width, g.Height}, nil
}

// png writes the image anew, so that nothing else of the file is kept.
func (r *figureFiles) png(data []byte) (*figureFile, error) {
	size, err := png.DecodeConfig(bytes.NewReader(data))
	if err == nil {
		err = r.count(size)
	}
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	file, err := imaging.PNG(img)
	if err != nil {
		return nil, err
	}
	return pictureOf(file.Data, size), nil
}

// jpeg keeps the image as it is, since encoding it again would lose quality. It refuses CMYK images, which
// browsers do not all show in the same colours.
func (r *figureFiles) jpeg(data []byte) (*figureFile, error) {
	size, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err == nil {
		err = r.count(size)
	}
	if err != nil {
		return nil, err
	}
	if size.ColorModel == color.CMYKModel {
		return nil, fmt.Errorf("%w: JPEG in CMYK", imaging.ErrUnsupported)
	}
	if _, err := jpeg.Decode(bytes.NewReader(data)); err != nil {
		return nil, err
	}
	return pictureOf(data, size), nil
}

// count adds the samples of an image to those so far, and fails beyond limits.AssociatedPixels.
func (r *figureFiles) count(size image.Config) error {
	if size.Width <= 0 || size.Height <= 0 || size.Width > limits.AssociatedPixels/size.Height || r.pixels+size.Width*size.Height > limits.AssociatedPixels {
		return fmt.Errorf("%w: %d by %d samples", imaging.ErrTooLarge, size.Width, size.Height)
	}
	r.pixels += size.Width * size.Height
	return nil
}

// pictureOf returns a figureFile whose samples are pixels of CSS.
func pictureOf(data []byte, size image.Config) *figureFile {
	return &figureFile{string(data), float32(size.Width) * 3 / 4, float32(size.Height) * 3 / 4}
}
