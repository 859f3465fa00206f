// Package names computes what assistive technology says of a document: the role of each element, its accessible
// name, and whether it can have the focus.
//
// Roles follow WAI-ARIA 1.2, DPUB-ARIA 1.1 and HTML-AAM 1.0, names accname-1.2. The tables
// of roles (role_table.go) and of states and properties (aria_table.go) are the standards'.
//
//	<button aria-labelledby="x"><img src="a.png"></button> <i id="x">Save</i>
//	role button, name "Save", can have the focus
//
// References may make every name walk the whole document, so the names of one document
// share a budget of elements (AccessibilityTree.Exhausted) and each name a length.
package names
