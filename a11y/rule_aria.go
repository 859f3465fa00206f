package a11y

import (
	"strings"
)

// Roles, states and properties.
var ariaRules = []rule{
	{
		Rule: Rule{
			ID: "aria-roles", Impact: Critical, Level: A, ACT: []string{"674b10"}, WCAG: []string{"4.1.2"},
			Help: "Roles are ones that ARIA defines",
		},
		weight: 10, on: trigger{flags: hasRole}, each: ariaRoles,
	},
	{
		Rule: Rule{
			ID: "aria-deprecated-role", Impact: Minor, Level: A, WCAG: []string{"4.1.2"},
			Help: "Roles are not deprecated", HelpURL: ariaURL("deprecated"),
		},
		weight: 1, on: trigger{flags: hasRole}, each: ariaDeprecatedRole,
	},
	{
		Rule: Rule{
			ID: "aria-valid-attr", Impact: Critical, Level: A, ACT: []string{"5f99a7"}, WCAG: []string{"4.1.2"},
			Help: "Attributes that begin with aria- are ones that ARIA defines",
		},
		weight: 10, on: trigger{flags: hasARIA}, each: ariaValidAttr,
	},
	{
		Rule: Rule{
			ID: "aria-valid-attr-value", Impact: Critical, Level: A, ACT: []string{"6a7281"}, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes have values of their type",
		},
		weight: 10, on: trigger{flags: hasARIA}, each: ariaValidAttrValue,
	},
	{
		Rule: Rule{
			ID: "aria-allowed-attr", Impact: Critical, Level: A, ACT: []string{"5c01ea"}, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes are ones that the role supports",
		},
		weight: 10, on: trigger{flags: hasARIA}, each: ariaAllowedAttr,
	},
	{
		Rule: Rule{
			ID: "aria-prohibited-attr", Impact: Serious, Level: A, ACT: []string{"5c01ea", "kb1m8s"}, WCAG: []string{"4.1.2"},
			Help: "Elements whose role has no name are not given one",
		},
		weight: 7, on: trigger{flags: hasARIA}, each: ariaProhibitedAttr,
	},
	{
		Rule: Rule{
			ID: "aria-conditional-attr", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "ARIA attributes agree with the state of the element and its surroundings", HelpURL: "https://www.w3.org/TR/html-aria/",
		},
		weight: 7, on: trigger{flags: hasARIA}, each: ariaConditionalAttr,
	},
	{
		Rule: Rule{
			ID: "aria-required-attr", Impact: Critical, Level: A, ACT: []string{"4e8ab6"}, WCAG: []string{"4.1.2"},
			Help: "Elements with a role have the attributes that it requires",
		},
		weight: 10, on: trigger{flags: hasRole}, each: ariaRequiredAttr,
	},
	{
		Rule: Rule{
			ID: "aria-required-reference", Impact: Serious, Level: A, ACT: []string{"in6db8"}, WCAG: []string{"1.3.1", "4.1.2"},
			Help: "The element that a required attribute refers to exists",
		},
		on: trigger{flags: hasRole}, each: ariaRequiredReference,
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
		on: trigger{flags: hasARIA}, each: ariaRoledescription,
	},
	{
		Rule: Rule{
			ID: "aria-braille-equivalent", Impact: Serious, Level: A, WCAG: []string{"4.1.2"},
			Help: "What is given for braille is also given for speech", HelpURL: "https://www.w3.org/TR/wai-aria-1.3/#aria-braillelabel",
		},
		on: trigger{flags: hasARIA}, each: ariaBrailleEquivalent,
	},
}

func ariaRoles(p *page, n node) verdict {
	value := p.value(n, "role")
	if isBlank(value) || !p.exposed(n) {
		return verdict{}
	}
	return passIf(p.explicitRole(n) != nil, "no role of this name exists").with("role", value)
}

func ariaDeprecatedRole(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || !p.exposed(n) {
		return verdict{}
	}
	return passIf(!r.is(deprecatedRole), "the role is deprecated").with("role", r.name)
}

func ariaValidAttr(p *page, n node) verdict {
	for name := range p.rawAttrs(n) {
		if strings.HasPrefix(name, "aria-") {
			if _, ok := attributeNamed(name); !ok {
				return fail("no attribute of this name exists").with("attribute", name)
			}
		}
	}
	return pass
}

func ariaValidAttrValue(p *page, n node) verdict {
	v := verdict{}
	for name, value := range p.attrs(n) {
		a, known := attributeNamed(name)
		if !known || isBlank(value) {
			continue
		}
		if name == "aria-current" && !a.accepts(value) {
			v = unsure("assistive technology takes any other value for true").with("attribute", name).with("value", value)
			continue
		}
		if !a.accepts(value) {
			return fail("the attribute does not take this value").with("attribute", name).with("value", value)
		}
		if v.outcome == inapplicable {
			v = pass
		}
	}
	return v
}

// duplicateIDAria finds ids that are referred to and given to several elements.
func duplicateIDAria(p *page, report func(node, verdict)) {
	referred := p.referredIDs()
	if len(referred) == 0 {
		return
	}
	first := make(map[string]node, len(referred))
	for n := range p.count() {
		if !p.has(n, hasID) || p.has(n, inTemplate) {
			continue
		}
		id := p.value(n, "id")
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

// referredIDs are the ids in ARIA attributes and in the for attributes of labels.
func (p *page) referredIDs() map[string]bool {
	ids := make(map[string]bool)
	for n := range p.count() {
		if p.tag(n) == tagLabel {
			if id := p.value(n, "for"); id != "" {
				ids[id] = true
			}
		}
		if !p.has(n, hasARIA) {
			continue
		}
		for name, value := range p.attrs(n) {
			if a, _ := attributeNamed(name); a.refers() {
				for id := range strings.FieldsSeq(value) {
					ids[id] = true
				}
			}
		}
	}
	return ids
}

func ariaRoledescription(p *page, n node) verdict {
	if isBlank(p.value(n, "aria-roledescription")) || !p.exposed(n) {
		return verdict{}
	}
	switch r := p.role(n); {
	case r == nil, r.name == "generic":
		return fail("the element has no role that could be described")
	case r.is(widget | landmark), r.name == "img":
		return pass
	}
	return unsure("not all assistive technology describes this role in other words")
}

func ariaBrailleEquivalent(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	label, description := !isBlank(p.value(n, "aria-braillelabel")), !isBlank(p.value(n, "aria-brailleroledescription"))
	switch {
	case !label && !description:
		return verdict{}
	case label && !p.hasName(n):
		return fail("there is a label for braille and none for speech")
	case description && isBlank(p.value(n, "aria-roledescription")):
		return fail("there is a description of the role for braille and none for speech")
	}
	return pass
}
