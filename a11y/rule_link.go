package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Links without a name, links with the same name and different targets, and links into the document that lead
// nowhere.
//
//	<a href="table.html"><img src="arrow.png" alt=""></a>     fails: the link has no text
var linkRules = []rule{
	{
		Rule: Rule{
			ID: "link-name", Impact: Serious, Level: A, ACT: []string{"c487ae"}, WCAG: []string{"2.4.4", "4.1.2"},
			Help: "Links have a name",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagA, dom.TagForeign}, flags: dom.HasRole}, each: linkName,
	},
	{
		Rule: Rule{
			ID: "area-alt", Impact: Critical, Level: A, ACT: []string{"c487ae"}, WCAG: []string{"1.1.1", "2.4.4", "4.1.2"},
			Help: "Links in image maps have a text alternative",
		},
		on: trigger{tags: []dom.Tag{dom.TagArea}}, each: areaAlt,
	},
	{
		Rule: Rule{
			ID: "identical-links-same-purpose", Impact: Minor, Level: AAA, ACT: []string{"b20e66"}, WCAG: []string{"2.4.9"},
			Help: "Links with the same name lead to the same place",
		},
		whole: identicalLinks,
	},
	{
		Rule: Rule{
			ID: "skip-link", Impact: Moderate, Level: BestPractice,
			Help: "The target of a link that skips to the content exists", HelpURL: "https://www.w3.org/WAI/WCAG22/Techniques/general/G1",
		},
		weight: 3, whole: skipLink,
	},
}

// isLink reports whether a role is link, or one of DPUB-ARIA that inherits from it.
func isLink(r *names.Role) bool {
	if r == nil {
		return false
	}
	switch r.Name {
	case "link", "doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref":
		return true
	}
	return false
}

// linkName fails a link without a name.
func linkName(p *page, n dom.Node) verdict {
	if p.Tag(n) == dom.TagArea || !p.Exposed(n) || !isLink(p.Role(n)) {
		return verdict{}
	}
	return passIf(p.HasName(n), "the link has no text")
}

// areaAlt fails a link of an image map without a name.
func areaAlt(p *page, n dom.Node) verdict {
	if !p.Exposed(n) || !isLink(p.Role(n)) {
		return verdict{}
	}
	return passIf(p.HasName(n), "the link of the image map has no alternative text")
}

// identicalLinks asks people to compare links that have one name and several
// addresses.
func identicalLinks(p *page, report func(dom.Node, verdict)) {
	first := make(map[string]dom.Node)
	var differ []string
	var links []dom.Node
	for n := range p.Count() {
		if p.Tag(n) != dom.TagA || !p.Exposed(n) || !isLink(p.Role(n)) {
			continue
		}
		name := strings.ToLower(p.AccessibleName(n))
		if name == "" {
			continue
		}
		links = append(links, n)
		if other, ok := first[name]; !ok {
			first[name] = n
		} else if p.Value(other, "href") != p.Value(n, "href") && !slices.Contains(differ, name) && len(differ) < p.max {
			differ = append(differ, name)
		}
	}
	for _, n := range links {
		if slices.Contains(differ, strings.ToLower(p.AccessibleName(n))) {
			report(n, unsure("another link with this name leads elsewhere"))
		} else {
			report(n, pass)
		}
	}
}

// skipLink decides the first link of the page, if it leads into the page and to nothing. A link that leads to
// something is not known to be a skip link, and does not count.
func skipLink(p *page, report func(dom.Node, verdict)) {
	for n := range p.Count() {
		href, ok := p.Attr(n, "href")
		if p.Tag(n) != dom.TagA || !ok || !p.Visible(n) {
			continue
		}
		id, inside := fragment(href)
		if inside && p.ByID(id) == dom.None && !strings.EqualFold(id, "top") && !p.hasNamedAnchor(id) {
			report(n, fail("the target of the link does not exist"))
		}
		return
	}
}

// hasNamedAnchor reports whether an a element has the name: the older form of a target.
func (p *page) hasNamedAnchor(name string) bool {
	for n := range p.Count() {
		if p.Tag(n) == dom.TagA && p.Value(n, "name") == name {
			return true
		}
	}
	return false
}
