package a11y

import "strings"

// What a browser's own sheet says (HTML Standard section 15), as far as rules ask.

var (
	// unrenderedTags have display: none.
	unrenderedTags = tagsOf(tagHead, tagTitle, tagMeta, tagLink, tagBase, tagScript, tagStyle, tagTemplate, tagNoscript, tagNoembed,
		tagNoframes, tagDatalist, tagParam, tagRp, tagSource, tagTrack, tagArea)
	// inlineTags have display: inline; all others of HTML make blocks or boxes.
	inlineTags = tagsOf(tagOther, tagForeign, tagA, tagAbbr, tagAcronym, tagAudio, tagB, tagBdi, tagBdo, tagBig, tagBr, tagCanvas, tagCite, tagCode,
		tagData, tagDel, tagDfn, tagEm, tagEmbed, tagFont, tagI, tagIframe, tagImg, tagIns, tagKbd, tagLabel, tagMap, tagMark, tagMath,
		tagNobr, tagObject, tagOutput, tagPicture, tagQ, tagRb, tagRt, tagRtc, tagRuby, tagS, tagSamp, tagSlot, tagSmall, tagSpan, tagStrike,
		tagStrong, tagSub, tagSup, tagSVG, tagTime, tagTt, tagU, tagVar, tagVideo, tagWbr)
	boldTags   = tagsOf(tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagTh)
	bolderTags = tagsOf(tagB, tagStrong)
	italicTags = tagsOf(tagI, tagEm, tagCite, tagDfn, tagVar, tagAddress)
	lineTags   = tagsOf(tagU, tagIns, tagS, tagStrike, tagDel)
	fixedTags  = tagsOf(tagCode, tagPre, tagKbd, tagSamp, tagTt)
)

// ownFontSizes are the sizes of elements as multiples of the size around.
var ownFontSizes = map[tag]float64{
	tagH1: 2, tagH2: 1.5, tagH3: 1.17, tagH5: 0.83, tagH6: 0.67,
	tagSmall: 1 / smallerStep, tagSub: 1 / smallerStep, tagSup: 1 / smallerStep, tagBig: smallerStep, tagRt: 0.5,
}

const (
	// fixedPitchScale: browsers set fixed-pitch families at 13 pixels where others have 16.
	fixedPitchScale = 13.0 / 16
	controlFontSize = 13.333
)

// browserSheet sets what the browser says of an element of a tag. hints are the
// attributes that it looks at, as visible wrote them.
func (c *computing) browserSheet(t tag, space namespace, closed bool, hints string) {
	if space != spaceHTML {
		return
	}
	if !inlineTags.has(t) {
		c.display = displayBlock
	}
	if unrenderedTags.has(t) || strings.Contains(hints, hintNone) || closed && t != tagSummary ||
		t == tagDialog && !strings.Contains(hints, hintOpen) || t == tagAudio && !strings.Contains(hints, hintControls) {
		c.display = displayNone
	}
	if scale, ok := ownFontSizes[t]; ok {
		c.fontSize *= scale
	}
	switch {
	case boldTags.has(t):
		c.weight = boldWeight
	case bolderTags.has(t):
		c.weight = bolder(c.weight)
	case italicTags.has(t):
		c.italic = true
	case lineTags.has(t):
		c.underline = true
	case fixedTags.has(t):
		c.fontSize *= fixedPitchScale
	case controlTags.has(t): // they do not inherit the colour and the font
		c.color, c.filled, c.fontSize, c.weight, c.italic = black, false, controlFontSize, normalWeight, false
		c.shadows, c.indent, c.nowrap = nil, 0, false
		c.background = white
		c.unknown &^= inheritedProps
		if t == tagButton {
			c.background = rgb255(0xef, 0xef, 0xef)
		}
	case t == tagMark:
		c.background, c.color = rgb255(0xff, 0xff, 0), black
	case t == tagDialog:
		c.background, c.color, c.position = white, black, positionOut
	case (t == tagA || t == tagArea) && strings.Contains(hints, hintLink):
		c.color, c.underline = rgb255(0, 0, 0xee), true
	}
}

// The hints that visible writes into the key of a style: attributes that a browser's
// sheet or the rendering section of HTML looks at.
const (
	hintNone     = "\x01none;"
	hintOpen     = "\x01open;"
	hintLink     = "\x01link;"
	hintControls = "\x01controls;"
	hintDeclare  = "\x01declare;" // behind it stand declarations
)

// hintOf is the hint of an attribute, or "".
func hintOf(t tag, name, value string) string {
	switch name {
	case "hidden":
		return hintNone
	case "open":
		return hintOpen
	case "href":
		if t == tagA || t == tagArea {
			return hintLink
		}
	case "controls":
		return hintControls
	case "type":
		if t == tagInput && strings.EqualFold(value, "hidden") {
			return hintNone
		}
	}
	return ""
}

// presentation is a declaration that stands for an old attribute, or "" (HTML
// Standard sections 15.3.3 to 15.3.10).
func presentation(t tag, name, value string) string {
	switch name {
	case "bgcolor":
		switch t {
		case tagBody, tagTable, tagTbody, tagThead, tagTfoot, tagTr, tagTd, tagTh, tagMarquee:
			return "background-color:" + oldColor(value)
		}
	case "background":
		switch t {
		case tagBody, tagTable, tagTbody, tagThead, tagTfoot, tagTr, tagTd, tagTh:
			return "background-image:url(x)"
		}
	case "text":
		if t == tagBody {
			return "color:" + oldColor(value)
		}
	case "color":
		if t == tagFont {
			return "color:" + oldColor(value)
		}
	case "size":
		if t == tagFont {
			return "font-size:" + oldSize(value)
		}
	}
	return ""
}

// oldColor is a legacy colour value as CSS has it: a # may be missing. Others than
// names and six or three digits, which browsers make something of, give none.
func oldColor(v string) string {
	v = strings.ToLower(strings.TrimSpace(v))
	if _, kind := namedColor(v); kind != colorInvalid {
		return v
	}
	v = "#" + strings.TrimPrefix(v, "#")
	if _, kind := hexColor(v[1:]); kind != colorInvalid && (len(v) == 4 || len(v) == 7) {
		return v
	}
	return "color-mix(x)" // a colour, but not one that is computed here
}

// oldSize is the size attribute of font: 1 to 7, or steps from 3.
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
