package names

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// The name of an element as assistive technology says it: accname-1.2 with the text alternatives of HTML-AAM 1.0.
// Styles count as far as they hide something. Generated content does not count.

// AccessibleName returns the computed name of n, with white space squeezed. The name is cut at maxName bytes. It
// is empty once the names have visited more of the document than nameWork allows.
func (t *AccessibilityTree) AccessibleName(n dom.Node) string {
	c := namer{AccessibilityTree: t}
	c.writeName(n, namePlain)
	return dom.Squeeze(c.b.String())
}

// HasName reports whether n has a name that is more than white space. It is cheap for the common
// case of an element named by the text it holds.
func (t *AccessibilityTree) HasName(n dom.Node) bool {
	e := t.At(n)
	if e.Flags&(dom.HasARIA|dom.HasRole) == 0 && contentNamed.Has(e.Tag) && t.Exposed(n) && t.holdsText(n) {
		return true
	}
	c := namer{AccessibilityTree: t}
	c.writeName(n, namePlain)
	return !dom.IsBlank(c.b.String()) || t.Style(n).Generated
}

// holdsText reports whether n begins with a text, its own or that of plain elements inside, as it stands in the
// source. If it returns false, n may still have text.
func (t *AccessibilityTree) holdsText(n dom.Node) bool {
	for c, raw := range t.Content(n) {
		switch {
		case c != dom.None:
			if e := t.At(c); e.Flags&dom.HasAttributes != 0 || !plainTags.Has(e.Tag) || !t.Exposed(c) {
				return false
			}
			if t.holdsText(c) {
				return true
			}
		case strings.IndexByte(raw, '&') >= 0 || strings.IndexByte(raw, '<') >= 0:
			return false
		case !dom.IsBlankASCII(raw):
			return true
		}
	}
	return false
}

// plainTags are elements that add nothing to a name but their text.
var plainTags = dom.Tags(dom.TagB, dom.TagCode, dom.TagEm, dom.TagI, dom.TagKbd, dom.TagS, dom.TagSmall, dom.TagSpan, dom.TagStrong, dom.TagSub, dom.TagSup, dom.TagU, dom.TagVar)

// contentNamed lists the elements that are named by their content, whatever attributes they have besides those of
// ARIA.
var contentNamed = dom.Tags(dom.TagA, dom.TagButton, dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6, dom.TagSummary, dom.TagTd, dom.TagTh)

// nameMode is why a name is computed.
type nameMode uint8

const (
	namePlain      nameMode = iota // of the element itself
	nameReferenced                 // aria-labelledby or a label refers to it
	nameInside                     // it is part of the content that names another element
)

// namer builds one name.
type namer struct {
	*AccessibilityTree
	b strings.Builder
	// around lists the elements whose names are being computed: references may form cycles.
	around []dom.Node
	// hiddenToo says that the target of a reference is hidden, so that everything in it counts.
	hiddenToo bool
	// referenced says that a reference is being followed. A second one is not followed.
	referenced bool
}

// writeSpace separates two pieces of a name.
func (c *namer) writeSpace() {
	if c.b.Len() > 0 {
		c.b.WriteByte(' ')
	}
}

// write appends a piece. It cuts the piece where the name gets too long.
func (c *namer) write(s string) bool {
	if room := maxName - c.b.Len(); len(s) > room {
		for s = s[:max(room, 0)]; s != "" && !utf8.ValidString(s[len(s)-1:]) && !utf8.RuneStart(s[len(s)-1]); {
			s = s[:len(s)-1]
		}
	}
	c.b.WriteString(s)
	return !dom.IsBlank(s)
}

// full reports whether the name is long enough, or the budget used up.
func (c *namer) full() bool { return c.b.Len() >= maxName || c.budget <= 0 }

// writeName appends the name of n, and reports whether n has one. The letters are those of the steps of
// accname-1.2.
func (c *namer) writeName(n dom.Node, mode nameMode) bool {
	if c.full() {
		return false
	}
	c.budget--
	for _, a := range c.around {
		if a == n {
			return false
		}
	}
	if !c.hiddenToo && !c.Exposed(n) { // 2A
		return false
	}
	if mode == nameInside && c.writeValue(n) { // 2C comes before 2B: a value counts more than what names its control
		return true
	}
	if c.Has(n, dom.HasARIA) && (c.writeLabelledBy(n) || c.write(c.Value(n, "aria-label"))) { // 2B, 2D
		return true
	}
	c.around = append(c.around, n)
	defer func() { c.around = c.around[:len(c.around)-1] }()
	if done, some := c.writeNative(n); done { // 2E
		return some
	}
	if mode != namePlain || c.Tag(n) == dom.TagSummary || c.Role(n).Is(NamedByContent) { // 2F
		if c.writeContent(n) {
			return true
		}
	}
	return c.writeTooltip(n) // 2I
}

// writeLabelledBy appends the names of the elements that aria-labelledby refers to (2B).
func (c *namer) writeLabelledBy(n dom.Node) bool {
	refs, ok := c.Attr(n, "aria-labelledby")
	if !ok || c.referenced {
		return false
	}
	some := false
	for id := range strings.FieldsSeq(refs) {
		if target := c.ByID(id); target != dom.None && !c.full() {
			c.writeSpace()
			if c.writeReferred(target, target == n) {
				some = true
			}
		}
	}
	return some
}

// writeReferred appends the name of the target of a reference. An element may refer to itself: then its aria-label
// counts before other names.
func (c *namer) writeReferred(target dom.Node, itself bool) bool {
	hidden, referenced := c.hiddenToo, c.referenced
	c.hiddenToo, c.referenced = hidden || !c.Exposed(target), true
	defer func() { c.hiddenToo, c.referenced = hidden, referenced }()
	if itself && c.Has(target, dom.HasARIA) && c.write(c.Value(target, "aria-label")) {
		return true
	}
	return c.writeName(target, nameReferenced)
}

// writeValue appends the value of a control inside of the content that names another element (2C). It reports
// whether n is a control.
func (c *namer) writeValue(n dom.Node) bool {
	r := c.Role(n)
	if r == nil || r.traits&(Widget|Atomic) == 0 {
		return false
	}
	switch r.Name {
	case "textbox", "searchbox":
		switch c.Tag(n) {
		case dom.TagInput:
			c.write(c.Value(n, "value"))
		default:
			c.write(c.Text(n))
		}
	case "combobox", "listbox":
		c.writeSelected(n)
	case "slider", "spinbutton", "scrollbar", "progressbar", "meter":
		value := c.Value(n, "aria-valuetext")
		if value == "" {
			value = c.Value(n, "aria-valuenow")
		}
		if value == "" {
			value = c.Value(n, "value")
		}
		c.write(value)
	default:
		return false
	}
	return true
}

// writeSelected appends the selected options of a list. A native select without a selected option has its first
// one.
func (c *namer) writeSelected(n dom.Node) {
	if c.Tag(n) == dom.TagInput {
		c.write(c.Value(n, "value"))
		return
	}
	first, some := dom.None, false
	for o := range c.Subtree(n) {
		if c.budget--; c.full() {
			return
		}
		isOption := c.Tag(o) == dom.TagOption || c.Has(o, dom.HasRole) && c.RoleName(o) == "option"
		if !isOption {
			continue
		}
		if first == dom.None {
			first = o
		}
		if c.Has(o, dom.HasAttributes) && (c.HasAttr(o, "selected") || c.Value(o, "aria-selected") == "true") {
			c.writeSpace()
			c.writeContent(o)
			some = true
		}
	}
	if !some && first != dom.None && c.Tag(n) == dom.TagSelect {
		c.writeContent(first)
	}
}

// writeContent appends the names of what n contains (2F).
func (c *namer) writeContent(n dom.Node) bool {
	some := false
	for child, raw := range c.Content(n) {
		if c.full() {
			break
		}
		if child == dom.None {
			if c.hiddenToo || c.Visible(n) {
				some = c.write(c.Decode(n, raw)) || some
			}
			continue
		}
		apart := !phrasingTags.Has(c.Tag(child))
		if apart {
			c.writeSpace()
		}
		some = c.writeName(child, nameInside) || some
		if apart {
			c.writeSpace()
		}
	}
	return c.writeOwned(n) || some
}

// writeOwned appends the elements that aria-owns adds to the content.
func (c *namer) writeOwned(n dom.Node) bool {
	if !c.Has(n, dom.HasARIA) {
		return false
	}
	some := false
	for id := range strings.FieldsSeq(c.Value(n, "aria-owns")) {
		if target := c.ByID(id); target != dom.None && !c.full() {
			c.writeSpace()
			some = c.writeName(target, nameInside) || some
		}
	}
	return some
}

// phrasingTags lists elements that do not separate their text from the text before them.
var phrasingTags = dom.Tags(dom.TagA, dom.TagAbbr, dom.TagAcronym, dom.TagB, dom.TagBdi, dom.TagBdo, dom.TagBig, dom.TagCite, dom.TagCode, dom.TagData, dom.TagDel, dom.TagDfn,
	dom.TagEm, dom.TagFont, dom.TagForeign, dom.TagI, dom.TagImg, dom.TagIns, dom.TagKbd, dom.TagLabel, dom.TagMark, dom.TagMath, dom.TagNobr, dom.TagOther, dom.TagQ, dom.TagRuby, dom.TagRb, dom.TagRt,
	dom.TagS, dom.TagSamp, dom.TagSmall, dom.TagSpan, dom.TagStrike, dom.TagStrong, dom.TagSub, dom.TagSup, dom.TagSVG, dom.TagTime, dom.TagTt, dom.TagU, dom.TagVar, dom.TagWbr)

// writeTooltip appends a title or a placeholder.
func (c *namer) writeTooltip(n dom.Node) bool {
	if !c.Has(n, dom.HasAttributes) {
		return false
	}
	if c.write(c.Value(n, "title")) {
		return true
	}
	switch c.Tag(n) {
	case dom.TagInput, dom.TagTextarea:
		if c.write(c.Value(n, "placeholder")) {
			return true
		}
	}
	return c.Has(n, dom.HasARIA) && c.write(c.Value(n, "aria-placeholder"))
}
