package dom

// Tag is an element type of HTML. Elements of SVG and MathML are TagForeign,
// except the outermost ones, and unknown HTML elements are TagOther.
type Tag uint8

const (
	TagOther Tag = iota
	TagForeign
	TagA
	TagAbbr
	TagAcronym
	TagAddress
	TagApplet
	TagArea
	TagArticle
	TagAside
	TagAudio
	TagB
	TagBase
	TagBdi
	TagBdo
	TagBig
	TagBlockquote
	TagBody
	TagBr
	TagButton
	TagCanvas
	TagCaption
	TagCenter
	TagCite
	TagCode
	TagCol
	TagColgroup
	TagData
	TagDatalist
	TagDd
	TagDel
	TagDetails
	TagDfn
	TagDialog
	TagDir
	TagDiv
	TagDl
	TagDt
	TagEm
	TagEmbed
	TagFieldset
	TagFigcaption
	TagFigure
	TagFont
	TagFooter
	TagForm
	TagFrame
	TagFrameset
	TagH1
	TagH2
	TagH3
	TagH4
	TagH5
	TagH6
	TagHead
	TagHeader
	TagHgroup
	TagHr
	TagHTML
	TagI
	TagIframe
	TagImg
	TagInput
	TagIns
	TagKbd
	TagLabel
	TagLegend
	TagLi
	TagLink
	TagListing
	TagMain
	TagMap
	TagMark
	TagMarquee
	TagMath
	TagMenu
	TagMeta
	TagMeter
	TagNav
	TagNobr
	TagNoembed
	TagNoframes
	TagNoscript
	TagObject
	TagOl
	TagOptgroup
	TagOption
	TagOutput
	TagP
	TagParam
	TagPicture
	TagPlaintext
	TagPre
	TagProgress
	TagQ
	TagRb
	TagRp
	TagRt
	TagRtc
	TagRuby
	TagS
	TagSamp
	TagScript
	TagSearch
	TagSection
	TagSelect
	TagSlot
	TagSmall
	TagSource
	TagSpan
	TagStrike
	TagStrong
	TagStyle
	TagSub
	TagSummary
	TagSup
	TagSVG
	TagTable
	TagTbody
	TagTd
	TagTemplate
	TagTextarea
	TagTfoot
	TagTh
	TagThead
	TagTime
	TagTitle
	TagTr
	TagTrack
	TagTt
	TagU
	TagUl
	TagVar
	TagVideo
	TagWbr
	TagXmp
	TagCount
)

var tagNames = [TagCount]string{
	TagA: "a", TagAbbr: "abbr", TagAcronym: "acronym", TagAddress: "address", TagApplet: "applet",
	TagArea: "area", TagArticle: "article", TagAside: "aside", TagAudio: "audio", TagB: "b",
	TagBase: "base", TagBdi: "bdi", TagBdo: "bdo", TagBig: "big", TagBlockquote: "blockquote",
	TagBody: "body", TagBr: "br", TagButton: "button", TagCanvas: "canvas", TagCaption: "caption",
	TagCenter: "center", TagCite: "cite", TagCode: "code", TagCol: "col", TagColgroup: "colgroup",
	TagData: "data", TagDatalist: "datalist", TagDd: "dd", TagDel: "del", TagDetails: "details",
	TagDfn: "dfn", TagDialog: "dialog", TagDir: "dir", TagDiv: "div", TagDl: "dl", TagDt: "dt",
	TagEm: "em", TagEmbed: "embed", TagFieldset: "fieldset", TagFigcaption: "figcaption",
	TagFigure: "figure", TagFont: "font", TagFooter: "footer", TagForm: "form", TagFrame: "frame",
	TagFrameset: "frameset", TagH1: "h1", TagH2: "h2", TagH3: "h3", TagH4: "h4", TagH5: "h5",
	TagH6: "h6", TagHead: "head", TagHeader: "header", TagHgroup: "hgroup", TagHr: "hr",
	TagHTML: "html", TagI: "i", TagIframe: "iframe", TagImg: "img", TagInput: "input", TagIns: "ins",
	TagKbd: "kbd", TagLabel: "label", TagLegend: "legend", TagLi: "li", TagLink: "link",
	TagListing: "listing", TagMain: "main", TagMap: "map", TagMark: "mark", TagMarquee: "marquee",
	TagMath: "math", TagMenu: "menu", TagMeta: "meta", TagMeter: "meter", TagNav: "nav",
	TagNobr: "nobr", TagNoembed: "noembed", TagNoframes: "noframes", TagNoscript: "noscript",
	TagObject: "object", TagOl: "ol", TagOptgroup: "optgroup", TagOption: "option",
	TagOutput: "output", TagP: "p", TagParam: "param", TagPicture: "picture",
	TagPlaintext: "plaintext", TagPre: "pre", TagProgress: "progress", TagQ: "q", TagRb: "rb",
	TagRp: "rp", TagRt: "rt", TagRtc: "rtc", TagRuby: "ruby", TagS: "s", TagSamp: "samp",
	TagScript: "script", TagSearch: "search", TagSection: "section", TagSelect: "select",
	TagSlot: "slot", TagSmall: "small", TagSource: "source", TagSpan: "span", TagStrike: "strike",
	TagStrong: "strong", TagStyle: "style", TagSub: "sub", TagSummary: "summary", TagSup: "sup",
	TagSVG: "svg", TagTable: "table", TagTbody: "tbody", TagTd: "td", TagTemplate: "template",
	TagTextarea: "textarea", TagTfoot: "tfoot", TagTh: "th", TagThead: "thead", TagTime: "time",
	TagTitle: "title", TagTr: "tr", TagTrack: "track", TagTt: "tt", TagU: "u", TagUl: "ul",
	TagVar: "var", TagVideo: "video", TagWbr: "wbr", TagXmp: "xmp",
}

// longestTag is the length of "blockquote" and "figcaption".
const longestTag = 10

// tagSlots is the size of the hash table of names: a power of two. A fifth of its slots are in use.
const tagSlots = 512

// tagIndex finds tags by name: open addressing from tagHash.
var tagIndex = func() (table [tagSlots]Tag) {
	for t := TagA; t < TagCount; t++ {
		h := tagHash(tagNames[t])
		for table[h] != TagOther {
			h = (h + 1) % tagSlots
		}
		table[h] = t
	}
	return table
}()

// tagHash returns the slot for a name of at least one byte.
func tagHash(name string) uint {
	n := uint(len(name))
	return (uint(name[0])*7 + uint(name[n-1])*29 + uint(name[n/2])*61 + n*131) % tagSlots
}

// lookupTag returns the tag of a name in lower case, or TagOther.
func lookupTag(name string) Tag {
	if name == "" || len(name) > longestTag {
		return TagOther
	}
	for h := tagHash(name); tagIndex[h] != TagOther; h = (h + 1) % tagSlots {
		if tagNames[tagIndex[h]] == name {
			return tagIndex[h]
		}
	}
	return TagOther
}

// TagSet is a set of tags.
type TagSet [(int(TagCount) + 63) / 64]uint64

// Tags returns a set of tags.
func Tags(tags ...Tag) (s TagSet) {
	for _, t := range tags {
		s[t/64] |= 1 << (t % 64)
	}
	return s
}

// Has reports whether t is in the set.
func (s *TagSet) Has(t Tag) bool { return s[t/64]&(1<<(t%64)) != 0 }
