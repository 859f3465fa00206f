package a11y

import (
	"strings"
	"sync"
)

// nativeRoles are the roles of elements that depend on nothing else (HTML-AAM
// 1.0 section 3.5).
var nativeRoles = sync.OnceValue(func() *[tagCount]*role {
	var list [tagCount]*role
	for t, name := range map[tag]string{
		tagAddress: "group", tagArticle: "article", tagBlockquote: "blockquote", tagButton: "button",
		tagCaption: "caption", tagCode: "code", tagDatalist: "listbox", tagDd: "definition", tagDel: "deletion",
		tagDetails: "group", tagDfn: "term", tagDialog: "dialog", tagDt: "term", tagEm: "emphasis",
		tagFieldset: "group", tagFigure: "figure", tagForm: "form", tagH1: "heading", tagH2: "heading",
		tagH3: "heading", tagH4: "heading", tagH5: "heading", tagH6: "heading", tagHgroup: "group",
		tagHr: "separator", tagHTML: "document", tagIns: "insertion", tagMain: "main", tagMark: "mark", tagMath: "math", tagMenu: "list",
		tagMeter: "meter", tagNav: "navigation", tagOl: "list", tagOptgroup: "group", tagOption: "option",
		tagOutput: "status", tagP: "paragraph", tagProgress: "progressbar", tagS: "deletion", tagSearch: "search",
		tagStrong: "strong", tagSub: "subscript", tagSup: "superscript", tagSVG: "graphics-document",
		tagTable: "table", tagTbody: "rowgroup", tagTextarea: "textbox", tagTfoot: "rowgroup",
		tagThead: "rowgroup", tagTime: "time", tagTr: "row", tagUl: "list",
		tagB: "generic", tagBdi: "generic", tagBdo: "generic", tagData: "generic", tagDiv: "generic",
		tagI: "generic", tagPre: "generic", tagQ: "generic", tagSamp: "generic", tagSmall: "generic", tagSpan: "generic", tagU: "generic",
	} {
		list[t] = roles()[name]
	}
	return &list
})

// inputRoles are the roles of input elements by type; what is missing there has none,
// and an unknown type is text.
var inputRoles = map[string]string{
	"button": "button", "checkbox": "checkbox", "color": "", "date": "", "datetime-local": "", "email": "textbox",
	"file": "", "hidden": "", "image": "button", "month": "", "number": "spinbutton", "password": "",
	"radio": "radio", "range": "slider", "reset": "button", "search": "searchbox", "submit": "button",
	"tel": "textbox", "text": "textbox", "time": "", "url": "textbox", "week": "",
}

// inputType is the state of the type attribute of an input.
func (p *page) inputType(n node) string {
	t := strings.ToLower(strings.TrimSpace(p.value(n, "type")))
	if _, known := inputRoles[t]; !known {
		return "text"
	}
	return t
}

var (
	listTags    = tagsOf(tagUl, tagOl, tagMenu)
	sectionTags = tagsOf(tagArticle, tagAside, tagMain, tagNav, tagSection)
)

// implicitRole is the role that n has without a role attribute, or nil.
func (p *page) implicitRole(n node) *role {
	switch t := p.tag(n); t {
	case tagA, tagArea:
		switch {
		case p.hasAttr(n, "href"):
			return roles()["link"]
		case t == tagA:
			return roles()["generic"]
		}
		return nil
	case tagAside:
		return p.asideRole(n)
	case tagForeign:
		return p.foreignRole(n)
	case tagFooter:
		return p.bandRole(n, "contentinfo")
	case tagHeader:
		return p.bandRole(n, "banner")
	case tagImg:
		return p.imageRole(n)
	case tagInput:
		return p.inputRole(n)
	case tagLi:
		if parent := p.parent(n); parent != none && listTags.has(p.tag(parent)) {
			return roles()["listitem"]
		}
		return roles()["generic"]
	case tagSection:
		if p.hasOwnName(n) {
			return roles()["region"]
		}
		return roles()["generic"]
	case tagSelect:
		if p.hasAttr(n, "multiple") || displayedOptions(p.value(n, "size")) {
			return roles()["listbox"]
		}
		return roles()["combobox"]
	case tagTd:
		return p.cellRole(n)
	case tagTh:
		return p.headerRole(n)
	default:
		return nativeRoles()[t]
	}
}

// foreignRole knows links of SVG.
func (p *page) foreignRole(n node) *role {
	if p.at(n).space == spaceSVG && p.name(n) == "a" && (p.hasAttr(n, "href") || p.hasAttr(n, "xlink:href")) {
		return roles()["link"]
	}
	return nil
}

// asideTags are the elements in which an aside belongs to them, not to the page.
var asideTags = tagsOf(tagArticle, tagAside, tagNav, tagSection)

// asideRole is a landmark of the page, or of a part of it if it has a name.
func (p *page) asideRole(n node) *role {
	if p.ancestor(n, &asideTags) == none || p.hasOwnName(n) {
		return roles()["complementary"]
	}
	return roles()["generic"]
}

// bandRole is the role of a header or footer: a landmark of the page only when
// it belongs to no part of it.
func (p *page) bandRole(n node, name string) *role {
	if p.ancestor(n, &sectionTags) == none {
		return roles()[name]
	}
	return roles()["generic"]
}

// imageRole is img, and none for an image that is marked as decoration by an
// empty alternative.
func (p *page) imageRole(n node) *role {
	if alt, ok := p.attr(n, "alt"); ok && alt == "" && !p.focusable(n) && !p.hasGlobalARIA(n, false) {
		return roles()["none"]
	}
	return roles()["img"]
}

func (p *page) inputRole(n node) *role {
	t := p.inputType(n)
	if p.has(n, hasAttributes) && p.hasAttr(n, "list") {
		switch t {
		case "text", "search", "tel", "url", "email":
			return roles()["combobox"]
		}
	}
	return roles()[inputRoles[t]]
}

// hasOwnName reports whether n is named by its attributes.
func (p *page) hasOwnName(n node) bool {
	return p.has(n, hasARIA|hasTitle) && !isBlank(p.value(n, "aria-label")+p.value(n, "aria-labelledby")+p.value(n, "title"))
}

// displayedOptions reports a size of more than one row.
func displayedOptions(size string) bool {
	size = strings.TrimSpace(size)
	return size != "" && size != "0" && size != "1" && strings.Trim(size, "0123456789") == ""
}

var tableTags = tagsOf(tagTable)

// cellRole is cell, or gridcell in a table with a role of that kind.
func (p *page) cellRole(n node) *role {
	table := p.ancestor(n, &tableTags)
	if table == none {
		return nil
	}
	if r := p.explicitRole(table); r != nil {
		switch r.name {
		case "grid", "treegrid":
			return roles()["gridcell"]
		case "table":
		default:
			return nil
		}
	}
	return roles()["cell"]
}

// headerRole is rowheader where the scope says so, else columnheader.
func (p *page) headerRole(n node) *role {
	if p.cellRole(n) == nil {
		return nil
	}
	switch strings.ToLower(p.value(n, "scope")) {
	case "row", "rowgroup":
		return roles()["rowheader"]
	}
	return roles()["columnheader"]
}
