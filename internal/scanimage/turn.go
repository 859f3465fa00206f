package scanimage

import "image"

// turnTile is the side of the squares that are turned one by one, so that the pixels of both images stay in
// the cache of the processor.
const turnTile = 64

// Turned returns img turned counterclockwise by 0, 90, 180 or 270 degrees. The origin of img is (0, 0). For
// other angles it returns img as it is.
func Turned(img *image.Gray, degrees int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var out *image.Gray
	var start, across, down int // in out: the index of pixel (0, 0) of img, and the steps to its neighbours
	switch degrees {
	case 90:
		out = image.NewGray(image.Rect(0, 0, h, w))
		start, across, down = (w-1)*out.Stride, -out.Stride, 1
	case 180:
		out = image.NewGray(image.Rect(0, 0, w, h))
		start, across, down = (h-1)*out.Stride+w-1, -1, -out.Stride
	case 270:
		out = image.NewGray(image.Rect(0, 0, h, w))
		start, across, down = h-1, out.Stride, -1
	default:
		return img
	}
	for top := 0; top < h; top += turnTile {
		for left := 0; left < w; left += turnTile {
			for y := top; y < min(top+turnTile, h); y++ {
				row := img.Pix[y*img.Stride:][:w]
				at := start + y*down + left*across
				for _, v := range row[left:min(left+turnTile, w)] {
					out.Pix[at] = v
					at += across
				}
			}
		}
	}
	return out
}
