package a11y

import (
	"strconv"
	"strings"
)

var (
	fieldsetTags = tagsOf(tagFieldset)
)

// focusable reports whether n can have the focus, by script or by key.
func (t *accessTree) focusable(n node) bool {
	can, _ := t.focus(n)
	return can
}

// tabbable reports whether n is in sequential focus navigation.
func (t *accessTree) tabbable(n node) bool {
	_, tab := t.focus(n)
	return tab
}

// focus is what the rendering and focus sections of HTML say of n.
func (t *accessTree) focus(n node) (focusable, tabbable bool) {
	if !t.visible(n) || t.has(n, inertHere) {
		return false, false
	}
	native := t.nativelyFocusable(n)
	if controlTags.has(t.tag(n)) && !native {
		return false, false // disabled: no tabindex mends it
	}
	if t.has(n, hasTabindex) {
		if i, err := strconv.Atoi(strings.TrimSpace(t.value(n, "tabindex"))); err == nil {
			return true, i >= 0
		}
	}
	return native, native
}

// nativelyFocusable reports elements that take the focus without a tabindex.
func (t *accessTree) nativelyFocusable(n node) bool {
	switch t.tag(n) {
	case tagA, tagArea:
		if t.has(n, hasAttributes) && t.hasAttr(n, "href") {
			return true
		}
	case tagForeign:
		if t.foreignRole(n) != nil {
			return true
		}
	case tagButton, tagSelect, tagTextarea:
		return !t.disabled(n)
	case tagInput:
		return !t.disabled(n) && t.inputType(n) != "hidden"
	case tagIframe:
		return true
	case tagAudio, tagVideo:
		return t.hasAttr(n, "controls")
	case tagSummary:
		if parent := t.parent(n); parent != none && t.tag(parent) == tagDetails && t.firstSummary(parent) == n {
			return true
		}
	}
	return t.editable(n)
}

// editable reports a contenteditable attribute that says yes.
func (t *accessTree) editable(n node) bool {
	if !t.has(n, hasEditable) {
		return false
	}
	switch v, _ := t.attr(n, "contenteditable"); strings.ToLower(v) {
	case "", "true", "plaintext-only":
		return true
	}
	return false
}

// disabled reports a control that is disabled itself or by a fieldset around it
// whose legend it is not in.
func (t *accessTree) disabled(n node) bool {
	if t.has(n, hasAttributes) && t.hasAttr(n, "disabled") {
		return true
	}
	for set := t.ancestor(n, &fieldsetTags); set != none; set = t.ancestor(set, &fieldsetTags) {
		if !t.has(set, hasAttributes) || !t.hasAttr(set, "disabled") {
			continue
		}
		legend := t.firstChild(set, tagLegend)
		if legend == none || !t.contains(legend, n) {
			return true
		}
	}
	return false
}
