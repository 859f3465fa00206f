package css

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// What a browser's own style sheet says (HTML Standard section 15), as far as rules need it.

var (
	// unrenderedTags have display: none.
	unrenderedTags = dom.Tags(dom.TagHead, dom.TagTitle, dom.TagMeta, dom.TagLink, dom.TagBase, dom.TagScript, dom.TagStyle, dom.TagTemplate, dom.TagNoscript, dom.TagNoembed,
		dom.TagNoframes, dom.TagDatalist, dom.TagParam, dom.TagRp, dom.TagSource, dom.TagTrack, dom.TagArea)
	// inlineTags have display: inline. All other elements of HTML make blocks or boxes.
	inlineTags = dom.Tags(dom.TagOther, dom.TagForeign, dom.TagA, dom.TagAbbr, dom.TagAcronym, dom.TagAudio, dom.TagB, dom.TagBdi, dom.TagBdo, dom.TagBig, dom.TagBr, dom.TagCanvas, dom.TagCite, dom.TagCode,
		dom.TagData, dom.TagDel, dom.TagDfn, dom.TagEm, dom.TagEmbed, dom.TagFont, dom.TagI, dom.TagIframe, dom.TagImg, dom.TagIns, dom.TagKbd, dom.TagLabel, dom.TagMap, dom.TagMark, dom.TagMath,
		dom.TagNobr, dom.TagObject, dom.TagOutput, dom.TagPicture, dom.TagQ, dom.TagRb, dom.TagRt, dom.TagRtc, dom.TagRuby, dom.TagS, dom.TagSamp, dom.TagSlot, dom.TagSmall, dom.TagSpan, dom.TagStrike,
		dom.TagStrong, dom.TagSub, dom.TagSup, dom.TagSVG, dom.TagTime, dom.TagTt, dom.TagU, dom.TagVar, dom.TagVideo, dom.TagWbr)
	boldTags   = dom.Tags(dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6, dom.TagTh)
	bolderTags = dom.Tags(dom.TagB, dom.TagStrong)
	italicTags = dom.Tags(dom.TagI, dom.TagEm, dom.TagCite, dom.TagDfn, dom.TagVar, dom.TagAddress)
	lineTags   = dom.Tags(dom.TagU, dom.TagIns, dom.TagS, dom.TagStrike, dom.TagDel)
	fixedTags  = dom.Tags(dom.TagCode, dom.TagPre, dom.TagKbd, dom.TagSamp, dom.TagTt)
)

// ownFontSizes are the sizes of elements as multiples of the size around.
var ownFontSizes = map[dom.Tag]float64{
	dom.TagH1: 2, dom.TagH2: 1.5, dom.TagH3: 1.17, dom.TagH5: 0.83, dom.TagH6: 0.67,
	dom.TagSmall: 1 / smallerStep, dom.TagSub: 1 / smallerStep, dom.TagSup: 1 / smallerStep, dom.TagBig: smallerStep, dom.TagRt: 0.5,
}

const (
	// fixedPitchScale: browsers set fixed-pitch families at 13 pixels where others have 16.
	fixedPitchScale = 13.0 / 16
	controlFontSize = 13.333
)

// browserSheet sets what the browser's style sheet says of an element with a tag. hints are the attributes that it
// depends on, as seeAttributes wrote them.
func (c *computing) browserSheet(t dom.Tag, space dom.Namespace, closed bool, hints string) {
	if space != dom.SpaceHTML {
		return
	}
	if !inlineTags.Has(t) {
		c.display = displayBlock
	}
	if unrenderedTags.Has(t) || strings.Contains(hints, hintNone) || closed && t != dom.TagSummary ||
		t == dom.TagDialog && !strings.Contains(hints, hintOpen) || t == dom.TagAudio && !strings.Contains(hints, hintControls) {
		c.display = displayNone
	}
	if scale, ok := ownFontSizes[t]; ok {
		c.FontSize *= scale
	}
	switch {
	case boldTags.Has(t):
		c.Weight = BoldWeight
	case bolderTags.Has(t):
		c.Weight = bolder(c.Weight)
	case italicTags.Has(t):
		c.italic = true
	case lineTags.Has(t):
		c.underline = true
	case fixedTags.Has(t):
		c.FontSize *= fixedPitchScale
	case dom.ControlTags.Has(t): // they do not inherit colour and font
		c.Color, c.filled, c.FontSize, c.Weight, c.italic = black, false, controlFontSize, normalWeight, false
		c.shadows, c.indent, c.Nowrap = nil, 0, false
		c.background = white
		c.unknown &^= inheritedProps
		if t == dom.TagButton {
			c.background = rgb255(0xef, 0xef, 0xef)
		}
	case t == dom.TagMark:
		c.background, c.Color = rgb255(0xff, 0xff, 0), black
	case t == dom.TagDialog:
		c.background, c.Color, c.position = white, black, positionOut
	case (t == dom.TagA || t == dom.TagArea) && strings.Contains(hints, hintLink):
		c.Color, c.underline = rgb255(0, 0, 0xee), true
	}
}

// The hints that seeAttributes writes into the key of a style: attributes that a browser's style sheet or the
// rendering section of HTML depends on.
const (
	hintNone     = "\x01none;"
	hintOpen     = "\x01open;"
	hintLink     = "\x01link;"
	hintControls = "\x01controls;"
	hintDeclare  = "\x01declare;" // declarations follow
)

// hint returns what the browser's style sheet needs to know of an attribute, or "".
func hint(t dom.Tag, name, value string) string {
	switch name {
	case "hidden":
		return hintNone
	case "open":
		return hintOpen
	case "href":
		if t == dom.TagA || t == dom.TagArea {
			return hintLink
		}
	case "controls":
		return hintControls
	case "type":
		if t == dom.TagInput && strings.EqualFold(value, "hidden") {
			return hintNone
		}
	}
	return ""
}

// presentation returns the declaration that an old attribute stands for, or "" (HTML Standard sections 15.3.3 to
// 15.3.10).
func presentation(t dom.Tag, name, value string) string {
	switch name {
	case "bgcolor":
		switch t {
		case dom.TagBody, dom.TagTable, dom.TagTbody, dom.TagThead, dom.TagTfoot, dom.TagTr, dom.TagTd, dom.TagTh, dom.TagMarquee:
			return "background-color:" + oldColor(value)
		}
	case "background":
		switch t {
		case dom.TagBody, dom.TagTable, dom.TagTbody, dom.TagThead, dom.TagTfoot, dom.TagTr, dom.TagTd, dom.TagTh:
			return "background-image:url(x)"
		}
	case "text":
		if t == dom.TagBody {
			return "color:" + oldColor(value)
		}
	case "color":
		if t == dom.TagFont {
			return "color:" + oldColor(value)
		}
	case "size":
		if t == dom.TagFont {
			return "font-size:" + oldSize(value)
		}
	}
	return ""
}

// oldColor returns a legacy colour value in the form of CSS; the # may be missing. It returns none for values
// other than names and six or three digits, though browsers accept more.
func oldColor(v string) string {
	v = strings.ToLower(strings.TrimSpace(v))
	if _, kind := namedColor(v); kind != colorInvalid {
		return v
	}
	v = "#" + strings.TrimPrefix(v, "#")
	if _, kind := hexColor(v[1:]); kind != colorInvalid && (len(v) == 4 || len(v) == 7) {
		return v
	}
	return "color-mix(x)" // a colour that is not computed here
}

// oldSize returns the size that the attribute size of font stands for: 1 to 7, or steps from 3.
func oldSize(v string) string {
	sizes := [...]string{"x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"}
	v = strings.TrimSpace(v)
	if v == "" {
		return ""
	}
	n, sign := 0, v[0]
	for i := 0; i < len(v); i++ {
		if v[i] >= '0' && v[i] <= '9' && n < 100 {
			n = n*10 + int(v[i]-'0')
		}
	}
	switch sign {
	case '+':
		n = 3 + n
	case '-':
		n = 3 - n
	}
	return sizes[min(max(n, 1), len(sizes))-1]
}
