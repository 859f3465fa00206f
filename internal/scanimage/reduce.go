package scanimage

import "image"

// overviewSide is the approximate longer side of the overview, in pixels. Light and skew are measured in
// this small image. A4 has 94 pixels an inch in it: lines of 8 points are still apart, and a tenth of a
// degree is a pixel and a half over the width.
const overviewSide = 1100

// overview returns img made smaller by a whole factor. Each pixel is the mean of a square.
func overview(img *image.Gray) (small *image.Gray, factor int) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	factor = max((max(w, h)+overviewSide/2)/overviewSide, 1)
	if factor == 1 {
		return img, 1
	}
	return reduce(img, factor), factor
}

// reduce averages squares of factor by factor pixels. The remainder at the right and lower edges is dropped.
func reduce(img *image.Gray, factor int) *image.Gray {
	w, h := max(img.Rect.Dx()/factor, 1), max(img.Rect.Dy()/factor, 1)
	out := image.NewGray(image.Rect(0, 0, w, h))
	sums := make([]uint32, w)
	across, down := min(factor, img.Rect.Dx()), min(factor, img.Rect.Dy())
	area := uint32(across * down)
	for y := range h {
		clear(sums)
		for dy := range down {
			row := img.Pix[(y*factor+dy)*img.Stride:]
			for x := range sums {
				var s uint32
				for _, v := range row[x*factor : x*factor+across] {
					s += uint32(v)
				}
				sums[x] += s
			}
		}
		for x, s := range sums {
			out.Pix[y*out.Stride+x] = uint8((s + area/2) / area)
		}
	}
	return out
}
