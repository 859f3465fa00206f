package dom

// What an element inherits from the elements around it, computed once for all elements.
const (
	// Unrendered: display is none, on the element or around it. The element is in no accessibility tree, but
	// aria-labelledby may refer to it.
	Unrendered Flags = 1 << (16 + iota)
	// Invisible: visibility is hidden or collapse. An element inside may be visible again, unlike in an Unrendered
	// one.
	Invisible
	// AriaHidden: aria-hidden is true, on the element or around it.
	AriaHidden
	// Inert: inert is set, on the element or around it.
	Inert
)

// Rendered reports whether n has a box.
func (t *Tree) Rendered(n Node) bool { return !t.Has(n, Unrendered) }

// Visible reports whether n can be seen, as far as display and visibility say.
func (t *Tree) Visible(n Node) bool { return !t.Has(n, Unrendered|Invisible) }

// Exposed reports whether n is included in the accessibility tree, whatever its role.
func (t *Tree) Exposed(n Node) bool { return !t.Has(n, Unrendered|Invisible|AriaHidden|Inert) }
