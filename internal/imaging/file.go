package imaging

import (
	"context"
	"image/color"
)

// File is an image that every browser shows.
type File struct {
	MediaType     string // image/jpeg or image/png
	Data          []byte // may be the document's own: it must not be changed
	Width, Height int    // pixels
	Opaque        bool   // no pixel is transparent
	Blank         bool   // all pixels are alike; not looked for in JPEG files
	NeedsPaper    bool   // it is a sheet of paper, or what borders on nothing is too dark for a dark ground
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

// png is the image as rows of a PNG: the samples themselves where that is all there
// is to it, else the pixels. damage is what was wrong with what is there.
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

// rawPNG is the image when its rows can stand in a PNG as the document has them; nil
// when they cannot.
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

// everyColor are the colours of all samples there can be: those behind the last entry
// of a palette have its colour.
func (h *header) everyColor(cs *ColorSpace, bits int) []color.NRGBA {
	colors := h.colorsOf(cs, bits)
	for len(colors) < levels(bits) {
		colors = append(colors, colors[len(colors)-1])
	}
	return colors
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
