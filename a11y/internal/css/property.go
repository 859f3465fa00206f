package css

import (
	"math"

	syntax "github.com/tdewolff/parse/v2/css"
)

func setVisibility(c *computing, value []token) bool {
	k := keyword(value)
	c.hidden = k == "hidden" || k == "collapse"
	return c.hidden || k == "visible"
}

func setTextIndent(c *computing, value []token) bool {
	px, ok := c.lengths(0).pixels(value)
	if ok {
		c.indent = px
	}
	return ok
}

func setWrap(c *computing, value []token) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.Nowrap = k == "nowrap" || k == "pre"
	return true
}

func setDisplay(c *computing, value []token) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	switch k {
	case "none":
		c.display = displayNone
	case "contents":
		c.display = displayContents
	case "flex", "inline-flex", "grid", "inline-grid":
		c.display = displayFlex
	case "inline", "ruby":
		c.display = displayInline
	default:
		c.display = displayBlock
	}
	return true
}

func setFloat(c *computing, value []token) bool {
	c.floats = keyword(value) != "none"
	return true
}

// setNothing is for properties that matter on ::before and ::after only.
func setNothing(*computing, []token) bool { return true }

func setOpacity(c *computing, value []token) bool {
	if len(value) != 1 {
		return false
	}
	v, unit, ok := value[0].number()
	if unit == "%" {
		v /= 100
	}
	if ok {
		c.opacity = clamp01(v)
	}
	return ok
}

func setPosition(c *computing, value []token) bool {
	switch keyword(value) {
	case "static":
		c.position = positionStatic
	case "relative", "sticky", "-webkit-sticky":
		c.position = positionRelative
	case "absolute", "fixed":
		c.position = positionOut
	default:
		return false
	}
	return true
}

func setInset(side int) func(*computing, []token) bool {
	return setLength(func(v *values) *offset { return &v.inset[side] })
}

// setLength reads a length or a keyword. Every keyword counts as auto.
func setLength(where func(*values) *offset) func(*computing, []token) bool {
	return func(c *computing, value []token) bool {
		if len(value) == 1 && value[0].kind == syntax.IdentToken {
			*where(&c.values) = offset{}
			return true
		}
		px, ok := c.lengths(0).pixels(value)
		*where(&c.values) = offset{set: ok, px: px}
		return true
	}
}

func setOverflow(c *computing, value []token) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.overflow = k == "hidden" || k == "clip"
	return true
}

// setClip detects the two ways to clip a box to nothing: a rectangle without area, and an inset of half or more.
func setClip(c *computing, value []token) bool {
	c.clipped = false
	if len(value) == 0 || value[0].kind != syntax.FunctionToken {
		return true
	}
	var nums []float64
	for _, t := range insideOf(value) {
		if v, unit, ok := t.number(); ok {
			if unit == "%" {
				v /= 50 // an inset of 50 % from each side
			}
			nums = append(nums, v)
		}
	}
	switch value[0].name() {
	case "rect":
		c.clipped = len(nums) == 4 && (nums[1]-nums[3] <= 1 || nums[2]-nums[0] <= 1)
	case "inset":
		c.clipped = len(nums) == 1 && nums[0] >= 1 && math.Abs(nums[0]-1) < 1
	case "circle":
		c.clipped = len(nums) > 0 && nums[0] == 0
	}
	return true
}

func setEffect(c *computing, value []token) bool {
	switch keyword(value) {
	case "none", "normal":
		c.effect = false
	default:
		c.effect = true
	}
	return true
}

func setBackdropFilter(c *computing, value []token) bool {
	c.blurred = keyword(value) != "none"
	return true
}

func setContentVisibility(c *computing, value []token) bool {
	c.skipped = keyword(value) == "hidden"
	return true
}

func setDecoration(c *computing, value []token) bool {
	c.underline = false
	for _, t := range value {
		if t.kind == syntax.IdentToken && (t.name() == "underline" || t.name() == "line-through" || t.name() == "overline") {
			c.underline = true
		}
	}
	return true
}

func setBorder(c *computing, value []token) bool {
	c.border = false
	zero := false
	for _, t := range value {
		if v, _, ok := t.number(); ok && v == 0 {
			zero = true
		}
		if t.kind == syntax.IdentToken {
			switch t.name() {
			case "solid", "dotted", "dashed", "double", "groove", "ridge", "inset", "outset":
				c.border = true
			}
		}
	}
	c.border = c.border && !zero
	return true
}
