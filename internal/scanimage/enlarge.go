package scanimage

import "image"

// enlarged returns img at twice its size, by cubic interpolation (Catmull-Rom).
func enlarged(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	wide := make([]uint8, 2*w*h)
	for y := range h {
		doubleRow(wide[y*2*w:][:2*w], img.Pix[y*img.Stride:][:w])
	}
	out := image.NewGray(image.Rect(0, 0, 2*w, 2*h))
	line := func(y int) []uint8 { y = min(max(y, 0), h-1); return wide[y*2*w:][:2*w] }
	for y := range h {
		a, b, c, d, e := line(y-2), line(y-1), line(y), line(y+1), line(y+2)
		upper, lower := out.Pix[2*y*out.Stride:][:2*w], out.Pix[(2*y+1)*out.Stride:][:2*w]
		for x := range upper {
			upper[x] = between(a[x], b[x], c[x], d[x])
			lower[x] = between(e[x], d[x], c[x], b[x])
		}
	}
	return out
}

// between returns the value a quarter of the way from c to b. a and d are the neighbours beyond them.
func between(a, b, c, d uint8) uint8 {
	// Catmull-Rom at 3/4 between b and c, in 128ths.
	v := (-3*int32(a) + 29*int32(b) + 111*int32(c) - 9*int32(d) + 64) >> 7
	return uint8(min(max(v, 0), 255))
}

func doubleRow(dst, src []uint8) {
	last := len(src) - 1
	at := func(i int) uint8 { return src[min(max(i, 0), last)] }
	for x := range src {
		dst[2*x] = between(at(x-2), at(x-1), at(x), at(x+1))
		dst[2*x+1] = between(at(x+2), at(x+1), at(x), at(x-1))
	}
}
