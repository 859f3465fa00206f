package css

import (
	"math"

	"github.com/pagelift/pagelift/internal/contrast"
)

// RGBA is a colour in sRGB, components from 0 to 1, not premultiplied.
type RGBA struct{ r, g, b, a float64 }

var (
	black       = RGBA{0, 0, 0, 1}
	white       = RGBA{1, 1, 1, 1}
	transparent = RGBA{}
)

// rgb255 returns an opaque colour from components of 0 to 255.
func rgb255(r, g, b uint8) RGBA {
	return RGBA{float64(r) / 255, float64(g) / 255, float64(b) / 255, 1}
}

// over paints c on the backdrop b (source over, CSS Compositing 1 section 9.1.4).
func (c RGBA) over(b RGBA) RGBA {
	a := c.a + b.a*(1-c.a)
	if a == 0 {
		return transparent
	}
	mix := func(x, y float64) float64 { return (x*c.a + y*b.a*(1-c.a)) / a }
	return RGBA{mix(c.r, b.r), mix(c.g, b.g), mix(c.b, b.b), a}
}

// faded returns c seen at the given opacity.
func (c RGBA) faded(opacity float64) RGBA {
	c.a *= opacity
	return c
}

// rounded returns the colour that a screen of 8 bits a component shows. Ratios are computed from it, so that they
// agree with what a colour picker gives.
func (c RGBA) rounded() RGBA {
	r := func(x float64) float64 { return math.Round(clamp01(x)*255) / 255 }
	return RGBA{r(c.r), r(c.g), r(c.b), c.a}
}

// luminance returns the relative luminance of WCAG 2.2. It ignores alpha.
func (c RGBA) luminance() float64 {
	return contrast.Luminance(c.r, c.g, c.b)
}

// ContrastRatio returns the contrast ratio of WCAG 2.2, from 1 to 21, of two opaque colours.
func ContrastRatio(a, b RGBA) float64 {
	return contrast.Ratio(a.rounded().luminance(), b.rounded().luminance())
}

// Hex returns the colour in the form #rrggbb, for messages.
func (c RGBA) Hex() string {
	const digits = "0123456789abcdef"
	out := []byte{'#'}
	for _, x := range [...]float64{c.r, c.g, c.b} {
		v := int(math.Round(clamp01(x) * 255))
		out = append(out, digits[v>>4], digits[v&15])
	}
	return string(out)
}

// gamma returns the transfer curve of sRGB.
func gamma(x float64) float64 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

// clamp01 returns x limited to 0 to 1.
func clamp01(x float64) float64 { return min(max(x, 0), 1) }
