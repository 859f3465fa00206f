package names

import "github.com/pagelift/pagelift/a11y/internal/dom"

// native appends the text alternative that the element's own language defines (2E).
// done says that nothing else may name it.
func (c *namer) native(n dom.Node) (done, some bool) {
	switch t := c.Tag(n); t {
	case dom.TagImg, dom.TagArea:
		if IsPresentational(c.Role(n)) {
			return true, false
		}
		if alt, ok := c.Attr(n, "alt"); ok {
			return alt == "" || !dom.IsBlank(alt), c.add(alt)
		}
	case dom.TagInput:
		return c.inputName(n)
	case dom.TagButton, dom.TagMeter, dom.TagOutput, dom.TagProgress, dom.TagSelect, dom.TagTextarea:
		some = c.labels(n)
	case dom.TagFieldset:
		some = c.child(n, dom.TagLegend)
	case dom.TagFigure:
		some = c.child(n, dom.TagFigcaption)
	case dom.TagTable:
		some = c.child(n, dom.TagCaption)
	case dom.TagOptgroup, dom.TagOption, dom.TagTrack:
		some = c.add(c.Value(n, "label"))
	case dom.TagSVG, dom.TagForeign:
		some = c.svgTitle(n)
	case dom.TagMath:
		some = c.add(c.Value(n, "alttext"))
	case dom.TagScript, dom.TagStyle, dom.TagTemplate:
		return true, false
	case dom.TagBr:
		return true, c.add(" ")
	}
	return some, some
}

// inputName appends what names an input by its type.
func (c *namer) inputName(n dom.Node) (done, some bool) {
	switch t := c.InputType(n); t {
	case "submit", "reset":
		if c.labels(n) {
			return true, true
		}
		value, ok := c.Attr(n, "value")
		if !ok {
			value = t // browsers write a word of their own
		}
		some = c.add(value)
	case "button":
		some = c.labels(n) || c.add(c.Value(n, "value"))
	case "image":
		some = c.labels(n) || c.add(c.Value(n, "alt"))
	default:
		some = c.labels(n)
	}
	return some, some
}

// labels appends the label elements of a control.
func (c *namer) labels(n dom.Node) bool {
	if c.referenced && c.isAround(n, dom.TagLabel) {
		return false
	}
	some := false
	for _, l := range c.Labels(n) {
		c.space()
		if c.fromLabel(l) {
			some = true
		}
	}
	return some
}

// fromLabel appends the text of a label that is not hidden; see page.labelled.
func (c *namer) fromLabel(label dom.Node) bool {
	for _, a := range c.around {
		if a == label {
			return false
		}
	}
	if c.Has(label, dom.HasARIA) && c.add(c.Value(label, "aria-label")) {
		return true
	}
	c.around = append(c.around, label)
	defer func() { c.around = c.around[:len(c.around)-1] }()
	if !c.hiddenToo && !c.Exposed(label) {
		return false
	}
	return c.fromContent(label)
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

// child appends the content of the first child of a tag.
func (c *namer) child(n dom.Node, t dom.Tag) bool {
	if child := c.FirstChild(n, t); child != dom.None {
		return c.name(child, nameReferenced)
	}
	return false
}

// svgTitle appends the title child of an element of SVG.
func (c *namer) svgTitle(n dom.Node) bool {
	if c.At(n).Space != dom.SpaceSVG {
		return false
	}
	for child := range c.Children(n) {
		if c.Tree.Name(child) == "title" {
			return c.add(c.Text(child))
		}
	}
	return c.Tree.Name(n) == "a" && c.add(c.Value(n, "xlink:title"))
}
