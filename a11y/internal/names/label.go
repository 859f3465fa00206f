package names

import "github.com/pagelift/pagelift/a11y/internal/dom"

// labelable are the controls that a label element can name (HTML, 4.10.2).
var labelable = dom.Tags(dom.TagButton, dom.TagInput, dom.TagMeter, dom.TagOutput, dom.TagProgress, dom.TagSelect, dom.TagTextarea)

// Labels returns the label elements of a control in document order.
func (t *AccessibilityTree) Labels(n dom.Node) []dom.Node {
	if t.labels == nil {
		t.labels = t.readLabels()
	}
	return t.labels[n]
}

// readLabels finds the control of each label: the first element with the id in for, if it can be labelled, or
// without for the first such element inside.
func (t *AccessibilityTree) readLabels() map[dom.Node][]dom.Node {
	labels := make(map[dom.Node][]dom.Node)
	for n := range t.Count() {
		if t.Tag(n) != dom.TagLabel || t.Has(n, dom.InTemplate) {
			continue
		}
		if target := t.LabelTarget(n); target != dom.None {
			labels[target] = append(labels[target], n)
		}
	}
	return labels
}

// LabelTarget returns the control that a label names, or dom.None.
func (t *AccessibilityTree) LabelTarget(label dom.Node) dom.Node {
	if id, ok := t.Attr(label, "for"); ok {
		if n := t.ByID(id); n != dom.None && t.canBeLabelled(n) {
			return n
		}
		return dom.None
	}
	for n := range t.Subtree(label) {
		if t.canBeLabelled(n) {
			return n
		}
	}
	return dom.None
}

// canBeLabelled reports whether a label may name n.
func (t *AccessibilityTree) canBeLabelled(n dom.Node) bool {
	return labelable.Has(t.Tag(n)) && (t.Tag(n) != dom.TagInput || t.InputType(n) != "hidden")
}
