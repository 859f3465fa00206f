package a11y

import (
	"strconv"
	"strings"
)

// stateRole is the role whose attributes n may have: ARIA in HTML allows some on elements
// without a role.
func (p *page) stateRole(n node) *role {
	if r := p.role(n); r != nil {
		return r
	}
	switch p.tag(n) {
	case tagInput:
		return roleNamed("textbox") // passwords, dates, colours
	case tagSummary:
		return roleNamed("button")
	}
	return nil
}

func ariaAllowedAttr(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	v, r := verdict{}, p.stateRole(n)
	for name := range p.rawAttrs(n) {
		if _, known := attributeNamed(name); !known {
			continue
		}
		if !isGlobalARIA(name) && !r.supports(name) {
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
	required := r.required()
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
	if r == nil || !r.requires("controls") || !p.exposed(n) {
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
