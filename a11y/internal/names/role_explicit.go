package names

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// ExplicitRole returns the first role of a role attribute that is one, or nil.
func (t *AccessibilityTree) ExplicitRole(n dom.Node) *Role {
	if !t.Has(n, dom.HasRole) {
		return nil
	}
	value := t.Value(n, "role")
	if r := roles()[value]; r != nil && !r.Is(Abstract) {
		return r
	}
	for token := range strings.FieldsSeq(strings.ToLower(value)) {
		if r := roles()[token]; r != nil && !r.Is(Abstract) {
			return r
		}
	}
	return nil
}

// Role returns the semantic role of n, nil when it has none. An element that is marked as
// presentational and yet can be focused or has a global ARIA attribute keeps its own
// role (WAI-ARIA 1.2, presentational roles conflict resolution).
func (t *AccessibilityTree) Role(n dom.Node) *Role {
	if r := t.ExplicitRole(n); r != nil {
		if !IsPresentational(r) {
			return r
		}
		if !t.PresentationConflict(n) {
			return r
		}
	}
	return t.ImplicitRole(n)
}

// RoleName returns the name of the semantic role, or "".
func (t *AccessibilityTree) RoleName(n dom.Node) string {
	if r := t.Role(n); r != nil {
		return r.Name
	}
	return ""
}

// IsPresentational reports whether a role says that the element is decoration: none and its
// older name presentation.
func IsPresentational(r *Role) bool {
	return r != nil && (r.Name == "none" || r.Name == "presentation")
}

// PresentationConflict reports whether something about n makes a presentational role void. A
// global attribute does so by being there: an empty label already makes ACT's rules look.
func (t *AccessibilityTree) PresentationConflict(n dom.Node) bool {
	return t.Focusable(n) || t.HasGlobalARIA(n, true)
}

// HasGlobalARIA reports whether n has an attribute that every role has, aria-hidden left out.
// One without a value counts only where empty says so.
func (t *AccessibilityTree) HasGlobalARIA(n dom.Node, empty bool) bool {
	if !t.Has(n, dom.HasARIA) {
		return false
	}
	for name, value := range t.Attrs(n) {
		if IsGlobalAttribute(name) && name != "aria-hidden" && (empty || !dom.IsBlank(value)) {
			return true
		}
	}
	return false
}
