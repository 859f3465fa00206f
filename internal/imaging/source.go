package imaging

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Source is an image of a document. It is a value, and several goroutines may use it.
type Source struct {
	Doc *pdf.Document

	// Stream is the image XObject, or an inline image without abbreviations.
	Stream *pdf.Stream

	// Resources has the colour spaces of an inline image, and the default spaces of every image.
	// The zero Dict has none.
	Resources pdf.Dict

	// Fill is the colour in sRGB in which a stencil mask is painted. Other images ignore it.
	Fill [3]uint8
}

var (
	// ErrUnsupported means that images of this kind are not decoded.
	ErrUnsupported = errors.New("unsupported image")
	// ErrTooLarge means that the pixels would take more than limits.ImageBytes.
	ErrTooLarge = errors.New("image too large")
	// ErrDamaged means that the data is broken or incomplete, or that the dictionary makes no sense.
	ErrDamaged = errors.New("damaged image")
)

// Key identifies an image: sources with the same Key have the same pixels. It consists of the
// object number if there is one, and of the data otherwise. The resources are not part of it, since
// the default spaces in them are the same for a whole document.
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

// Pixels decodes the image. It returns one of
//
//   - *image.Gray: 8-bit gray, opaque
//   - *image.Paletted: images of one component with up to 8 bits, stencils and
//     everything in black and white; entries are color.NRGBA and may be transparent
//   - *image.NRGBA: colours in sRGB, with the masks as alpha
//
// with Bounds from (0, 0) and row 0 on top, as in the file. The size is that of the data, which may
// differ from the dictionary, or that of the mask where that is larger (see compose).
//
// The errors are ErrUnsupported, ErrTooLarge and ErrDamaged, wrapped, or that of the context. With
// ErrDamaged Pixels may return an image nevertheless: it has what could be decoded, and the rest is white.
func (s Source) Pixels(ctx context.Context) (image.Image, error) {
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	return h.pixels(ctx)
}
