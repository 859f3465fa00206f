package a11y

// native appends the text alternative that the element's own language defines (2E).
// done says that nothing else may name it.
func (c *namer) native(n node) (done, some bool) {
	switch t := c.tag(n); t {
	case tagImg, tagArea:
		if isPresentational(c.role(n)) {
			return true, false
		}
		if alt, ok := c.attr(n, "alt"); ok {
			return alt == "" || !isBlank(alt), c.add(alt)
		}
	case tagInput:
		return c.inputName(n)
	case tagButton, tagMeter, tagOutput, tagProgress, tagSelect, tagTextarea:
		some = c.labels(n)
	case tagFieldset:
		some = c.child(n, tagLegend)
	case tagFigure:
		some = c.child(n, tagFigcaption)
	case tagTable:
		some = c.child(n, tagCaption)
	case tagOptgroup, tagOption, tagTrack:
		some = c.add(c.value(n, "label"))
	case tagSVG, tagForeign:
		some = c.svgTitle(n)
	case tagMath:
		some = c.add(c.value(n, "alttext"))
	case tagScript, tagStyle, tagTemplate:
		return true, false
	case tagBr:
		return true, c.add(" ")
	}
	return some, some
}

// inputName appends what names an input by its type.
func (c *namer) inputName(n node) (done, some bool) {
	switch t := c.inputType(n); t {
	case "submit", "reset":
		if c.labels(n) {
			return true, true
		}
		value, ok := c.attr(n, "value")
		if !ok {
			value = t // browsers write a word of their own
		}
		some = c.add(value)
	case "button":
		some = c.labels(n) || c.add(c.value(n, "value"))
	case "image":
		some = c.labels(n) || c.add(c.value(n, "alt"))
	default:
		some = c.labels(n)
	}
	return some, some
}

// labels appends the label elements of a control.
func (c *namer) labels(n node) bool {
	if c.referenced && c.isAround(n, tagLabel) {
		return false
	}
	some := false
	for _, l := range c.labelsOf(n) {
		c.space()
		if c.fromLabel(l) {
			some = true
		}
	}
	return some
}

// fromLabel appends the text of a label that is not hidden; see page.labelled.
func (c *namer) fromLabel(label node) bool {
	for _, a := range c.around {
		if a == label {
			return false
		}
	}
	if c.has(label, hasARIA) && c.add(c.value(label, "aria-label")) {
		return true
	}
	c.around = append(c.around, label)
	defer func() { c.around = c.around[:len(c.around)-1] }()
	if !c.hiddenToo && !c.exposed(label) {
		return false
	}
	return c.fromContent(label)
}

// isAround reports whether the name of a label that holds n is being computed.
func (c *namer) isAround(n node, t tag) bool {
	for _, a := range c.around {
		if c.tag(a) == t && c.contains(a, n) {
			return true
		}
	}
	return false
}

// child appends the content of the first child of a tag.
func (c *namer) child(n node, t tag) bool {
	if child := c.firstChild(n, t); child != none {
		return c.name(child, nameReferenced)
	}
	return false
}

// svgTitle appends the title child of an element of SVG.
func (c *namer) svgTitle(n node) bool {
	if c.at(n).space != spaceSVG {
		return false
	}
	for child := range c.children(n) {
		if c.tree.name(child) == "title" {
			return c.add(c.text(child))
		}
	}
	return c.tree.name(n) == "a" && c.add(c.value(n, "xlink:title"))
}
