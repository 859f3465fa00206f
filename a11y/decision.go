package a11y

// Decision is the outcome of a rule that was decided outside of Check, of which the
// document that HTML was made from is an example.
type Decision struct {
	Rule
	// Passed is how many things hold. A rule with no things at all does not apply.
	Passed int
	// Incomplete are those that a person must decide, Failed those that break the rule.
	Incomplete, Failed Places
}

// Places counts things and lists the first of them.
type Places struct {
	Count int
	Nodes []Node
}

// ReportOf is a report of nothing but these decisions, in their order. Its Score
// is computed as that of an HTML document, all rules counting by their impact.
func ReportOf(decisions []Decision) *Report {
	r := newReport()
	r.add(decisions)
	return r
}

// add sorts decisions into r and counts them in its Score.
func (r *Report) add(decisions []Decision) {
	for i := range decisions {
		d := &decisions[i]
		result := func(p Places) Result {
			nodes := p.Nodes
			if nodes == nil {
				nodes = []Node{}
			}
			return Result{Rule: d.Rule, Tags: d.tags(), Count: p.Count, Nodes: nodes}
		}
		if d.Failed.Count > 0 {
			r.Violations = append(r.Violations, result(d.Failed))
		}
		if d.Incomplete.Count > 0 {
			r.Incomplete = append(r.Incomplete, result(d.Incomplete))
		}
		switch {
		case d.Failed.Count+d.Incomplete.Count > 0:
		case d.Passed > 0:
			r.Passes = append(r.Passes, result(Places{Count: d.Passed}))
		default:
			r.Inapplicable = append(r.Inapplicable, result(Places{}))
			continue
		}
		r.weight.add(weights[d.Impact], d.Failed.Count == 0)
	}
	byImpact(r.Violations)
	byImpact(r.Incomplete)
	r.Score = r.weight.down()
}
