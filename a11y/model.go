package a11y

// What may stand where in a document that is regular: there the tree is what the
// tags say, because none of the parser's repairs applies (no implied or ignored
// tags, no adoption agency, no foster parents).

// model says how the inside of an element is read.
type model uint8

const (
	modelUnknown model = iota // the element is not regular anywhere
	modelFlow                 // text and elements
	modelVoid                 // nothing, and no end tag
	modelRaw                  // text without markup
	modelParts                // elements that name it as their place, white space
	modelText                 // text, elements that name it as their place
	modelMath                 // MathML
)

// shape is what the scan knows of a tag.
type shape struct {
	model model
	// in are the parents that the tag may have; empty means any of modelFlow.
	in tagSet
	// closesP: the start tag ends an open p.
	closesP bool
	// alone: the element may not stand inside another of its group.
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

var shapes = func() (s [tagCount]shape) {
	set := func(m shape, tags ...tag) {
		for _, t := range tags {
			s[t] = m
		}
	}
	set(shape{model: modelFlow},
		tagAbbr, tagAudio, tagB, tagBdi, tagBdo, tagBig, tagCanvas, tagCite, tagCode, tagData, tagDatalist, tagDel,
		tagDfn, tagEm, tagFont, tagI, tagIns, tagKbd, tagLabel, tagLegend, tagMap, tagMark, tagMeter, tagOutput,
		tagPicture, tagProgress, tagQ, tagRuby, tagS, tagSamp, tagSlot, tagSmall, tagSpan, tagStrike,
		tagStrong, tagSub, tagSup, tagTime, tagTt, tagU, tagVar, tagVideo)
	set(shape{model: modelFlow, closesP: true},
		tagAddress, tagArticle, tagAside, tagBlockquote, tagCenter, tagDetails, tagDialog, tagDiv, tagDl, tagFieldset,
		tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagMain, tagMenu, tagNav, tagOl, tagPre,
		tagSearch, tagSection, tagSummary, tagUl)
	set(shape{model: modelFlow, closesP: true, alone: groupP}, tagP)
	set(shape{model: modelFlow, closesP: true, alone: groupHeading}, tagH1, tagH2, tagH3, tagH4, tagH5, tagH6)
	set(shape{model: modelFlow, alone: groupA}, tagA)
	set(shape{model: modelFlow, alone: groupButton}, tagButton)
	set(shape{model: modelFlow, closesP: true, alone: groupForm}, tagForm)
	set(shape{model: modelVoid}, tagArea, tagBr, tagEmbed, tagImg, tagInput, tagSource, tagTrack, tagWbr)
	set(shape{model: modelVoid, closesP: true}, tagHr)

	head := tagsOf(tagHead)
	set(shape{model: modelVoid, in: head}, tagBase, tagLink, tagMeta)
	set(shape{model: modelRaw, in: head}, tagTitle)
	set(shape{model: modelRaw}, tagScript, tagStyle, tagTextarea)

	lists := tagsOf(tagUl, tagOl, tagMenu)
	set(shape{model: modelFlow, in: lists, closesP: true}, tagLi)
	set(shape{model: modelFlow, in: tagsOf(tagDl), closesP: true}, tagDt, tagDd)
	set(shape{model: modelFlow, in: tagsOf(tagRuby)}, tagRt, tagRp)

	table, body := tagsOf(tagTable), tagsOf(tagTbody, tagThead, tagTfoot)
	set(shape{model: modelParts, closesP: true}, tagTable)
	set(shape{model: modelFlow, in: table}, tagCaption)
	set(shape{model: modelParts, in: table}, tagColgroup, tagTbody, tagThead, tagTfoot)
	set(shape{model: modelVoid, in: tagsOf(tagColgroup)}, tagCol)
	set(shape{model: modelParts, in: body}, tagTr)
	set(shape{model: modelFlow, in: tagsOf(tagTr)}, tagTd, tagTh)

	set(shape{model: modelParts, alone: groupSelect}, tagSelect)
	set(shape{model: modelParts, in: tagsOf(tagSelect)}, tagOptgroup)
	set(shape{model: modelText, in: tagsOf(tagSelect, tagOptgroup, tagDatalist)}, tagOption)

	root := tagsOf(tagHTML)
	set(shape{model: modelParts, in: root}, tagHead)
	set(shape{model: modelFlow, in: root}, tagBody)
	set(shape{model: modelMath}, tagMath)
	return s
}()

// mathNames are the elements of MathML Core and the few of MathML 3 in use. None
// of them leads back to HTML, which annotation-xml may.
var mathNames = map[string]bool{
	"annotation": true, "maction": true, "menclose": true, "merror": true, "mfenced": true, "mfrac": true, "mi": true,
	"mmultiscripts": true, "mn": true, "mo": true, "mover": true, "mpadded": true, "mphantom": true,
	"mprescripts": true, "mroot": true, "mrow": true, "ms": true, "mspace": true, "msqrt": true, "mstyle": true,
	"msub": true, "msubsup": true, "msup": true, "mtable": true, "mtd": true, "mtext": true, "mtr": true,
	"mlabeledtr": true, "munder": true, "munderover": true, "none": true, "semantics": true,
}
