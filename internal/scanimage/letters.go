package scanimage

import (
	"image"
	"slices"
)

const (
	// An image with letters lower than smallLetters pixels is enlarged to twice its size, and one with letters
	// up to tinyLetters to four times. Right words of 100, before and after: letters of 9 pixels 94 -> 98, 6
	// pixels 85 -> 96, 5 pixels 71 -> 96, 4 pixels 9 -> 81. From 10 pixels on nothing is gained.
	smallLetters = 10
	tinyLetters  = 5

	// largeDPI is the resolution from which letters are always large enough, so that they are not measured.
	// Letters of 6 points have ten pixels there.
	largeDPI = 250

	// mostEnlarged is the most pixels of an enlarged image: a newspaper page at 400 dpi.
	mostEnlarged = 40 << 20

	// cell is the side of the squares of a page that each have one vote on the height of letters. So the many
	// dots of a screened picture do not outvote the letters beside it.
	cell = 256

	// fewLetters is the least number of letters in a cell with a vote.
	fewLetters = 8

	// tallest is the height of the tallest letters that count, in pixels: three times the height of those that
	// are enlarged, so that headings count too.
	tallest = 64
)

// letterHeight returns the usual height of the letters on an image of this size, in pixels. That is the
// height of letters without ascenders. It returns 0 if there are too few letters.
func letterHeight(printed []strip, size image.Point) int {
	cols := size.X/cell + 1
	heights := make([][]int, cols*(size.Y/cell+1))
	for _, s := range printed {
		w, h := s.x1-s.x0, s.y1-s.y0
		if w >= 2 && h >= 3 && h <= tallest && w <= 5*h && h <= 4*w { // no specks and no rules; wide, since some letters touch
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

// median sorts v and returns its median, or 0 when v is empty.
func median(v []int) int {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// doublings returns how often an image with letters of that height is doubled.
func doublings(height int) int {
	switch {
	case height == 0 || height >= smallLetters:
		return 0
	case height > tinyLetters:
		return 1
	}
	return 2
}
