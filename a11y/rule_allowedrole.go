package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Roles that do not fit their element: HTML gives each element a role of its own, and ARIA in
// HTML says which others it may have.
//
//	<h2 role="button">Sales</h2>     fails: a heading may be a tab, none or a subtitle
var allowedRoleRules = []rule{
	{
		Rule: Rule{
			ID: "aria-allowed-role", Impact: Minor, Level: BestPractice,
			Help: "Elements have only roles that fit them", HelpURL: "https://www.w3.org/TR/html-aria/#docconformance",
		},
		on: trigger{flags: dom.HasRole}, each: ariaAllowedRole,
	},
}

// What ARIA in HTML allows in several places.
const (
	listRoles = "directory group listbox menu menubar none presentation radiogroup tablist toolbar tree"
	linkRoles = `button checkbox menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem doc-backlink doc-biblioref
		doc-glossref doc-noteref`
	embedRoles = "application document img image none presentation"
)

// fittingRoles are the roles that an element may have beside its own one (ARIA in HTML, section
// 4). Elements that are not here may have any.
var fittingRoles = map[dom.Tag][]string{
	dom.TagArticle: strings.Fields("application document feed main none presentation region"),
	dom.TagAside: strings.Fields(`feed none note presentation region search doc-dedication doc-example doc-footnote doc-glossary
		doc-pullquote doc-tip`),
	dom.TagAudio: {"application"}, dom.TagVideo: {"application"},
	dom.TagBody: {}, dom.TagBr: {"none", "presentation"}, dom.TagWbr: {"none", "presentation"},
	dom.TagButton: strings.Fields(`checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator
		slider switch tab treeitem`),
	dom.TagCaption: {}, dom.TagCol: {}, dom.TagColgroup: {}, dom.TagDatalist: {}, dom.TagDd: {}, dom.TagDetails: {}, dom.TagHead: {}, dom.TagLabel: {}, dom.TagLegend: {},
	dom.TagLink: {}, dom.TagMain: {}, dom.TagMap: {}, dom.TagMath: {}, dom.TagMeta: {}, dom.TagMeter: {}, dom.TagNoscript: {}, dom.TagOptgroup: {}, dom.TagOption: {},
	dom.TagParam: {}, dom.TagPicture: {}, dom.TagProgress: {}, dom.TagScript: {}, dom.TagSource: {}, dom.TagStyle: {}, dom.TagTemplate: {}, dom.TagTextarea: {},
	dom.TagTitle: {}, dom.TagTrack: {}, dom.TagBase: {}, dom.TagHTML: {},
	dom.TagDialog: {"alertdialog"}, dom.TagDl: {"group", "list", "none", "presentation"}, dom.TagDt: {"listitem"},
	dom.TagEmbed: strings.Fields(embedRoles), dom.TagIframe: strings.Fields(embedRoles), dom.TagObject: strings.Fields("application document img image"),
	dom.TagFieldset: {"none", "presentation", "radiogroup"}, dom.TagFigcaption: {"group", "none", "presentation"},
	dom.TagFooter: {"group", "none", "presentation", "doc-footnote"}, dom.TagHeader: {"group", "none", "presentation"},
	dom.TagForm: {"none", "presentation", "search"}, dom.TagSearch: {"form", "group", "none", "presentation", "region"},
	dom.TagH1: headingRoles, dom.TagH2: headingRoles, dom.TagH3: headingRoles, dom.TagH4: headingRoles, dom.TagH5: headingRoles, dom.TagH6: headingRoles,
	dom.TagHr:   {"none", "presentation", "doc-pagebreak"},
	dom.TagMenu: strings.Fields(listRoles), dom.TagOl: strings.Fields(listRoles), dom.TagUl: strings.Fields(listRoles),
	dom.TagNav: strings.Fields("menu menubar none presentation tablist doc-index doc-pagelist doc-toc"),
	dom.TagSection: strings.Fields(`alert alertdialog application banner complementary contentinfo dialog document feed group log main
		marquee navigation none note presentation search status tabpanel`),
}

var headingRoles = strings.Fields("none presentation tab doc-subtitle")

// inputFitting are the roles that inputs may have, by type.
var inputFitting = map[string][]string{
	"button": strings.Fields(`checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider
		switch tab treeitem`),
	"checkbox": strings.Fields("menuitemcheckbox option switch button"),
	"image":    strings.Fields("checkbox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider switch tab treeitem"),
	"radio":    {"menuitemradio"},
	"text":     {"combobox", "searchbox", "spinbutton"},
}

// imageFitting are the roles of an image with a name.
var imageFitting = strings.Fields(`button checkbox link menuitem menuitemcheckbox menuitemradio meter option progressbar radio
	scrollbar separator slider switch tab treeitem doc-cover`)

// itemFitting are the roles of an item of a list.
var itemFitting = strings.Fields(`menuitem menuitemcheckbox menuitemradio none option presentation radio separator tab treeitem
	doc-biblioentry doc-endnote`)

// ariaAllowedRole decides a role attribute that is not the role of the element itself.
func ariaAllowedRole(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || p.At(n).Space != dom.SpaceHTML || !p.Rendered(n) {
		return verdict{}
	}
	if r == p.ImplicitRole(n) || p.allowsRole(n, r.Name) {
		return pass
	}
	if !p.Exposed(n) {
		return unsure("the role does not fit the element, which is hidden").with("role", r.Name)
	}
	return fail("the role does not fit the element").with("role", r.Name)
}

// allowsRole reports whether ARIA in HTML allows the role on n beside its own.
func (p *page) allowsRole(n dom.Node, role string) bool {
	switch t := p.Tag(n); t {
	case dom.TagA:
		return !p.HasAttr(n, "href") || slices.Contains(strings.Fields(linkRoles), role)
	case dom.TagArea:
		return !p.HasAttr(n, "href") && (role == "button" || role == "link")
	case dom.TagImg:
		if p.Value(n, "alt") == "" && !p.HasName(n) {
			return role == "none" || role == "presentation" || role == "img" || role == "image"
		}
		return slices.Contains(imageFitting, role) || role == "image"
	case dom.TagInput:
		return slices.Contains(inputFitting[p.InputType(n)], role)
	case dom.TagLi:
		return p.ImplicitRole(n).Name != "listitem" || slices.Contains(itemFitting, role)
	case dom.TagSelect:
		return role == "menu" && p.ImplicitRole(n).Name == "combobox"
	case dom.TagSection:
		return strings.HasPrefix(role, "doc-") || role == "region" || slices.Contains(fittingRoles[t], role)
	case dom.TagFigure:
		return p.FirstChild(n, dom.TagFigcaption) == dom.None || role == "none" || role == "presentation" || strings.HasPrefix(role, "doc-")
	default:
		list, limited := fittingRoles[t]
		return !limited || slices.Contains(list, role)
	}
}
