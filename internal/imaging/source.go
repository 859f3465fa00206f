package imaging

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Source is an image as it stands in a document. It is a value and may be used
// by several goroutines.
type Source struct {
	Doc *pdf.Document

	// Stream is the image XObject, or an inline image with its abbreviations spelled
	// out.
	Stream *pdf.Stream

	// Resources is where the colour spaces of an inline image, and the default
	// spaces of every image, are looked up. The zero Dict has none.
	Resources pdf.Dict

	// Fill is the colour that a stencil mask is painted in, sRGB. Other images do
	// not look at it.
	Fill [3]uint8
}

var (
	// ErrUnsupported: the image is of a kind that is not decoded.
	ErrUnsupported = errors.New("unsupported image")
	// ErrTooLarge: the pixels would take more than limits.ImageBytes.
	ErrTooLarge = errors.New("image too large")
	// ErrDamaged: the data is broken or incomplete, or the dictionary makes no sense.
	ErrDamaged = errors.New("damaged image")
)

// Key tells images apart: sources with the same Key have the same pixels. It is
// made of the object's number where there is one, and of the data otherwise. The
// resources are not part of it: the default spaces that they could bring are the
// same for a whole document.
func (s Source) Key() string {
	if s.Stream == nil {
		return ""
	}
	fill := ""
	if s.Doc.Bool(s.Stream.Dict.Raw("ImageMask"), false) {
		fill = fmt.Sprintf("-%x", s.Fill[:])
	}
	if r := s.Stream.Ref; r != (pdf.Ref{}) {
		return fmt.Sprintf("%d-%d%s", r.Num, r.Gen, fill)
	}
	h := sha256.New()
	h.Write(s.Stream.Raw)
	for key, value := range s.Stream.Dict.All() {
		fmt.Fprintf(h, "/%s %v", key, value)
	}
	return fmt.Sprintf("%x%s", h.Sum(nil)[:16], fill)
}

// Pixels decodes the image. What comes is one of
//
//   - *image.Gray: 8-bit gray, opaque
//   - *image.Paletted: images of one component with up to 8 bits, stencils and
//     everything in black and white; entries are color.NRGBA and may be transparent
//   - *image.NRGBA: colours in sRGB, with the masks as alpha
//
// with Bounds from (0, 0) and row 0 on top as the file has it. Its size is that of
// the data, which is not always what the dictionary says, or of the mask where
// that is larger (see compose).
//
// The errors are ErrUnsupported, ErrTooLarge and ErrDamaged, wrapped, or the
// context's. With ErrDamaged the image may be there all the same: what could be
// decoded, the rest of it white.
func (s Source) Pixels(ctx context.Context) (image.Image, error) {
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	return h.pixels(ctx)
}
