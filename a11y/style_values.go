package a11y

// values are the computed values of the properties that rules ask for. Lengths are
// CSS pixels.
type values struct {
	unknown propSet // properties whose value depends on what is not known here

	// inherited
	color    rgba
	fill     rgba // -webkit-text-fill-color, if filled
	filled   bool
	fontSize float64
	weight   int
	italic   bool
	hidden   bool   // visibility: hidden or collapse
	shadows  []rgba // of text-shadow
	indent   float64
	nowrap   bool // no line breaks but those in the text

	// not inherited
	display     display
	opacity     float64
	background  rgba
	bgIsCurrent bool // background-color: currentColor
	image       image
	bgClip      bool // background-clip: text
	partial     bool // the image need not cover the box: it has a size, or is not repeated
	position    position
	inset       [4]offset // top, right, bottom, left
	width       offset
	height      offset
	overflow    bool // clips what overflows
	clipped     bool // clip or clip-path leaves nothing
	turn        float64
	turn2       float64 // the property rotate, which comes on top of transform
	moved       bool    // a transform that is not only a rotation
	effect      bool    // filters and blending
	blurred     bool    // a filter on what is behind
	skipped     bool    // content-visibility: hidden
	underline   bool
	border      bool // a line at the bottom
	floats      bool
	painted     bool // ::before or ::after paints something
	generated   bool // ::before or ::after has words
}

// offset is a length that may be auto.
type offset struct {
	set bool
	px  float64
}

type display uint8

const (
	displayInline display = iota
	displayBlock
	displayFlex // its children are blocks, whatever they say
	displayNone
	displayContents
)

type position uint8

const (
	positionStatic position = iota
	positionRelative
	positionOut // absolute or fixed
)

// image is what background-image paints: nothing, colours, or what is not known.
type image struct {
	colors  []rgba // of gradients, ends and between
	unknown bool
}

// initial are the initial values, and what the root inherits.
var initial = values{color: black, fontSize: initialFontSize, weight: normalWeight, opacity: 1}

const (
	normalWeight = 400
	boldWeight   = 700
)

// child is the style of a child with no declaration of its own.
func (v *values) child() values {
	c := initial
	c.unknown = v.unknown & inheritedProps
	c.color, c.fill, c.filled, c.fontSize, c.weight = v.color, v.fill, v.filled, v.fontSize, v.weight
	c.italic, c.hidden, c.shadows, c.indent, c.nowrap = v.italic, v.hidden, v.shadows, v.indent, v.nowrap
	return c
}

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
