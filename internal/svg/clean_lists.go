package svg

import (
	"strings"
	"sync"
)

// The lists of what a foreign drawing may have (SVG 2, and the specifications of filters, masks and
// clips). Nothing on them runs, moves, fetches or links.

// elements are copied. Animation, scripts, links, media, foreignObject and feImage are not among them.
var elements = set(`svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath image
	linearGradient radialGradient stop pattern clipPath mask marker filter
	feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood
	feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

// transparent elements are left out, but their content stays.
var transparent = set("a")

// textElements may have text. In all other elements text is white space.
var textElements = set("title desc text tspan textPath")

// attributes are copied if their value is safe: geometry, paint, type and names.
var attributes = set(`id class style transform viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry d points pathLength version systemLanguage
	dx dy rotate textLength lengthAdjust startOffset method spacing side
	fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
	opacity color display visibility overflow clip-path clip-rule mask filter marker marker-start marker-mid marker-end paint-order vector-effect
	shape-rendering text-rendering image-rendering color-interpolation color-interpolation-filters mix-blend-mode isolation
	font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing
	text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi glyph-orientation-vertical
	offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod fx fy fr patternUnits patternContentUnits patternTransform
	clipPathUnits maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight orient refX refY
	filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation edgeMode radius scale xChannelSelector yChannelSelector
	order kernelMatrix divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength
	azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle lighting-color flood-color flood-opacity
	baseFrequency numOctaves seed stitchTiles slope intercept amplitude exponent tableValues`)

// functions are those of CSS and of transform that compute a colour, a number or a place.
var functions = set(`rgb rgba hsl hsla hwb lab lch oklab oklch calc min max clamp var matrix translate translatex translatey scale scalex scaley rotate skewx skewy
	not is where nth-child nth-of-type nth-last-child nth-last-of-type`)

// set returns a function that returns the set of words. The set is made on first use: most
// documents do not need it.
func set(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for w := range strings.FieldsSeq(words) {
			out[w] = true
		}
		return out
	})
}
