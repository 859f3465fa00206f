package a11y

import (
	"strconv"
	"strings"
)

// Focus and keys.
var focusRules = []rule{
	{
		Rule: Rule{
			ID: "nested-interactive", Impact: Serious, Level: A, ACT: []string{"307n5z"}, WCAG: []string{"4.1.2"},
			Help: "A control that hides what it holds holds nothing that can be focused",
		},
		on: trigger{tags: []tag{tagButton, tagMeter, tagProgress, tagOption, tagHr}, flags: hasRole}, each: nestedInteractive,
	},
	{
		Rule: Rule{
			ID: "tabindex", Impact: Serious, Level: BestPractice,
			Help: "No tabindex is greater than 0", HelpURL: "https://www.w3.org/WAI/WCAG22/Understanding/focus-order",
		},
		weight: 7, on: trigger{flags: hasTabindex}, each: tabindex,
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
		weight: 7, on: trigger{flags: hasARIA}, each: ariaHiddenFocus,
	},
	{
		Rule: Rule{
			ID: "aria-hidden-body", Impact: Critical, Level: A, WCAG: []string{"1.3.1", "4.1.2"},
			Help: "The body is not hidden by ARIA",
		},
		weight: 10, on: trigger{tags: []tag{tagBody}}, each: ariaHiddenBody,
	},
}

// nestedInteractive: children of these roles are presentational, so that focus inside gets
// lost for assistive technology.
func nestedInteractive(p *page, n node) verdict {
	if !p.exposed(n) || !p.role(n).is(atomic) {
		return verdict{}
	}
	for inside := range p.subtree(n) {
		if !p.mayVisit() {
			break
		}
		if !p.has(inside, inTemplate) && p.tabbable(inside) {
			return fail("there is something to focus inside").with("inside", p.name(inside))
		}
	}
	return pass
}

func tabindex(p *page, n node) verdict {
	i, err := strconv.Atoi(strings.TrimSpace(p.value(n, "tabindex")))
	if err != nil || !p.rendered(n) {
		return verdict{}
	}
	return passIf(i <= 0, "the element is reached before everything without a tabindex")
}

func accesskeys(p *page, report func(node, verdict)) {
	byKey := make(map[string][]node)
	var keys []string
	for n := range p.count() {
		if !p.has(n, hasAccesskey) || p.has(n, inTemplate) || !p.rendered(n) {
			continue
		}
		key := strings.ToLower(strings.TrimSpace(p.value(n, "accesskey")))
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

// ariaHiddenFocus looks at each outermost element with aria-hidden. What takes the focus only to
// hand it on is known by a handler, its own or one that a script of the document adds, and left
// to people.
func ariaHiddenFocus(p *page, n node) verdict {
	if !strings.EqualFold(p.value(n, "aria-hidden"), "true") || p.tag(n) == tagBody || !p.rendered(n) {
		return verdict{}
	}
	if parent := p.parent(n); parent != none && p.has(parent, ariaHidden) {
		return verdict{}
	}
	frame, sentinel := false, false
	for inside := n; inside < p.at(n).next; inside++ {
		if p.has(inside, inTemplate) || !p.tabbable(inside) {
			continue
		}
		switch {
		case p.tag(inside) == tagIframe && !p.has(inside, hasTabindex):
			frame = true
		case p.hasAttr(inside, "onfocus") || p.scriptsFocus():
			sentinel = true
		default:
			return fail("the tab key leads to something that is hidden").with("inside", p.name(inside))
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

// scriptsFocus reports a script in the document that listens to the focus.
func (p *page) scriptsFocus() bool {
	if p.scriptsRead {
		return p.focusScripts
	}
	p.scriptsRead = true
	for n := range p.count() {
		if p.tag(n) == tagScript && listensToFocus(p.ownText(n)) {
			p.focusScripts = true
		}
	}
	return p.focusScripts
}

func listensToFocus(script string) bool {
	return strings.Contains(script, "addEventListener") && (strings.Contains(script, "'focus") || strings.Contains(script, `"focus`)) ||
		strings.Contains(script, "onfocus")
}

func ariaHiddenBody(p *page, n node) verdict {
	return passIf(!p.has(n, ariaHidden), "the whole page is hidden from assistive technology")
}
