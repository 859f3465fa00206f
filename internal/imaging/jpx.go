package imaging

import (
	"bytes"
	"context"
	"fmt"
	"image"

	jpeg2000 "github.com/ajroetker/go-jpeg2000"

	"github.com/pagelift/pagelift/internal/limits"
)

// jpx decodes JPEG 2000 data (clause 7.4.9): files of the JP2 family and bare
// codestreams. The decoder gives three colours at most: alpha channels are lost,
// and images of four inks are refused.
func (h *header) jpx(ctx context.Context, data []byte) (*samples, error) {
	j, err := readJPX(data)
	if err != nil {
		return nil, err
	}
	if (h.space == nil && j.inks) || (h.space != nil && h.space.Components > 3) {
		return nil, fmt.Errorf("%w: JPEG 2000 of inks", ErrUnsupported)
	}
	if err := fits(j.width, j.height, bytesNRGBA); err != nil {
		return nil, err
	}
	if j.width*j.height > limits.JPXLargest {
		return nil, fmt.Errorf("%w: JPEG 2000 of %d by %d", ErrTooLarge, j.width, j.height)
	}
	indexed := h.space != nil && h.space.Family == "Indexed"
	if indexed {
		data = j.codestream // a palette of the file's own would be applied
	}
	img, err := decodeJPX(data, j.reduction(len(data)))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case img == nil:
		return nil, err
	case indexed && j.depth < 8:
		unscale(img.Pix, j.depth)
	}
	s := &samples{components: 3, bits: 8, width: img.Rect.Dx(), height: img.Rect.Dy()}
	s.packed(img.Pix, img.Stride, bytesNRGBA)
	if indexed || (j.components < 3 && !j.palette) {
		s.components = 1
	}
	return s, nil
}

// reduction is how often the size is halved so that the decoder does not exceed
// limits.JPXPixels, nor what so many bytes of data can be worth: its work goes by
// pixels, and a few hundred bytes can ask for millions.
func (j *jpxFile) reduction(bytes int) int {
	most := min(limits.JPXPixels, max(limits.JPXSmall, bytes*limits.JPXRatio))
	n := 0
	for (j.width>>n)*(j.height>>n) > most {
		n++
	}
	return n
}

// decodeJPX runs the decoder, which is not ours and may panic on damage.
func decodeJPX(data []byte, reduce int) (img *image.RGBA, err error) {
	defer func() {
		if r := recover(); r != nil {
			img, err = nil, fmt.Errorf("%w: JPEG 2000 decoder: %v", ErrDamaged, r)
		}
	}()
	decoded, err := jpeg2000.DecodeWithOptions(bytes.NewReader(data), jpeg2000.DecodeOptions{Reduce: reduce})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	img, ok := decoded.(*image.RGBA)
	if !ok || img.Rect.Empty() {
		return nil, fmt.Errorf("%w: JPEG 2000 without pixels", ErrDamaged)
	}
	return img, nil
}

// unscale undoes what the decoder does to samples of fewer than 8 bits, which it
// spreads over a byte.
func unscale(pix []byte, depth int) {
	top := 1<<depth - 1
	for i, v := range pix {
		pix[i] = byte((int(v)*top + 127) / 255)
	}
}
