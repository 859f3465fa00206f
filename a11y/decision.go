package a11y

import "slices"

// decision is the outcome of a rule on the document that HTML was made from.
type decision struct {
	Rule
	// passed counts the things that hold. A rule without any thing does not apply.
	passed int
	// incomplete has the things that a person must decide, failed those that break the rule.
	incomplete, failed found
}

// found counts things and lists the first of them.
type found struct {
	count int
	nodes []Node
}

// NewReport returns a report of rules that were decided elsewhere, such as those of PDF/UA. Results of the same
// impact keep their order in each list. NewReport fills in Tags. It computes Score as for an HTML document, where
// every rule counts by its impact. Score is 0 if no rule applies.
func NewReport(violations, incomplete, passes, inapplicable []Result) *Report {
	r := newReport()
	for _, v := range violations {
		r.Violations = append(r.Violations, v.complete())
		r.weight.add(weights[v.Impact], false)
	}
	for _, v := range incomplete {
		r.Incomplete = append(r.Incomplete, v.complete())
		if !slices.ContainsFunc(violations, func(w Result) bool { return w.ID == v.ID }) {
			r.weight.add(weights[v.Impact], true)
		}
	}
	for _, v := range passes {
		r.Passes = append(r.Passes, v.complete())
		r.weight.add(weights[v.Impact], true)
	}
	for _, v := range inapplicable {
		r.Inapplicable = append(r.Inapplicable, v.complete())
	}
	r.finish()
	return r
}

// complete returns v with its tags. An empty list of nodes is not nil.
func (v Result) complete() Result {
	v.Tags = v.tags()
	if v.Nodes == nil {
		v.Nodes = []Node{}
	}
	return v
}

// add sorts decisions into r and counts them in its Score.
func (r *Report) add(decisions []decision) {
	for i := range decisions {
		d := &decisions[i]
		result := func(f found) Result { return Result{Rule: d.Rule, Count: f.count, Nodes: f.nodes}.complete() }
		if d.failed.count > 0 {
			r.Violations = append(r.Violations, result(d.failed))
		}
		if d.incomplete.count > 0 {
			r.Incomplete = append(r.Incomplete, result(d.incomplete))
		}
		switch {
		case d.failed.count+d.incomplete.count > 0:
		case d.passed > 0:
			r.Passes = append(r.Passes, result(found{count: d.passed}))
		default:
			r.Inapplicable = append(r.Inapplicable, result(found{}))
			continue
		}
		r.weight.add(weights[d.Impact], d.failed.count == 0)
	}
	r.finish()
}

// finish sorts results, the worst first, and sets the score.
func (r *Report) finish() {
	byImpact(r.Violations)
	byImpact(r.Incomplete)
	r.Score = r.weight.roundedDown()
}
