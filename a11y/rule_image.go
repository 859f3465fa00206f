package a11y

import "strings"

// Images and what stands for them.
var imageRules = []rule{
	{
		Rule: Rule{
			ID: "image-alt", Impact: Critical, Level: A, ACT: []string{"23a2a8"}, WCAG: []string{"1.1.1"},
			Help: "Images have a text alternative or are marked as decoration", HelpURL: actURL("23a2a8"),
		},
		weight: 10, on: trigger{tags: []tag{tagImg}}, each: imageAlt,
	},
}

func imageAlt(p *page, n node) verdict {
	if _, ok := p.attr(n, "alt"); ok {
		return pass
	}
	return passIf(strings.TrimSpace(p.value(n, "title")) != "", "the image has no alternative text")
}
