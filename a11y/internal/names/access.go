package names

import (
	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// AccessibilityTree is a document as assistive technology gets it: roles, names, and which elements can have the
// focus.
type AccessibilityTree struct {
	*css.StyledTree

	// budget is how many elements may still be visited in searches for names and in walks from element to element;
	// see nameWork.
	budget int
	labels map[dom.Node][]dom.Node // label elements by control; built on demand
}

const (
	// maxName bounds a computed name, in bytes. Nothing reads longer names aloud, and an element that refers to
	// another many times must not multiply it.
	maxName = 4096

	// nameWork bounds the elements that are visited for the names of one document, as a multiple of its elements:
	// references may make every name walk the whole document. A form of 1,100 elements needs 0.27 times its
	// elements.
	nameWork = 64
)

// NewAccessibilityTree returns the accessibility tree of a document. Roles and names are computed on demand.
func NewAccessibilityTree(t *css.StyledTree) *AccessibilityTree {
	return &AccessibilityTree{StyledTree: t, budget: nameWork * (int(t.Count()) + 1000)}
}

// MayVisit subtracts one element from the budget of searches. If it returns false, a search ends.
func (t *AccessibilityTree) MayVisit() bool {
	t.budget--
	return t.budget > 0
}

// Exhausted reports whether the budget of searches is used up: names may be cut short.
func (t *AccessibilityTree) Exhausted() bool { return t.budget <= 0 }
