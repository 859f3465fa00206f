package figure

import (
	"image"
	"image/color"
)

// sampler paints single samples of one image on a canvas.
type sampler struct {
	width, height int
	put           func(x, y, u, v int) // the sample (u, v) at the pixel (x, y)
}

// newSampler makes c ready for img: white paper for gray, else nothing, and colours
// as soon as img has any.
func newSampler(img image.Image, c *canvas) sampler {
	size := img.Bounds().Size()
	s := sampler{width: size.X, height: size.Y}
	levels := grayLevels(img)
	if levels == nil || c.color != nil {
		c.makeColor()
		s.put = colorPut(img, c.color)
		return s
	}
	if c.gray == nil {
		c.gray = image.NewGray(c.bounds)
		for i := range c.gray.Pix {
			c.gray.Pix[i] = 255
		}
	}
	pix, stride := pixOf(img)
	to := c.gray
	s.put = func(x, y, u, v int) { to.Pix[y*to.Stride+x] = levels[pix[v*stride+u]] }
	return s
}

// makeColor goes on in colour.
func (c *canvas) makeColor() {
	if c.color != nil {
		return
	}
	c.color = image.NewNRGBA(c.bounds)
	if c.gray == nil {
		return
	}
	for i, v := range c.gray.Pix {
		copy(c.color.Pix[4*i:], []byte{v, v, v, 255})
	}
	c.gray = nil
}

// pixOf are the bytes of images with one for each pixel.
func pixOf(img image.Image) (pix []byte, stride int) {
	switch img := img.(type) {
	case *image.Gray:
		return img.Pix, img.Stride
	case *image.Paletted:
		return img.Pix, img.Stride
	}
	return nil, 0
}

// grayLevels are the levels of gray that the bytes of img stand for; nil when it has
// colours or is not opaque.
func grayLevels(img image.Image) *[256]uint8 {
	var levels [256]uint8
	switch img := img.(type) {
	case *image.Gray:
		for i := range levels {
			levels[i] = uint8(i)
		}
		return &levels
	case *image.Paletted:
		for i, c := range img.Palette {
			n, ok := c.(color.NRGBA)
			if !ok || n.A != 255 || n.R != n.G || n.G != n.B || i >= len(levels) {
				return nil
			}
			levels[i] = n.R
		}
		return &levels
	}
	return nil
}

// colorPut paints samples of img over what is there.
func colorPut(img image.Image, to *image.NRGBA) func(x, y, u, v int) {
	over := func(x, y int, s []byte) { blend(to.Pix[y*to.Stride+4*x:][:4], s) }
	switch img := img.(type) {
	case *image.NRGBA:
		return func(x, y, u, v int) { over(x, y, img.Pix[v*img.Stride+4*u:][:4]) }
	case *image.Paletted:
		var entries [256][4]byte
		for i, c := range img.Palette[:min(len(img.Palette), len(entries))] {
			n := color.NRGBAModel.Convert(c).(color.NRGBA)
			entries[i] = [4]byte{n.R, n.G, n.B, n.A}
		}
		return func(x, y, u, v int) { over(x, y, entries[img.Pix[v*img.Stride+u]][:]) }
	case *image.Gray:
		return func(x, y, u, v int) {
			g := img.Pix[v*img.Stride+u]
			over(x, y, []byte{g, g, g, 255})
		}
	}
	return func(x, y, u, v int) {} // imaging gives no other
}

// blend paints the colour s over d, both not multiplied by their alpha.
func blend(d, s []byte) {
	switch {
	case s[3] == 255 || d[3] == 0:
		copy(d, s)
	case s[3] > 0:
		above, below := uint32(s[3])*255, uint32(d[3])*uint32(255-s[3])
		all := above + below
		for i := range 3 {
			d[i] = uint8((uint32(s[i])*above + uint32(d[i])*below + all/2) / all)
		}
		d[3] = uint8((all + 127) / 255)
	}
}
