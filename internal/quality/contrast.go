package quality

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/contrast"
)

// rgb is a colour of sRGB: red, green and blue, each from 0 to 1.
type rgb [3]float64

// paintOver returns the colour that shows where ink is painted on ground with the opacity alpha.
func paintOver(ink, ground rgb, alpha float64) rgb {
	for i := range ink {
		ink[i] = ink[i]*alpha + ground[i]*(1-alpha)
	}
	return ink
}

// contrastRatio returns the contrast of two colours as WCAG defines it, from 1 to 21.
func contrastRatio(a, b rgb) float64 {
	return contrast.Ratio(contrast.Luminance(a[0], a[1], a[2]), contrast.Luminance(b[0], b[1], b[2]))
}

// contrast judges the faint text that Look found. If a page has only a few faint words, they may be a logotype
// or decoration, which need no contrast. Then a person has to look.
func (c *checker) contrast() {
	byPage := func(a, b Inks) int { return cmp.Compare(a.Page, b.Page) }
	for _, page := range slices.SortedStableFunc(slices.Values(c.Inks), byPage) {
		faint := 0
		for _, f := range page.Faint {
			if f.Known {
				faint += f.Letters
			}
		}
		many := faint >= fewFaint && float64(faint) >= mostFaint*float64(page.Letters)
		for _, f := range page.Faint {
			at := Finding{Page: page.Page, Box: f.Box, Text: f.Text, Message: fmt.Sprintf("the contrast between the text and its background is %.2f and must be at least %g; change one of the two colours", f.Ratio, f.Need)}
			switch {
			case !f.Known:
				at.Message = "the contrast could not be measured, because the text or its background is a pattern, a picture, or half transparent; check that the text can be read"
				c.doubts(&textContrast, at)
			case many:
				c.breaks(&textContrast, at)
			default:
				at.Message += ", unless the text is a logotype or decoration"
				c.doubts(&textContrast, at)
			}
		}
		if page.Letters > 0 && len(page.Faint) == 0 {
			c.holds(&textContrast)
		}
	}
}
