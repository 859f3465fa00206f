package recognise

import "image"

const (
	// paperLevels is how far the shades of paper lie apart that scanners and JPEG make
	// of one, and paperLeast how much of a picture is of one such shade at least when it
	// may hold text: screenshots of text have .70 and more, charts .41, 19 photographs
	// .10 to .33.
	paperLevels = 16
	paperLeast  = 0.37
	// evidenceStep is how many rows apart those are that are looked at.
	evidenceStep = 4
)

// mayHoldText looks at the shades of the picture: text stands on a ground of one
// shade, which takes most of the picture and little of a photograph. A dark ground is
// made light, as everything behind this takes paper for lighter than ink.
func (p *picture) mayHoldText() bool {
	ground, share := groundOf(p.pixels)
	if share < paperLeast {
		return false
	}
	if ground < 128 {
		p.pixels = inverted(p.pixels)
	}
	return true
}

// groundOf is the shade that most of img has, and how much of it.
func groundOf(img *image.Gray) (shade int, share float64) {
	var count [256]int
	total := 0
	for y := 0; y < img.Rect.Dy(); y += evidenceStep {
		for _, v := range img.Pix[y*img.Stride:][:img.Rect.Dx()] {
			count[v]++
			total++
		}
	}
	sum, most := 0, 0
	for v, n := range count {
		if sum += n; v >= paperLevels {
			sum -= count[v-paperLevels]
		}
		if sum > most {
			most, shade = sum, max(v-paperLevels/2, 0)
		}
	}
	return shade, float64(most) / float64(max(total, 1))
}

// inverted is img with light for dark.
func inverted(img *image.Gray) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: img.Rect.Size()})
	for y := range out.Rect.Dy() {
		to := out.Pix[y*out.Stride:]
		for x, v := range img.Pix[y*img.Stride:][:out.Rect.Dx()] {
			to[x] = 255 - v
		}
	}
	return out
}
