package tesseract

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"

	"github.com/pagelift/pagelift/ocr"
)

// portable is a gray image as a portable graymap (PGM, "P5"): a line of text, and the samples. Nothing has to be
// compressed here or decompressed by the program.
type portable struct {
	width, height int
	header        []byte
	rows          []byte // without padding
}

// newPortable returns the samples of img. It shares them with img if it can.
func newPortable(img image.Image) (*portable, error) {
	if img == nil || img.Bounds().Empty() {
		return nil, &ocr.Error{Code: ocr.BadImage, Detail: "it has no pixels"}
	}
	r := img.Bounds()
	if r.Dx() > maxSide || r.Dy() > maxSide {
		return nil, &ocr.Error{Code: ocr.BadImage, Detail: fmt.Sprintf("%d by %d pixels, more than %d on one side", r.Dx(), r.Dy(), maxSide)}
	}
	return &portable{
		width: r.Dx(), height: r.Dy(),
		header: fmt.Appendf(nil, "P5\n%d %d\n255\n", r.Dx(), r.Dy()),
		rows:   grayRows(img),
	}, nil
}

// reader returns a reader of the whole file. Each run of the program has its own.
func (p *portable) reader() io.Reader {
	return io.MultiReader(bytes.NewReader(p.header), bytes.NewReader(p.rows))
}

// grayRows returns the samples of img on white paper, row after row.
func grayRows(img image.Image) []byte {
	r := img.Bounds()
	gray, ok := img.(*image.Gray)
	switch {
	case !ok:
		gray = image.NewGray(r)
		draw.Draw(gray, r, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(gray, r, img, r.Min, draw.Over)
	case gray.Stride != r.Dx():
		rows := make([]byte, 0, r.Dx()*r.Dy())
		for y := r.Min.Y; y < r.Max.Y; y++ {
			at := gray.PixOffset(r.Min.X, y)
			rows = append(rows, gray.Pix[at:at+r.Dx()]...)
		}
		return rows
	}
	return gray.Pix[:r.Dx()*r.Dy()]
}
