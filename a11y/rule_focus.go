package a11y

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Elements that the focus reaches and should not reach, and access keys of two elements.
//
//	<div aria-hidden="true"><a href="#">x</a></div>     fails: the tab key leads to it
var focusRules = []rule{
	{
		Rule: Rule{
			ID: "nested-interactive", Impact: Serious, Level: A, ACT: []string{"307n5z"}, WCAG: []string{"4.1.2"},
			Help: "A control that hides what it holds holds nothing that can be focused",
		},
		on: trigger{tags: []dom.Tag{dom.TagButton, dom.TagMeter, dom.TagProgress, dom.TagOption, dom.TagHr}, flags: dom.HasRole}, each: nestedInteractive,
	},
	{
		Rule: Rule{
			ID: "tabindex", Impact: Serious, Level: BestPractice,
			Help: "No tabindex is greater than 0", HelpURL: "https://www.w3.org/WAI/WCAG22/Understanding/focus-order",
		},
		weight: 7, on: trigger{flags: dom.HasTabindex}, each: tabindex,
	},
	{
		Rule: Rule{
			ID: "accesskeys", Impact: Serious, Level: BestPractice,
			Help: "Each access key stands on one element only", HelpURL: "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
		},
		weight: 7, whole: accesskeys,
	},
	{
		Rule: Rule{
			ID: "aria-hidden-focus", Impact: Serious, Level: A, ACT: []string{"6cfa84"}, WCAG: []string{"4.1.2"},
			Help: "Nothing inside an element hidden by ARIA can be reached with the tab key",
		},
		weight: 7, on: trigger{flags: dom.HasARIA}, each: ariaHiddenFocus,
	},
	{
		Rule: Rule{
			ID: "aria-hidden-body", Impact: Critical, Level: A, WCAG: []string{"1.3.1", "4.1.2"},
			Help: "The body is not hidden by ARIA",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagBody}}, each: ariaHiddenBody,
	},
}

// nestedInteractive fails a role whose children are presentational if the focus can be inside of it: assistive
// technology loses track of the focus there.
func nestedInteractive(p *page, n dom.Node) verdict {
	if !p.Exposed(n) || !p.Role(n).Is(names.Atomic) {
		return verdict{}
	}
	for inside := range p.Subtree(n) {
		if !p.MayVisit() {
			break
		}
		if !p.Has(inside, dom.InTemplate) && p.Tabbable(inside) {
			return fail("there is something to focus inside").with("inside", p.Name(inside))
		}
	}
	return pass
}

// tabindex fails an element with a positive tabindex. The tab key reaches it before its position in the document.
func tabindex(p *page, n dom.Node) verdict {
	i, err := strconv.Atoi(strings.TrimSpace(p.Value(n, "tabindex")))
	if err != nil || !p.Rendered(n) {
		return verdict{}
	}
	return passIf(i <= 0, "the element is reached before everything without a tabindex")
}

// accesskeys fails all elements that share an access key.
func accesskeys(p *page, report func(dom.Node, verdict)) {
	byKey := make(map[string][]dom.Node)
	var keys []string
	for n := range p.Count() {
		if !p.Has(n, dom.HasAccesskey) || p.Has(n, dom.InTemplate) || !p.Rendered(n) {
			continue
		}
		key := strings.ToLower(strings.TrimSpace(p.Value(n, "accesskey")))
		if key == "" {
			continue
		}
		if byKey[key] == nil {
			keys = append(keys, key)
		}
		byKey[key] = append(byKey[key], n)
	}
	for _, key := range keys {
		for _, n := range byKey[key] {
			report(n, passIf(len(byKey[key]) == 1, "another element has this access key").with("accesskey", key))
		}
	}
}

// ariaHiddenFocus decides each outermost element with aria-hidden. An element may take the focus only to pass it
// on. A handler shows that, its own or one that a script of the document adds; then a person has to look.
func ariaHiddenFocus(p *page, n dom.Node) verdict {
	if !strings.EqualFold(p.Value(n, "aria-hidden"), "true") || p.Tag(n) == dom.TagBody || !p.Rendered(n) {
		return verdict{}
	}
	if parent := p.Parent(n); parent != dom.None && p.Has(parent, dom.AriaHidden) {
		return verdict{}
	}
	frame, sentinel := false, false
	for inside := n; inside < p.At(n).Next; inside++ {
		if p.Has(inside, dom.InTemplate) || !p.Tabbable(inside) {
			continue
		}
		switch {
		case p.Tag(inside) == dom.TagIframe && !p.Has(inside, dom.HasTabindex):
			frame = true
		case p.HasAttr(inside, "onfocus") || p.scriptsFocus():
			sentinel = true
		default:
			return fail("the tab key leads to something that is hidden").with("inside", p.Name(inside))
		}
	}
	switch {
	case frame:
		return unsure("a frame that is hidden is in the way of the tab key if its document has something to focus")
	case sentinel:
		return unsure("something hidden takes the focus; a script may hand it on")
	}
	return pass
}

// scriptsFocus reports whether a script in the document listens to the focus.
func (p *page) scriptsFocus() bool {
	if p.scriptsRead {
		return p.focusScripts
	}
	p.scriptsRead = true
	for n := range p.Count() {
		if p.Tag(n) == dom.TagScript && listensToFocus(p.OwnText(n)) {
			p.focusScripts = true
		}
	}
	return p.focusScripts
}

// listensToFocus reports whether a script contains words of a listener to the focus. The script is not run.
func listensToFocus(script string) bool {
	return strings.Contains(script, "addEventListener") && (strings.Contains(script, "'focus") || strings.Contains(script, `"focus`)) ||
		strings.Contains(script, "onfocus")
}

// ariaHiddenBody fails a body with aria-hidden.
func ariaHiddenBody(p *page, n dom.Node) verdict {
	return passIf(!p.Has(n, dom.AriaHidden), "the whole page is hidden from assistive technology")
}
