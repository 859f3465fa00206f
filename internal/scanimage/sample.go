package scanimage

import "image"

const (
	// sampleShare is the share of a page that tells its language: four lines of A4.
	sampleShare = 12

	// leastSample is the least height of a sample in pixels, three lines of text. An
	// image has to be as high again, and again, to be worth one.
	leastSample = 150

	// sampleStep is how many rows apart those are that are looked at.
	sampleStep = 4
)

// Sample is the part of Image with the most letters, over its whole width; nil when the
// image is too small to have one. It shares the pixels.
func (p *Prepared) Sample() *image.Gray {
	w, h := p.Image.Rect.Dx(), p.Image.Rect.Dy()
	height := max(h/sampleShare, leastSample)
	if h < 3*height {
		return nil
	}
	edges := make([]int, h/sampleStep)
	for i := range edges {
		edges[i] = p.edges(i * sampleStep)
	}
	window := height / sampleStep
	sum := 0
	for _, n := range edges[:window] {
		sum += n
	}
	best, top := sum, 0
	for i := window; i < len(edges); i++ {
		if sum += edges[i] - edges[i-window]; sum > best {
			best, top = sum, (i-window+1)*sampleStep
		}
	}
	return p.Image.SubImage(image.Rect(0, top, w, top+height)).(*image.Gray)
}

// edges is how often a row of Image goes from paper to ink.
func (p *Prepared) edges(y int) int {
	n, before := 0, uint32(0)
	for _, v := range p.Image.Pix[y*p.Image.Stride:][:p.Image.Rect.Dx()] {
		dark := (uint32(v) - uint32(p.faint)) >> 31
		n += int(dark &^ before)
		before = dark
	}
	return n
}
