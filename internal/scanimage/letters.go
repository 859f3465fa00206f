package scanimage

import (
	"image"
	"slices"
)

const (
	// smallLetters is the height of letters in pixels below which an image is enlarged to
	// twice its size, and tinyLetters that up to which once more. Words right of 100, before
	// and after: letters 9 pixels high 94 -> 98, 6 pixels 85 -> 96, 5 pixels 71 -> 96, 4 pixels
	// 9 -> 81. From 10 pixels on nothing is gained.
	smallLetters = 10
	tinyLetters  = 5

	// largeDPI is the resolution from which letters are large enough: those of 6 points
	// have ten pixels. Nothing is measured there.
	largeDPI = 250

	// mostEnlarged is the most pixels that an image may come to: a newspaper page at
	// 400 dpi.
	mostEnlarged = 40 << 20

	// cell is the side of the squares that have a say each, so that the dots of a
	// screened picture do not outvote the letters beside it.
	cell = 256

	// fewLetters is what a cell has to have to count.
	fewLetters = 8

	// tallest is the tallest that is taken for a letter, in pixels: three times what
	// makes a difference, so that headings count too.
	tallest = 64
)

// letterHeight is the usual height in pixels of what is printed on an image of this size,
// which is that of the letters without ascenders; 0 when there is too little of it.
func letterHeight(printed []strip, size image.Point) int {
	cols := size.X/cell + 1
	heights := make([][]int, cols*(size.Y/cell+1))
	for _, s := range printed {
		w, h := s.x1-s.x0, s.y1-s.y0
		if w >= 2 && h >= 3 && h <= tallest && w <= 5*h && h <= 4*w { // no specks, no rules; some letters touch
			at := (s.y0+s.y1)/2/cell*cols + (s.x0+s.x1)/2/cell
			heights[at] = append(heights[at], h)
		}
	}
	var usual []int
	for _, h := range heights {
		if len(h) >= fewLetters {
			usual = append(usual, median(h))
		}
	}
	return median(usual)
}

// median sorts v; that of nothing is 0.
func median(v []int) int {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// doublings is how often an image with letters of that height is enlarged.
func doublings(height int) int {
	switch {
	case height == 0 || height >= smallLetters:
		return 0
	case height > tinyLetters:
		return 1
	}
	return 2
}
