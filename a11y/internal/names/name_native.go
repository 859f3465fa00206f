package names

import "github.com/pagelift/pagelift/a11y/internal/dom"

// writeNative appends the text alternative that the element's own language defines (2E). done says that nothing
// else may name the element.
func (c *namer) writeNative(n dom.Node) (done, some bool) {
	switch t := c.Tag(n); t {
	case dom.TagImg, dom.TagArea:
		if IsPresentational(c.Role(n)) {
			return true, false
		}
		if alt, ok := c.Attr(n, "alt"); ok {
			return alt == "" || !dom.IsBlank(alt), c.write(alt)
		}
	case dom.TagInput:
		return c.writeInputName(n)
	case dom.TagButton, dom.TagMeter, dom.TagOutput, dom.TagProgress, dom.TagSelect, dom.TagTextarea:
		some = c.writeLabels(n)
	case dom.TagFieldset:
		some = c.writeChild(n, dom.TagLegend)
	case dom.TagFigure:
		some = c.writeChild(n, dom.TagFigcaption)
	case dom.TagTable:
		some = c.writeChild(n, dom.TagCaption)
	case dom.TagOptgroup, dom.TagOption, dom.TagTrack:
		some = c.write(c.Value(n, "label"))
	case dom.TagSVG, dom.TagForeign:
		some = c.writeSVGTitle(n)
	case dom.TagMath:
		some = c.write(c.Value(n, "alttext"))
	case dom.TagScript, dom.TagStyle, dom.TagTemplate:
		return true, false
	case dom.TagBr:
		return true, c.write(" ")
	}
	return some, some
}

// writeInputName appends what names an input by its type.
func (c *namer) writeInputName(n dom.Node) (done, some bool) {
	switch t := c.InputType(n); t {
	case "submit", "reset":
		if c.writeLabels(n) {
			return true, true
		}
		value, ok := c.Attr(n, "value")
		if !ok {
			value = t // browsers write a default text
		}
		some = c.write(value)
	case "button":
		some = c.writeLabels(n) || c.write(c.Value(n, "value"))
	case "image":
		some = c.writeLabels(n) || c.write(c.Value(n, "alt"))
	default:
		some = c.writeLabels(n)
	}
	return some, some
}

// writeLabels appends the label elements of a control.
func (c *namer) writeLabels(n dom.Node) bool {
	if c.referenced && c.isAround(n, dom.TagLabel) {
		return false
	}
	some := false
	for _, l := range c.Labels(n) {
		c.writeSpace()
		if c.writeLabel(l) {
			some = true
		}
	}
	return some
}

// writeLabel appends the text of a label that is not hidden. Browsers do not agree on hidden labels; the rule
// "label" asks a person to look.
func (c *namer) writeLabel(label dom.Node) bool {
	for _, a := range c.around {
		if a == label {
			return false
		}
	}
	if c.Has(label, dom.HasARIA) && c.write(c.Value(label, "aria-label")) {
		return true
	}
	c.around = append(c.around, label)
	defer func() { c.around = c.around[:len(c.around)-1] }()
	if !c.hiddenToo && !c.Exposed(label) {
		return false
	}
	return c.writeContent(label)
}

// isAround reports whether the name of a label that holds n is being computed.
func (c *namer) isAround(n dom.Node, t dom.Tag) bool {
	for _, a := range c.around {
		if c.Tag(a) == t && c.Contains(a, n) {
			return true
		}
	}
	return false
}

// writeChild appends the content of the first child of a tag.
func (c *namer) writeChild(n dom.Node, t dom.Tag) bool {
	if child := c.FirstChild(n, t); child != dom.None {
		return c.writeName(child, nameReferenced)
	}
	return false
}

// writeSVGTitle appends the title child of an element of SVG.
func (c *namer) writeSVGTitle(n dom.Node) bool {
	if c.At(n).Space != dom.SpaceSVG {
		return false
	}
	for child := range c.Children(n) {
		if c.Tree.Name(child) == "title" {
			return c.write(c.Text(child))
		}
	}
	return c.Tree.Name(n) == "a" && c.write(c.Value(n, "xlink:title"))
}
