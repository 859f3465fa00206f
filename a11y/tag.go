package a11y

// tag is an element type of HTML. Elements of SVG and MathML are tagForeign,
// except the outermost ones, and unknown HTML elements are tagOther.
type tag uint8

const (
	tagOther tag = iota
	tagForeign
	tagA
	tagAbbr
	tagAcronym
	tagAddress
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagAudio
	tagB
	tagBase
	tagBdi
	tagBdo
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCanvas
	tagCaption
	tagCenter
	tagCite
	tagCode
	tagCol
	tagColgroup
	tagData
	tagDatalist
	tagDd
	tagDel
	tagDetails
	tagDfn
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHTML
	tagI
	tagIframe
	tagImg
	tagInput
	tagIns
	tagKbd
	tagLabel
	tagLegend
	tagLi
	tagLink
	tagListing
	tagMain
	tagMap
	tagMark
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagMeter
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagOutput
	tagP
	tagParam
	tagPicture
	tagPlaintext
	tagPre
	tagProgress
	tagQ
	tagRb
	tagRp
	tagRt
	tagRtc
	tagRuby
	tagS
	tagSamp
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSlot
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSVG
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTime
	tagTitle
	tagTr
	tagTrack
	tagTt
	tagU
	tagUl
	tagVar
	tagVideo
	tagWbr
	tagXmp
	tagCount
)

var tagNames = [tagCount]string{
	tagA: "a", tagAbbr: "abbr", tagAcronym: "acronym", tagAddress: "address", tagApplet: "applet",
	tagArea: "area", tagArticle: "article", tagAside: "aside", tagAudio: "audio", tagB: "b",
	tagBase: "base", tagBdi: "bdi", tagBdo: "bdo", tagBig: "big", tagBlockquote: "blockquote",
	tagBody: "body", tagBr: "br", tagButton: "button", tagCanvas: "canvas", tagCaption: "caption",
	tagCenter: "center", tagCite: "cite", tagCode: "code", tagCol: "col", tagColgroup: "colgroup",
	tagData: "data", tagDatalist: "datalist", tagDd: "dd", tagDel: "del", tagDetails: "details",
	tagDfn: "dfn", tagDialog: "dialog", tagDir: "dir", tagDiv: "div", tagDl: "dl", tagDt: "dt",
	tagEm: "em", tagEmbed: "embed", tagFieldset: "fieldset", tagFigcaption: "figcaption",
	tagFigure: "figure", tagFont: "font", tagFooter: "footer", tagForm: "form", tagFrame: "frame",
	tagFrameset: "frameset", tagH1: "h1", tagH2: "h2", tagH3: "h3", tagH4: "h4", tagH5: "h5",
	tagH6: "h6", tagHead: "head", tagHeader: "header", tagHgroup: "hgroup", tagHr: "hr",
	tagHTML: "html", tagI: "i", tagIframe: "iframe", tagImg: "img", tagInput: "input", tagIns: "ins",
	tagKbd: "kbd", tagLabel: "label", tagLegend: "legend", tagLi: "li", tagLink: "link",
	tagListing: "listing", tagMain: "main", tagMap: "map", tagMark: "mark", tagMarquee: "marquee",
	tagMath: "math", tagMenu: "menu", tagMeta: "meta", tagMeter: "meter", tagNav: "nav",
	tagNobr: "nobr", tagNoembed: "noembed", tagNoframes: "noframes", tagNoscript: "noscript",
	tagObject: "object", tagOl: "ol", tagOptgroup: "optgroup", tagOption: "option",
	tagOutput: "output", tagP: "p", tagParam: "param", tagPicture: "picture",
	tagPlaintext: "plaintext", tagPre: "pre", tagProgress: "progress", tagQ: "q", tagRb: "rb",
	tagRp: "rp", tagRt: "rt", tagRtc: "rtc", tagRuby: "ruby", tagS: "s", tagSamp: "samp",
	tagScript: "script", tagSearch: "search", tagSection: "section", tagSelect: "select",
	tagSlot: "slot", tagSmall: "small", tagSource: "source", tagSpan: "span", tagStrike: "strike",
	tagStrong: "strong", tagStyle: "style", tagSub: "sub", tagSummary: "summary", tagSup: "sup",
	tagSVG: "svg", tagTable: "table", tagTbody: "tbody", tagTd: "td", tagTemplate: "template",
	tagTextarea: "textarea", tagTfoot: "tfoot", tagTh: "th", tagThead: "thead", tagTime: "time",
	tagTitle: "title", tagTr: "tr", tagTrack: "track", tagTt: "tt", tagU: "u", tagUl: "ul",
	tagVar: "var", tagVideo: "video", tagWbr: "wbr", tagXmp: "xmp",
}

// longestTag is len("blockquote") and "figcaption".
const longestTag = 10

// tagSlots is the size of the hash table of names: a power of two, with a fifth
// of its slots taken.
const tagSlots = 512

// tagIndex finds tags by name: open addressing from tagHash.
var tagIndex = func() (table [tagSlots]tag) {
	for t := tagA; t < tagCount; t++ {
		h := tagHash(tagNames[t])
		for table[h] != tagOther {
			h = (h + 1) % tagSlots
		}
		table[h] = t
	}
	return table
}()

// tagHash is a place for a name of at least one byte.
func tagHash(name string) uint {
	n := uint(len(name))
	return (uint(name[0])*7 + uint(name[n-1])*29 + uint(name[n/2])*61 + n*131) % tagSlots
}

// lookupTag is the tag of a name in lower case, or tagOther.
func lookupTag(name string) tag {
	if name == "" || len(name) > longestTag {
		return tagOther
	}
	for h := tagHash(name); tagIndex[h] != tagOther; h = (h + 1) % tagSlots {
		if tagNames[tagIndex[h]] == name {
			return tagIndex[h]
		}
	}
	return tagOther
}

// tagSet is a set of tags.
type tagSet [(int(tagCount) + 63) / 64]uint64

func tagsOf(tags ...tag) (s tagSet) {
	for _, t := range tags {
		s[t/64] |= 1 << (t % 64)
	}
	return s
}

func (s *tagSet) has(t tag) bool { return s[t/64]&(1<<(t%64)) != 0 }
