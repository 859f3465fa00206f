package scanimage

import (
	"image"
	"math"
)

// rotation turns an image about its middle onto a larger image that holds all of it. sourceOf is the way back.
type rotation struct {
	sin, cos     float64
	fromX, fromY float64 // middle of the given image
	toX, toY     float64 // middle of the turned image
}

// rotated returns img turned counterclockwise by angle degrees on white, with bilinear interpolation, and
// the rotation.
func rotated(img *image.Gray, angle float64) (*image.Gray, rotation) {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	sin, cos := math.Sincos(angle * math.Pi / 180)
	across := int(math.Ceil(w*math.Abs(cos) + h*math.Abs(sin)))
	down := int(math.Ceil(h*math.Abs(cos) + w*math.Abs(sin)))
	r := rotation{sin, cos, w / 2, h / 2, float64(across) / 2, float64(down) / 2}
	out := image.NewGray(image.Rect(0, 0, across, down))
	for y := range down {
		row := out.Pix[y*out.Stride:][:across]
		fx, fy := r.sourceOf(0.5, float64(y)+0.5)
		turnedRow(row, img, fixed(fx-0.5), fixed(fy-0.5), fixed(cos), fixed(sin))
	}
	return out, r
}

// sourceOf returns the place of a point of the turned image in the given image.
func (r *rotation) sourceOf(x, y float64) (float64, float64) {
	x, y = x-r.toX, y-r.toY
	return r.fromX + r.cos*x - r.sin*y, r.fromY + r.sin*x + r.cos*y
}

// one is 1 in the fixed-point numbers of the interpolation. Over a row of 32,767 pixels the error grows to a
// hundredth of a pixel.
const one = 1 << 20

func fixed(v float64) int64 { return int64(math.Round(v * one)) }

// turnedRow fills a row with the samples of img along a straight line.
func turnedRow(row []uint8, img *image.Gray, x, y, dx, dy int64) {
	w, h := int64(img.Rect.Dx()), int64(img.Rect.Dy())
	stride := int64(img.Stride)
	for i := range row {
		ix, iy := x>>20, y>>20
		if uint64(ix) < uint64(w-1) && uint64(iy) < uint64(h-1) {
			at := iy*stride + ix
			up, low := img.Pix[at:at+2:at+2], img.Pix[at+stride:at+stride+2:at+stride+2]
			rx, ry := int32(x>>12&255), int32(y>>12&255)
			a := int32(up[0])<<8 + (int32(up[1])-int32(up[0]))*rx
			b := int32(low[0])<<8 + (int32(low[1])-int32(low[0]))*rx
			row[i] = uint8((a<<8 + (b-a)*ry + 1<<15) >> 16)
		} else {
			row[i] = 255
		}
		x, y = x+dx, y+dy
	}
}
