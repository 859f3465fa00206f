package a11y

import "slices"

// Rules are all rules of the package in the order in which they are reported.
func Rules() []Rule {
	list := make([]Rule, len(rules))
	for i := range rules {
		list[i] = rules[i].Rule
	}
	return list
}

// rules is the whole policy, family by family. Ids are unique.
var rules = slices.Concat(imageRules)

// actURL is the page of an ACT rule at W3C.
func actURL(id string) string {
	return "https://www.w3.org/WAI/standards-guidelines/act/rules/" + id + "/"
}

// wcagURL is the page "Understanding" of a success criterion of WCAG 2.2.
func wcagURL(name string) string { return "https://www.w3.org/WAI/WCAG22/Understanding/" + name }

// ariaURL is a section of WAI-ARIA 1.2.
func ariaURL(fragment string) string { return "https://www.w3.org/TR/wai-aria-1.2/#" + fragment }
