package imaging

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// jpegPixels is more pixels than a byte of JPEG data can give. A block of 64 takes at least two
// bits, or one where a progressive file has next to nothing for it.
const jpegPixels = 512

// fits reports as an error if the file is too large. A few bytes may not cause the work of many pixels.
func (j *jpegFile) fits(bytes int) error {
	if pixels := j.width * j.height; pixels > limits.ImageWhole && pixels/limits.ImageMissing > jpegPixels*len(j.data) {
		return errShort
	}
	return fits(j.width, j.height, bytes)
}

// dct decodes JPEG data (clause 7.4.8): baseline and progressive files of 8 bits in Huffman codes.
// Files of 12 bits or in arithmetic codes hardly ever occur.
func (h *header) dct(data []byte, parms pdf.Dict) (*samples, error) {
	j, err := readJPEG(data)
	if err != nil {
		return nil, err
	}
	if err := j.fits(j.components); err != nil {
		return nil, err
	}
	j.transform(h.Doc.Int(parms.Raw("ColorTransform"), -1))
	img, err := jpeg.Decode(bytes.NewReader(j.data))
	rows := j.height
	if unsupported := jpeg.UnsupportedError(""); errors.As(err, &unsupported) {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if err != nil {
		if img, rows = j.repair(); img == nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		err = errShort
	}
	s := &samples{width: img.Bounds().Dx(), height: img.Bounds().Dy(), components: j.components, bits: 8}
	switch img := img.(type) {
	case *image.Gray:
		s.packed(img.Pix, img.Stride, 1)
	case *image.RGBA:
		s.packed(img.Pix, img.Stride, 4)
	case *image.YCbCr:
		rgba := image.NewRGBA(img.Bounds())
		if j.raw {
			interleave(rgba, img)
		} else {
			colorsOfYCbCr(rgba.Pix, rgba.Stride, img)
		}
		s.packed(rgba.Pix, rgba.Stride, 4)
	case *image.CMYK: // it is inverted for PDF, see jpegFile.transform
		for i, v := range img.Pix {
			img.Pix[i] = ^v
		}
		s.packed(img.Pix, img.Stride, 4)
	}
	s.data = s.data[:min(rows*s.stride, len(s.data))]
	return s, err
}

func (s *samples) packed(pix []byte, stride, step int) {
	s.data, s.stride, s.step = pix, stride, step
}

// interleave copies the planes of img to dst as red, green and blue.
func interleave(dst *image.RGBA, img *image.YCbCr) {
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride:]
		for x := range dst.Rect.Dx() {
			c := img.COffset(x, y)
			d := row[4*x : 4*x+4 : 4*x+4]
			d[0], d[1], d[2], d[3] = img.Y[img.YOffset(x, y)], img.Cb[c], img.Cr[c], opaque
		}
	}
}
