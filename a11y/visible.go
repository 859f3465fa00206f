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

// resolveVisibility sets unrendered, invisible, ariaHidden and inertHere.
func (p *page) resolveVisibility() {
	for n := range node(len(p.elements)) {
		e := p.at(n)
		if e.parent != none {
			e.flags |= p.at(e.parent).flags & (unrendered | ariaHidden | inertHere)
		}
		s := p.styleOf(n)
		unseen := s.gone
		switch e.tag {
		case tagArea:
			unseen = !p.onImage(n)
		case tagSummary:
			unseen = unseen || p.foldedAway(n)
		}
		if unseen {
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

var mapTags = tagsOf(tagMap)

// onImage reports an area of a map that an image uses. It has no box, but the image makes
// it seen.
func (p *page) onImage(area node) bool {
	if p.usedMaps == nil {
		p.usedMaps = map[string]bool{}
		for n := range node(len(p.elements)) {
			if t := p.tag(n); t != tagImg && t != tagObject || p.has(n, inTemplate) || p.styleOf(n).gone {
				continue
			}
			if ref, ok := p.attr(n, "usemap"); ok {
				_, name, _ := strings.Cut(ref, "#")
				p.usedMaps[name] = true
			}
		}
	}
	around := p.ancestor(area, &mapTags)
	if around == none {
		return false
	}
	name, id := p.value(around, "name"), p.value(around, "id")
	return name != "" && p.usedMaps[name] || id != "" && p.usedMaps[id]
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
