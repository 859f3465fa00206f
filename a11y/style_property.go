package a11y

import (
	"math"
	"sync"

	"github.com/tdewolff/parse/v2/css"
)

// prop is a longhand property.
type prop uint8

const (
	propColor prop = iota
	propFill
	propFontSize
	propFontWeight
	propFontStyle
	propVisibility
	propTextShadow
	propTextIndent
	propWrap
	propDisplay
	propOpacity
	propBackgroundColor
	propBackgroundImage
	propBackgroundClip
	propBackgroundTiles
	propPosition
	propFloat
	propInset
	propWidth
	propHeight
	propOverflow
	propClip
	propTransform
	propRotate
	propEffect
	propBackdropFilter
	propContentVisibility
	propDecoration
	propBorder
	propPainted
	propCount
)

// propSet is a set of properties.
type propSet uint32

func (s propSet) has(p prop) bool { return s&(1<<p) != 0 }

// knows reports whether the value of a property is known.
func (v *values) knows(p prop) bool { return !v.unknown.has(p) }

const inheritedProps propSet = 1<<(propWrap+1) - 1

// property is how a name in a sheet is read. set changes the values and reports
// whether the value is valid; what it sets is in longhands.
type property struct {
	longhands []prop
	set       func(c *computing, value []cssToken) bool
}

// properties are all that rules ask for. "--" stands for custom ones.
var properties = sync.OnceValue(func() map[string]property {
	return map[string]property{
		"color":                     {[]prop{propColor}, setColor},
		"-webkit-text-fill-color":   {[]prop{propFill}, setFill},
		"font-size":                 {[]prop{propFontSize}, setFontSize},
		"font-weight":               {[]prop{propFontWeight}, setFontWeight},
		"font-style":                {[]prop{propFontStyle}, setFontStyle},
		"font":                      {[]prop{propFontSize, propFontWeight, propFontStyle}, setFont},
		"visibility":                {[]prop{propVisibility}, setVisibility},
		"text-shadow":               {[]prop{propTextShadow}, setTextShadow},
		"text-indent":               {[]prop{propTextIndent}, setTextIndent},
		"white-space":               {[]prop{propWrap}, setWrap},
		"text-wrap":                 {[]prop{propWrap}, setWrap},
		"text-wrap-mode":            {[]prop{propWrap}, setWrap},
		"display":                   {[]prop{propDisplay}, setDisplay},
		"opacity":                   {[]prop{propOpacity}, setOpacity},
		"background-color":          {[]prop{propBackgroundColor}, setBackgroundColor},
		"background-size":           {[]prop{propBackgroundTiles}, setBackgroundTiles},
		"background-repeat":         {[]prop{propBackgroundTiles}, setBackgroundTiles},
		"background-image":          {[]prop{propBackgroundImage}, setBackgroundImage},
		"background-clip":           {[]prop{propBackgroundClip}, setBackgroundClip},
		"-webkit-background-clip":   {[]prop{propBackgroundClip}, setBackgroundClip},
		"background":                {[]prop{propBackgroundColor, propBackgroundImage, propBackgroundClip, propBackgroundTiles}, setBackground},
		"float":                     {[]prop{propFloat}, setFloat},
		"content":                   {[]prop{propPainted}, setNothing},
		"position":                  {[]prop{propPosition}, setPosition},
		"top":                       {[]prop{propInset}, setInset(0)},
		"right":                     {[]prop{propInset}, setInset(1)},
		"bottom":                    {[]prop{propInset}, setInset(2)},
		"left":                      {[]prop{propInset}, setInset(3)},
		"inset-inline-start":        {[]prop{propInset}, setInset(3)},
		"inset-block-start":         {[]prop{propInset}, setInset(0)},
		"width":                     {[]prop{propWidth}, setLength(func(v *values) *offset { return &v.width })},
		"height":                    {[]prop{propHeight}, setLength(func(v *values) *offset { return &v.height })},
		"max-width":                 {[]prop{propWidth}, setLength(func(v *values) *offset { return &v.width })},
		"max-height":                {[]prop{propHeight}, setLength(func(v *values) *offset { return &v.height })},
		"overflow":                  {[]prop{propOverflow}, setOverflow},
		"overflow-y":                {[]prop{propOverflow}, setOverflow},
		"clip":                      {[]prop{propClip}, setClip},
		"clip-path":                 {[]prop{propClip}, setClip},
		"-webkit-clip-path":         {[]prop{propClip}, setClip},
		"transform":                 {[]prop{propTransform}, setTransform},
		"-webkit-transform":         {[]prop{propTransform}, setTransform},
		"rotate":                    {[]prop{propRotate}, setRotate},
		"filter":                    {[]prop{propEffect}, setEffect},
		"backdrop-filter":           {[]prop{propBackdropFilter}, setBackdropFilter},
		"mix-blend-mode":            {[]prop{propEffect}, setEffect},
		"mask":                      {[]prop{propEffect}, setEffect},
		"mask-image":                {[]prop{propEffect}, setEffect},
		"content-visibility":        {[]prop{propContentVisibility}, setContentVisibility},
		"text-decoration":           {[]prop{propDecoration}, setDecoration},
		"text-decoration-line":      {[]prop{propDecoration}, setDecoration},
		"border":                    {[]prop{propBorder}, setBorder},
		"border-bottom":             {[]prop{propBorder}, setBorder},
		"border-style":              {[]prop{propBorder}, setBorder},
		"border-bottom-style":       {[]prop{propBorder}, setBorder},
		"-webkit-text-stroke":       {[]prop{propFill}, nil},
		"-webkit-text-stroke-width": {[]prop{propFill}, nil},
	}
})

// ofInterest reports whether any rule can depend on a property.
func ofInterest(name string) bool {
	if isCustom(name) || name == "all" {
		return true
	}
	_, ok := properties()[name]
	return ok
}

// copyFrom gives a property the value that it has in another style.
func (v *values) copyFrom(o *values, p prop) {
	v.unknown = v.unknown&^(1<<p) | o.unknown&(1<<p)
	switch p {
	case propColor:
		v.color = o.color
	case propFill:
		v.fill, v.filled = o.fill, o.filled
	case propFontSize:
		v.fontSize = o.fontSize
	case propFontWeight:
		v.weight = o.weight
	case propFontStyle:
		v.italic = o.italic
	case propVisibility:
		v.hidden = o.hidden
	case propTextShadow:
		v.shadows = o.shadows
	case propTextIndent:
		v.indent = o.indent
	case propWrap:
		v.nowrap = o.nowrap
	case propDisplay:
		v.display = o.display
	case propOpacity:
		v.opacity = o.opacity
	case propBackgroundColor:
		v.background, v.bgIsCurrent = o.background, o.bgIsCurrent
	case propBackgroundImage:
		v.image = o.image
	case propBackgroundClip:
		v.bgClip = o.bgClip
	case propBackgroundTiles:
		v.partial = o.partial
	case propPosition:
		v.position = o.position
	case propFloat:
		v.floats = o.floats
	case propInset:
		v.inset = o.inset
	case propWidth:
		v.width = o.width
	case propHeight:
		v.height = o.height
	case propOverflow:
		v.overflow = o.overflow
	case propClip:
		v.clipped = o.clipped
	case propTransform:
		v.turn, v.moved = o.turn, o.moved
	case propRotate:
		v.turn2 = o.turn2
	case propEffect:
		v.effect = o.effect
	case propBackdropFilter:
		v.blurred = o.blurred
	case propContentVisibility:
		v.skipped = o.skipped
	case propDecoration:
		v.underline = o.underline
	case propBorder:
		v.border = o.border
	}
}

// keyword is the only token of a value as an identifier, or "".
func keyword(value []cssToken) string {
	if len(value) == 1 && value[0].kind == css.IdentToken {
		return value[0].name()
	}
	return ""
}

// firstKeyword is the first token of a value as an identifier, or "": overflow and
// display may have two.
func firstKeyword(value []cssToken) string {
	if len(value) == 0 {
		return ""
	}
	return keyword(value[:1])
}

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

func setFontStyle(c *computing, value []cssToken) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.italic = k == "italic" || k == "oblique"
	return c.italic || k == "normal"
}

func setVisibility(c *computing, value []cssToken) bool {
	k := keyword(value)
	c.hidden = k == "hidden" || k == "collapse"
	return c.hidden || k == "visible"
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

func setTextIndent(c *computing, value []cssToken) bool {
	px, ok := c.lengths(0).of(value)
	if ok {
		c.indent = px
	}
	return ok
}

func setWrap(c *computing, value []cssToken) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.nowrap = k == "nowrap" || k == "pre"
	return true
}

func setDisplay(c *computing, value []cssToken) bool {
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

func setFloat(c *computing, value []cssToken) bool {
	c.floats = keyword(value) != "none"
	return true
}

// setNothing is for properties that matter on ::before and ::after only.
func setNothing(*computing, []cssToken) bool { return true }

func setOpacity(c *computing, value []cssToken) bool {
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

func setPosition(c *computing, value []cssToken) bool {
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

func setInset(side int) func(*computing, []cssToken) bool {
	return setLength(func(v *values) *offset { return &v.inset[side] })
}

// setLength reads a length or a keyword, which is auto for us.
func setLength(where func(*values) *offset) func(*computing, []cssToken) bool {
	return func(c *computing, value []cssToken) bool {
		if len(value) == 1 && value[0].kind == css.IdentToken {
			*where(&c.values) = offset{}
			return true
		}
		px, ok := c.lengths(0).of(value)
		*where(&c.values) = offset{set: ok, px: px}
		return true
	}
}

func setOverflow(c *computing, value []cssToken) bool {
	k := firstKeyword(value)
	if k == "" {
		return false
	}
	c.overflow = k == "hidden" || k == "clip"
	return true
}

// setClip looks for the two ways to leave nothing of a box: a rectangle without
// area, and an inset of half or more.
func setClip(c *computing, value []cssToken) bool {
	c.clipped = false
	if len(value) == 0 || value[0].kind != css.FunctionToken {
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

func setEffect(c *computing, value []cssToken) bool {
	switch keyword(value) {
	case "none", "normal":
		c.effect = false
	default:
		c.effect = true
	}
	return true
}

func setBackdropFilter(c *computing, value []cssToken) bool {
	c.blurred = keyword(value) != "none"
	return true
}

func setContentVisibility(c *computing, value []cssToken) bool {
	c.skipped = keyword(value) == "hidden"
	return true
}

func setDecoration(c *computing, value []cssToken) bool {
	c.underline = false
	for _, t := range value {
		if t.kind == css.IdentToken && (t.name() == "underline" || t.name() == "line-through" || t.name() == "overline") {
			c.underline = true
		}
	}
	return true
}

func setBorder(c *computing, value []cssToken) bool {
	c.border = false
	zero := false
	for _, t := range value {
		if v, _, ok := t.number(); ok && v == 0 {
			zero = true
		}
		if t.kind == css.IdentToken {
			switch t.name() {
			case "solid", "dotted", "dashed", "double", "groove", "ridge", "inset", "outset":
				c.border = true
			}
		}
	}
	c.border = c.border && !zero
	return true
}
