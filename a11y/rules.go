package a11y

import (
	"slices"
)

// Rules are all rules of the package in the order in which they are reported.
func Rules() []Rule {
	list := make([]Rule, len(rules))
	for i := range rules {
		list[i] = rules[i].Rule
	}
	return list
}

// rules is the whole policy, family by family. Ids are unique.
var rules = withHelp(slices.Concat(
	documentRules, languageRules, headingRules, landmarkRules, listRules, tableRules,
	imageRules, linkRules, controlRules, fieldRules, focusRules, ariaRules, allowedRoleRules, ariaNameRules, ownershipRules,
	colorRules, spacingRules, orientationRules, linkColorRules,
))

// withHelp gives each rule without a page of its own that of its first ACT rule, or of its
// first criterion.
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

// selected are the rules that run.
func (o Options) selected() ([]*rule, error) {
	var list []*rule
	for i := range rules {
		if r := &rules[i]; o.wants(r) {
			list = append(list, r)
		}
	}
	for _, id := range o.Rules {
		if !slices.ContainsFunc(list, func(r *rule) bool { return r.ID == id }) {
			return nil, &Error{Code: UnknownRule, Detail: id}
		}
	}
	return list, nil
}

// wants reports whether the options select a rule.
func (o Options) wants(r *rule) bool {
	switch {
	case len(o.Rules) > 0:
		return slices.Contains(o.Rules, r.ID)
	case r.Level == AAA:
		return o.AAA
	case r.Level == BestPractice:
		return !o.NoBestPractices
	}
	return true
}
