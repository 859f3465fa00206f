package pdfua

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// Report is what a check found.
type Report struct {
	// Results are one for each rule, in the order of Rules.
	Results []Result

	// Media are what plays or shows something in time, Fields what is filled in. Unread are the pages of whose
	// content the rules of content say nothing.
	Media, Fields, Unread Places
}

// Result is what was found for one rule.
type Result struct {
	Rule *Rule
	// Checked is how many things the rule was applied to, and Failed how many of
	// them violate it. Checked 0 means that the rule does not apply.
	Checked, Failed int
	// Findings are the first violations, limits.ObjectPlaces at most, in the order of pages.
	Findings []Finding
}

// Finding is a violation in one place.
type Finding struct {
	Page   int    // 1-based; 0: the document as a whole, or not known
	Object int    // number of the object concerned; 0: none of its own
	Detail string // what is wrong there
}

// Violations are the ids of the rules that are violated, in the order of Rules.
func (r *Report) Violations() []string {
	var ids []string
	for i := range r.Results {
		if r.Results[i].Failed > 0 {
			ids = append(ids, r.Results[i].Rule.ID)
		}
	}
	return ids
}

// place is where a rule is applied.
type place struct {
	page, object int
}

// tally counts what rules are applied to.
type tally struct {
	results [len(rules)]Result
	found   Report // but its Results
}

// test applies the rule id in a place: ok says that it holds there. The detail of
// a violation is formatted as fmt.Sprintf does.
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

// report is what was counted.
func (t *tally) report() *Report {
	out := &Report{Results: t.results[:], Media: t.found.Media, Fields: t.found.Fields, Unread: t.found.Unread}
	for i := range out.Results {
		out.Results[i].Rule = &rules[i]
		slices.SortStableFunc(out.Results[i].Findings, func(a, b Finding) int { return cmp.Compare(a.Page, b.Page) })
	}
	return out
}
