package css

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/contrast"
	syntax "github.com/tdewolff/parse/v2/css"
)

// A colorKind says what a value is where a colour is expected.
type colorKind uint8

const (
	colorInvalid colorKind = iota // no colour: the declaration does not count
	colorKnown
	colorCurrent // currentColor
	colorUnknown // a relative or mixed colour, which is not computed here
)

// parseColor reads one colour of CSS Color 4 or 5 from the tokens of a value. System
// colours have the values of a light scheme.
func parseColor(toks []token) (RGBA, colorKind) {
	toks = trimmed(toks)
	if len(toks) == 0 {
		return RGBA{}, colorInvalid
	}
	switch t := toks[0]; t.kind {
	case syntax.HashToken:
		if len(toks) == 1 {
			return hexColor(t.text[1:])
		}
	case syntax.IdentToken:
		if len(toks) == 1 {
			return namedColor(t.name())
		}
	case syntax.FunctionToken:
		if closing(toks, 0) >= len(toks)-1 {
			return colorFunction(t.name(), insideOf(toks))
		}
	}
	return RGBA{}, colorInvalid
}

// insideOf returns what stands between the first token, which opens a block, and the end of the block.
func insideOf(toks []token) []token { return toks[1:min(closing(toks, 0), len(toks))] }

// hexColor reads 3, 4, 6 or 8 hexadecimal digits.
func hexColor(digits string) (RGBA, colorKind) {
	if len(digits) == 3 || len(digits) == 4 {
		var double strings.Builder
		for i := range len(digits) {
			double.WriteByte(digits[i])
			double.WriteByte(digits[i])
		}
		digits = double.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return RGBA{}, colorInvalid
	}
	c := rgb255(uint8(v>>24), uint8(v>>16), uint8(v>>8))
	c.a = float64(v&0xff) / 255
	return c, colorKnown
}

// namedColor reads a keyword, lower case.
func namedColor(name string) (RGBA, colorKind) {
	switch name {
	case "transparent":
		return transparent, colorKnown
	case "currentcolor":
		return RGBA{}, colorCurrent
	}
	v, ok := colorNames()[name]
	if !ok {
		v, ok = systemColors[name]
	}
	if !ok {
		return RGBA{}, colorInvalid
	}
	return rgb255(uint8(v>>16), uint8(v>>8), uint8(v)), colorKnown
}

// systemColors are those of CSS Color 4 section 6.2 as browsers show them in a light scheme.
var systemColors = map[string]uint32{
	"accentcolor": 0x0075ff, "accentcolortext": 0xffffff, "activetext": 0xff0000, "buttonborder": 0x000000,
	"buttonface": 0xefefef, "buttontext": 0x000000, "canvas": 0xffffff, "canvastext": 0x000000,
	"field": 0xffffff, "fieldtext": 0x000000, "graytext": 0x808080, "highlight": 0x0078d7, "highlighttext": 0xffffff,
	"linktext": 0x0000ee, "mark": 0xffff00, "marktext": 0x000000, "selecteditem": 0x0078d7, "selecteditemtext": 0xffffff,
	"visitedtext": 0x551a8b,
}

// colorFunction reads the functional notations; args is what stands in the brackets.
func colorFunction(name string, args []token) (RGBA, colorKind) {
	switch name {
	case "color-mix", "device-cmyk", "contrast-color", "color-contrast":
		return RGBA{}, colorUnknown
	case "light-dark":
		parts := splitTop(args, ',')
		if len(parts) != 2 {
			return RGBA{}, colorInvalid
		}
		return parseColor(parts[0])
	}
	space, known := colorSpaces[name]
	if !known && name != "color" {
		return RGBA{}, colorInvalid
	}
	comps := components(args)
	if len(comps) > 0 && comps[0].kind == syntax.IdentToken {
		if comps[0].name() == "from" {
			return RGBA{}, colorUnknown
		}
		if name == "color" {
			space, known = colorSpaces["color("+comps[0].name()], true
			comps = comps[1:]
		}
	}
	if space == nil {
		return RGBA{}, colorInvalid
	}
	return inSpace(space, comps)
}

// components returns args without separators and white space: numbers, percentages, angles, "none" and functions.
// Of a function it keeps only the first token.
func components(args []token) []token {
	var out []token
	for i := 0; i < len(args); i++ {
		t := args[i]
		if t.space() || t.is(',') || t.is('/') {
			continue
		}
		out = append(out, t)
		if t.opens() {
			i = closing(args, i)
		}
	}
	return out
}

// inSpace converts three components and an optional alpha from a colour space.
func inSpace(space func([3]component) RGBA, comps []token) (RGBA, colorKind) {
	if len(comps) != 3 && len(comps) != 4 {
		return RGBA{}, colorInvalid
	}
	var v [4]component
	v[3] = component{value: 1}
	for i, t := range comps {
		if t.kind == syntax.FunctionToken {
			return RGBA{}, colorUnknown // calc() and other functions
		}
		value, unit, ok := t.number()
		if !ok && t.name() != "none" {
			return RGBA{}, colorInvalid
		}
		v[i] = component{value, unit}
	}
	c := space([3]component(v[:3]))
	c.r, c.g, c.b = clamp01(c.r), clamp01(c.g), clamp01(c.b)
	c.a = clamp01(v[3].scaled(1))
	return c, colorKnown
}

// A component is one number of a colour with its unit.
type component struct {
	value float64
	unit  string
}

// scaled returns the value, where 100 % stands for full.
func (c component) scaled(full float64) float64 {
	if c.unit == "%" {
		return c.value / 100 * full
	}
	return c.value
}

// percent returns the value from 0 to 1, where numbers and percentages mean the same.
func (c component) percent() float64 { return clamp01(c.value / 100) }

// degrees returns the value of a hue.
func (c component) degrees() float64 { return angle(c.value, c.unit) }

// colorSpaces are the functions of CSS Color 4 and, with "color(" before them, the
// spaces of color().
var colorSpaces = map[string]func([3]component) RGBA{
	"rgb":  rgbFunction,
	"rgba": rgbFunction,
	"hsl":  hslFunction,
	"hsla": hslFunction,
	"hwb":  func(c [3]component) RGBA { return hwb(c[0].degrees(), c[1].percent(), c[2].percent()) },
	"lab": func(c [3]component) RGBA {
		return lab(c[0].scaled(100), c[1].scaled(125), c[2].scaled(125))
	},
	"lch": func(c [3]component) RGBA {
		a, b := polar(c[1].scaled(150), c[2].degrees())
		return lab(c[0].scaled(100), a, b)
	},
	"oklab": func(c [3]component) RGBA { return oklab(c[0].scaled(1), c[1].scaled(0.4), c[2].scaled(0.4)) },
	"oklch": func(c [3]component) RGBA {
		a, b := polar(c[1].scaled(0.4), c[2].degrees())
		return oklab(c[0].scaled(1), a, b)
	},
	"color(srgb": func(c [3]component) RGBA { return RGBA{c[0].scaled(1), c[1].scaled(1), c[2].scaled(1), 1} },
	"color(srgb-linear": func(c [3]component) RGBA {
		return RGBA{gamma(c[0].scaled(1)), gamma(c[1].scaled(1)), gamma(c[2].scaled(1)), 1}
	},
	"color(display-p3": func(c [3]component) RGBA {
		r, g, b := contrast.Linear(c[0].scaled(1)), contrast.Linear(c[1].scaled(1)), contrast.Linear(c[2].scaled(1))
		return xyz65(
			0.4865709486482162*r+0.26566769316909306*g+0.1982172852343625*b,
			0.2289745640697488*r+0.6917385218365064*g+0.079286914093745*b,
			0.04511338185890264*g+1.043944368900976*b)
	},
	"color(xyz":     func(c [3]component) RGBA { return xyz65(c[0].scaled(1), c[1].scaled(1), c[2].scaled(1)) },
	"color(xyz-d65": func(c [3]component) RGBA { return xyz65(c[0].scaled(1), c[1].scaled(1), c[2].scaled(1)) },
	"color(xyz-d50": func(c [3]component) RGBA { return xyz50(c[0].scaled(1), c[1].scaled(1), c[2].scaled(1)) },
}

func rgbFunction(c [3]component) RGBA {
	return RGBA{c[0].scaled(255) / 255, c[1].scaled(255) / 255, c[2].scaled(255) / 255, 1}
}

func hslFunction(c [3]component) RGBA {
	return hsl(c[0].degrees(), c[1].percent(), c[2].percent())
}

// angle returns an angle in degrees; no unit means degrees.
func angle(value float64, unit string) float64 {
	switch unit {
	case "rad":
		return value * 180 / 3.141592653589793
	case "grad":
		return value * 0.9
	case "turn":
		return value * 360
	}
	return value
}
