package a11y

import (
	"strings"
	"unicode/utf8"
)

// Buttons, summaries and frames.
var controlRules = []rule{
	{
		Rule: Rule{
			ID: "button-name", Impact: Critical, Level: A, ACT: []string{"97a4e1"}, WCAG: []string{"4.1.2"},
			Help: "Buttons have a name",
		},
		weight: 10, on: trigger{tags: []tag{tagButton}}, each: buttonName,
	},
	{
		Rule: Rule{
			ID: "input-button-name", Impact: Critical, Level: A, ACT: []string{"97a4e1"}, WCAG: []string{"4.1.2"},
			Help: "Buttons that are inputs have a name",
		},
		weight: 10, on: trigger{tags: []tag{tagInput}}, each: inputButtonName,
	},
	{
		Rule: Rule{
			ID: "summary-name", Impact: Serious, Level: A, ACT: []string{"2t702h"}, WCAG: []string{"4.1.2"},
			Help: "Summaries of details have a name",
		},
		on: trigger{tags: []tag{tagSummary}}, each: summaryName,
	},
	{
		Rule: Rule{
			ID: "frame-title", Impact: Serious, Level: A, ACT: []string{"cae760"}, WCAG: []string{"4.1.2"},
			Help: "Frames have a name",
		},
		weight: 7, on: trigger{tags: []tag{tagIframe, tagFrame}}, each: frameTitle,
	},
	{
		Rule: Rule{
			ID: "label-content-name-mismatch", Impact: Serious, Level: A, ACT: []string{"2ee8b8"}, WCAG: []string{"2.5.3"},
			Help: "The name of a control contains the text seen on it",
		},
		on: trigger{flags: hasARIA}, each: labelContentNameMismatch,
	},
}

func buttonName(p *page, n node) verdict {
	if !p.exposed(n) || p.roleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.hasName(n), "the button has no text")
}

func inputButtonName(p *page, n node) verdict {
	if t := p.inputType(n); t != "button" && t != "submit" && t != "reset" || !p.exposed(n) || p.roleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.hasName(n), "the button has no text")
}

func summaryName(p *page, n node) verdict {
	parent := p.parent(n)
	if parent == none || p.tag(parent) != tagDetails || p.firstSummary(parent) != n || !p.exposed(n) {
		return verdict{}
	}
	if r := p.explicitRole(n); r != nil && !isPresentational(r) {
		return verdict{}
	}
	return passIf(p.hasName(n), "the summary has no text")
}

func frameTitle(p *page, n node) verdict {
	if !p.exposed(n) || p.explicitRole(n) != nil || !p.tabbable(n) && p.has(n, hasTabindex) {
		return verdict{}
	}
	return passIf(p.hasName(n), "the frame has no title")
}

// labelContentNameMismatch compares the text seen on a control that its content would name
// with the name that replaces it. Signs that stand for pictures, such as an x to close, are
// no words.
func labelContentNameMismatch(p *page, n node) verdict {
	if !p.exposed(n) || !p.hasAttr(n, "aria-label") && !p.hasAttr(n, "aria-labelledby") {
		return verdict{}
	}
	if r := p.role(n); !r.is(widget) || !r.is(fromContent) {
		return verdict{}
	}
	name := plainWords(p.accName(n))
	if name == "" {
		return verdict{}
	}
	var worst verdict
	for _, text := range p.seenTexts(n, nil) {
		if v := seenInName(text, name); v.outcome > worst.outcome {
			worst = v.with("text", squeeze(text))
		}
	}
	return worst
}

// seenInName decides one text on a control; name is plain words. Nobody says a bracket or an
// arrow, but some say "and" for an ampersand: what has signs is left to people where its words
// are in the name in their order.
func seenInName(text, name string) verdict {
	seen := plainWords(text)
	switch {
	case utf8.RuneCountInString(seen) < 2:
		return verdict{}
	case strings.Contains(name, seen):
		return pass
	case strings.Contains(strings.ReplaceAll(name, " ", ""), strings.ReplaceAll(seen, " ", "")):
		return unsure("the name contains the text that is seen with other spaces")
	}
	if bare, signs := withoutSigns(text); signs && wordsInOrder(plainWords(bare), name) {
		return unsure("the name contains the words that are seen, without their signs")
	}
	return fail("the name does not contain the text that is seen")
}

// seenTexts are the texts in n that can be seen as such: fonts of icons show pictures for words,
// and the elements set in them say so in their class.
func (p *page) seenTexts(n node, list []string) []string {
	if !p.rendered(n) || len(list) > maxFindings || p.has(n, hasClass) && strings.Contains(strings.ToLower(p.value(n, "class")), "icon") {
		return list
	}
	for child, raw := range p.content(n) {
		switch {
		case child != none:
			list = p.seenTexts(child, list)
		case p.visible(n) && !isBlank(raw):
			list = append(list, p.decode(n, raw))
		}
	}
	return list
}
