package a11y

import (
	"context"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// tally is what one rule found.
type tally struct {
	rule     *rule
	counts   [failed + 1]int
	findings [failed + 1][]finding // of cantTell and failed
}

// finding is a node that is reported.
type finding struct {
	node dom.Node
	verdict
}

// record counts a verdict, and keeps it if it has a message. Once the budget for names is used up, a violation
// counts as incomplete.
func (p *page) record(t *tally, n dom.Node, v verdict) {
	if v.outcome == failed && p.Exhausted() {
		v = unsure("the document refers to itself too often to be sure: " + v.message)
	}
	if t.counts[v.outcome]++; v.outcome >= cantTell && len(t.findings[v.outcome]) < p.max {
		t.findings[v.outcome] = append(t.findings[v.outcome], finding{n, v})
	}
}

// contextEvery is how many elements are checked before the context is checked again.
const contextEvery = 1 << 14

// run walks the document once, and passes each element to the rules that select it.
func (p *page) run(ctx context.Context, selected []*rule) ([]tally, error) {
	tallies := make([]tally, len(selected))
	var d dispatch
	for i, r := range selected {
		tallies[i].rule = r
		if r.each != nil {
			d.add(&tallies[i])
		}
	}
	for n := range p.Count() {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := p.At(n)
		if e.Flags&dom.InTemplate != 0 {
			continue
		}
		for _, t := range d.byTag[e.Tag] {
			p.record(t, n, t.rule.each(p, n))
		}
		if e.Flags&d.flags == 0 {
			continue
		}
		for _, t := range d.byFlag {
			if e.Flags&t.rule.on.flags != 0 && !listens(t.rule, e.Tag) {
				p.record(t, n, t.rule.each(p, n))
			}
		}
	}
	for i := range tallies {
		if t := &tallies[i]; t.rule.whole != nil {
			t.rule.whole(p, func(n dom.Node, v verdict) { p.record(t, n, v) })
		}
	}
	return tallies, ctx.Err()
}

// dispatch finds the rules for an element.
type dispatch struct {
	byTag  [dom.TagCount][]*tally
	byFlag []*tally
	flags  dom.Flags
}

// add lists a rule under the tags and flags that it looks at.
func (d *dispatch) add(t *tally) {
	for i := range d.byTag {
		if listens(t.rule, dom.Tag(i)) {
			d.byTag[i] = append(d.byTag[i], t)
		}
	}
	if t.rule.on.flags != 0 {
		d.byFlag = append(d.byFlag, t)
		d.flags |= t.rule.on.flags
	}
}

// listens reports whether a rule looks at all elements of a tag.
func listens(r *rule, t dom.Tag) bool {
	if r.on.all {
		return true
	}
	for _, on := range r.on.tags {
		if on == t {
			return true
		}
	}
	return false
}

// report sorts what the rules have found.
func (p *page) report(tallies []tally) *Report {
	r := newReport()
	where := p.Places()
	for i := range tallies {
		t := &tallies[i]
		result := func(o outcome) Result {
			return Result{Rule: t.rule.Rule, Tags: t.rule.tags(), Count: t.counts[o], Nodes: nodes(t.findings[o], where)}
		}
		if t.counts[failed] > 0 {
			r.Violations = append(r.Violations, result(failed))
		}
		if t.counts[cantTell] > 0 {
			r.Incomplete = append(r.Incomplete, result(cantTell))
		}
		switch {
		case t.counts[failed]+t.counts[cantTell] > 0:
		case t.counts[passed] > 0:
			r.Passes = append(r.Passes, result(passed))
		default:
			r.Inapplicable = append(r.Inapplicable, Result{Rule: t.rule.Rule, Tags: t.rule.tags(), Nodes: []Node{}})
		}
	}
	byImpact(r.Violations)
	byImpact(r.Incomplete)
	r.weight = weigh(tallies)
	r.HTMLScore = r.weight.rounded()
	r.Score = r.HTMLScore
	return r
}

// nodes returns findings in the form of a report.
func nodes(found []finding, where *dom.Places) []Node {
	list := make([]Node, 0, len(found))
	for _, f := range found {
		at := where.Find(f.node)
		list = append(list, Node{
			HTML: at.HTML, Target: at.Selector, Line: at.Line, Column: at.Column, Page: at.Page,
			Message: f.message, Data: f.data,
		})
	}
	return list
}

// weigh computes the weights as Lighthouse does: each rule that applies counts as a whole, and a rule that only
// asks a person to look counts as one that holds. Rules with a weight of 0, which Lighthouse does not list, do not
// count.
func weigh(tallies []tally) (w weight) {
	for i := range tallies {
		t := &tallies[i]
		if t.counts[failed]+t.counts[cantTell]+t.counts[passed] > 0 {
			w.add(t.rule.weight, t.counts[failed] == 0)
		}
	}
	return w
}
