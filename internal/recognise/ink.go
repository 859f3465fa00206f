package recognise

import (
	"image"
	"slices"
)

// ink tells the dark pixels of a picture from the paper.
type ink struct {
	img   *image.Gray
	dark  uint8 // pixels below are dark
	paper uint8 // what most of the others are
}

// histogramStep is how many rows apart the pixels are that the threshold is found by.
const histogramStep = 4

// newInk finds the threshold by Otsu's method: the one that parts the pixels into two
// groups as different as can be.
func newInk(img *image.Gray) ink {
	var count [256]int
	total, sum := 0, 0
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := 0; y < h; y += histogramStep {
		for _, v := range img.Pix[y*img.Stride:][:w] {
			count[v]++
		}
	}
	for v, n := range count {
		total += n
		sum += v * n
	}
	below, sumBelow, best, dark := 0, 0, 0.0, 128
	for v, n := range count {
		below, sumBelow = below+n, sumBelow+v*n
		if below == 0 || below == total {
			continue
		}
		d := float64(sumBelow)/float64(below) - float64(sum-sumBelow)/float64(total-below)
		if between := float64(below) * float64(total-below) * d * d; between > best {
			best, dark = between, v+1
		}
	}
	paper := min(dark, 255)
	for v := paper; v < len(count); v++ {
		if count[v] > count[paper] {
			paper = v
		}
	}
	return ink{img, uint8(min(dark, 255)), uint8(paper)}
}

// row is the pixels of a box in row y.
func (k *ink) row(box image.Rectangle, y int) []uint8 {
	return k.img.Pix[y*k.img.Stride+box.Min.X : y*k.img.Stride+box.Max.X]
}

// share is how much of box is dark. The box lies in the picture.
func (k *ink) share(box image.Rectangle) float64 {
	n := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range k.row(box, y) {
			if v < k.dark {
				n++
			}
		}
	}
	return float64(n) / float64(max(box.Dx()*box.Dy(), 1))
}

// trim is the part of box that holds what is dark in it; box when nothing is.
func (k *ink) trim(box image.Rectangle) image.Rectangle {
	out := image.Rectangle{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x, v := range k.row(box, y) {
			if v < k.dark {
				out = out.Union(image.Rect(box.Min.X+x, y, box.Min.X+x+1, y+1))
			}
		}
	}
	if out.Empty() {
		return box
	}
	return out
}

// edge is the shade from which on pixels in box are part of its letters: halfway from
// the paper to type that is gray, else what parts dark from light in all of the picture.
func (k *ink) edge(box image.Rectangle) uint8 {
	darkest := k.dark
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		darkest = min(darkest, slices.Min(k.row(box, y)))
	}
	if darkest < k.dark/2 {
		return k.dark
	}
	return max(uint8((int(darkest)+int(k.paper))/2), k.dark)
}

// stroke is how thick the strokes in box are, in pixels: the mean width of what is dark
// in its rows, without what is wider than most, which are bars and the sides of bowls.
// 0: there are none.
func (k *ink) stroke(box image.Rectangle, most int) float64 {
	dark, runs := 0, 0
	edge := k.edge(box)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		width := 0
		for _, v := range k.row(box, y) {
			if v < edge {
				width++
				continue
			}
			if width > 0 && width <= most {
				dark, runs = dark+width, runs+1
			}
			width = 0
		}
		if width > 0 && width <= most {
			dark, runs = dark+width, runs+1
		}
	}
	if runs == 0 {
		return 0
	}
	return float64(dark) / float64(runs)
}
