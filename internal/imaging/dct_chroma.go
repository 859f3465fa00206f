package imaging

import (
	"image"
	"image/color"
)

// colorsOfYCbCr writes img to dst as opaque colours. Chroma of half the width, or of half of both
// sides, is interpolated between the centres of its samples, as in libjpeg and so in all browsers:
// in each direction three quarters of the nearest sample and a quarter of the next. With rarer
// samplings it is repeated.
func colorsOfYCbCr(dst []byte, stride int, img *image.YCbCr) {
	size := img.Rect.Size()
	up := newChroma(img)
	cb, cr := make([]byte, size.X+1), make([]byte, size.X+1)
	for y := range size.Y {
		up.row(cb, img.Cb, y)
		up.row(cr, img.Cr, y)
		luma := img.Y[y*img.YStride:][:size.X]
		row := dst[y*stride:][:bytesNRGBA*size.X]
		for x, v := range luma {
			d := row[4*x : 4*x+4 : 4*x+4]
			d[0], d[1], d[2] = color.YCbCrToRGB(v, cb[x], cr[x])
			d[3] = opaque
		}
	}
}

// chroma enlarges planes of an image.YCbCr to the size of the image.
type chroma struct {
	img           *image.YCbCr
	width, height int // of a plane
	wide, high    bool
	sum           []int32 // of a row: three times the nearest row plus the next one
}

func newChroma(img *image.YCbCr) *chroma {
	size := img.Rect.Size()
	c := &chroma{img: img, width: (size.X + 1) / 2, height: size.Y}
	switch img.SubsampleRatio {
	case image.YCbCrSubsampleRatio420:
		c.wide, c.high, c.height = true, true, (size.Y+1)/2
	case image.YCbCrSubsampleRatio422:
		c.wide = true
	}
	c.sum = make([]int32, c.width)
	return c
}

// row writes row y of the plane to dst. dst has room for one sample more.
func (c *chroma) row(dst, plane []byte, y int) {
	if !c.wide {
		for x := range c.img.Rect.Dx() {
			dst[x] = plane[c.img.COffset(x, y)]
		}
		return
	}
	near, next := y, y
	if c.high {
		near = y / 2
		next = min(max(near-1+y%2*2, 0), c.height-1)
	}
	a, b := plane[near*c.img.CStride:][:c.width], plane[next*c.img.CStride:][:c.width]
	for i := range c.sum {
		c.sum[i] = 3*int32(a[i]) + int32(b[i])
	}
	last := c.sum[0]
	for i, v := range c.sum {
		following := v
		if i+1 < len(c.sum) {
			following = c.sum[i+1]
		}
		if 2*i+1 < len(dst) {
			dst[2*i], dst[2*i+1] = byte((3*v+last+8)>>4), byte((3*v+following+7)>>4)
		}
		last = v
	}
}
