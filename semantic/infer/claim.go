package infer

import (
	"fmt"

	"github.com/pagelift/pagelift/semantic"
)

// Parts get their roles here and nowhere else:
//
//	claim      a rule says what a part is; the heavier claim wins
//	overrule   a rule knows the role from another part: the role is given, whatever was claimed
//	support    a rule adds evidence for the role that a part has
//	deny       a rule explains why it did not give a role

// because returns the evidence of a rule for a claim.
func because(rule string, weight float32, reason string) semantic.Evidence {
	return semantic.Evidence{Rule: rule, Weight: weight, Reason: reason}
}

// becauseIs returns the evidence of a rule that a node has a role.
func becauseIs(role semantic.Role, rule string, weight float32, reason string) semantic.Evidence {
	return semantic.Evidence{Role: role, Rule: rule, Weight: weight, Reason: reason}
}

// claim gives p a role unless a claim at least as heavy stands or p cannot have the role. It
// keeps the evidence in all cases and reports whether the role was given.
func (d *draft) claim(p *part, role semantic.Role, e semantic.Evidence) bool {
	e.Role = role
	switch {
	case p.forms && !holdsControls(role) || p.display && !holdsDisplay(role):
		e.Verdict = semantic.Barred
	case e.Weight <= p.weight:
		e.Verdict = semantic.Outweighed
	}
	p.evidence = d.evidence(p.evidence, e)
	if e.Verdict != semantic.Given {
		return false
	}
	p.role, p.weight = role, e.Weight
	return true
}

// overrule gives p a role and the weight of the evidence, whatever was claimed before. Rules
// use it for parts that continue another part, and to make a paragraph of a part again.
func (d *draft) overrule(p *part, role semantic.Role, e semantic.Evidence) {
	e.Role = role
	p.evidence = d.evidence(p.evidence, e)
	p.role, p.weight = role, e.Weight
}

// support records evidence for the role that p has.
func (d *draft) support(p *part, e semantic.Evidence) {
	e.Role = p.role
	p.evidence = d.evidence(p.evidence, e)
}

// deny records that p does not get a role, and why, if Options.Explain is set. Callers word
// the reason only when d.explain is true.
func (d *draft) deny(p *part, role semantic.Role, verdict semantic.Verdict, e semantic.Evidence) {
	if d.explain {
		e.Role, e.Verdict = role, verdict
		p.evidence = d.evidence(p.evidence, e)
	}
}

// evidence returns list with e at its end. Most parts have only one piece of evidence, and
// many parts have the same one: those share it.
func (d *draft) evidence(list []semantic.Evidence, e semantic.Evidence) []semantic.Evidence {
	if len(list) > 0 {
		return append(list[:len(list):len(list)], e)
	}
	d.reasons.Lock()
	defer d.reasons.Unlock()
	shared, ok := d.reasons.seen[e]
	if !ok {
		shared = []semantic.Evidence{e}
		d.reasons.seen[e] = shared
	}
	return shared
}

// threshold is a bar with its name in the source.
type threshold struct {
	name string
	bar  float32
}

// reached says how near a sum came to the bar: "0.42 of 0.50 (headingWeight)".
func (t threshold) reached(sum float32) string {
	return fmt.Sprintf("%.2f of %.2f (%s)", sum, t.bar, t.name)
}
