package infer

import (
	"fmt"

	"github.com/pagelift/pagelift/semantic"
)

// Here, and nowhere else, parts get their roles.
//
//	claim      a rule says what a part is; the heavier claim wins
//	overrule   a rule knows it from another part: the role is given, whatever stands
//	support    a rule says more of the role that a part has
//	deny       a rule would have given a role and does not: for who asks why

// because is what a rule has to say for a claim.
func because(rule string, weight float32, reason string) semantic.Evidence {
	return semantic.Evidence{Rule: rule, Weight: weight, Reason: reason}
}

// becauseIs is what a rule has to say for the role of a node.
func becauseIs(role semantic.Role, rule string, weight float32, reason string) semantic.Evidence {
	return semantic.Evidence{Role: role, Rule: rule, Weight: weight, Reason: reason}
}

// claim gives p a role unless a claim at least as heavy stands. The evidence is
// kept in both cases. It reports whether the role was given.
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

// overrule gives p a role, and the weight of the evidence, whatever claims stand: as what
// goes on with another part, or back to a paragraph.
func (d *draft) overrule(p *part, role semantic.Role, e semantic.Evidence) {
	e.Role = role
	p.evidence = d.evidence(p.evidence, e)
	p.role, p.weight = role, e.Weight
}

// support notes what a rule has to say of the role that p has.
func (d *draft) support(p *part, e semantic.Evidence) {
	e.Role = p.role
	p.evidence = d.evidence(p.evidence, e)
}

// deny notes that p does not get a role, and why. Callers word the reason only where
// d.explain tells that somebody wants to know.
func (d *draft) deny(p *part, role semantic.Role, verdict semantic.Verdict, e semantic.Evidence) {
	if d.explain {
		e.Role, e.Verdict = role, verdict
		p.evidence = d.evidence(p.evidence, e)
	}
}

// evidence is list with e at its end. Most parts have one piece of evidence, and
// the same one as many others: those share it.
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

// threshold is a bar with the name that it has in tuning.go.
type threshold struct {
	name string
	bar  float32
}

// reached says how far a sum came: "0.42 of 0.50 (headingWeight)".
func (t threshold) reached(sum float32) string {
	return fmt.Sprintf("%.2f of %.2f (%s)", sum, t.bar, t.name)
}
