package imaging

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// header holds the interpreted dictionary of an image (ISO 32000-2 table 87).
type header struct {
	Source
	width, height int
	bits          int // of a component; 0: missing or invalid
	stencil       bool
	space         *ColorSpace // nil for stencils, and for JPX images without one
	decode        []float64   // nil: the default
	key           []int       // colour-key mask: lowest and highest sample of each component
	mask, soft    *pdf.Stream // explicit mask, soft mask
	matte         []float64
	opacity       opacity
}

// opacity is the entry SMaskInData: how the opacity in JPEG 2000 data is used (table 87).
type opacity int

const (
	opacityIgnored opacity = iota
	opacityAlpha
	opacityPremultiplied // colours were multiplied by it
)

func (s Source) header() (*header, error) {
	if s.Stream == nil || s.Doc == nil {
		return nil, fmt.Errorf("%w: no stream", ErrDamaged)
	}
	doc, d := s.Doc, s.Stream.Dict
	h := &header{
		Source: s,
		width:  doc.Int(d.Raw("Width"), 0), height: doc.Int(d.Raw("Height"), 0),
		bits:    doc.Int(d.Raw("BitsPerComponent"), 0),
		stencil: doc.Bool(d.Raw("ImageMask"), false),
		decode:  doc.Numbers(d.Raw("Decode")),
	}
	if !slices.Contains([]int{1, 2, 4, 8, 16}, h.bits) {
		h.bits = 0
	}
	if !finite(h.decode) {
		h.decode = nil
	}
	if h.stencil {
		h.bits = 1
		return h, nil
	}
	if o := d.Raw("ColorSpace"); o != nil {
		h.space, _ = parseImageSpace(doc, o, s.Resources) // a stand-in is better than nothing
		if h.space.Family == "Pattern" {
			h.space = deviceGray
		}
	}
	h.masks()
	return h, nil
}

// masks reads the entries of the masks. A soft mask overrides the others, also one in the data
// (clause 11.6.5.2).
func (h *header) masks() {
	doc, d := h.Doc, h.Stream.Dict
	if h.soft = doc.Stream(d.Raw("SMask")); h.soft != nil {
		h.matte = doc.Numbers(h.soft.Dict.Raw("Matte"))
		return
	}
	if doc.LastFilter(h.Stream) == "JPXDecode" {
		if h.opacity = opacity(doc.Int(d.Raw("SMaskInData"), 0)); h.opacity != opacityIgnored {
			return
		}
	}
	switch m := doc.Resolve(d.Raw("Mask")).(type) {
	case *pdf.Stream:
		h.mask = m
	case pdf.Array:
		for _, o := range m {
			h.key = append(h.key, doc.Int(o, 0))
		}
	}
}

// fits returns an error if an image of this size, with this many bytes for each pixel, is too large.
func fits(width, height, bytes int) error {
	switch {
	case width <= 0 || height <= 0:
		return fmt.Errorf("%w: %d by %d samples", ErrDamaged, width, height)
	case width > limits.Pixels/height || width*height > limits.ImageBytes/bytes:
		return fmt.Errorf("%w: %d by %d samples", ErrTooLarge, width, height)
	}
	return nil
}

func (h *header) pixels(ctx context.Context) (image.Image, error) {
	s, err := h.samples(ctx)
	if s == nil {
		return nil, err
	}
	return h.pixelsOf(ctx, s, err)
}

// pixelsOf converts samples to pixels. err is what was wrong with the samples.
func (h *header) pixelsOf(ctx context.Context, s *samples, err error) (image.Image, error) {
	if len(s.data) == 0 {
		return nil, cmp.Or(err, errShort)
	}
	var img image.Image
	var convErr error
	if h.stencil {
		img, convErr = h.paintStencil(ctx, s)
	} else {
		img, convErr = h.convert(ctx, s)
	}
	if convErr != nil {
		return nil, convErr
	}
	return h.masked(ctx, img, s, err)
}
