package a11y

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Headings without text, levels that are left out, and paragraphs made to look like headings.
//
//	<h1>Report</h1> <h3>Sales</h3>     fails: a heading of level 3 follows one of level 1
var headingRules = []rule{
	{
		Rule: Rule{
			ID: "empty-heading", Impact: Minor, Level: BestPractice, ACT: []string{"ffd0e9"},
			Help: "Headings have text",
		},
		on: trigger{tags: headingTags[:], flags: dom.HasRole}, each: emptyHeading,
	},
	{
		Rule: Rule{
			ID: "heading-order", Impact: Moderate, Level: BestPractice,
			Help: "Headings go down by one level at a time", HelpURL: wcagURL("info-and-relationships"),
		},
		weight: 3, on: trigger{tags: headingTags[:], flags: dom.HasRole}, each: headingOrder,
	},
	{
		Rule: Rule{
			ID: "page-has-heading-one", Impact: Moderate, Level: BestPractice,
			Help: "Where there are headings, one is of the first level", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []dom.Tag{dom.TagHTML}}, each: headingOne,
	},
	{
		Rule: Rule{
			ID: "p-as-heading", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "No paragraph is made to look like a heading",
		},
		on: trigger{tags: []dom.Tag{dom.TagP}}, each: paragraphAsHeading,
	},
}

var headingTags = [...]dom.Tag{dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6}

// isHeading reports whether assistive technology announces n as a heading.
func (p *page) isHeading(n dom.Node) bool {
	return p.Exposed(n) && p.RoleName(n) == "heading"
}

// headingLevel returns the level of a heading, from 1.
func (p *page) headingLevel(n dom.Node) int {
	if p.Has(n, dom.HasARIA) {
		if level, err := strconv.Atoi(strings.TrimSpace(p.Value(n, "aria-level"))); err == nil && level > 0 {
			return level
		}
	}
	for i, t := range headingTags {
		if p.Tag(n) == t {
			return i + 1
		}
	}
	return 2 // WAI-ARIA 1.2: the role heading without a level
}

// emptyHeading fails a heading without a name.
func emptyHeading(p *page, n dom.Node) verdict {
	if !p.isHeading(n) {
		return verdict{}
	}
	return passIf(p.HasName(n), "the heading has no text")
}

// headingOrder compares a heading with the one before it; elements come in order.
func headingOrder(p *page, n dom.Node) verdict {
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

// headingOne looks for a heading of the first level among the headings. A document without headings, such as a
// letter, is named by its title. A heading made up for it would add nothing.
func headingOne(p *page, n dom.Node) verdict {
	found := false
	for c := range p.Subtree(n) {
		if e := p.At(c); (e.Flags&dom.HasRole != 0 || slices.Contains(headingTags[:], e.Tag)) && p.isHeading(c) {
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
	// shortParagraph is the greatest length in bytes of a paragraph that may be a heading. shortMarkup is the same
	// with its tags.
	shortParagraph = 120
	shortMarkup    = 4 * shortParagraph
)

// paragraphAsHeading asks about a short paragraph that is all in bold type or larger than the paragraph after it.
// A person decides whether it is a heading.
func paragraphAsHeading(p *page, n dom.Node) verdict {
	e := p.At(n)
	if e.Next >= p.Count() || p.Parent(e.Next) != e.Parent || p.Tag(e.Next) != dom.TagP || !p.Visible(n) {
		return verdict{}
	}
	below := p.At(e.Next)
	size := int(e.Close - e.Inner)
	if size > shortMarkup || int(below.Close-below.Inner) < size {
		return pass // the common case, decided without the text
	}
	own, after := p.textStyle(n), p.textStyle(e.Next)
	if own == nil || after == nil || own.Weight <= after.Weight && own.FontSize <= after.FontSize || own.Weight < css.BoldWeight && own.FontSize <= after.FontSize {
		return pass
	}
	text := dom.Squeeze(p.Text(n))
	if text == "" || len(text) > shortParagraph || strings.HasSuffix(text, ".") || len(p.Text(e.Next)) < 2*len(text) {
		return pass
	}
	return unsure("the paragraph looks like a heading of the one below")
}

// textStyle returns the style of all text in a paragraph, or nil if it has several styles or no text. If the
// paragraph has no text of its own, it is the style of its only element.
func (p *page) textStyle(n dom.Node) *css.Style {
	e := p.At(n)
	switch {
	case e.Next == n+1:
		return p.Style(n)
	case e.Next == n+2 && !p.HasOwnText(n):
		return p.Style(n + 1)
	case p.HasOwnText(n):
		return p.Style(n)
	}
	return nil
}
