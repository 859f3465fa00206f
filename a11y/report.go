package a11y

import (
	"cmp"
	"slices"
)

// Report is the result of Check, in the form of axe-core's results.
type Report struct {
	// Tool and Version name this package.
	Tool    string `json:"tool"`
	Version string `json:"version"`

	// Score is HTMLScore, or what Assess computed of HTMLScore and the source.
	Score        int `json:"score"`
	ScoreVersion int `json:"score_version"`
	// HTMLScore is 100 times the weight of the rules that hold, divided by the weight of those that apply, rounded
	// to the nearest. It is 0 if no rule applies. See Score.
	HTMLScore int `json:"html_score"`

	// Violations break a rule.
	Violations []Result `json:"violations"`
	// Incomplete are rules that a person must decide.
	Incomplete []Result `json:"incomplete"`
	// Passes hold wherever they apply.
	Passes []Result `json:"passes"`
	// Inapplicable are rules that found nothing to look at.
	Inapplicable []Result `json:"inapplicable"`

	// Source is what Assess was given. It is nil if Assess was not called.
	Source *Source `json:"source,omitempty"`

	// Aspects are verdicts on a PDF document by the criteria of experts, from convert.CheckPDF; nil
	// for HTML.
	Aspects []Aspect `json:"aspects,omitempty"`

	// Judged is what a person has judged in the document before, as its elements say.
	Judged []Judged `json:"judged,omitempty"`

	// Manual is what only a person can judge, whatever the document.
	Manual []Manual `json:"manual"`

	weight weight

	// offers are the needs that the document has; pictures says whether it shows pictures that may move. nil:
	// unknown.
	offers   *offers
	pictures bool
}

// Result is the outcome of one rule on the document.
type Result struct {
	Rule
	// Tags are Level, WCAG and ACT in the notation of axe-core: wcag2a, wcag111, ...
	Tags []string `json:"tags"`
	// Count is how many elements have this outcome.
	Count int `json:"count"`
	// Nodes are the first of these elements: at most Options.MaxFindings, and none of those that pass.
	Nodes []Node `json:"nodes"`
}

// Node is an element that a rule reports.
type Node struct {
	// HTML is the beginning of the element as it stands in the document.
	HTML string `json:"html"`
	// Target is a CSS selector that finds it.
	Target string `json:"target"`
	// Line and Column of its start tag, from 1; columns count bytes. An element that is not written in the source
	// has those of the nearest element around it.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Page is the page of the PDF that the element comes from, from 1. It is 0 if the document does not say.
	Page int `json:"page,omitempty"`
	// Message says what is wrong.
	Message string `json:"message"`
	// Data has the facts behind Message, for programs. It may be nil.
	Data Data `json:"data,omitempty"`
}

// newReport returns a report without results. Its lists are empty and not nil, for JSON.
func newReport() *Report {
	return &Report{
		Tool: "pagelift", Version: rulesVersion, ScoreVersion: scoreVersion,
		Violations: []Result{}, Incomplete: []Result{}, Passes: []Result{}, Inapplicable: []Result{},
		Manual: manual,
	}
}

// byImpact sorts results, the worst first. Results of the same impact keep the order of the rules.
func byImpact(list []Result) {
	slices.SortStableFunc(list, func(a, b Result) int { return cmp.Compare(weights[b.Impact], weights[a.Impact]) })
}

// tags returns the tags of the rule in the notation of axe-core.
func (r *Rule) tags() []string {
	var tags []string
	switch r.Level {
	case BestPractice:
		tags = append(tags, "best-practice")
	case A:
		tags = append(tags, "wcag2a")
	case AA:
		tags = append(tags, "wcag2aa")
	case AAA:
		tags = append(tags, "wcag2aaa")
	case PDFUA:
		tags = append(tags, "pdfua1")
	}
	for _, c := range r.WCAG {
		tags = append(tags, "wcag"+digits(c))
	}
	if len(r.ACT) > 0 {
		tags = append(tags, "ACT")
	}
	return tags
}

// digits returns a criterion without its dots.
func digits(criterion string) string {
	var b []byte
	for i := range len(criterion) {
		if criterion[i] != '.' {
			b = append(b, criterion[i])
		}
	}
	return string(b)
}
