package pdfua

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// Report has the findings of a check.
type Report struct {
	// Results has one result for each rule, in the order of Rules.
	Results []Result

	// Media are the places of timed media, Fields those of form fields. Unread are pages whose
	// content could not be read, so that the rules of content do not cover it.
	Media, Fields, Unread Places
}

// Result is the finding for one rule.
type Result struct {
	Rule *Rule
	// Checked is how many times the rule was applied, and Failed how many of these it was violated.
	// If Checked is 0, the rule does not apply.
	Checked, Failed int
	// Findings are the first violations, at most limits.ObjectPlaces, in page order.
	Findings []Finding
}

// Finding is a violation at one place.
type Finding struct {
	Page   int    // 1-based; 0: the document as a whole, or unknown
	Object int    // number of the object concerned; 0: it has no number
	Detail string // what is wrong there
}

// Violations returns the ids of the rules that are violated, in the order of Rules.
func (r *Report) Violations() []string {
	var ids []string
	for i := range r.Results {
		if r.Results[i].Failed > 0 {
			ids = append(ids, r.Results[i].Rule.ID)
		}
	}
	return ids
}

// place is a place to which a rule is applied.
type place struct {
	page, object int
}

// tally counts the applications of rules.
type tally struct {
	results [len(rules)]Result
	found   Report // without Results
}

// test records an application of rule id at a place. ok reports whether the rule holds there. The
// detail of a violation is formatted as by fmt.Sprintf.
func (t *tally) test(id string, ok bool, at place, format string, args ...any) {
	i, known := ruleIndex()[id]
	if !known {
		panic("pdfua: no rule " + id)
	}
	r := &t.results[i]
	r.Checked++
	if ok {
		return
	}
	r.Failed++
	if len(r.Findings) < limits.ObjectPlaces {
		r.Findings = append(r.Findings, Finding{at.page, at.object, fmt.Sprintf(format, args...)})
	}
}

// report returns the counts.
func (t *tally) report() *Report {
	out := &Report{Results: t.results[:], Media: t.found.Media, Fields: t.found.Fields, Unread: t.found.Unread}
	for i := range out.Results {
		out.Results[i].Rule = &rules[i]
		slices.SortStableFunc(out.Results[i].Findings, func(a, b Finding) int { return cmp.Compare(a.Page, b.Page) })
	}
	return out
}
