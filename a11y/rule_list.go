package a11y

import (
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Lists that hold something else than items, and items that stand in no list.
//
//	<ul><p>one</p></ul>     fails: p is no item
var listRules = []rule{
	{
		Rule: Rule{
			ID: "list", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Lists hold nothing but list items",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagUl, dom.TagOl}}, each: listOfItems,
	},
	{
		Rule: Rule{
			ID: "listitem", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "List items stand in lists",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagLi}}, each: itemInList,
	},
	{
		Rule: Rule{
			ID: "definition-list", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Lists of terms hold nothing but groups of terms and descriptions",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagDl}}, each: listOfTerms,
	},
	{
		Rule: Rule{
			ID: "dlitem", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Terms and descriptions stand in lists of terms",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagDt, dom.TagDd}}, each: termInList,
	},
}

var (
	itemTags = dom.Tags(dom.TagLi, dom.TagScript, dom.TagTemplate, dom.TagStyle, dom.TagMeta, dom.TagLink)
	// termTags lists what may stand in dl, and in a div in dl.
	termTags = dom.Tags(dom.TagDt, dom.TagDd, dom.TagScript, dom.TagTemplate, dom.TagStyle)
)

// strayContent returns what stands in a list and must not: text, or an element that is no item.
func (p *page) strayContent(n dom.Node, allowed *dom.TagSet, role string) string {
	for c, raw := range p.Content(n) {
		if c == dom.None {
			if !dom.IsBlank(raw) && !dom.IsBlank(p.Decode(n, raw)) {
				return "text stands beside the items"
			}
			continue
		}
		if r := p.ExplicitRole(c); p.Exposed(c) && (!allowed.Has(p.Tag(c)) && (r == nil || r.Name != role) || r != nil && r.Name != role) {
			return "an element stands beside the items that is none"
		}
	}
	return ""
}

// listOfItems fails ul and ol with content that is no item.
func listOfItems(p *page, n dom.Node) verdict {
	if r := p.ExplicitRole(n); r != nil && r.Name != "list" || !p.Exposed(n) {
		return verdict{}
	}
	why := p.strayContent(n, &itemTags, "listitem")
	return passIf(why == "", why)
}

// itemInList fails an li that stands in no list.
func itemInList(p *page, n dom.Node) verdict {
	if r := p.ExplicitRole(n); r != nil && r.Name != "listitem" || !p.Exposed(n) {
		return verdict{}
	}
	parent := p.Parent(n)
	if parent == dom.None {
		return fail("the item stands in no list")
	}
	switch r := p.ExplicitRole(parent); {
	case r == nil:
	case names.IsPresentational(r) && dom.ListTags.Has(p.Tag(parent)):
		return verdict{} // a list with another role also changes its items
	default:
		return passIf(r.Name == "list", "the item stands in what is no list")
	}
	return passIf(dom.ListTags.Has(p.Tag(parent)), "the item stands in no list")
}

// listOfTerms checks the content model of dl: groups of dt and dd, each group in a div or none, each term before
// its description.
func listOfTerms(p *page, n dom.Node) verdict {
	if p.ExplicitRole(n) != nil || !p.Exposed(n) {
		return verdict{}
	}
	allowed := termTags
	allowed[dom.TagDiv/64] |= 1 << (dom.TagDiv % 64)
	if why := p.strayContent(n, &allowed, ""); why != "" {
		return fail(why)
	}
	var last dom.Tag
	for c := range p.Children(n) {
		switch t := p.Tag(c); t {
		case dom.TagDiv:
			if why := p.strayContent(c, &termTags, ""); why != "" {
				return fail(why)
			}
		case dom.TagDd:
			if last != dom.TagDt && last != dom.TagDd {
				return fail("a description stands before its term")
			}
			last = t
		case dom.TagDt:
			last = t
		}
	}
	return passIf(last != dom.TagDt, "a term has no description")
}

// termInList fails dt and dd that stand in no dl, nor in a div of one.
func termInList(p *page, n dom.Node) verdict {
	if p.ExplicitRole(n) != nil || !p.Exposed(n) {
		return verdict{}
	}
	parent := p.Parent(n)
	if parent != dom.None && p.Tag(parent) == dom.TagDiv {
		parent = p.Parent(parent)
	}
	if parent == dom.None || p.Tag(parent) != dom.TagDl {
		return fail("it stands in no list of terms")
	}
	r := p.ExplicitRole(parent)
	return passIf(r == nil || r.Name == "list" || names.IsPresentational(r), "it stands in no list of terms")
}
