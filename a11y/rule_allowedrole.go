package a11y

import (
	"slices"
	"strings"
)

var allowedRoleRules = []rule{
	{
		Rule: Rule{
			ID: "aria-allowed-role", Impact: Minor, Level: BestPractice,
			Help: "Elements have only roles that fit them", HelpURL: "https://www.w3.org/TR/html-aria/#docconformance",
		},
		on: trigger{flags: hasRole}, each: ariaAllowedRole,
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
var fittingRoles = map[tag][]string{
	tagArticle: strings.Fields("application document feed main none presentation region"),
	tagAside: strings.Fields(`feed none note presentation region search doc-dedication doc-example doc-footnote doc-glossary
		doc-pullquote doc-tip`),
	tagAudio: {"application"}, tagVideo: {"application"},
	tagBody: {}, tagBr: {"none", "presentation"}, tagWbr: {"none", "presentation"},
	tagButton: strings.Fields(`checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator
		slider switch tab treeitem`),
	tagCaption: {}, tagCol: {}, tagColgroup: {}, tagDatalist: {}, tagDd: {}, tagDetails: {}, tagHead: {}, tagLabel: {}, tagLegend: {},
	tagLink: {}, tagMain: {}, tagMap: {}, tagMath: {}, tagMeta: {}, tagMeter: {}, tagNoscript: {}, tagOptgroup: {}, tagOption: {},
	tagParam: {}, tagPicture: {}, tagProgress: {}, tagScript: {}, tagSource: {}, tagStyle: {}, tagTemplate: {}, tagTextarea: {},
	tagTitle: {}, tagTrack: {}, tagBase: {}, tagHTML: {},
	tagDialog: {"alertdialog"}, tagDl: {"group", "list", "none", "presentation"}, tagDt: {"listitem"},
	tagEmbed: strings.Fields(embedRoles), tagIframe: strings.Fields(embedRoles), tagObject: strings.Fields("application document img image"),
	tagFieldset: {"none", "presentation", "radiogroup"}, tagFigcaption: {"group", "none", "presentation"},
	tagFooter: {"group", "none", "presentation", "doc-footnote"}, tagHeader: {"group", "none", "presentation"},
	tagForm: {"none", "presentation", "search"}, tagSearch: {"form", "group", "none", "presentation", "region"},
	tagH1: headingRoles, tagH2: headingRoles, tagH3: headingRoles, tagH4: headingRoles, tagH5: headingRoles, tagH6: headingRoles,
	tagHr:   {"none", "presentation", "doc-pagebreak"},
	tagMenu: strings.Fields(listRoles), tagOl: strings.Fields(listRoles), tagUl: strings.Fields(listRoles),
	tagNav: strings.Fields("menu menubar none presentation tablist doc-index doc-pagelist doc-toc"),
	tagSection: strings.Fields(`alert alertdialog application banner complementary contentinfo dialog document feed group log main
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

func ariaAllowedRole(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || p.at(n).space != spaceHTML || !p.rendered(n) {
		return verdict{}
	}
	if r == p.implicitRole(n) || p.fits(n, r.name) {
		return pass
	}
	if !p.exposed(n) {
		return unsure("the role does not fit the element, which is hidden").with("role", r.name)
	}
	return fail("the role does not fit the element").with("role", r.name)
}

// fits reports whether ARIA in HTML allows the role on n beside its own.
func (p *page) fits(n node, role string) bool {
	switch t := p.tag(n); t {
	case tagA:
		return !p.hasAttr(n, "href") || slices.Contains(strings.Fields(linkRoles), role)
	case tagArea:
		return !p.hasAttr(n, "href") && (role == "button" || role == "link")
	case tagImg:
		if p.value(n, "alt") == "" && !p.hasName(n) {
			return role == "none" || role == "presentation" || role == "img" || role == "image"
		}
		return slices.Contains(imageFitting, role) || role == "image"
	case tagInput:
		return slices.Contains(inputFitting[p.inputType(n)], role)
	case tagLi:
		return p.implicitRole(n).name != "listitem" || slices.Contains(itemFitting, role)
	case tagSelect:
		return role == "menu" && p.implicitRole(n).name == "combobox"
	case tagSection:
		return strings.HasPrefix(role, "doc-") || role == "region" || slices.Contains(fittingRoles[t], role)
	case tagFigure:
		return p.firstChild(n, tagFigcaption) == none || role == "none" || role == "presentation" || strings.HasPrefix(role, "doc-")
	default:
		list, limited := fittingRoles[t]
		return !limited || slices.Contains(list, role)
	}
}
