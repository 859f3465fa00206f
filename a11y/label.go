package a11y

// labelable are the controls that a label element can name (HTML, 4.10.2).
var labelable = tagsOf(tagButton, tagInput, tagMeter, tagOutput, tagProgress, tagSelect, tagTextarea)

// labelsOf are the label elements of a control in document order.
func (t *accessTree) labelsOf(n node) []node {
	if t.labels == nil {
		t.labels = t.readLabels()
	}
	return t.labels[n]
}

// readLabels finds the control of each label: the first element with the id that
// for gives, if it can be labelled, or else the first such element inside.
func (t *accessTree) readLabels() map[node][]node {
	labels := make(map[node][]node)
	for n := range t.count() {
		if t.tag(n) != tagLabel || t.has(n, inTemplate) {
			continue
		}
		if target := t.labelTarget(n); target != none {
			labels[target] = append(labels[target], n)
		}
	}
	return labels
}

func (t *accessTree) labelTarget(label node) node {
	if id, ok := t.attr(label, "for"); ok {
		if n := t.byID(id); n != none && t.canBeLabelled(n) {
			return n
		}
		return none
	}
	for n := range t.subtree(label) {
		if t.canBeLabelled(n) {
			return n
		}
	}
	return none
}

func (t *accessTree) canBeLabelled(n node) bool {
	return labelable.has(t.tag(n)) && (t.tag(n) != tagInput || t.inputType(n) != "hidden")
}
