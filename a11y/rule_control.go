package a11y

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
	"github.com/pagelift/pagelift/internal/limits"
)

// Buttons, summaries and frames without a name, and names that differ from the visible text.
//
//	<button><img src="x.png" alt=""></button>     fails: the button has no text
//	<a href="#" aria-label="Go">Search</a>        fails: whoever says "Search" does not reach it
var controlRules = []rule{
	{
		Rule: Rule{
			ID: "button-name", Impact: Critical, Level: A, ACT: []string{"97a4e1"}, WCAG: []string{"4.1.2"},
			Help: "Buttons have a name",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagButton}}, each: buttonName,
	},
	{
		Rule: Rule{
			ID: "input-button-name", Impact: Critical, Level: A, ACT: []string{"97a4e1"}, WCAG: []string{"4.1.2"},
			Help: "Buttons that are inputs have a name",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagInput}}, each: inputButtonName,
	},
	{
		Rule: Rule{
			ID: "summary-name", Impact: Serious, Level: A, ACT: []string{"2t702h"}, WCAG: []string{"4.1.2"},
			Help: "Summaries of details have a name",
		},
		on: trigger{tags: []dom.Tag{dom.TagSummary}}, each: summaryName,
	},
	{
		Rule: Rule{
			ID: "frame-title", Impact: Serious, Level: A, ACT: []string{"cae760"}, WCAG: []string{"4.1.2"},
			Help: "Frames have a name",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagIframe, dom.TagFrame}}, each: frameTitle,
	},
	{
		Rule: Rule{
			ID: "label-content-name-mismatch", Impact: Serious, Level: A, ACT: []string{"2ee8b8"}, WCAG: []string{"2.5.3"},
			Help: "The name of a control contains the text seen on it",
		},
		on: trigger{flags: dom.HasARIA}, each: labelContentNameMismatch,
	},
}

// buttonName fails a button element without a name.
func buttonName(p *page, n dom.Node) verdict {
	if !p.Exposed(n) || p.RoleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.HasName(n), "the button has no text")
}

// inputButtonName fails an input of a type button, submit or reset without a name.
func inputButtonName(p *page, n dom.Node) verdict {
	if t := p.InputType(n); t != "button" && t != "submit" && t != "reset" || !p.Exposed(n) || p.RoleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.HasName(n), "the button has no text")
}

// summaryName fails the summary that a details element shows, if it has no name.
func summaryName(p *page, n dom.Node) verdict {
	parent := p.Parent(n)
	if parent == dom.None || p.Tag(parent) != dom.TagDetails || p.FirstSummary(parent) != n || !p.Exposed(n) {
		return verdict{}
	}
	if r := p.ExplicitRole(n); r != nil && !names.IsPresentational(r) {
		return verdict{}
	}
	return passIf(p.HasName(n), "the summary has no text")
}

// frameTitle fails a frame without a name, unless it is not in the tab order.
func frameTitle(p *page, n dom.Node) verdict {
	if !p.Exposed(n) || p.ExplicitRole(n) != nil || !p.Tabbable(n) && p.Has(n, dom.HasTabindex) {
		return verdict{}
	}
	return passIf(p.HasName(n), "the frame has no title")
}

// labelContentNameMismatch compares the visible text of a control whose content would name it with the name that
// replaces it. Signs that stand for pictures, such as an x to close, are no words.
func labelContentNameMismatch(p *page, n dom.Node) verdict {
	if !p.Exposed(n) || !p.HasAttr(n, "aria-label") && !p.HasAttr(n, "aria-labelledby") {
		return verdict{}
	}
	if r := p.Role(n); !r.Is(names.Widget) || !r.Is(names.NamedByContent) {
		return verdict{}
	}
	name := plainWords(p.AccessibleName(n))
	if name == "" {
		return verdict{}
	}
	var worst verdict
	for _, text := range p.seenTexts(n, nil) {
		if v := seenInName(text, name); v.outcome > worst.outcome {
			worst = v.with("text", dom.Squeeze(text))
		}
	}
	return worst
}

// seenInName decides one text on a control. name is plain words. Nobody says a bracket or an arrow, but some say
// "and" for an ampersand. So a person has to look at a text with signs, if its words are in the name in their
// order.
func seenInName(text, name string) verdict {
	seen := plainWords(text)
	switch {
	case utf8.RuneCountInString(seen) < 2:
		return verdict{}
	case strings.Contains(name, seen):
		return pass
	case strings.Contains(unspaced(name), unspaced(seen)):
		if hyphened(text) {
			return unsure("the name contains the text that is seen with other spaces")
		}
		return fail("the name contains the text that is seen with other spaces")
	}
	if bare, signs := withoutSigns(text); signs && wordsInOrder(plainWords(bare), name) {
		return unsure("the name contains the words that are seen, without their signs")
	}
	return fail("the name does not contain the text that is seen")
}

// unspaced returns a text of plain words without its spaces.
func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

// hyphened reports whether words in a text may be read as one word or as several: "e-mail".
func hyphened(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Pd, r) || r == '/' || r == '_' || r == '\u00ad' }) >= 0
}

// seenTexts returns the texts in n that are visible as text. Icon fonts show pictures instead of words; elements
// in such a font say so in their class.
func (p *page) seenTexts(n dom.Node, list []string) []string {
	if !p.Rendered(n) || len(list) > limits.FindingPlaces || p.Has(n, dom.HasClass) && strings.Contains(strings.ToLower(p.Value(n, "class")), "icon") {
		return list
	}
	for child, raw := range p.Content(n) {
		switch {
		case child != dom.None:
			list = p.seenTexts(child, list)
		case p.Visible(n) && !dom.IsBlank(raw):
			list = append(list, p.Decode(n, raw))
		}
	}
	return list
}
