package a11y

import (
	"strings"
	"unicode/utf8"
)

// The name of an element as assistive technology says it: accname-1.2 with the
// text alternatives of HTML-AAM 1.0. Styles count as far as they hide; generated
// content does not.

// accName is the computed name of n, white space squeezed. It is cut at maxName bytes, and
// empty once names have visited more of the document than nameWork allows; see note.
func (t *accessTree) accName(n node) string {
	c := namer{accessTree: t}
	c.name(n, namePlain)
	return squeeze(c.b.String())
}

// hasName reports whether n has a name that is more than white space. It is cheap for the common
// case of an element named by the text it holds.
func (t *accessTree) hasName(n node) bool {
	e := t.at(n)
	if e.flags&(hasARIA|hasRole) == 0 && contentNamed.has(e.tag) && t.exposed(n) && t.holdsText(n) {
		return true
	}
	c := namer{accessTree: t}
	c.name(n, namePlain)
	return !isBlank(c.b.String()) || t.styleOf(n).generated
}

// holdsText reports whether n begins with a text, its own or one of plain elements inside,
// as it stands in the source. False says nothing.
func (t *accessTree) holdsText(n node) bool {
	for c, raw := range t.content(n) {
		switch {
		case c != none:
			if e := t.at(c); e.flags&hasAttributes != 0 || !plainTags.has(e.tag) || !t.exposed(c) {
				return false
			}
			if t.holdsText(c) {
				return true
			}
		case strings.IndexByte(raw, '&') >= 0 || strings.IndexByte(raw, '<') >= 0:
			return false
		case !isBlankASCII(raw):
			return true
		}
	}
	return false
}

// plainTags are elements that add nothing to a name but their text.
var plainTags = tagsOf(tagB, tagCode, tagEm, tagI, tagKbd, tagS, tagSmall, tagSpan, tagStrong, tagSub, tagSup, tagU, tagVar)

// contentNamed are the elements named by their content whatever their attributes
// but ARIA's.
var contentNamed = tagsOf(tagA, tagButton, tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagSummary, tagTd, tagTh)

// mode is why a name is wanted.
type nameMode uint8

const (
	namePlain      nameMode = iota // of the element itself
	nameReferenced                 // aria-labelledby or a label refers to it
	nameInside                     // it stands in what names another
)

// namer builds one name.
type namer struct {
	*accessTree
	b strings.Builder
	// around are the elements whose name is being computed: references may go in
	// circles.
	around []node
	// hiddenToo: what a reference points to is hidden, so that all in it counts.
	hiddenToo bool
	// referenced: a reference is being followed; a second one is not.
	referenced bool
}

// space parts two pieces of a name.
func (c *namer) space() {
	if c.b.Len() > 0 {
		c.b.WriteByte(' ')
	}
}

// add appends a piece, which is cut where the name gets too long.
func (c *namer) add(s string) bool {
	if room := maxName - c.b.Len(); len(s) > room {
		for s = s[:max(room, 0)]; s != "" && !utf8.ValidString(s[len(s)-1:]) && !utf8.RuneStart(s[len(s)-1]); {
			s = s[:len(s)-1]
		}
	}
	c.b.WriteString(s)
	return !isBlank(s)
}

// full reports that no more is wanted or allowed.
func (c *namer) full() bool { return c.b.Len() >= maxName || c.budget <= 0 }

// name appends the name of n and reports whether there was one. The letters are
// those of the steps of accname-1.2.
func (c *namer) name(n node, mode nameMode) bool {
	if c.full() {
		return false
	}
	c.budget--
	for _, a := range c.around {
		if a == n {
			return false
		}
	}
	if !c.hiddenToo && !c.exposed(n) { // 2A
		return false
	}
	if mode == nameInside && c.embedded(n) { // 2C, before 2B: a value beats what names its control
		return true
	}
	if c.has(n, hasARIA) && (c.labelledBy(n) || c.add(c.value(n, "aria-label"))) { // 2B, 2D
		return true
	}
	c.around = append(c.around, n)
	defer func() { c.around = c.around[:len(c.around)-1] }()
	if done, some := c.native(n); done { // 2E
		return some
	}
	if mode != namePlain || c.tag(n) == tagSummary || c.role(n).is(fromContent) { // 2F
		if c.fromContent(n) {
			return true
		}
	}
	return c.tooltip(n) // 2I
}

// labelledBy appends the names of the elements that aria-labelledby refers to (2B).
func (c *namer) labelledBy(n node) bool {
	refs, ok := c.attr(n, "aria-labelledby")
	if !ok || c.referenced {
		return false
	}
	some := false
	for id := range strings.FieldsSeq(refs) {
		if target := c.byID(id); target != none && !c.full() {
			c.space()
			if c.refer(target, target == n) {
				some = true
			}
		}
	}
	return some
}

// refer appends the name of an element that a reference points to. An element may refer to
// itself, to its aria-label before other names.
func (c *namer) refer(target node, itself bool) bool {
	hidden, referenced := c.hiddenToo, c.referenced
	c.hiddenToo, c.referenced = hidden || !c.exposed(target), true
	defer func() { c.hiddenToo, c.referenced = hidden, referenced }()
	if itself && c.has(target, hasARIA) && c.add(c.value(target, "aria-label")) {
		return true
	}
	return c.name(target, nameReferenced)
}

// embedded appends the value of a control that stands in what names another (2C),
// and reports whether n is one.
func (c *namer) embedded(n node) bool {
	r := c.role(n)
	if r == nil || r.traits&(widget|atomic) == 0 {
		return false
	}
	switch r.name {
	case "textbox", "searchbox":
		switch c.tag(n) {
		case tagInput:
			c.add(c.value(n, "value"))
		default:
			c.add(c.text(n))
		}
	case "combobox", "listbox":
		c.chosen(n)
	case "slider", "spinbutton", "scrollbar", "progressbar", "meter":
		value := c.value(n, "aria-valuetext")
		if value == "" {
			value = c.value(n, "aria-valuenow")
		}
		if value == "" {
			value = c.value(n, "value")
		}
		c.add(value)
	default:
		return false
	}
	return true
}

// chosen appends the options of a list that are selected; of a native select
// the first one when none is.
func (c *namer) chosen(n node) {
	if c.tag(n) == tagInput {
		c.add(c.value(n, "value"))
		return
	}
	first, some := none, false
	for o := range c.subtree(n) {
		if c.budget--; c.full() {
			return
		}
		isOption := c.tag(o) == tagOption || c.has(o, hasRole) && c.roleName(o) == "option"
		if !isOption {
			continue
		}
		if first == none {
			first = o
		}
		if c.has(o, hasAttributes) && (c.hasAttr(o, "selected") || c.value(o, "aria-selected") == "true") {
			c.space()
			c.fromContent(o)
			some = true
		}
	}
	if !some && first != none && c.tag(n) == tagSelect {
		c.fromContent(first)
	}
}

// fromContent appends the names of what n holds (2F).
func (c *namer) fromContent(n node) bool {
	some := false
	for child, raw := range c.content(n) {
		if c.full() {
			break
		}
		if child == none {
			if c.hiddenToo || c.visible(n) {
				some = c.add(c.decode(n, raw)) || some
			}
			continue
		}
		apart := !phrasingTags.has(c.tag(child))
		if apart {
			c.space()
		}
		some = c.name(child, nameInside) || some
		if apart {
			c.space()
		}
	}
	return c.owned(n) || some
}

// owned appends the elements that aria-owns adds to the content.
func (c *namer) owned(n node) bool {
	if !c.has(n, hasARIA) {
		return false
	}
	some := false
	for id := range strings.FieldsSeq(c.value(n, "aria-owns")) {
		if target := c.byID(id); target != none && !c.full() {
			c.space()
			some = c.name(target, nameInside) || some
		}
	}
	return some
}

// phrasingTags do not part the text before them from what they hold.
var phrasingTags = tagsOf(tagA, tagAbbr, tagAcronym, tagB, tagBdi, tagBdo, tagBig, tagCite, tagCode, tagData, tagDel, tagDfn,
	tagEm, tagFont, tagForeign, tagI, tagImg, tagIns, tagKbd, tagLabel, tagMark, tagMath, tagNobr, tagOther, tagQ, tagRuby, tagRb, tagRt,
	tagS, tagSamp, tagSmall, tagSpan, tagStrike, tagStrong, tagSub, tagSup, tagSVG, tagTime, tagTt, tagU, tagVar, tagWbr)

// tooltip appends a title or a placeholder.
func (c *namer) tooltip(n node) bool {
	if !c.has(n, hasAttributes) {
		return false
	}
	if c.add(c.value(n, "title")) {
		return true
	}
	switch c.tag(n) {
	case tagInput, tagTextarea:
		if c.add(c.value(n, "placeholder")) {
			return true
		}
	}
	return c.has(n, hasARIA) && c.add(c.value(n, "aria-placeholder"))
}
