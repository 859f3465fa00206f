package imaging

import (
	"context"
	"image/color"
)

// File is an image file that every browser shows.
type File struct {
	MediaType     string // image/jpeg or image/png
	Data          []byte // it may be the document's own and must not be changed
	Width, Height int    // pixels
	Opaque        bool   // no pixel is transparent
	Blank         bool   // all pixels are equal; not determined for JPEG files
	NeedsPaper    bool   // it is a sheet of paper, or its edges are too dark for a dark ground
}

// Encode makes a file of the image. JPEG data that browsers show as the document means it is copied
// and not decoded. Everything else becomes a PNG with the fewest bits that hold it.
//
// The errors are those of Pixels. With ErrDamaged there may be a file nevertheless.
func (s Source) Encode(ctx context.Context) (*File, error) {
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	if f := h.passJPEG(ctx); f != nil {
		return f, nil
	}
	p, damage, err := h.png(ctx)
	if err != nil {
		return nil, err
	}
	f, err := p.file(ctx)
	if err != nil {
		return nil, err
	}
	return f, damage
}

// png returns the image as rows of a PNG. These are the samples themselves if that is possible,
// otherwise the pixels. damage is what was wrong with the data that is there.
func (h *header) png(ctx context.Context) (p *pngImage, damage, err error) {
	s, damage := h.samples(ctx)
	if s == nil {
		return nil, nil, damage
	}
	if damage == nil {
		if p := h.rawPNG(s); p != nil {
			return p, nil, nil
		}
	}
	img, damage := h.pixelsOf(ctx, s, damage)
	if img == nil {
		return nil, nil, damage
	}
	return pngOf(img), damage, nil
}

// rawPNG returns an image with the rows of the document. It returns nil when a PNG cannot have these rows.
func (h *header) rawPNG(s *samples) *pngImage {
	if h.soft != nil || h.mask != nil || s.opacity != nil || s.bits > 8 || s.step != s.components || len(s.data) < s.stride*s.height {
		return nil
	}
	cs := h.spaceOf(s)
	p := &pngImage{width: s.width, height: s.height, bits: s.bits, channels: s.components}
	p.row = func(y int, _ []byte) []byte { return s.data[y*s.stride:][:s.stride] }
	plain := !h.stencil && len(h.key) == 0 && cs.plain() && h.decodesPlainly(cs)
	switch {
	case plain && s.components == 1:
		p.kind = pngGray
	case plain && s.components == 3 && s.bits == 8:
		p.kind = pngRGB
	case h.stencil && s.bits == 1 && s.components == 1:
		p.setPalette(h.stencilPalette())
	case !h.stencil && s.components == 1:
		p.setPalette(h.palette(h.everyColor(cs, s.bits)))
	default:
		return nil
	}
	return p
}

// everyColor returns the colours of all possible samples. Those behind the last entry of a palette
// have the colour of that entry.
func (h *header) everyColor(cs *ColorSpace, bits int) []color.NRGBA {
	colors := h.colorsOf(cs, bits)
	for len(colors) < levels(bits) {
		colors = append(colors, colors[len(colors)-1])
	}
	return colors
}

// JPEG returns the data of the image as a file if browsers show it as the document means it. It
// returns nil if the image must be decoded.
func (s Source) JPEG(ctx context.Context) *File {
	h, err := s.header()
	if err != nil {
		return nil
	}
	return h.passJPEG(ctx)
}
