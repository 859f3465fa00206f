package css

import (
	"slices"

	syntax "github.com/tdewolff/parse/v2/css"
)

// fontSizes are the absolute sizes of CSS Fonts 4 section 2.5.1 in pixels.
var fontSizes = map[string]float64{
	"xx-small": 9, "x-small": 10, "small": 13, "medium": initialFontSize, "large": 18, "x-large": 24, "xx-large": 32, "xxx-large": 48,
}

// smallerStep is the ratio between neighbours of the absolute sizes, by which
// "smaller" and "larger" change the size around.
const smallerStep = 1.2

// setFontSize reads font-size: a keyword, a step, or a length.
func setFontSize(c *computing, value []token) bool {
	around := c.inherited().FontSize
	switch k := keyword(value); k {
	case "smaller":
		c.FontSize = around / smallerStep
		return true
	case "larger":
		c.FontSize = around * smallerStep
		return true
	case "":
	case "math":
		return true
	default:
		px, ok := fontSizes[k]
		if ok {
			c.FontSize = px
		}
		return ok
	}
	l := c.lengths(around)
	l.em = around
	px, ok := l.pixels(value)
	if ok && px >= 0 {
		c.FontSize = px
		return true
	}
	if hasMath(value) {
		c.unknown |= 1 << PropFontSize
		return true
	}
	return false
}

// hasMath reports whether a value has a function whose result is not known.
func hasMath(value []token) bool {
	return len(value) > 0 && value[0].kind == syntax.FunctionToken
}

func setFontWeight(c *computing, value []token) bool {
	switch keyword(value) {
	case "normal":
		c.Weight = normalWeight
	case "bold":
		c.Weight = BoldWeight
	case "bolder":
		c.Weight = bolder(c.inherited().Weight)
	case "lighter":
		c.Weight = lighter(c.inherited().Weight)
	default:
		if len(value) != 1 {
			return false
		}
		v, unit, ok := value[0].number()
		if !ok || unit != "" || v < 1 || v > 1000 {
			return false
		}
		c.Weight = int(v)
	}
	return true
}

// bolder returns the weight that "bolder" means where the weight around is w (the table of CSS
// Fonts 4 section 2.2.1).
func bolder(w int) int {
	switch {
	case w < 350:
		return normalWeight
	case w < 550:
		return BoldWeight
	}
	return max(w, 900)
}

// lighter returns the weight that "lighter" means where the weight around is w.
func lighter(w int) int {
	switch {
	case w < 550:
		return min(w, 100)
	case w < 750:
		return normalWeight
	}
	return BoldWeight
}

// setFont reads the shorthand: style and weight in front of the size, the line height
// and the families behind it.
func setFont(c *computing, value []token) bool {
	if k := keyword(value); k != "" {
		// A system font: its size is about that of the text around it.
		systemFonts := []string{"caption", "icon", "menu", "message-box", "small-caption", "status-bar"}
		c.FontSize, c.Weight, c.italic = initialFontSize, normalWeight, false
		return slices.Contains(systemFonts, k)
	}
	c.Weight, c.italic = normalWeight, false
	for i := 0; i < len(value); i++ {
		t := value[i]
		if t.space() {
			continue
		}
		one := value[i : i+1]
		if t.opens() {
			one = value[i:min(closing(value, i)+1, len(value))]
		}
		if setFontStyle(c, one) || setFontWeight(c, one) {
			continue
		}
		if t.kind == syntax.IdentToken && fontSizes[t.name()] == 0 && t.name() != "smaller" && t.name() != "larger" {
			continue // small-caps and widths
		}
		return setFontSize(c, one)
	}
	return false
}

func setFontStyle(c *computing, value []token) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.italic = k == "italic" || k == "oblique"
	return c.italic || k == "normal"
}
