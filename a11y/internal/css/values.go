package css

// values are the computed values of the properties that rules ask for. Lengths are
// CSS pixels.
type values struct {
	unknown propSet // properties whose value is unknown

	// inherited
	Color    RGBA
	fill     RGBA // -webkit-text-fill-color, if filled
	filled   bool
	FontSize float64
	Weight   int
	italic   bool
	hidden   bool   // visibility: hidden or collapse
	shadows  []RGBA // of text-shadow
	indent   float64
	Nowrap   bool // no line breaks but those in the text

	// not inherited
	display     display
	opacity     float64
	background  RGBA
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
	Generated   bool // ::before or ::after has words
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
	colors  []RGBA // of gradients, ends and between
	unknown bool
}

// initial are the initial values, and what the root inherits.
var initial = values{Color: black, FontSize: initialFontSize, Weight: normalWeight, opacity: 1}

const (
	normalWeight = 400
	BoldWeight   = 700
)

// child returns the style of a child with no declaration of its own.
func (v *values) child() values {
	c := initial
	c.unknown = v.unknown & inheritedProps
	c.Color, c.fill, c.filled, c.FontSize, c.Weight = v.Color, v.fill, v.filled, v.FontSize, v.Weight
	c.italic, c.hidden, c.shadows, c.indent, c.Nowrap = v.italic, v.hidden, v.shadows, v.indent, v.Nowrap
	return c
}

// prop is a longhand property.
type prop uint8

const (
	PropColor prop = iota
	PropFill
	PropFontSize
	PropFontWeight
	PropFontStyle
	PropVisibility
	PropTextShadow
	PropTextIndent
	PropWrap
	PropDisplay
	PropOpacity
	PropBackgroundColor
	PropBackgroundImage
	PropBackgroundClip
	PropBackgroundTiles
	PropPosition
	PropFloat
	PropInset
	PropWidth
	PropHeight
	PropOverflow
	PropClip
	PropTransform
	PropRotate
	PropEffect
	PropBackdropFilter
	PropContentVisibility
	PropDecoration
	PropBorder
	PropPainted
	PropCount
)

// propSet is a set of properties.
type propSet uint32

// has reports whether p is in the set.
func (s propSet) has(p prop) bool { return s&(1<<p) != 0 }

// Knows reports whether the value of a property is known.
func (v *values) Knows(p prop) bool { return !v.unknown.has(p) }

const inheritedProps propSet = 1<<(PropWrap+1) - 1

// copyFrom gives a property the value that it has in another style.
func (v *values) copyFrom(o *values, p prop) {
	v.unknown = v.unknown&^(1<<p) | o.unknown&(1<<p)
	switch p {
	case PropColor:
		v.Color = o.Color
	case PropFill:
		v.fill, v.filled = o.fill, o.filled
	case PropFontSize:
		v.FontSize = o.FontSize
	case PropFontWeight:
		v.Weight = o.Weight
	case PropFontStyle:
		v.italic = o.italic
	case PropVisibility:
		v.hidden = o.hidden
	case PropTextShadow:
		v.shadows = o.shadows
	case PropTextIndent:
		v.indent = o.indent
	case PropWrap:
		v.Nowrap = o.Nowrap
	case PropDisplay:
		v.display = o.display
	case PropOpacity:
		v.opacity = o.opacity
	case PropBackgroundColor:
		v.background, v.bgIsCurrent = o.background, o.bgIsCurrent
	case PropBackgroundImage:
		v.image = o.image
	case PropBackgroundClip:
		v.bgClip = o.bgClip
	case PropBackgroundTiles:
		v.partial = o.partial
	case PropPosition:
		v.position = o.position
	case PropFloat:
		v.floats = o.floats
	case PropInset:
		v.inset = o.inset
	case PropWidth:
		v.width = o.width
	case PropHeight:
		v.height = o.height
	case PropOverflow:
		v.overflow = o.overflow
	case PropClip:
		v.clipped = o.clipped
	case PropTransform:
		v.turn, v.moved = o.turn, o.moved
	case PropRotate:
		v.turn2 = o.turn2
	case PropEffect:
		v.effect = o.effect
	case PropBackdropFilter:
		v.blurred = o.blurred
	case PropContentVisibility:
		v.skipped = o.skipped
	case PropDecoration:
		v.underline = o.underline
	case PropBorder:
		v.border = o.border
	}
}
