package a11y

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Roles, states and properties of ARIA: whether they exist, have values of their type, and
// refer to something.
//
//	<div role="buton" aria-expanded="yes">     fails: no such role, no such value
var ariaRules = []rule{
	{
		Rule: Rule{
			ID: "aria-roles", Impact: Critical, Level: A, ACT: []string{"674b10"}, WCAG: []string{"4.1.2"},
			Help: "Roles are ones that ARIA defines",
		},
		weight: 10, on: trigger{flags: dom.HasRole}, each: ariaRoles,
	},
	{
		Rule: Rule{
			ID: "aria-deprecated-role", Impact: Minor, Level: A, WCAG: []string{"4.1.2"},
			Help: "Roles are not deprecated", HelpURL: ariaURL("deprecated"),
		},
		weight: 1, on: trigger{flags: dom.HasRole}, each: ariaDeprecatedRole,
	},
	{
		Rule: Rule{
			ID: "aria-valid-attr", Impact: Critical, Level: A, ACT: []string{"5f99a7"}, WCAG: []string{"4.1.2"},
			Help: "Attributes that begin with aria- are ones that ARIA defines",
		},
		weight: 10, on: trigger{flags: dom.HasARIA}, each: ariaValidAttr,
	},
	{
		Rule: Rule{
			ID: "aria-valid-attr-value", Impact: Critical, Level: A, ACT: []string{"6a7281"}, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes have values of their type",
		},
		weight: 10, on: trigger{flags: dom.HasARIA}, each: ariaValidAttrValue,
	},
	{
		Rule: Rule{
			ID: "aria-allowed-attr", Impact: Critical, Level: A, ACT: []string{"5c01ea"}, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes are ones that the role supports",
		},
		weight: 10, on: trigger{flags: dom.HasARIA}, each: ariaAllowedAttr,
	},
	{
		Rule: Rule{
			ID: "aria-prohibited-attr", Impact: Serious, Level: A, ACT: []string{"5c01ea", "kb1m8s"}, WCAG: []string{"4.1.2"},
			Help: "Elements whose role has no name are not given one",
		},
		weight: 7, on: trigger{flags: dom.HasARIA}, each: ariaProhibitedAttr,
	},
	{
		Rule: Rule{
			ID: "aria-conditional-attr", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes agree with the state of the element and its surroundings", HelpURL: "https://www.w3.org/TR/html-aria/",
		},
		weight: 7, on: trigger{flags: dom.HasARIA}, each: ariaConditionalAttr,
	},
	{
		Rule: Rule{
			ID: "aria-required-attr", Impact: Critical, Level: A, ACT: []string{"4e8ab6"}, WCAG: []string{"4.1.2"},
			Help: "Elements with a role have the attributes that it requires",
		},
		weight: 10, on: trigger{flags: dom.HasRole}, each: ariaRequiredAttr,
	},
	{
		Rule: Rule{
			ID: "aria-required-reference", Impact: Serious, Level: A, ACT: []string{"in6db8"}, WCAG: []string{"1.3.1", "4.1.2"},
			Help: "The element that a required attribute refers to exists",
		},
		on: trigger{flags: dom.HasRole}, each: ariaRequiredReference,
	},
	{
		Rule: Rule{
			ID: "duplicate-id-aria", Impact: Critical, Level: A, WCAG: []string{"4.1.2"},
			Help: "Ids that ARIA attributes and labels refer to are unique",
		},
		weight: 10, whole: duplicateIDAria,
	},
	{
		Rule: Rule{
			ID: "aria-roledescription", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "Only elements with a role have a description of it", HelpURL: ariaURL("aria-roledescription"),
		},
		on: trigger{flags: dom.HasARIA}, each: ariaRoledescription,
	},
	{
		Rule: Rule{
			ID: "aria-braille-equivalent", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "What is given for braille is also given for speech", HelpURL: "https://www.w3.org/TR/wai-aria-1.3/#aria-braillelabel",
		},
		on: trigger{flags: dom.HasARIA}, each: ariaBrailleEquivalent,
	},
}

// ariaRoles fails a role attribute in which no role exists; one of several is enough.
func ariaRoles(p *page, n dom.Node) verdict {
	value := p.Value(n, "role")
	if dom.IsBlank(value) || !p.Exposed(n) {
		return verdict{}
	}
	return passIf(p.ExplicitRole(n) != nil, "no role of this name exists").with("role", value)
}

// ariaDeprecatedRole fails a role that ARIA advises against.
func ariaDeprecatedRole(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || !p.Exposed(n) {
		return verdict{}
	}
	return passIf(!r.Is(names.Deprecated), "the role is deprecated").with("role", r.Name)
}

// ariaValidAttr fails the first attribute with aria- that ARIA does not have.
func ariaValidAttr(p *page, n dom.Node) verdict {
	for name := range p.RawAttrs(n) {
		if strings.HasPrefix(name, "aria-") {
			if _, ok := names.AttributeByName(name); !ok {
				return fail("no attribute of this name exists").with("attribute", name)
			}
		}
	}
	return pass
}

// ariaValidAttrValue fails the first ARIA attribute whose value is not of its type. Empty values
// do not count.
func ariaValidAttrValue(p *page, n dom.Node) verdict {
	v := verdict{}
	for name, value := range p.Attrs(n) {
		a, known := names.AttributeByName(name)
		if !known || dom.IsBlank(value) {
			continue
		}
		if name == "aria-current" && !a.Accepts(value) {
			v = unsure("assistive technology takes any other value for true").with("attribute", name).with("value", value)
			continue
		}
		if !a.Accepts(value) {
			return fail("the attribute does not take this value").with("attribute", name).with("value", value)
		}
		if v.outcome == inapplicable {
			v = pass
		}
	}
	return v
}

// duplicateIDAria finds ids that something refers to and that several elements have.
func duplicateIDAria(p *page, report func(dom.Node, verdict)) {
	referred := p.referredIDs()
	if len(referred) == 0 {
		return
	}
	first := make(map[string]dom.Node, len(referred))
	for n := range p.Count() {
		if !p.Has(n, dom.HasID) || p.Has(n, dom.InTemplate) {
			continue
		}
		id := p.Value(n, "id")
		if !referred[id] {
			continue
		}
		if _, twice := first[id]; twice {
			report(n, fail("another element has this id, and something refers to it").with("id", id))
			continue
		}
		first[id] = n
		report(n, pass)
	}
}

// referredIDs returns the ids in ARIA attributes and in the for attributes of labels.
func (p *page) referredIDs() map[string]bool {
	ids := make(map[string]bool)
	for n := range p.Count() {
		if p.Tag(n) == dom.TagLabel {
			if id := p.Value(n, "for"); id != "" {
				ids[id] = true
			}
		}
		if !p.Has(n, dom.HasARIA) {
			continue
		}
		for name, value := range p.Attrs(n) {
			if a, _ := names.AttributeByName(name); a.Refers() {
				for id := range strings.FieldsSeq(value) {
					ids[id] = true
				}
			}
		}
	}
	return ids
}

// ariaRoledescription fails a description of a role where there is no role.
func ariaRoledescription(p *page, n dom.Node) verdict {
	if dom.IsBlank(p.Value(n, "aria-roledescription")) || !p.Exposed(n) {
		return verdict{}
	}
	switch r := p.Role(n); {
	case r == nil, r.Name == "generic":
		return fail("the element has no role that could be described")
	case r.Is(names.Widget | names.Landmark), r.Name == "img":
		return pass
	}
	return unsure("not all assistive technology describes this role in other words")
}

// ariaBrailleEquivalent fails a label that only braille has.
func ariaBrailleEquivalent(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	label, description := !dom.IsBlank(p.Value(n, "aria-braillelabel")), !dom.IsBlank(p.Value(n, "aria-brailleroledescription"))
	switch {
	case !label && !description:
		return verdict{}
	case label && !p.HasName(n):
		return fail("there is a label for braille and none for speech")
	case description && dom.IsBlank(p.Value(n, "aria-roledescription")):
		return fail("there is a description of the role for braille and none for speech")
	}
	return pass
}
