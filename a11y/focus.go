package a11y

import (
	"strconv"
	"strings"
)

var (
	fieldsetTags = tagsOf(tagFieldset)
	controlTags  = tagsOf(tagButton, tagInput, tagSelect, tagTextarea)
)

// focusable reports whether n can have the focus, by script or by key.
func (p *page) focusable(n node) bool {
	can, _ := p.focus(n)
	return can
}

// tabbable reports whether n is in sequential focus navigation.
func (p *page) tabbable(n node) bool {
	_, tab := p.focus(n)
	return tab
}

// focus is what the rendering and focus sections of HTML say of n.
func (p *page) focus(n node) (focusable, tabbable bool) {
	if !p.visible(n) || p.has(n, inertHere) {
		return false, false
	}
	native := p.nativelyFocusable(n)
	if controlTags.has(p.tag(n)) && !native {
		return false, false // disabled: no tabindex mends it
	}
	if p.has(n, hasTabindex) {
		if i, err := strconv.Atoi(strings.TrimSpace(p.value(n, "tabindex"))); err == nil {
			return true, i >= 0
		}
	}
	return native, native
}

// nativelyFocusable reports elements that take the focus without a tabindex.
func (p *page) nativelyFocusable(n node) bool {
	switch t := p.tag(n); t {
	case tagA, tagArea:
		if p.has(n, hasAttributes) && p.hasAttr(n, "href") {
			return true
		}
	case tagForeign:
		if p.foreignRole(n) != nil {
			return true
		}
	case tagButton, tagSelect, tagTextarea:
		return !p.disabled(n)
	case tagInput:
		return !p.disabled(n) && p.inputType(n) != "hidden"
	case tagIframe:
		return true
	case tagAudio, tagVideo:
		return p.hasAttr(n, "controls")
	case tagSummary:
		if parent := p.parent(n); parent != none && p.tag(parent) == tagDetails && p.firstSummary(parent) == n {
			return true
		}
	}
	return p.editable(n)
}

// editable reports a contenteditable attribute that says yes.
func (p *page) editable(n node) bool {
	if !p.has(n, hasEditable) {
		return false
	}
	switch v, _ := p.attr(n, "contenteditable"); strings.ToLower(v) {
	case "", "true", "plaintext-only":
		return true
	}
	return false
}

// disabled reports a control that is disabled itself or by a fieldset around it
// whose legend it is not in.
func (p *page) disabled(n node) bool {
	if p.has(n, hasAttributes) && p.hasAttr(n, "disabled") {
		return true
	}
	for set := p.ancestor(n, &fieldsetTags); set != none; set = p.ancestor(set, &fieldsetTags) {
		if !p.has(set, hasAttributes) || !p.hasAttr(set, "disabled") {
			continue
		}
		legend := p.firstChild(set, tagLegend)
		if legend == none || !p.contains(legend, n) {
			return true
		}
	}
	return false
}

// firstChild is the first child of a tag, or none.
func (t *tree) firstChild(n node, want tag) node {
	for c := range t.children(n) {
		if t.tag(c) == want {
			return c
		}
	}
	return none
}
