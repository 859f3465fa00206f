package names

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// ExplicitRole returns the first role in a role attribute that exists, or nil.
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

// Role returns the semantic role of n, or nil if it has none. An element that is marked as presentational keeps
// its own role if it can have the focus or has a global ARIA attribute (WAI-ARIA 1.2, presentational roles
// conflict resolution).
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

// IsPresentational reports whether a role says that the element is decoration: "none", or its older name
// "presentation".
func IsPresentational(r *Role) bool {
	return r != nil && (r.Name == "none" || r.Name == "presentation")
}

// PresentationConflict reports whether something about n makes a presentational role void. A global attribute does
// so even if it is empty, because ACT's rules look at an empty label, too.
func (t *AccessibilityTree) PresentationConflict(n dom.Node) bool {
	return t.Focusable(n) || t.HasGlobalARIA(n, true)
}

// HasGlobalARIA reports whether n has an attribute that every role has, aria-hidden not included. An attribute
// without a value counts only if empty is true.
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
