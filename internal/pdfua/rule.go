package pdfua

import (
	"strings"
	"sync"
)

// Impact says how much a violation hinders people, in the terms of axe-core.
type Impact string

// The impacts, the most severe first.
const (
	Critical Impact = "critical" // content cannot be reached at all
	Serious  Impact = "serious"  // content is hard to reach or to understand
	Moderate Impact = "moderate"
	Minor    Impact = "minor" // a matter of form rather than of use
)

// Rule is a requirement of PDF/UA-1 that a machine can decide.
type Rule struct {
	// ID is the clause of ISO 14289-1 and the number of a test in it, as in veraPDF: 7.1-t09.
	ID string
	// Matterhorn is the failure condition of the Matterhorn Protocol 1.1: 06-003. It is "" if the
	// protocol leaves the requirement to the syntax of PDF.
	Matterhorn string
	Impact     Impact
	// WCAG is the success criterion of WCAG 2.2 that a violation affects: "1.3.1". It is "" if only
	// PDF/UA has the requirement.
	WCAG string
	// Help states the requirement.
	Help string
}

// Clause returns the clause of ISO 14289-1, such as 7.18.5.
func (r *Rule) Clause() string {
	clause, _, _ := strings.Cut(r.ID, "-")
	return clause
}

// Rules returns all rules in the order of the standard. The slice must not be changed.
func Rules() []Rule { return rules[:] }

// ruleIndex has the index of each rule in rules.
var ruleIndex = sync.OnceValue(func() map[string]int {
	m := make(map[string]int, len(rules))
	for i := range rules {
		m[rules[i].ID] = i
	}
	return m
})

// RuleByID returns the rule with this id, or nil when there is none.
func RuleByID(id string) *Rule {
	i, ok := ruleIndex()[id]
	if !ok {
		return nil
	}
	return &rules[i]
}

// ofContent are the rules that are applied to the content of pages, except for those of fonts and characters.
var ofContent = map[string]bool{
	"7.1-t01": true, "7.1-t02": true, "7.1-t03": true, "7.2-t29": true, "7.2-t30": true, "7.2-t31": true, "7.2-t32": true, "7.2-t34": true, "7.20-t02": true,
}

// OfContent reports whether the rule is applied to the content of pages, which Checker.Page checks.
func (r *Rule) OfContent() bool { return ofContent[r.ID] || strings.HasPrefix(r.ID, "7.21.") }
