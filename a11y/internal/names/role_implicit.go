package names

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// nativeRoles has the roles of elements that depend on the element alone (HTML-AAM 1.0 section 3.5).
var nativeRoles = sync.OnceValue(func() *[dom.TagCount]*Role {
	var list [dom.TagCount]*Role
	for t, name := range map[dom.Tag]string{
		dom.TagAddress: "group", dom.TagArticle: "article", dom.TagBlockquote: "blockquote", dom.TagButton: "button",
		dom.TagCaption: "caption", dom.TagCode: "code", dom.TagDatalist: "listbox", dom.TagDd: "definition", dom.TagDel: "deletion",
		dom.TagDetails: "group", dom.TagDfn: "term", dom.TagDialog: "dialog", dom.TagDt: "term", dom.TagEm: "emphasis",
		dom.TagFieldset: "group", dom.TagFigure: "figure", dom.TagForm: "form", dom.TagH1: "heading", dom.TagH2: "heading",
		dom.TagH3: "heading", dom.TagH4: "heading", dom.TagH5: "heading", dom.TagH6: "heading", dom.TagHgroup: "group",
		dom.TagHr: "separator", dom.TagHTML: "document", dom.TagIns: "insertion", dom.TagMain: "main", dom.TagMark: "mark", dom.TagMath: "math", dom.TagMenu: "list",
		dom.TagMeter: "meter", dom.TagNav: "navigation", dom.TagOl: "list", dom.TagOptgroup: "group", dom.TagOption: "option",
		dom.TagOutput: "status", dom.TagP: "paragraph", dom.TagProgress: "progressbar", dom.TagS: "deletion", dom.TagSearch: "search",
		dom.TagStrong: "strong", dom.TagSub: "subscript", dom.TagSup: "superscript", dom.TagSVG: "graphics-document",
		dom.TagTable: "table", dom.TagTbody: "rowgroup", dom.TagTextarea: "textbox", dom.TagTfoot: "rowgroup",
		dom.TagThead: "rowgroup", dom.TagTime: "time", dom.TagTr: "row", dom.TagUl: "list",
		dom.TagB: "generic", dom.TagBdi: "generic", dom.TagBdo: "generic", dom.TagData: "generic", dom.TagDiv: "generic",
		dom.TagI: "generic", dom.TagPre: "generic", dom.TagQ: "generic", dom.TagSamp: "generic", dom.TagSmall: "generic", dom.TagSpan: "generic", dom.TagU: "generic",
	} {
		list[t] = roles()[name]
	}
	return &list
})

// inputRoles has the roles of input elements by type. A type that is missing here has no role. An unknown type
// counts as text.
var inputRoles = map[string]string{
	"button": "button", "checkbox": "checkbox", "color": "", "date": "", "datetime-local": "", "email": "textbox",
	"file": "", "hidden": "", "image": "button", "month": "", "number": "spinbutton", "password": "",
	"radio": "radio", "range": "slider", "reset": "button", "search": "searchbox", "submit": "button",
	"tel": "textbox", "text": "textbox", "time": "", "url": "textbox", "week": "",
}

// IsInputButton reports whether n is an input that is a button.
func (t *AccessibilityTree) IsInputButton(n dom.Node) bool {
	return t.Tag(n) == dom.TagInput && inputRoles[t.InputType(n)] == "button"
}

// InputType returns the state of the type attribute of an input.
func (t *AccessibilityTree) InputType(n dom.Node) string {
	kind := strings.ToLower(strings.TrimSpace(t.Value(n, "type")))
	if _, known := inputRoles[kind]; !known {
		return "text"
	}
	return kind
}

var (
	sectionTags = dom.Tags(dom.TagArticle, dom.TagAside, dom.TagMain, dom.TagNav, dom.TagSection)
)

// ImplicitRole returns the role that n has without a role attribute, or nil.
func (t *AccessibilityTree) ImplicitRole(n dom.Node) *Role {
	switch tag := t.Tag(n); tag {
	case dom.TagA, dom.TagArea:
		switch {
		case t.HasAttr(n, "href"):
			return roles()["link"]
		case tag == dom.TagA:
			return roles()["generic"]
		}
		return nil
	case dom.TagAside:
		return t.asideRole(n)
	case dom.TagForeign:
		return t.foreignRole(n)
	case dom.TagFooter:
		return t.bandRole(n, "contentinfo")
	case dom.TagHeader:
		return t.bandRole(n, "banner")
	case dom.TagImg:
		return t.imageRole(n)
	case dom.TagInput:
		return t.inputRole(n)
	case dom.TagLi:
		if parent := t.Parent(n); parent != dom.None && dom.ListTags.Has(t.Tag(parent)) {
			return roles()["listitem"]
		}
		return roles()["generic"]
	case dom.TagSection:
		if t.HasNameAttribute(n) {
			return roles()["region"]
		}
		return roles()["generic"]
	case dom.TagSelect:
		if t.HasAttr(n, "multiple") || displayedOptions(t.Value(n, "size")) {
			return roles()["listbox"]
		}
		return roles()["combobox"]
	case dom.TagTd:
		return t.cellRole(n)
	case dom.TagTh:
		return t.headerRole(n)
	default:
		return nativeRoles()[tag]
	}
}

// foreignRole returns the role of a link in SVG, or nil.
func (t *AccessibilityTree) foreignRole(n dom.Node) *Role {
	if t.At(n).Space == dom.SpaceSVG && t.Name(n) == "a" && (t.HasAttr(n, "href") || t.HasAttr(n, "xlink:href")) {
		return roles()["link"]
	}
	return nil
}

// asideTags lists the elements to which an aside inside of them belongs. Elsewhere it belongs to the page.
var asideTags = dom.Tags(dom.TagArticle, dom.TagAside, dom.TagNav, dom.TagSection)

// asideRole returns the role of an aside. It is a landmark if it belongs to the page or has a name.
func (t *AccessibilityTree) asideRole(n dom.Node) *Role {
	if t.Ancestor(n, &asideTags) == dom.None || t.HasNameAttribute(n) {
		return roles()["complementary"]
	}
	return roles()["generic"]
}

// bandRole returns the role of a header or footer. It is a landmark only if it belongs to the page and not to a
// part of it.
func (t *AccessibilityTree) bandRole(n dom.Node, name string) *Role {
	if t.Ancestor(n, &sectionTags) == dom.None {
		return roles()[name]
	}
	return roles()["generic"]
}

// imageRole returns the role img, or none for an image that an empty alternative marks as decoration.
func (t *AccessibilityTree) imageRole(n dom.Node) *Role {
	if alt, ok := t.Attr(n, "alt"); ok && alt == "" && !t.Focusable(n) && !t.HasGlobalARIA(n, false) {
		return roles()["none"]
	}
	return roles()["img"]
}

// inputRole returns the role of an input by its type, or nil.
func (t *AccessibilityTree) inputRole(n dom.Node) *Role {
	kind := t.InputType(n)
	if t.Has(n, dom.HasAttributes) && t.HasAttr(n, "list") {
		switch kind {
		case "text", "search", "tel", "url", "email":
			return roles()["combobox"]
		}
	}
	return roles()[inputRoles[kind]]
}

// HasNameAttribute reports whether n is named by its attributes.
func (t *AccessibilityTree) HasNameAttribute(n dom.Node) bool {
	return t.Has(n, dom.HasARIA|dom.HasTitle) && !dom.IsBlank(t.Value(n, "aria-label")+t.Value(n, "aria-labelledby")+t.Value(n, "title"))
}

// displayedOptions reports whether a size attribute shows more than one row.
func displayedOptions(size string) bool {
	size = strings.TrimSpace(size)
	return size != "" && size != "0" && size != "1" && strings.Trim(size, "0123456789") == ""
}

// cellRole returns the role cell, or gridcell in a table whose role is grid or treegrid.
func (t *AccessibilityTree) cellRole(n dom.Node) *Role {
	table := t.Ancestor(n, &dom.TableTags)
	if table == dom.None {
		return nil
	}
	if r := t.ExplicitRole(table); r != nil {
		switch r.Name {
		case "grid", "treegrid":
			return roles()["gridcell"]
		case "table":
		default:
			return nil
		}
	}
	return roles()["cell"]
}

// headerRole returns the role rowheader if the scope says so, else columnheader.
func (t *AccessibilityTree) headerRole(n dom.Node) *Role {
	if t.cellRole(n) == nil {
		return nil
	}
	switch strings.ToLower(t.Value(n, "scope")) {
	case "row", "rowgroup":
		return roles()["rowheader"]
	}
	return roles()["columnheader"]
}
