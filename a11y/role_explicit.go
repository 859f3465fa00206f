package a11y

import (
	"strings"
)

// explicitRole is the first role of a role attribute that is one, or nil.
func (t *accessTree) explicitRole(n node) *role {
	if !t.has(n, hasRole) {
		return nil
	}
	value := t.value(n, "role")
	if r := roles()[value]; r != nil && !r.is(abstract) {
		return r
	}
	for token := range strings.FieldsSeq(strings.ToLower(value)) {
		if r := roles()[token]; r != nil && !r.is(abstract) {
			return r
		}
	}
	return nil
}

// role is the semantic role of n, nil when it has none. An element that is marked as
// presentational and yet can be focused or has a global ARIA attribute keeps its own
// role (WAI-ARIA 1.2, presentational roles conflict resolution).
func (t *accessTree) role(n node) *role {
	if r := t.explicitRole(n); r != nil {
		if !isPresentational(r) {
			return r
		}
		if !t.presentationConflict(n) {
			return r
		}
	}
	return t.implicitRole(n)
}

// roleName is the name of the semantic role, or "".
func (t *accessTree) roleName(n node) string {
	if r := t.role(n); r != nil {
		return r.name
	}
	return ""
}

func isPresentational(r *role) bool {
	return r != nil && (r.name == "none" || r.name == "presentation")
}

// presentationConflict reports whether something about n makes a presentational role void. A
// global attribute does so by being there: an empty label already makes ACT's rules look.
func (t *accessTree) presentationConflict(n node) bool {
	return t.focusable(n) || t.hasGlobalARIA(n, true)
}

// hasGlobalARIA reports an attribute that every role has, aria-hidden left out; one without a
// value only where empty says so.
func (t *accessTree) hasGlobalARIA(n node, empty bool) bool {
	if !t.has(n, hasARIA) {
		return false
	}
	for name, value := range t.attrs(n) {
		if isGlobalARIA(name) && name != "aria-hidden" && (empty || !isBlank(value)) {
			return true
		}
	}
	return false
}
