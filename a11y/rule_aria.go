package a11y

import (
	"slices"
	"strconv"
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
			if _, ok := ariaAttributes[name]; !ok {
				return fail("no attribute of this name exists").with("attribute", name)
			}
		}
	}
	return pass
}

func ariaValidAttrValue(p *page, n node) verdict {
	v := verdict{}
	for name, value := range p.attrs(n) {
		a, known := ariaAttributes[name]
		if !known || isBlank(value) {
			continue
		}
		if !a.accepts(value) {
			return fail("the attribute does not take this value").with("attribute", name).with("value", value)
		}
		v = pass
	}
	return v
}

// accepts reports whether a value that is not empty is of the type. References need not
// lead anywhere.
func (a ariaAttribute) accepts(value string) bool {
	value = strings.ToLower(strings.TrimSpace(value))
	switch a.valueType {
	case trueFalse:
		return value == "true" || value == "false"
	case optional:
		return value == "true" || value == "false" || value == "undefined"
	case tristate:
		return value == "true" || value == "false" || value == "mixed" || value == "undefined"
	case idRef:
		return !strings.ContainsAny(value, " \t\n\f\r")
	case integer:
		_, err := strconv.Atoi(value)
		return err == nil
	case number:
		_, err := strconv.ParseFloat(value, 64)
		return err == nil
	case token:
		return slices.Contains(strings.Fields(a.words), value)
	case tokens:
		for t := range strings.FieldsSeq(value) {
			if !slices.Contains(strings.Fields(a.words), t) {
				return false
			}
		}
	}
	return true
}

// stateRole is the role whose attributes n may have: ARIA in HTML allows some on elements
// without a role.
func (p *page) stateRole(n node) *role {
	if r := p.role(n); r != nil {
		return r
	}
	switch p.tag(n) {
	case tagInput:
		return roles["textbox"] // passwords, dates, colours
	case tagSummary:
		return roles["button"]
	}
	return nil
}

func ariaAllowedAttr(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	v, r := verdict{}, p.stateRole(n)
	for name := range p.rawAttrs(n) {
		if _, known := ariaAttributes[name]; !known {
			continue
		}
		if !globalARIA[name] && !r.supports(name) {
			return fail("the role of the element does not have this attribute").with("attribute", name).with("role", p.roleName(n))
		}
		v = pass
	}
	return v
}

func ariaProhibitedAttr(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	v, r := verdict{}, p.role(n)
	for name, value := range p.attrs(n) {
		switch name {
		case "aria-label", "aria-labelledby", "aria-braillelabel", "aria-roledescription", "aria-brailleroledescription":
		default:
			continue
		}
		if strings.HasSuffix(name, "roledescription") && (r == nil || r.name != "generic") {
			continue
		}
		if v = pass; !r.is(unnamed) || isBlank(value) {
			continue
		}
		if t := p.tag(n); t == tagHeader || t == tagFooter {
			v = unsure("as part of a section, the element has no role that could be named").with("attribute", name)
		} else {
			return fail("an element of this role cannot be named").with("attribute", name).with("role", r.name)
		}
	}
	return v
}

// ariaConditionalAttr: a native check box says itself whether it is checked, and
// rows have a place in a tree only in a treegrid.
func ariaConditionalAttr(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	if p.tag(n) == tagInput && p.inputType(n) == "checkbox" {
		if value, ok := p.attr(n, "aria-checked"); ok {
			native := strconv.FormatBool(p.hasAttr(n, "checked"))
			return passIf(strings.EqualFold(value, native) || strings.EqualFold(value, "mixed"), "the attribute contradicts the state of the box").with("aria-checked", value)
		}
	}
	if p.roleName(n) != "row" || p.inTreegrid(n) {
		return verdict{}
	}
	for _, name := range [...]string{"aria-posinset", "aria-setsize", "aria-expanded", "aria-level"} {
		if p.hasAttr(n, name) {
			return fail("the row of a table that is no tree has no place in one").with("attribute", name)
		}
	}
	return pass
}

func (p *page) inTreegrid(n node) bool {
	for n = p.parent(n); n != none; n = p.parent(n) {
		switch p.roleName(n) {
		case "treegrid":
			return true
		case "table", "grid":
			return false
		}
	}
	return false
}

// given are attributes whose role has a value for them when authors give none (WAI-ARIA
// 1.2, implicit value for role).
var given = map[string]bool{"heading aria-level": true}

// nativeState reports an attribute that the element has in its own way.
func (p *page) nativeState(n node, attribute string) bool {
	switch p.tag(n) {
	case tagInput:
		switch p.inputType(n) {
		case "checkbox", "radio":
			return attribute == "aria-checked"
		case "range", "number":
			return attribute == "aria-valuenow"
		}
	case tagMeter, tagProgress:
		return attribute == "aria-valuenow"
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		return attribute == "aria-level"
	case tagSelect:
		return attribute == "aria-expanded" || attribute == "aria-controls"
	case tagOption:
		return attribute == "aria-checked" || attribute == "aria-selected"
	}
	return false
}

func ariaRequiredAttr(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || !p.exposed(n) || r == p.implicitRole(n) {
		return verdict{}
	}
	required := r.required
	if r.name == "separator" && p.focusable(n) {
		required = []string{"aria-valuenow"}
	}
	if len(required) == 0 {
		return verdict{}
	}
	v := pass
	for _, name := range required {
		switch {
		case !isBlank(p.value(n, name)), p.nativeState(n, name):
		case given[r.name+" "+name]:
			v = unsure("the role requires this attribute, and has a value of its own for it").with("attribute", name)
		case r.name == "combobox" && name == "aria-controls" && strings.EqualFold(p.value(n, "aria-expanded"), "false"):
			v = unsure("a list that is closed need not exist").with("attribute", name)
		default:
			return fail("the role requires an attribute that is missing").with("attribute", name).with("role", r.name)
		}
	}
	return v
}

// ariaRequiredReference looks at aria-controls where the role requires it.
func ariaRequiredReference(p *page, n node) verdict {
	r := p.explicitRole(n)
	if r == nil || !slices.Contains(r.required, "aria-controls") || !p.exposed(n) {
		return verdict{}
	}
	ids := p.value(n, "aria-controls")
	if isBlank(ids) || r.name == "combobox" && !strings.EqualFold(p.value(n, "aria-expanded"), "true") {
		return verdict{}
	}
	for id := range strings.FieldsSeq(ids) {
		if p.byID(id) != none {
			return pass
		}
	}
	return fail("no element has the id that is referred to").with("aria-controls", ids)
}

// duplicateIDAria finds ids that are referred to and given to several elements.
func duplicateIDAria(p *page, report func(node, verdict)) {
	referred := p.referredIDs()
	if len(referred) == 0 {
		return
	}
	first := make(map[string]node, len(referred))
	for n := range node(len(p.elements)) {
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
	for n := range node(len(p.elements)) {
		if p.tag(n) == tagLabel {
			if id := p.value(n, "for"); id != "" {
				ids[id] = true
			}
		}
		if !p.has(n, hasARIA) {
			continue
		}
		for name, value := range p.attrs(n) {
			if t := ariaAttributes[name].valueType; t == idRef || t == idRefs {
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
	case r.traits&(widget|landmark) != 0, r.name == "img":
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
