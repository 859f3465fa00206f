package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Roles that must stand in other roles, or that must contain other roles.
//
//	<div role="list"><p>one</p></div>     fails: a list holds items
//	<div role="option">one</div>          fails: it stands in no listbox
var ownershipRules = []rule{
	{
		Rule: Rule{
			ID: "aria-required-children", Impact: Critical, Level: A, ACT: []string{"bc4a75"}, WCAG: []string{"1.3.1"},
			Help: "Elements with a role that has parts hold only such parts",
		},
		weight: 10, on: trigger{flags: dom.HasRole}, each: ariaRequiredChildren,
	},
	{
		Rule: Rule{
			ID: "aria-required-parent", Impact: Critical, Level: A, ACT: []string{"ff89c9"}, WCAG: []string{"1.3.1"},
			Help: "Elements with a role that is part of another stand in that other",
		},
		weight: 10, on: trigger{flags: dom.HasRole}, each: ariaRequiredParent,
	},
}

// isTransparent reports whether n does not separate parent and child in the accessibility tree: n has neither a
// role that counts nor ARIA attributes of its own.
func (p *page) isTransparent(n dom.Node) bool {
	r := p.Role(n)
	if r != nil && r.Name != "generic" && !names.IsPresentational(r) {
		return false
	}
	return !p.HasGlobalARIA(n, true)
}

// ownedBy returns the nearest elements below n that have a role, with those that aria-owns adds, and without those
// that another element owns.
func (p *page) ownedBy(n dom.Node, list []dom.Node, depth int) []dom.Node {
	if depth > dom.MaxDepth {
		return list
	}
	for c := range p.Children(n) {
		if !p.MayVisit() {
			return list
		}
		switch {
		case !p.Exposed(c) || p.Has(c, dom.InTemplate) || p.movedFrom(c, n):
		case p.isTransparent(c):
			list = p.ownedBy(c, list, depth+1)
		default:
			list = append(list, c)
		}
	}
	if !p.Has(n, dom.HasARIA) {
		return list
	}
	for id := range strings.FieldsSeq(p.Value(n, "aria-owns")) {
		if target := p.ByID(id); target != dom.None && p.Exposed(target) && p.MayVisit() {
			list = append(list, target)
		}
	}
	return list
}

// ariaRequiredChildren fails a role with children that may not be in it.
func ariaRequiredChildren(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || r.Owned == "" || !p.Exposed(n) || r == p.ImplicitRole(n) || strings.EqualFold(p.Value(n, "aria-busy"), "true") {
		return verdict{}
	}
	owned := p.ownedBy(n, nil, 0)
	if len(owned) == 0 {
		return unsure("the element has none of the parts of its role").with("role", r.Name)
	}
	for _, c := range owned {
		if wrong := p.wrongPart(r, c, 0); wrong != dom.None {
			return fail("the element holds something that is no part of its role").with("role", r.Name).with("inside", p.Name(wrong))
		}
	}
	return pass
}

// wrongPart returns c, or an element in the group c, if the role r may not own it. Otherwise it returns None.
func (p *page) wrongPart(r *names.Role, c dom.Node, depth int) dom.Node {
	name := p.RoleName(c)
	if r.Owned.Has(name) {
		return dom.None
	}
	if depth > dom.MaxDepth || !r.Owned.Allow(name) {
		return c
	}
	for _, inside := range p.ownedBy(c, nil, 0) {
		in := p.RoleName(inside)
		if r.Owned.Has(name + ">" + in) {
			continue
		}
		if in == name && name == "group" { // a group in a group
			if wrong := p.wrongPart(r, inside, depth+1); wrong != dom.None {
				return wrong
			}
			continue
		}
		return inside
	}
	return dom.None
}

// ariaRequiredParent fails a role that stands in none of the roles that it must be in.
func ariaRequiredParent(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || r.Context == "" || !p.Exposed(n) || r == p.ImplicitRole(n) {
		return verdict{}
	}
	parent := p.nextAround(n)
	for _, owner := range p.ownersOf(n) { // an owner replaces the parent
		if parent = owner; p.isTransparent(owner) {
			parent = p.nextAround(owner)
		}
		if parent != dom.None && r.Context.Allow(p.RoleName(parent)) {
			break
		}
	}
	if parent == dom.None || !r.Context.Allow(p.RoleName(parent)) {
		return fail("the element does not stand in one of the role that it is part of").with("role", r.Name)
	}
	for parent != dom.None && p.RoleName(parent) == "group" {
		parent = p.nextAround(parent)
	}
	if parent == dom.None || !r.Context.Allow(p.RoleName(parent)) && p.RoleName(parent) != r.Name {
		return unsure("the group around the element belongs to no element of the role that it is part of").with("role", r.Name)
	}
	return pass
}

// nextAround returns the parent of n in the accessibility tree, or none.
func (p *page) nextAround(n dom.Node) dom.Node {
	n = p.Parent(n)
	for n != dom.None && p.isTransparent(n) {
		n = p.Parent(n)
	}
	return n
}

// ownersOf returns the elements of the accessibility tree that own n by aria-owns. An element around n owns it
// already.
func (p *page) ownersOf(n dom.Node) []dom.Node {
	if !p.Has(n, dom.HasID) {
		return nil
	}
	id := p.Value(n, "id")
	if p.ByID(id) != n {
		return nil
	}
	var list []dom.Node
	for _, owner := range p.readOwners()[id] {
		if owner != n && p.Exposed(owner) && !p.Contains(n, owner) {
			list = append(list, owner)
		}
	}
	return list
}

// movedFrom reports whether aria-owns of another element moves c away from its place in n.
func (p *page) movedFrom(c, n dom.Node) bool {
	owners := p.ownersOf(c)
	return len(owners) > 0 && !slices.Contains(owners, n)
}

// readOwners returns the elements with aria-owns, by the ids that they own.
func (p *page) readOwners() map[string][]dom.Node {
	if p.ownersByID == nil {
		p.ownersByID = make(map[string][]dom.Node)
		for n := range p.Count() {
			if !p.Has(n, dom.HasARIA) {
				continue
			}
			for id := range strings.FieldsSeq(p.Value(n, "aria-owns")) {
				p.ownersByID[id] = append(p.ownersByID[id], n)
			}
		}
	}
	return p.ownersByID
}
