package a11y

import (
	"slices"
	"strconv"
	"strings"
)

// Headings.
var headingRules = []rule{
	{
		Rule: Rule{
			ID: "empty-heading", Impact: Minor, Level: BestPractice, ACT: []string{"ffd0e9"},
			Help: "Headings have text",
		},
		on: trigger{tags: headingTags[:], flags: hasRole}, each: emptyHeading,
	},
	{
		Rule: Rule{
			ID: "heading-order", Impact: Moderate, Level: BestPractice,
			Help: "Headings go down by one level at a time", HelpURL: wcagURL("info-and-relationships"),
		},
		weight: 3, on: trigger{tags: headingTags[:], flags: hasRole}, each: headingOrder,
	},
	{
		Rule: Rule{
			ID: "page-has-heading-one", Impact: Moderate, Level: BestPractice,
			Help: "Where there are headings, one is of the first level", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []tag{tagHTML}}, each: headingOne,
	},
	{
		Rule: Rule{
			ID: "p-as-heading", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "No paragraph is made to look like a heading",
		},
		on: trigger{tags: []tag{tagP}}, each: paragraphAsHeading,
	},
}

var headingTags = [...]tag{tagH1, tagH2, tagH3, tagH4, tagH5, tagH6}

// isHeading reports a heading that assistive technology announces.
func (p *page) isHeading(n node) bool {
	return p.exposed(n) && p.roleName(n) == "heading"
}

// headingLevel is the level of a heading, from 1.
func (p *page) headingLevel(n node) int {
	if p.has(n, hasARIA) {
		if level, err := strconv.Atoi(strings.TrimSpace(p.value(n, "aria-level"))); err == nil && level > 0 {
			return level
		}
	}
	for i, t := range headingTags {
		if p.tag(n) == t {
			return i + 1
		}
	}
	return 2 // WAI-ARIA 1.2: the role heading without a level
}

func emptyHeading(p *page, n node) verdict {
	if !p.isHeading(n) {
		return verdict{}
	}
	return passIf(p.hasName(n), "the heading has no text")
}

// headingOrder compares a heading with the one before it; elements come in order.
func headingOrder(p *page, n node) verdict {
	if !p.isHeading(n) {
		return verdict{}
	}
	level, before := p.headingLevel(n), p.lastLevel
	p.lastLevel = level
	if before == 0 || level <= before+1 {
		return pass
	}
	return fail("a heading of level " + strconv.Itoa(level) + " follows one of level " + strconv.Itoa(before))
}

// headingOne looks for a heading of the first level among the headings. A document without any, as a
// letter, is named by its title; a heading that is made up for it would tell nobody more.
func headingOne(p *page, n node) verdict {
	found := false
	for c := range p.subtree(n) {
		if e := p.at(c); (e.flags&hasRole != 0 || slices.Contains(headingTags[:], e.tag)) && p.isHeading(c) {
			if p.headingLevel(c) == 1 {
				return pass
			}
			found = true
		}
	}
	if !found {
		return verdict{}
	}
	return fail("no heading is of the first level")
}

const (
	// shortParagraph is how many bytes a heading has at most that is set as a paragraph, and
	// shortMarkup the same with the tags in it.
	shortParagraph = 120
	shortMarkup    = 4 * shortParagraph
)

// paragraphAsHeading asks about a short paragraph all in bold type or larger than the
// paragraph that follows. Whether it heads anything, a person decides.
func paragraphAsHeading(p *page, n node) verdict {
	e := p.at(n)
	if e.next >= p.count() || p.parent(e.next) != e.parent || p.tag(e.next) != tagP || !p.visible(n) {
		return verdict{}
	}
	below := p.at(e.next)
	size := int(e.close - e.inner)
	if size > shortMarkup || int(below.close-below.inner) < size {
		return pass // the common case, told without a look at the text
	}
	own, after := p.looks(n), p.looks(e.next)
	if own == nil || after == nil || own.weight <= after.weight && own.fontSize <= after.fontSize || own.weight < boldWeight && own.fontSize <= after.fontSize {
		return pass
	}
	text := squeeze(p.text(n))
	if text == "" || len(text) > shortParagraph || strings.HasSuffix(text, ".") || len(p.text(e.next)) < 2*len(text) {
		return pass
	}
	return unsure("the paragraph looks like a heading of the one below")
}

// looks is the style of all text in a paragraph, nil if there are several or none: that of the
// only element in it when it has no text of its own.
func (p *page) looks(n node) *style {
	e := p.at(n)
	switch {
	case e.next == n+1:
		return p.styleOf(n)
	case e.next == n+2 && !p.hasOwnText(n):
		return p.styleOf(n + 1)
	case p.hasOwnText(n):
		return p.styleOf(n)
	}
	return nil
}
