package imaging

import (
	"context"
	"image"
	"image/color"
)

// convertOne converts images of one component. It makes a table of all possible colours and keeps the samples.
func (h *header) convertOne(ctx context.Context, s *samples, cs *ColorSpace) (image.Image, error) {
	colors := h.colorsOf(cs, s.bits)
	if s.bits >= 8 && len(h.key) < 2 && neutral(colors) {
		return s.gray(ctx, colors)
	}
	return s.paletted(ctx, h.palette(colors))
}

// colorsOf returns the colours of a space of one component, by sample.
func (h *header) colorsOf(cs *ColorSpace, bits int) []color.NRGBA {
	values := h.decodeTable(cs, 0, bits)
	if cs.Family == "Indexed" && h.decode == nil { // only the entries up to its last one
		_, highest := cs.rangeOf(0)
		values = values[:min(len(values), int(highest)+1)]
	}
	colors := make([]color.NRGBA, len(values))
	for i := range colors {
		r, g, b := cs.RGB(values[i : i+1])
		colors[i] = color.NRGBA{r, g, b, opaque}
	}
	return colors
}

const opaque = 255

func neutral(colors []color.NRGBA) bool {
	for _, c := range colors {
		if c.R != c.G || c.G != c.B {
			return false
		}
	}
	return true
}

// palette returns the colours. Those in the colour key are transparent.
func (h *header) palette(colors []color.NRGBA) color.Palette {
	p := make(color.Palette, len(colors))
	for i, c := range colors {
		if len(h.key) >= 2 && h.key[0] <= i && i <= h.key[1] {
			c = color.NRGBA{}
		}
		p[i] = c
	}
	return p
}

func (s *samples) gray(ctx context.Context, colors []color.NRGBA) (*image.Gray, error) {
	if err := fits(s.width, s.height, 1); err != nil {
		return nil, err
	}
	var table [256]byte
	same := true
	for i := range table {
		table[i] = colors[min(i, len(colors)-1)].R
		same = same && table[i] == byte(i)
	}
	img := image.NewGray(image.Rect(0, 0, s.width, s.height))
	rows, err := s.eachRow(ctx, func(y int, row []byte) {
		dst := img.Pix[y*img.Stride:][:s.width]
		if same && s.step == 1 {
			copy(dst, row)
			return
		}
		for x := range dst {
			dst[x] = table[row[x*s.step]]
		}
	})
	fill(img.Pix[rows*img.Stride:], 255)
	return img, err
}

func (s *samples) paletted(ctx context.Context, p color.Palette) (*image.Paletted, error) {
	if err := fits(s.width, s.height, 1); err != nil {
		return nil, err
	}
	img := image.NewPaletted(image.Rect(0, 0, s.width, s.height), p)
	last := byte(len(p) - 1)
	rows, err := s.eachRow(ctx, func(y int, row []byte) {
		dst := img.Pix[y*img.Stride:][:s.width]
		s.first(dst, row)
		if len(p) < levels(s.bits) {
			for x, v := range dst {
				dst[x] = min(v, last)
			}
		}
	})
	fill(img.Pix[rows*img.Stride:], lightest(p))
	return img, err
}

// first copies the first components of the pixels of row to dst.
func (s *samples) first(dst, row []byte) {
	if s.step == 1 {
		copy(dst, row)
		return
	}
	for x := range dst {
		dst[x] = row[x*s.step]
	}
}

func fill(dst []byte, v byte) {
	for i := range dst {
		dst[i] = v
	}
}

// lightest returns the index of the entry of p that is nearest to white.
func lightest(p color.Palette) byte {
	best, at := -1, 0
	for i, c := range p {
		c := c.(color.NRGBA)
		if sum := int(c.R) + int(c.G) + int(c.B); c.A == opaque && sum > best {
			best, at = sum, i
		}
	}
	return byte(at)
}
