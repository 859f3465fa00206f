package quality

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/contrast"
)

// rgb is a colour of sRGB, each part 0 to 1.
type rgb [3]float64

// over is a colour painted with an opacity on another.
func over(ink, ground rgb, alpha float64) rgb {
	for i := range ink {
		ink[i] = ink[i]*alpha + ground[i]*(1-alpha)
	}
	return ink
}

// contrastRatio is that of two colours.
func contrastRatio(a, b rgb) float64 {
	return contrast.Ratio(contrast.Luminance(a[0], a[1], a[2]), contrast.Luminance(b[0], b[1], b[2]))
}

// contrast judges what Look saw. A few faint words may be a logotype or decoration, which need no
// contrast: a person decides.
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
			at := Finding{Page: page.Page, Box: f.Box, Text: f.Text, Message: fmt.Sprintf("the contrast is %.2f, needed is %g", f.Ratio, f.Need)}
			switch {
			case !f.Known:
				at.Message = "the contrast is not known: the text or what is under it is a pattern, a picture, or half transparent"
				c.doubts(&textContrast, at)
			case many:
				c.breaks(&textContrast, at)
			default:
				at.Message += "; is it a logotype or decoration?"
				c.doubts(&textContrast, at)
			}
		}
		if page.Letters > 0 && len(page.Faint) == 0 {
			c.holds(&textContrast)
		}
	}
}
