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

// visibility is what the style of an element says of itself.
type visibility uint8

const (
	visibilityInherit visibility = iota
	visibilityVisible
	visibilityHidden
)

// resolveVisibility sets unrendered, invisible, ariaHidden and inertHere.
func (p *page) resolveVisibility() {
	for n := range node(len(p.elements)) {
		e := p.at(n)
		if e.parent != none {
			e.flags |= p.at(e.parent).flags & (unrendered | invisible | ariaHidden | inertHere)
		}
		if e.flags&(hasAttributes) == 0 && !undisplayed.has(e.tag) && !p.styled(n) {
			continue
		}
		if p.unrenderedHere(n) {
			e.flags |= unrendered
		}
		noBox, seen := p.ownVisibility(n)
		if noBox {
			e.flags |= unrendered
		}
		switch seen {
		case visibilityHidden:
			e.flags |= invisible
		case visibilityVisible:
			e.flags &^= invisible
		}
		if e.flags&hasARIA != 0 && strings.EqualFold(strings.TrimSpace(p.value(n, "aria-hidden")), "true") {
			e.flags |= ariaHidden
		}
		if e.flags&hasHidden != 0 && p.hasAttr(n, "inert") {
			e.flags |= inertHere
		}
	}
}

// undisplayed are the elements with display: none in the style sheet of browsers,
// always or in some state.
var undisplayed = tagsOf(tagBase, tagDatalist, tagHead, tagLink, tagMeta, tagNoembed, tagNoframes, tagNoscript, tagParam, tagRp, tagScript,
	tagStyle, tagTemplate, tagTitle, tagDialog, tagAudio)

// unrenderedHere reports elements that browsers do not show for what they are.
// (HTML, rendering: hidden elements.)
func (p *page) unrenderedHere(n node) bool {
	e := p.at(n)
	if e.flags&hasHidden != 0 && p.hasAttr(n, "hidden") {
		return true
	}
	switch {
	case e.tag == tagDialog:
		return !p.hasAttr(n, "open")
	case e.tag == tagAudio:
		return !p.hasAttr(n, "controls")
	case undisplayed.has(e.tag):
		return true
	case e.tag == tagInput:
		return strings.EqualFold(p.value(n, "type"), "hidden")
	}
	return p.inClosedDetails(n)
}

// inClosedDetails reports content of a closed details element; its first summary
// stays.
func (p *page) inClosedDetails(n node) bool {
	parent := p.parent(n)
	if parent == none || p.tag(parent) != tagDetails || p.hasAttr(parent, "open") {
		return false
	}
	return p.tag(n) != tagSummary || p.firstSummary(parent) != n
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

// styled reports whether a style sheet may say something of n.
func (p *page) styled(node) bool { return false }

// ownVisibility is what the style of n says of display and visibility.
func (p *page) ownVisibility(n node) (noBox bool, seen visibility) {
	if !p.has(n, hasStyle) {
		return false, visibilityInherit
	}
	for declaration := range strings.SplitSeq(strings.ToLower(p.value(n, "style")), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(strings.TrimSpace(value), "!")
		switch strings.TrimSpace(property) + ":" + strings.TrimSpace(value) {
		case "display:none":
			noBox = true
		case "visibility:hidden", "visibility:collapse":
			seen = visibilityHidden
		case "visibility:visible":
			seen = visibilityVisible
		}
	}
	return noBox, seen
}
