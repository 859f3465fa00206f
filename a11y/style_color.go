package a11y

// colorOf resolves a colour; unknown ones mark the property.
func (c *computing) colorOf(value []cssToken, p prop) (rgba, colorKind) {
	col, kind := parseColor(value)
	if kind == colorUnknown {
		c.unknown |= 1 << p
	}
	return col, kind
}

func setColor(c *computing, value []cssToken) bool {
	col, kind := c.colorOf(value, propColor)
	switch kind {
	case colorInvalid:
		return false
	case colorCurrent:
		col = c.inherited().color
	}
	c.color = col
	return true
}

func setFill(c *computing, value []cssToken) bool {
	col, kind := c.colorOf(value, propFill)
	c.fill, c.filled = col, kind == colorKnown
	return kind != colorInvalid
}

func setBackgroundColor(c *computing, value []cssToken) bool {
	col, kind := c.colorOf(value, propBackgroundColor)
	if kind == colorInvalid {
		return false
	}
	c.background, c.bgIsCurrent = col, kind == colorCurrent
	return true
}

// setTextShadow keeps the colours that shadows put behind the text.
func setTextShadow(c *computing, value []cssToken) bool {
	c.shadows = nil
	if keyword(value) == "none" {
		return true
	}
	for _, one := range splitTop(value, ',') {
		col, kind := firstColor(one)
		switch kind {
		case colorUnknown:
			c.unknown |= 1 << propTextShadow
		case colorInvalid, colorCurrent:
			col = c.color
		}
		if c.shadows = append(c.shadows, col); len(c.shadows) > maxShadows {
			c.unknown |= 1 << propTextShadow
			return true
		}
	}
	return true
}

// maxShadows bounds the shadows of a text that are looked at.
const maxShadows = 8

// firstColor is the colour among the words of a stop.
func firstColor(arg []cssToken) (rgba, colorKind) {
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
	return rgba{}, colorInvalid
}
