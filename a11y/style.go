package a11y

// Styles are computed once for each distinct combination of the style around, the
// element type and what selectors can see of the attributes: a document of 260,000
// elements has some 50. Only what the rules ask for is computed, for a screen of
// 1280 by 800 pixels, a light scheme and a page at rest.

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

// style is a computed style with what follows from those around it.
type style struct {
	values
	parent *style
	vars   *scope // custom properties
	// above and here are the parts of selectors that an element around or this one
	// matches, and that others go on from.
	above, here []int32
	doubt       bool // a sheet is missing: any declaration might be overruled

	// gone: not rendered at all, nor announced.
	gone bool
	// unseen: rendered, but moved away or clipped to nothing.
	unseen bool
	// closed: a details element whose content is folded away.
	closed bool
	// ground says what the text of the element is painted on.
	ground *ground
	// verdict on the contrast of text in this style; made on demand.
	ratio *contrastRange
}

// rendered reports whether the element makes boxes, seen or not.
func (s *style) rendered() bool { return !s.gone }

// visible reports whether text in the element can be seen.
func (s *style) visible() bool {
	return !s.gone && !s.hidden && !s.skipped && !s.unseen && !s.clear()
}

// announced reports whether assistive technology reaches the element, as far as
// styles decide.
func (s *style) announced() bool { return !s.gone && !s.hidden }

// inline reports whether the element is set in the lines of the text around it.
func (s *style) inline() bool { return s.display == displayInline }

// certain reports whether the values of all properties are known.
func (s *style) certain() bool { return s.unknown == 0 }

// standsOut reports whether text in the style differs from text in the style around it by
// more than its colour: by a line, a background, or another font.
func (s *style) standsOut(around *style) bool {
	return s.underline || s.border || s.painted ||
		s.weight != around.weight || s.italic != around.italic || s.fontSize != around.fontSize ||
		s.background != around.background && s.background.a > 0 || s.image.unknown || len(s.image.colors) > 0
}

// room is how wide the text of the element can be at most, in pixels: the least of the
// screen and the widths that are set, here and around.
func (s *style) room() float64 {
	width := screen.width
	for a := s; a != nil; a = a.parent {
		if a.width.set {
			width = min(width, a.width.px)
		}
	}
	return width
}
