// Package contrast has the contrast of two colours of sRGB, as WCAG 2.2 defines it.
package contrast

import "math"

// Ratio is the contrast ratio, 1 to 21, of two relative luminances.
func Ratio(a, b float64) float64 {
	const flare = 0.05 // the light that a screen reflects
	return (max(a, b) + flare) / (min(a, b) + flare)
}

// Luminance is the relative luminance, 0 to 1, of a colour whose parts are 0 to 1.
func Luminance(r, g, b float64) float64 { return weighed(Linear(r), Linear(g), Linear(b)) }

// Luminance8 is that of a colour of 8 bits a part.
func Luminance8(r, g, b uint8) float64 { return weighed(light[r], light[g], light[b]) }

func weighed(r, g, b float64) float64 { return 0.2126*r + 0.7152*g + 0.0722*b }

// Linear is how much light a part of sRGB is: it undoes the transfer curve.
func Linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// light is Linear of each value of 8 bits.
var light = func() (l [256]float64) {
	for i := range l {
		l[i] = Linear(float64(i) / 255)
	}
	return l
}()
