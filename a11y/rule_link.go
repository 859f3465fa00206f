package a11y

import (
	"slices"
	"strings"
)

// Links.
var linkRules = []rule{
	{
		Rule: Rule{
			ID: "link-name", Impact: Serious, Level: A, ACT: []string{"c487ae"}, WCAG: []string{"2.4.4", "4.1.2"},
			Help: "Links have a name",
		},
		weight: 7, on: trigger{tags: []tag{tagA, tagForeign}, flags: hasRole}, each: linkName,
	},
	{
		Rule: Rule{
			ID: "area-alt", Impact: Critical, Level: A, ACT: []string{"c487ae"}, WCAG: []string{"1.1.1", "2.4.4", "4.1.2"},
			Help: "Links in image maps have a text alternative",
		},
		on: trigger{tags: []tag{tagArea}}, each: areaAlt,
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

// isLink reports the role link or one of DPUB-ARIA that inherits it.
func isLink(r *role) bool {
	if r == nil {
		return false
	}
	switch r.name {
	case "link", "doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref":
		return true
	}
	return false
}

func linkName(p *page, n node) verdict {
	if p.tag(n) == tagArea || !p.exposed(n) || !isLink(p.role(n)) {
		return verdict{}
	}
	return passIf(p.hasName(n), "the link has no text")
}

func areaAlt(p *page, n node) verdict {
	if !p.exposed(n) || !isLink(p.role(n)) {
		return verdict{}
	}
	return passIf(p.hasName(n), "the link of the image map has no alternative text")
}

// identicalLinks asks people to compare links that have one name and several
// addresses.
func identicalLinks(p *page, report func(node, verdict)) {
	first := make(map[string]node)
	var differ []string
	var links []node
	for n := range p.count() {
		if p.tag(n) != tagA || !p.exposed(n) || !isLink(p.role(n)) {
			continue
		}
		name := strings.ToLower(p.accName(n))
		if name == "" {
			continue
		}
		links = append(links, n)
		if other, ok := first[name]; !ok {
			first[name] = n
		} else if p.value(other, "href") != p.value(n, "href") && !slices.Contains(differ, name) && len(differ) < p.max {
			differ = append(differ, name)
		}
	}
	for _, n := range links {
		if slices.Contains(differ, strings.ToLower(p.accName(n))) {
			report(n, unsure("another link with this name leads elsewhere"))
		} else {
			report(n, pass)
		}
	}
}

// skipLink looks at the first link of the page when it leads into it and to
// nothing. One that leads somewhere is not known to be a skip link, and does not count.
func skipLink(p *page, report func(node, verdict)) {
	for n := range p.count() {
		href, ok := p.attr(n, "href")
		if p.tag(n) != tagA || !ok || !p.visible(n) {
			continue
		}
		id, inside := fragment(href)
		if inside && p.byID(id) == none && !strings.EqualFold(id, "top") && !p.hasNamedAnchor(id) {
			report(n, fail("the target of the link does not exist"))
		}
		return
	}
}

// hasNamedAnchor reports an a element with the name, the older form of a target.
func (p *page) hasNamedAnchor(name string) bool {
	for n := range p.count() {
		if p.tag(n) == tagA && p.value(n, "name") == name {
			return true
		}
	}
	return false
}
