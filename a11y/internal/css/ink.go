package css

// resolveColor resolves a colour. An unknown colour marks the property as unknown.
func (c *computing) resolveColor(value []token, p prop) (RGBA, colorKind) {
	col, kind := parseColor(value)
	if kind == colorUnknown {
		c.unknown |= 1 << p
	}
	return col, kind
}

func setColor(c *computing, value []token) bool {
	col, kind := c.resolveColor(value, PropColor)
	switch kind {
	case colorInvalid:
		return false
	case colorCurrent:
		col = c.inherited().Color
	}
	c.Color = col
	return true
}

func setFill(c *computing, value []token) bool {
	col, kind := c.resolveColor(value, PropFill)
	c.fill, c.filled = col, kind == colorKnown
	return kind != colorInvalid
}

func setBackgroundColor(c *computing, value []token) bool {
	col, kind := c.resolveColor(value, PropBackgroundColor)
	if kind == colorInvalid {
		return false
	}
	c.background, c.bgIsCurrent = col, kind == colorCurrent
	return true
}

// setTextShadow keeps the colours that shadows put behind the text.
func setTextShadow(c *computing, value []token) bool {
	c.shadows = nil
	if keyword(value) == "none" {
		return true
	}
	for _, one := range splitTop(value, ',') {
		col, kind := firstColor(one)
		switch kind {
		case colorUnknown:
			c.unknown |= 1 << PropTextShadow
		case colorInvalid, colorCurrent:
			col = c.Color
		}
		if c.shadows = append(c.shadows, col); len(c.shadows) > maxShadows {
			c.unknown |= 1 << PropTextShadow
			return true
		}
	}
	return true
}

// maxShadows bounds the shadows of a text that are looked at.
const maxShadows = 8

// firstColor returns the colour among the words of a stop.
func firstColor(arg []token) (RGBA, colorKind) {
	for i := 0; i < len(arg); i++ {
		one := arg[i : i+1]
		if arg[i].opens() {
			one = arg[i:min(closing(arg, i)+1, len(arg))]
		}
		if col, kind := parseColor(one); kind != colorInvalid {
			return col, kind
		}
		i += len(one) - 1
	}
	return RGBA{}, colorInvalid
}
