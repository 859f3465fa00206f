package a11y

import "github.com/pagelift/pagelift/a11y/internal/dom"

// Elements whose role needs a name, and that have none.
//
//	<div role="dialog"><p>Save?</p></div>     fails: a dialog is not named by its content
var ariaNameRules = []rule{
	{
		Rule: Rule{
			ID: "aria-command-name", Impact: Serious, Level: A, ACT: []string{"97a4e1"}, WCAG: []string{"4.1.2"},
			Help: "Buttons made with ARIA have a name",
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: ariaCommandName,
	},
	{
		Rule: Rule{
			ID: "aria-menuitem-name", Impact: Serious, Level: A, ACT: []string{"m6b1q3"}, WCAG: []string{"4.1.2"},
			Help: "Items of menus have a name",
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: requireName("the item has no text", "menuitem"),
	},
	{
		Rule: Rule{
			ID: "aria-dialog-name", Impact: Serious, Level: BestPractice,
			Help: "Dialogs have a name", HelpURL: ariaURL("dialog"),
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: requireName("the dialog has no name", "dialog", "alertdialog"),
	},
	{
		Rule: Rule{
			ID: "aria-meter-name", Impact: Serious, Level: A, WCAG: []string{"1.1.1"},
			Help: "Meters have a name", HelpURL: ariaURL("meter"),
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagMeter}, flags: dom.HasRole}, each: requireName("the meter has no name", "meter"),
	},
	{
		Rule: Rule{
			ID: "aria-progressbar-name", Impact: Serious, Level: A, WCAG: []string{"1.1.1"},
			Help: "Progress bars have a name", HelpURL: ariaURL("progressbar"),
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagProgress}, flags: dom.HasRole}, each: requireName("the progress bar has no name", "progressbar"),
	},
	{
		Rule: Rule{
			ID: "aria-tooltip-name", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "Tooltips have a name", HelpURL: ariaURL("tooltip"),
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: requireName("the tooltip has no text", "tooltip"),
	},
	{
		Rule: Rule{
			ID: "aria-treeitem-name", Impact: Serious, Level: BestPractice,
			Help: "Items of trees have a name", HelpURL: ariaURL("treeitem"),
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: requireName("the item has no text", "treeitem"),
	},
	{
		Rule: Rule{
			ID: "aria-text", Impact: Serious, Level: BestPractice,
			Help: "Nothing in an element with the role text can be focused", HelpURL: "https://www.w3.org/TR/wai-aria-1.3/",
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: ariaText,
	},
}

// requireName returns a rule's function that decides whether elements with some roles have a name.
func requireName(message string, of ...string) func(*page, dom.Node) verdict {
	return func(p *page, n dom.Node) verdict {
		if !p.Exposed(n) {
			return verdict{}
		}
		r := p.Role(n)
		for _, name := range of {
			if r != nil && r.Name == name {
				return passIf(p.HasName(n), message)
			}
		}
		return verdict{}
	}
}

// ariaCommandName ignores native buttons, which have their own rules.
func ariaCommandName(p *page, n dom.Node) verdict {
	if p.Tag(n) == dom.TagButton || p.IsInputButton(n) {
		return verdict{}
	}
	return requireName("the button has no text", "button")(p, n)
}

// ariaText fails the role text around something that can have the focus.
func ariaText(p *page, n dom.Node) verdict {
	if p.RoleName(n) != "text" || !p.Exposed(n) {
		return verdict{}
	}
	for inside := range p.Subtree(n) {
		if !p.MayVisit() {
			break
		}
		if p.Focusable(inside) {
			return fail("there is something to focus inside").with("inside", p.Name(inside))
		}
	}
	return pass
}
