package a11y

import (
	"slices"
)

// Rules returns all rules of the package in the order in which they are reported.
func Rules() []Rule {
	list := make([]Rule, len(rules))
	for i := range rules {
		list[i] = rules[i].Rule
	}
	return list
}

// rules lists all rules, family by family. Ids are unique.
var rules = withHelp(slices.Concat(
	documentRules, languageRules, headingRules, landmarkRules, listRules, tableRules,
	imageRules, linkRules, controlRules, fieldRules, focusRules, ariaRules, allowedRoleRules, ariaNameRules, ownershipRules,
	colorRules, spacingRules, orientationRules, linkColorRules,
))

// withHelp gives each rule without a page of its own the page of its first ACT rule, or of its first criterion.
func withHelp(list []rule) []rule {
	for i := range list {
		r := &list[i]
		switch {
		case r.HelpURL != "":
		case len(r.ACT) > 0:
			r.HelpURL = actURL(r.ACT[0])
		case len(r.WCAG) > 0:
			r.HelpURL = wcagURL(criteria[r.WCAG[0]])
		}
	}
	return list
}
