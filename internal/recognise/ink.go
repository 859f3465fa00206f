package recognise

import (
	"image"
	"slices"
)

// ink distinguishes the dark pixels of a picture from the paper.
type ink struct {
	img   *image.Gray
	dark  uint8 // pixels below this shade are dark
	paper uint8 // the commonest of the other shades
}

// histogramStep is the distance between the rows that newInk counts.
const histogramStep = 4

// newInk finds the threshold by Otsu's method: it divides the pixels into the two groups that differ
// most.
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

// row returns the pixels of a box in row y.
func (k *ink) row(box image.Rectangle, y int) []uint8 {
	return k.img.Pix[y*k.img.Stride+box.Min.X : y*k.img.Stride+box.Max.X]
}

// share returns the share of box that is dark. The box lies in the picture.
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

// trim returns the smallest box around the dark pixels in box, or box if there are none.
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

// edge returns the shade from which a pixel in box belongs to its letters. For gray type that is
// halfway from the paper to its darkest pixel, otherwise the threshold of the whole picture.
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

// stroke returns the thickness of the strokes in box, in pixels, or 0 if there are none. It is the mean
// length of the dark runs in its rows. Runs longer than most do not count: they are the bars of letters
// and the sides of bowls.
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
