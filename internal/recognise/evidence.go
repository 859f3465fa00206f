package recognise

import "image"

const (
	// paperLevels is how many shades scanners and JPEG make of one paper. paperLeast is the least share of
	// a picture that has one such shade if the picture may hold text. Screenshots of text have .70 and
	// more, charts .41, 19 photographs .10 to .33.
	paperLevels = 16
	paperLeast  = 0.37
	// evidenceStep is the distance between the rows that are looked at.
	evidenceStep = 4
)

// mayHoldText reports whether the picture may hold text. Text stands on a ground of one shade, which
// covers most of the picture; in a photograph no shade covers much. mayHoldText inverts a picture with
// a dark ground, since all later steps expect ink to be darker than paper.
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

// groundOf returns the commonest shade of img and the share of img that has it.
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

// inverted returns img with light and dark exchanged.
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
