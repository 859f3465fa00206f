package css

import "math"

// The conversions of CSS Color 4 section 10 to sRGB. Colours outside of sRGB are clipped. The difference to gamut
// mapping is too small to move a ratio across a threshold.

// hsl takes the hue in degrees, saturation and lightness from 0 to 1.
func hsl(h, s, l float64) RGBA {
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		if k < 0 {
			k += 12
		}
		return l - s*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
	}
	return RGBA{f(0), f(8), f(4), 1}
}

// hwb takes the hue in degrees, whiteness and blackness from 0 to 1.
func hwb(h, w, b float64) RGBA {
	if w+b >= 1 {
		grey := w / (w + b)
		return RGBA{grey, grey, grey, 1}
	}
	c := hsl(h, 1, 0.5)
	f := func(x float64) float64 { return x*(1-w-b) + w }
	return RGBA{f(c.r), f(c.g), f(c.b), 1}
}

// lab takes CIE Lab as CSS does: white is D50.
func lab(l, a, b float64) RGBA {
	const kappa, epsilon = 24389.0 / 27, 216.0 / 24389
	fy := (l + 16) / 116
	inv := func(f float64) float64 {
		if cube := f * f * f; cube > epsilon {
			return cube
		}
		return (116*f - 16) / kappa
	}
	y := l / kappa
	if l > kappa*epsilon {
		y = fy * fy * fy
	}
	x, z := inv(fy+a/500)*0.9642956764295677, inv(fy-b/200)*0.8251046025104602
	return xyz50(x, y, z)
}

// oklab takes lightness from 0 to 1.
func oklab(l, a, b float64) RGBA {
	cube := func(x float64) float64 { return x * x * x }
	p := cube(l + 0.3963377773761749*a + 0.2158037573099136*b)
	q := cube(l - 0.1055613458156586*a - 0.0638541728258133*b)
	r := cube(l - 0.0894841775298119*a - 1.2914855480194092*b)
	return RGBA{
		clamp01(gamma(4.0767416360759583*p - 3.3077115392580629*q + 0.2309699031821043*r)),
		clamp01(gamma(-1.2684379732850315*p + 2.6097573492876882*q - 0.3413193760026570*r)),
		clamp01(gamma(-0.0041960761386756*p - 0.7034186179359362*q + 1.7076146940746117*r)), 1,
	}
}

// polar turns chroma and hue in degrees into the axes of lab and oklab.
func polar(chroma, hue float64) (a, b float64) {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	return chroma * cos, chroma * sin
}

// xyz50 takes XYZ with the white point D50.
func xyz50(x, y, z float64) RGBA {
	return xyz65(
		0.9554734527042182*x-0.023098536874261423*y+0.0632593086610217*z,
		-0.028369706963208136*x+1.0099954580058226*y+0.021041398966943008*z,
		0.012314001688319899*x-0.020507696433477912*y+1.3303659366080753*z)
}

// xyz65 takes XYZ with the white point D65, that of sRGB.
func xyz65(x, y, z float64) RGBA {
	return RGBA{
		clamp01(gamma(3.2409699419045226*x - 1.537383177570094*y - 0.4986107602930034*z)),
		clamp01(gamma(-0.9692436362808796*x + 1.8759675015077202*y + 0.04155505740717559*z)),
		clamp01(gamma(0.05563007969699366*x - 0.20397695888897652*y + 1.0569715142428786*z)), 1,
	}
}
