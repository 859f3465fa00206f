package a11y

import (
	"strings"
)

// Roles that belong into or around others.
var ownershipRules = []rule{
	{
		Rule: Rule{
			ID: "aria-required-children", Impact: Critical, Level: A, ACT: []string{"bc4a75"}, WCAG: []string{"1.3.1"},
			Help: "Elements with a role that has parts hold only such parts",
		},
		weight: 10, on: trigger{flags: hasRole}, each: ariaRequiredChildren,
	},
	{
		Rule: Rule{
			ID: "aria-required-parent", Impact: Critical, Level: A, ACT: []string{"ff89c9"}, WCAG: []string{"1.3.1"},
			Help: "Elements with a role that is part of another stand in that other",
		},
		weight: 10, on: trigger{flags: hasRole}, each: ariaRequiredParent,
	},
}

// passesThrough reports an element that is not in the way between parent and child in the
// accessibility tree: it has no role that counts and no ARIA of its own.
func (p *page) passesThrough(n node) bool {
	r := p.role(n)
	if r != nil && r.name != "generic" && !isPresentational(r) {
		return false
	}
	return !p.hasGlobalARIA(n, true)
}

// ownedBy are the nearest elements below n that have a role, with those that aria-owns adds,
// less those that another element owns.
func (p *page) ownedBy(n node, list []node, depth int) []node {
	if depth > maxDepth {
		return list
	}
	for c := range p.children(n) {
		if !p.mayVisit() {
			return list
		}
		switch {
		case !p.exposed(c) || p.has(c, inTemplate):
		case p.passesThrough(c):
			list = p.ownedBy(c, list, depth+1)
		default:
			list = append(list, c)
		}
	}
	if !p.has(n, hasARIA) {
		return list
	}
	for id := range strings.FieldsSeq(p.value(n, "aria-owns")) {
		if target := p.byID(id); target != none && p.exposed(target) && p.mayVisit() {
			list = append(list, target)
		}
	}
	return list
}

func ariaRequiredChildren(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || r.owned == "" || !p.exposed(n) || r == p.implicitRole(n) || strings.EqualFold(p.value(n, "aria-busy"), "true") {
		return verdict{}
	}
	owned := p.ownedBy(n, nil, 0)
	if len(owned) == 0 {
		return unsure("the element has none of the parts of its role").with("role", r.name)
	}
	for _, c := range owned {
		if wrong := p.wrongPart(r, c, 0); wrong != none {
			return fail("the element holds something that is no part of its role").with("role", r.name).with("inside", p.name(wrong))
		}
	}
	return pass
}

// wrongPart is c, or an element in the group c, if the role r may not own it; else none.
func (p *page) wrongPart(r *role, c node, depth int) node {
	name := p.roleName(c)
	if r.owned.has(name) {
		return none
	}
	if depth > maxDepth || !r.owned.allow(name) {
		return c
	}
	for _, inside := range p.ownedBy(c, nil, 0) {
		in := p.roleName(inside)
		if r.owned.has(name + ">" + in) {
			continue
		}
		if in == name && name == "group" { // a group in a group
			if wrong := p.wrongPart(r, inside, depth+1); wrong != none {
				return wrong
			}
			continue
		}
		return inside
	}
	return none
}

func ariaRequiredParent(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || r.context == "" || !p.exposed(n) || r == p.implicitRole(n) {
		return verdict{}
	}
	for _, owner := range p.owners()[p.value(n, "id")] {
		if r.context.allow(p.roleName(owner)) {
			return pass
		}
	}
	parent := p.nextAround(n)
	if parent == none || !r.context.allow(p.roleName(parent)) {
		return fail("the element does not stand in one of the role that it is part of").with("role", r.name)
	}
	for parent != none && p.roleName(parent) == "group" {
		parent = p.nextAround(parent)
	}
	if parent == none || !r.context.allow(p.roleName(parent)) && p.roleName(parent) != r.name {
		return unsure("the group around the element belongs to no element of the role that it is part of").with("role", r.name)
	}
	return pass
}

// nextAround is the parent of n in the accessibility tree, or none.
func (p *page) nextAround(n node) node {
	n = p.parent(n)
	for n != none && p.passesThrough(n) {
		n = p.parent(n)
	}
	return n
}

// owners are the elements with aria-owns by the ids they own.
func (p *page) owners() map[string][]node {
	if p.ownersByID == nil {
		p.ownersByID = make(map[string][]node)
		for n := range p.count() {
			if !p.has(n, hasARIA) {
				continue
			}
			for id := range strings.FieldsSeq(p.value(n, "aria-owns")) {
				p.ownersByID[id] = append(p.ownersByID[id], n)
			}
		}
	}
	return p.ownersByID
}
