package css

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// resolveVisibility sets unrendered, invisible, AriaHidden and Inert.
func (t *StyledTree) resolveVisibility() {
	for n := range t.Count() {
		e := t.At(n)
		if e.Parent != dom.None {
			e.Flags |= t.At(e.Parent).Flags & (dom.Unrendered | dom.AriaHidden | dom.Inert)
		}
		s := t.Style(n)
		unseen := s.gone
		switch e.Tag {
		case dom.TagArea:
			unseen = !t.onImage(n)
		case dom.TagSummary:
			unseen = unseen || t.foldedAway(n)
		}
		if unseen {
			e.Flags |= dom.Unrendered
		} else if s.hidden {
			e.Flags |= dom.Invisible
		}
		if e.Flags&dom.HasARIA != 0 && strings.EqualFold(strings.TrimSpace(t.Value(n, "aria-hidden")), "true") {
			e.Flags |= dom.AriaHidden
		}
		if e.Flags&dom.HasHidden != 0 && t.HasAttr(n, "inert") {
			e.Flags |= dom.Inert
		}
	}
}

var mapTags = dom.Tags(dom.TagMap)

// onImage reports whether an image uses the map of an area. The area has no box, but is visible through the image.
func (t *StyledTree) onImage(area dom.Node) bool {
	if t.usedMaps == nil {
		t.usedMaps = map[string]bool{}
		for n := range t.Count() {
			if tag := t.Tag(n); tag != dom.TagImg && tag != dom.TagObject || t.Has(n, dom.InTemplate) || t.Style(n).gone {
				continue
			}
			if ref, ok := t.Attr(n, "usemap"); ok {
				_, name, _ := strings.Cut(ref, "#")
				t.usedMaps[name] = true
			}
		}
	}
	around := t.Ancestor(area, &mapTags)
	if around == dom.None {
		return false
	}
	name, id := t.Value(around, "name"), t.Value(around, "id")
	return name != "" && t.usedMaps[name] || id != "" && t.usedMaps[id]
}

// foldedAway reports whether n is a summary in a closed details element, but not the first one. Such a summary
// belongs to the hidden content.
func (t *StyledTree) foldedAway(n dom.Node) bool {
	parent := t.Parent(n)
	if parent == dom.None || t.Tag(parent) != dom.TagDetails || t.HasAttr(parent, "open") {
		return false
	}
	shown, known := t.summaries[parent]
	if !known {
		if t.summaries == nil {
			t.summaries = map[dom.Node]dom.Node{}
		}
		shown = t.FirstSummary(parent)
		t.summaries[parent] = shown
	}
	return shown != n
}
