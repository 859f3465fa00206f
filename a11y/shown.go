package a11y

// What an element inherits of those around it, computed once for all elements.
const (
	// unrendered: display is none, here or around. It is in no accessibility tree,
	// but aria-labelledby may refer to it.
	unrendered flags = 1 << (16 + iota)
	// invisible: visibility is hidden or collapse. Unlike unrendered, an element
	// inside may be visible again.
	invisible
	// ariaHidden: aria-hidden is true, here or around.
	ariaHidden
	// inertHere: inert is set, here or around.
	inertHere
)

// rendered reports whether n has a box.
func (t *tree) rendered(n node) bool { return !t.has(n, unrendered) }

// visible reports whether n can be seen, as far as display and visibility say.
func (t *tree) visible(n node) bool { return !t.has(n, unrendered|invisible) }

// exposed reports whether n is included in the accessibility tree, whatever its role.
func (t *tree) exposed(n node) bool { return !t.has(n, unrendered|invisible|ariaHidden|inertHere) }
