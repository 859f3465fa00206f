package css

import (
	syntax "github.com/tdewolff/parse/v2/css"
)

// gradientSteps is how many colours are computed between two stops, because the least luminance may lie between
// them. Between neighbours of eight steps a ratio differs by less than a tenth.
const gradientSteps = 8

// maxGradientStops bounds the stops of one gradient.
const maxGradientStops = 64

func setBackgroundImage(c *computing, value []token) bool {
	img, ok := c.resolveImage(value)
	if ok {
		c.image = img
	}
	return ok
}

func setBackgroundClip(c *computing, value []token) bool {
	c.bgClip = keyword(value) == "text"
	return true
}

// setBackgroundTiles reads background-size and background-repeat: with their initial
// values, an image that has no size of its own, such as a gradient, covers its box.
func setBackgroundTiles(c *computing, value []token) bool {
	k := keyword(value)
	c.partial = c.partial || k != "auto" && k != "repeat" && k != "cover"
	return true
}

// setBackground reads the shorthand: images of all layers, the colour of the last.
func setBackground(c *computing, value []token) bool {
	c.background, c.bgIsCurrent, c.image, c.bgClip, c.partial = transparent, false, image{}, false, false
	c.unknown &^= 1<<PropBackgroundColor | 1<<PropBackgroundImage
	layers := splitTop(value, ',')
	for i, layer := range layers {
		for j := 0; j < len(layer); j++ {
			t := layer[j]
			one := layer[j : j+1]
			if t.opens() {
				one = layer[j:min(closing(layer, j)+1, len(layer))]
				j += len(one) - 1
			}
			switch {
			case isImage(t):
				img, ok := c.resolveImage(one)
				if !ok {
					return false
				}
				c.image.colors = append(c.image.colors, img.colors...)
				c.image.unknown = c.image.unknown || img.unknown
			case t.is('/') || t.kind == syntax.IdentToken && partialWords[t.name()]:
				c.partial = true
			case t.kind == syntax.IdentToken && t.name() == "text":
				c.bgClip = true
			case t.kind == syntax.IdentToken || t.kind == syntax.HashToken || t.kind == syntax.FunctionToken:
				if _, kind := parseColor(one); kind != colorInvalid {
					if i != len(layers)-1 {
						return false
					}
					setBackgroundColor(c, one)
				} else if t.kind == syntax.HashToken || !backgroundWords[t.name()] {
					return false
				}
			}
		}
	}
	return true
}

// partialWords are values of background-repeat that leave parts of the box uncovered.
var partialWords = map[string]bool{"no-repeat": true, "repeat-x": true, "repeat-y": true, "space": true}

// backgroundWords may stand in the shorthand besides images and colours.
var backgroundWords = map[string]bool{
	"none": true, "repeat": true, "round": true,
	"scroll": true, "fixed": true, "local": true, "border-box": true, "padding-box": true, "content-box": true, "border-area": true,
	"top": true, "bottom": true, "left": true, "right": true, "center": true, "cover": true, "contain": true, "auto": true,
	"calc": true, "min": true, "max": true, "clamp": true,
}

// isImage reports whether an image begins with the token.
func isImage(t token) bool {
	if t.kind == syntax.URLToken || t.kind == syntax.BadURLToken {
		return true
	}
	if t.kind != syntax.FunctionToken {
		return false
	}
	switch t.name() {
	case "url", "image", "image-set", "-webkit-image-set", "cross-fade", "element", "paint":
		return true
	}
	return isGradient(t.name())
}

// isGradient reports whether a function is a gradient.
func isGradient(name string) bool {
	switch name {
	case "linear-gradient", "radial-gradient", "conic-gradient",
		"repeating-linear-gradient", "repeating-radial-gradient", "repeating-conic-gradient":
		return true
	}
	return false
}

// resolveImage reads the value of background-image: the colours of its gradients.
func (c *computing) resolveImage(value []token) (image, bool) {
	if keyword(value) == "none" {
		return image{}, true
	}
	var img image
	for _, layer := range splitTop(value, ',') {
		layer = trimmed(layer)
		if keyword(layer) == "none" {
			continue
		}
		if len(layer) == 0 || !isImage(layer[0]) {
			if len(layer) > 0 && layer[0].kind == syntax.FunctionToken {
				img.unknown = true // a vendor's own function
				continue
			}
			return image{}, false
		}
		stops, ok := c.gradientStops(layer)
		if !ok {
			img.unknown = true
			continue
		}
		img.colors = append(img.colors, between(stops)...)
	}
	return img, true
}

// gradientStops returns the colours named in a gradient. ok is false for other images.
func (c *computing) gradientStops(layer []token) ([]RGBA, bool) {
	if layer[0].kind != syntax.FunctionToken || !isGradient(layer[0].name()) {
		return nil, false
	}
	var stops []RGBA
	for i, arg := range splitTop(insideOf(layer), ',') {
		arg = trimmed(arg)
		col, kind := firstColor(arg)
		switch {
		case kind == colorKnown:
			stops = append(stops, col)
		case kind == colorCurrent:
			stops = append(stops, c.Color)
		case kind == colorUnknown, i > 0 && !isPercentage(arg):
			return nil, false
		}
	}
	return stops, len(stops) > 0 && len(stops) <= maxGradientStops
}

// isPercentage reports whether an argument of a gradient is the hint between two stops, and no stop.
func isPercentage(arg []token) bool {
	return len(arg) == 1 && (arg[0].kind == syntax.PercentageToken || arg[0].kind == syntax.DimensionToken)
}

// between returns the stops, with the colours on the way from each to the next.
func between(stops []RGBA) []RGBA {
	var out []RGBA
	for i, a := range stops {
		out = append(out, a)
		if i+1 == len(stops) {
			break
		}
		b := stops[i+1]
		for step := 1; step < gradientSteps; step++ {
			out = append(out, mixed(a, b, float64(step)/gradientSteps))
		}
	}
	return out
}

// mixed returns the colour at t between a and b, premultiplied as CSS Images 4 demands.
func mixed(a, b RGBA, t float64) RGBA {
	alpha := a.a + (b.a-a.a)*t
	if alpha == 0 {
		return transparent
	}
	mix := func(x, y float64) float64 { return (x*a.a*(1-t) + y*b.a*t) / alpha }
	return RGBA{mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), alpha}
}
