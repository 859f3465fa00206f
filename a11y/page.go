package a11y

import (
	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// page is a document while it is checked: its tree, and what is computed of it once for all rules.
type page struct {
	*names.AccessibilityTree
	max int // findings kept for a rule and outcome

	// inactiveNames has the ids of labels of disabled elements. inactiveLabels has the labels examined so far, and
	// whether their control is disabled. Both are built on demand.
	inactiveNames  map[string]bool
	inactiveLabels map[dom.Node]bool
	// lastLevel is the level of the last heading seen, 0 before the first.
	lastLevel  int
	regions    []landmarkNode        // built on demand by landmarks
	table      grid                  // of the last table examined
	textBlocks map[dom.Node]bool     // whether blocks around links are running text, by block
	refresh    dom.Node              // the meta element that makes the browser reload; None before it was found
	ownersByID map[string][]dom.Node // elements with aria-owns; built on demand
	popups     map[string]bool       // ids that comboboxes control; built on demand

	scriptsRead, focusScripts bool // a script listens to the focus; see scriptsFocus
}

// newPage returns the document of a tree. stylesheet is Options.Stylesheet. max is how many findings are kept for
// each rule and outcome.
func newPage(t *dom.Tree, stylesheet func(href string) (text string, ok bool), max int) *page {
	return &page{AccessibilityTree: names.NewAccessibilityTree(css.NewStyledTree(t, stylesheet)), max: max, refresh: dom.None}
}

// A landmarkNode is a landmark of the document.
type landmarkNode struct {
	node  dom.Node
	name  string // role
	outer int    // index of the enclosing landmark, -1 for none
}
