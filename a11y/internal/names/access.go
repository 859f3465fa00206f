package names

import (
	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// AccessibilityTree is a document as assistive technology gets it: roles, names, and what can
// have the focus.
type AccessibilityTree struct {
	*css.StyledTree

	// budget is how many elements may still be visited for names and for what stands in
	// or around others; see nameWork.
	budget int
	labels map[dom.Node][]dom.Node // label elements by control; built on demand
}

const (
	// maxName bounds a computed name, in bytes: nothing reads longer names aloud,
	// and an element that refers to another many times must not multiply it.
	maxName = 4096

	// nameWork bounds the elements visited for the names of one document, as a
	// multiple of its elements: references may make every name walk all of it. A
	// form of 1,100 elements takes 0.27 of one.
	nameWork = 64
)

// NewAccessibilityTree returns the accessibility tree of a document. Roles and names are computed
// when they are asked for.
func NewAccessibilityTree(t *css.StyledTree) *AccessibilityTree {
	return &AccessibilityTree{StyledTree: t, budget: nameWork * (int(t.Count()) + 1000)}
}

// MayVisit takes one element from the budget of searches; false ends a search.
func (t *AccessibilityTree) MayVisit() bool {
	t.budget--
	return t.budget > 0
}

// Exhausted reports whether the budget of searches is used up: names may be cut short.
func (t *AccessibilityTree) Exhausted() bool { return t.budget <= 0 }
