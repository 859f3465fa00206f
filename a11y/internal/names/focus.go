package names

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

var (
	fieldsetTags = dom.Tags(dom.TagFieldset)
)

// Focusable reports whether n can have the focus, by script or by key.
func (t *AccessibilityTree) Focusable(n dom.Node) bool {
	can, _ := t.focus(n)
	return can
}

// Tabbable reports whether n is in sequential focus navigation.
func (t *AccessibilityTree) Tabbable(n dom.Node) bool {
	_, tab := t.focus(n)
	return tab
}

// focus returns what the rendering and focus sections of HTML say of n.
func (t *AccessibilityTree) focus(n dom.Node) (focusable, tabbable bool) {
	if !t.Visible(n) || t.Has(n, dom.Inert) {
		return false, false
	}
	native := t.nativelyFocusable(n)
	if dom.ControlTags.Has(t.Tag(n)) && !native {
		return false, false // disabled: a tabindex does not change that
	}
	if t.Has(n, dom.HasTabindex) {
		if i, err := strconv.Atoi(strings.TrimSpace(t.Value(n, "tabindex"))); err == nil {
			return true, i >= 0
		}
	}
	return native, native
}

// nativelyFocusable reports whether n takes the focus without a tabindex.
func (t *AccessibilityTree) nativelyFocusable(n dom.Node) bool {
	switch t.Tag(n) {
	case dom.TagA, dom.TagArea:
		if t.Has(n, dom.HasAttributes) && t.HasAttr(n, "href") {
			return true
		}
	case dom.TagForeign:
		if t.foreignRole(n) != nil {
			return true
		}
	case dom.TagButton, dom.TagSelect, dom.TagTextarea:
		return !t.Disabled(n)
	case dom.TagInput:
		return !t.Disabled(n) && t.InputType(n) != "hidden"
	case dom.TagIframe:
		return true
	case dom.TagAudio, dom.TagVideo:
		return t.HasAttr(n, "controls")
	case dom.TagSummary:
		if parent := t.Parent(n); parent != dom.None && t.Tag(parent) == dom.TagDetails && t.FirstSummary(parent) == n {
			return true
		}
	}
	return t.editable(n)
}

// editable reports whether n has a contenteditable attribute whose value means yes.
func (t *AccessibilityTree) editable(n dom.Node) bool {
	if !t.Has(n, dom.HasEditable) {
		return false
	}
	switch v, _ := t.Attr(n, "contenteditable"); strings.ToLower(v) {
	case "", "true", "plaintext-only":
		return true
	}
	return false
}

// Disabled reports whether a control is disabled, by itself or by a fieldset around it. A control in the legend of
// the fieldset is not.
func (t *AccessibilityTree) Disabled(n dom.Node) bool {
	if t.Has(n, dom.HasAttributes) && t.HasAttr(n, "disabled") {
		return true
	}
	for set := t.Ancestor(n, &fieldsetTags); set != dom.None; set = t.Ancestor(set, &fieldsetTags) {
		if !t.Has(set, dom.HasAttributes) || !t.HasAttr(set, "disabled") {
			continue
		}
		legend := t.FirstChild(set, dom.TagLegend)
		if legend == dom.None || !t.Contains(legend, n) {
			return true
		}
	}
	return false
}
