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

// isInputButton reports whether n is an input that is a button.
func (t *accessTree) isInputButton(n node) bool {
	return t.tag(n) == tagInput && inputRoles[t.inputType(n)] == "button"
}

// inputType is the state of the type attribute of an input.
func (t *accessTree) inputType(n node) string {
	kind := strings.ToLower(strings.TrimSpace(t.value(n, "type")))
	if _, known := inputRoles[kind]; !known {
		return "text"
	}
	return kind
}

var (
	sectionTags = tagsOf(tagArticle, tagAside, tagMain, tagNav, tagSection)
)

// implicitRole is the role that n has without a role attribute, or nil.
func (t *accessTree) implicitRole(n node) *role {
	switch tag := t.tag(n); tag {
	case tagA, tagArea:
		switch {
		case t.hasAttr(n, "href"):
			return roles()["link"]
		case tag == tagA:
			return roles()["generic"]
		}
		return nil
	case tagAside:
		return t.asideRole(n)
	case tagForeign:
		return t.foreignRole(n)
	case tagFooter:
		return t.bandRole(n, "contentinfo")
	case tagHeader:
		return t.bandRole(n, "banner")
	case tagImg:
		return t.imageRole(n)
	case tagInput:
		return t.inputRole(n)
	case tagLi:
		if parent := t.parent(n); parent != none && listTags.has(t.tag(parent)) {
			return roles()["listitem"]
		}
		return roles()["generic"]
	case tagSection:
		if t.hasOwnName(n) {
			return roles()["region"]
		}
		return roles()["generic"]
	case tagSelect:
		if t.hasAttr(n, "multiple") || displayedOptions(t.value(n, "size")) {
			return roles()["listbox"]
		}
		return roles()["combobox"]
	case tagTd:
		return t.cellRole(n)
	case tagTh:
		return t.headerRole(n)
	default:
		return nativeRoles()[tag]
	}
}

// foreignRole knows links of SVG.
func (t *accessTree) foreignRole(n node) *role {
	if t.at(n).space == spaceSVG && t.name(n) == "a" && (t.hasAttr(n, "href") || t.hasAttr(n, "xlink:href")) {
		return roles()["link"]
	}
	return nil
}

// asideTags are the elements in which an aside belongs to them, not to the page.
var asideTags = tagsOf(tagArticle, tagAside, tagNav, tagSection)

// asideRole is a landmark of the page, or of a part of it if it has a name.
func (t *accessTree) asideRole(n node) *role {
	if t.ancestor(n, &asideTags) == none || t.hasOwnName(n) {
		return roles()["complementary"]
	}
	return roles()["generic"]
}

// bandRole is the role of a header or footer: a landmark of the page only when
// it belongs to no part of it.
func (t *accessTree) bandRole(n node, name string) *role {
	if t.ancestor(n, &sectionTags) == none {
		return roles()[name]
	}
	return roles()["generic"]
}

// imageRole is img, and none for an image that is marked as decoration by an
// empty alternative.
func (t *accessTree) imageRole(n node) *role {
	if alt, ok := t.attr(n, "alt"); ok && alt == "" && !t.focusable(n) && !t.hasGlobalARIA(n, false) {
		return roles()["none"]
	}
	return roles()["img"]
}

func (t *accessTree) inputRole(n node) *role {
	kind := t.inputType(n)
	if t.has(n, hasAttributes) && t.hasAttr(n, "list") {
		switch kind {
		case "text", "search", "tel", "url", "email":
			return roles()["combobox"]
		}
	}
	return roles()[inputRoles[kind]]
}

// hasOwnName reports whether n is named by its attributes.
func (t *accessTree) hasOwnName(n node) bool {
	return t.has(n, hasARIA|hasTitle) && !isBlank(t.value(n, "aria-label")+t.value(n, "aria-labelledby")+t.value(n, "title"))
}

// displayedOptions reports a size of more than one row.
func displayedOptions(size string) bool {
	size = strings.TrimSpace(size)
	return size != "" && size != "0" && size != "1" && strings.Trim(size, "0123456789") == ""
}

// cellRole is cell, or gridcell in a table with a role of that kind.
func (t *accessTree) cellRole(n node) *role {
	table := t.ancestor(n, &tableTags)
	if table == none {
		return nil
	}
	if r := t.explicitRole(table); r != nil {
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
func (t *accessTree) headerRole(n node) *role {
	if t.cellRole(n) == nil {
		return nil
	}
	switch strings.ToLower(t.value(n, "scope")) {
	case "row", "rowgroup":
		return roles()["rowheader"]
	}
	return roles()["columnheader"]
}
