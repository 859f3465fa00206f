package dom

import "strings"

// What may stand where in a regular document. There the tree is what the tags say, because none of the parser's
// repairs applies (no implied or ignored tags, no adoption agency, no foster parents).

// model says how the content of an element is read.
type model uint8

const (
	modelUnknown model = iota // the element is not regular anywhere
	modelFlow                 // text and elements
	modelVoid                 // nothing, and no end tag
	modelRaw                  // text without markup
	modelParts                // elements that name this one as their parent, white space
	modelText                 // text, elements that name this one as their parent
	modelForeign              // MathML, SVG
)

// shape is what the scan knows of a tag.
type shape struct {
	model model
	// in are the parents that the tag may have; empty means any of modelFlow.
	in TagSet
	// closesP says that the start tag ends an open p.
	closesP bool
	// alone says that the element may not stand inside of another of its group.
	alone group
}

// group is a set of elements whose start tag ends an open one.
type group uint8

const (
	ungrouped group = iota
	groupP
	groupA
	groupHeading
	groupButton
	groupForm
	groupSelect
	groupCount
)

var shapes = func() (s [TagCount]shape) {
	set := func(m shape, tags ...Tag) {
		for _, t := range tags {
			s[t] = m
		}
	}
	set(shape{model: modelFlow},
		TagAbbr, TagAudio, TagB, TagBdi, TagBdo, TagBig, TagCanvas, TagCite, TagCode, TagData, TagDatalist, TagDel,
		TagDfn, TagEm, TagFont, TagI, TagIns, TagKbd, TagLabel, TagLegend, TagMap, TagMark, TagMeter, TagOutput,
		TagPicture, TagProgress, TagQ, TagRuby, TagS, TagSamp, TagSlot, TagSmall, TagSpan, TagStrike,
		TagStrong, TagSub, TagSup, TagTime, TagTt, TagU, TagVar, TagVideo)
	set(shape{model: modelFlow, closesP: true},
		TagAddress, TagArticle, TagAside, TagBlockquote, TagCenter, TagDetails, TagDialog, TagDiv, TagDl, TagFieldset,
		TagFigcaption, TagFigure, TagFooter, TagHeader, TagHgroup, TagMain, TagMenu, TagNav, TagOl, TagPre,
		TagSearch, TagSection, TagSummary, TagUl)
	set(shape{model: modelFlow, closesP: true, alone: groupP}, TagP)
	set(shape{model: modelFlow, closesP: true, alone: groupHeading}, TagH1, TagH2, TagH3, TagH4, TagH5, TagH6)
	set(shape{model: modelFlow, alone: groupA}, TagA)
	set(shape{model: modelFlow, alone: groupButton}, TagButton)
	set(shape{model: modelFlow, closesP: true, alone: groupForm}, TagForm)
	set(shape{model: modelVoid}, TagArea, TagBr, TagEmbed, TagImg, TagInput, TagSource, TagTrack, TagWbr)
	set(shape{model: modelVoid, closesP: true}, TagHr)

	head := Tags(TagHead)
	set(shape{model: modelVoid, in: head}, TagBase, TagLink, TagMeta)
	set(shape{model: modelRaw, in: head}, TagTitle)
	set(shape{model: modelRaw}, TagScript, TagStyle, TagTextarea)

	lists := Tags(TagUl, TagOl, TagMenu)
	set(shape{model: modelFlow, in: lists, closesP: true}, TagLi)
	set(shape{model: modelFlow, in: Tags(TagDl), closesP: true}, TagDt, TagDd)
	set(shape{model: modelFlow, in: Tags(TagRuby)}, TagRt, TagRp)

	table, body := Tags(TagTable), Tags(TagTbody, TagThead, TagTfoot)
	set(shape{model: modelParts, closesP: true}, TagTable)
	set(shape{model: modelFlow, in: table}, TagCaption)
	set(shape{model: modelParts, in: table}, TagColgroup, TagTbody, TagThead, TagTfoot)
	set(shape{model: modelVoid, in: Tags(TagColgroup)}, TagCol)
	set(shape{model: modelParts, in: body}, TagTr)
	set(shape{model: modelFlow, in: Tags(TagTr)}, TagTd, TagTh)

	set(shape{model: modelParts, alone: groupSelect}, TagSelect)
	set(shape{model: modelParts, in: Tags(TagSelect)}, TagOptgroup)
	set(shape{model: modelText, in: Tags(TagSelect, TagOptgroup, TagDatalist)}, TagOption)

	root := Tags(TagHTML)
	set(shape{model: modelParts, in: root}, TagHead)
	set(shape{model: modelFlow, in: root}, TagBody)
	set(shape{model: modelForeign}, TagMath, TagSVG)
	return s
}()

// mathNames has the elements of MathML Core, and the few of MathML 3 in use. None of them can contain HTML;
// annotation-xml can.
var mathNames = map[string]bool{
	"annotation": true, "maction": true, "menclose": true, "merror": true, "mfenced": true, "mfrac": true, "mi": true,
	"mmultiscripts": true, "mn": true, "mo": true, "mover": true, "mpadded": true, "mphantom": true,
	"mprescripts": true, "mroot": true, "mrow": true, "ms": true, "mspace": true, "msqrt": true, "mstyle": true,
	"msub": true, "msubsup": true, "msup": true, "mtable": true, "mtd": true, "mtext": true, "mtr": true,
	"mlabeledtr": true, "munder": true, "munderover": true, "none": true, "semantics": true,
}

// svgNames has the elements of drawings, as the parser writes them. None of them can contain HTML; foreignObject,
// desc and title can.
var svgNames = map[string]bool{
	"circle": true, "clipPath": true, "defs": true, "ellipse": true, "feBlend": true, "feColorMatrix": true,
	"feComponentTransfer": true, "feComposite": true, "feFlood": true, "feFuncA": true, "feFuncB": true, "feFuncG": true,
	"feFuncR": true, "feImage": true, "feMerge": true, "feMergeNode": true, "filter": true, "g": true, "image": true,
	"line": true, "linearGradient": true, "marker": true, "mask": true, "path": true, "pattern": true, "polygon": true,
	"polyline": true, "radialGradient": true, "rect": true, "stop": true, "symbol": true, "text": true, "tspan": true,
	"use": true,
}

// svgAttributes are the names of attributes in drawings that have capital letters, as the parser writes
// them (HTML standard, 13.2.6.1).
var svgAttributes = map[string]bool{
	"attributeName": true, "attributeType": true, "baseFrequency": true, "baseProfile": true, "calcMode": true,
	"clipPathUnits": true, "diffuseConstant": true, "edgeMode": true, "filterUnits": true, "glyphRef": true,
	"gradientTransform": true, "gradientUnits": true, "kernelMatrix": true, "kernelUnitLength": true, "keyPoints": true,
	"keySplines": true, "keyTimes": true, "lengthAdjust": true, "limitingConeAngle": true, "markerHeight": true,
	"markerUnits": true, "markerWidth": true, "maskContentUnits": true, "maskUnits": true, "numOctaves": true,
	"pathLength": true, "patternContentUnits": true, "patternTransform": true, "patternUnits": true, "pointsAtX": true,
	"pointsAtY": true, "pointsAtZ": true, "preserveAlpha": true, "preserveAspectRatio": true, "primitiveUnits": true,
	"refX": true, "refY": true, "repeatCount": true, "repeatDur": true, "requiredExtensions": true,
	"requiredFeatures": true, "specularConstant": true, "specularExponent": true, "spreadMethod": true,
	"startOffset": true, "stdDeviation": true, "stitchTiles": true, "surfaceScale": true, "systemLanguage": true,
	"tableValues": true, "targetX": true, "targetY": true, "textLength": true, "viewBox": true, "viewTarget": true,
	"xChannelSelector": true, "yChannelSelector": true, "zoomAndPan": true,
}

// svgAttributesLow has the same names in lower case. The parser changes these.
var svgAttributesLow = func() map[string]bool {
	low := map[string]bool{}
	for name := range svgAttributes {
		low[strings.ToLower(name)] = true
	}
	return low
}()
