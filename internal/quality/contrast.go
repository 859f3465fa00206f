package quality

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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

// contrastRatio is that of two colours by WCAG 2.2.
func contrastRatio(a, b rgb) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

func luminance(c rgb) float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
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
