package scanimage

import "image"

const (
	// A sample is one sampleShare-th of the height of a page: four lines of A4.
	sampleShare = 12

	// leastSample is the least height of a sample in pixels: three lines of text. An image lower than three
	// samples has none.
	leastSample = 150

	// sampleStep is the distance between the rows that are looked at.
	sampleStep = 4
)

// Sample returns the part of Image with the most letters, over the whole width, or nil when the image is too
// small. It shares the pixels of Image.
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

// edges returns how often a row of Image changes from paper to ink.
func (p *Prepared) edges(y int) int {
	n, before := 0, uint32(0)
	for _, v := range p.Image.Pix[y*p.Image.Stride:][:p.Image.Rect.Dx()] {
		dark := (uint32(v) - uint32(p.faint)) >> 31
		n += int(dark &^ before)
		before = dark
	}
	return n
}
