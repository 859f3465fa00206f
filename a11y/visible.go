package a11y

import "strings"

// resolveVisibility sets unrendered, invisible, ariaHidden and inertHere.
func (t *styledTree) resolveVisibility() {
	for n := range t.count() {
		e := t.at(n)
		if e.parent != none {
			e.flags |= t.at(e.parent).flags & (unrendered | ariaHidden | inertHere)
		}
		s := t.styleOf(n)
		unseen := s.gone
		switch e.tag {
		case tagArea:
			unseen = !t.onImage(n)
		case tagSummary:
			unseen = unseen || t.foldedAway(n)
		}
		if unseen {
			e.flags |= unrendered
		} else if s.hidden {
			e.flags |= invisible
		}
		if e.flags&hasARIA != 0 && strings.EqualFold(strings.TrimSpace(t.value(n, "aria-hidden")), "true") {
			e.flags |= ariaHidden
		}
		if e.flags&hasHidden != 0 && t.hasAttr(n, "inert") {
			e.flags |= inertHere
		}
	}
}

var mapTags = tagsOf(tagMap)

// onImage reports an area of a map that an image uses. It has no box, but the image makes
// it seen.
func (t *styledTree) onImage(area node) bool {
	if t.usedMaps == nil {
		t.usedMaps = map[string]bool{}
		for n := range t.count() {
			if tag := t.tag(n); tag != tagImg && tag != tagObject || t.has(n, inTemplate) || t.styleOf(n).gone {
				continue
			}
			if ref, ok := t.attr(n, "usemap"); ok {
				_, name, _ := strings.Cut(ref, "#")
				t.usedMaps[name] = true
			}
		}
	}
	around := t.ancestor(area, &mapTags)
	if around == none {
		return false
	}
	name, id := t.value(around, "name"), t.value(around, "id")
	return name != "" && t.usedMaps[name] || id != "" && t.usedMaps[id]
}

// foldedAway reports a summary in a closed details element that is not its first:
// it belongs to the content.
func (t *styledTree) foldedAway(n node) bool {
	parent := t.parent(n)
	if parent == none || t.tag(parent) != tagDetails || t.hasAttr(parent, "open") {
		return false
	}
	shown, known := t.summaries[parent]
	if !known {
		if t.summaries == nil {
			t.summaries = map[node]node{}
		}
		shown = t.firstSummary(parent)
		t.summaries[parent] = shown
	}
	return shown != n
}
