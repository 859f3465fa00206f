package a11y

// labelable are the controls that a label element can name (HTML, 4.10.2).
var labelable = tagsOf(tagButton, tagInput, tagMeter, tagOutput, tagProgress, tagSelect, tagTextarea)

// labelsOf are the label elements of a control in document order.
func (p *page) labelsOf(n node) []node {
	if p.labels == nil {
		p.labels = p.readLabels()
	}
	return p.labels[n]
}

// readLabels finds the control of each label: the first element with the id that
// for gives, if it can be labelled, or else the first such element inside.
func (p *page) readLabels() map[node][]node {
	labels := make(map[node][]node)
	for n := range node(len(p.elements)) {
		if p.tag(n) != tagLabel || p.has(n, inTemplate) {
			continue
		}
		if target := p.labelTarget(n); target != none {
			labels[target] = append(labels[target], n)
		}
	}
	return labels
}

func (p *page) labelTarget(label node) node {
	if id, ok := p.attr(label, "for"); ok {
		if n := p.byID(id); n != none && p.canBeLabelled(n) {
			return n
		}
		return none
	}
	for n := range p.subtree(label) {
		if p.canBeLabelled(n) {
			return n
		}
	}
	return none
}

func (p *page) canBeLabelled(n node) bool {
	return labelable.has(p.tag(n)) && (p.tag(n) != tagInput || p.inputType(n) != "hidden")
}
