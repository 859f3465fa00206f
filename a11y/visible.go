package a11y

import "strings"

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

// resolveVisibility sets unrendered, invisible, ariaHidden and inertHere. An area has
// no box, but the image of its map makes it seen.
func (p *page) resolveVisibility() {
	for n := range node(len(p.elements)) {
		e := p.at(n)
		if e.parent != none {
			e.flags |= p.at(e.parent).flags & (unrendered | ariaHidden | inertHere)
		}
		if s := p.styleOf(n); s.gone && e.tag != tagArea || e.tag == tagSummary && p.foldedAway(n) {
			e.flags |= unrendered
		} else if s.hidden {
			e.flags |= invisible
		}
		if e.flags&hasARIA != 0 && strings.EqualFold(strings.TrimSpace(p.value(n, "aria-hidden")), "true") {
			e.flags |= ariaHidden
		}
		if e.flags&hasHidden != 0 && p.hasAttr(n, "inert") {
			e.flags |= inertHere
		}
	}
}

// foldedAway reports a summary in a closed details element that is not its first:
// it belongs to the content.
func (p *page) foldedAway(n node) bool {
	parent := p.parent(n)
	if parent == none || p.tag(parent) != tagDetails || p.hasAttr(parent, "open") {
		return false
	}
	shown, known := p.summaries[parent]
	if !known {
		if p.summaries == nil {
			p.summaries = map[node]node{}
		}
		shown = p.firstSummary(parent)
		p.summaries[parent] = shown
	}
	return shown != n
}

// firstSummary is the summary that a details element shows, or none.
func (t *tree) firstSummary(details node) node {
	for c := range t.children(details) {
		if t.tag(c) == tagSummary {
			return c
		}
	}
	return none
}
