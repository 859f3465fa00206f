package a11y

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Attributes of ARIA and the roles that have them: allowed, prohibited, required ones. Their
// rules are listed in rule_aria.go.
//
//	<p aria-checked="true">     fails "aria-allowed-attr": a paragraph is not checked

// stateRole returns the role whose attributes n may have. ARIA in HTML allows some attributes on elements without
// a role.
func (p *page) stateRole(n dom.Node) *names.Role {
	if r := p.Role(n); r != nil {
		return r
	}
	switch p.Tag(n) {
	case dom.TagInput:
		return names.RoleByName("textbox") // passwords, dates, colours
	case dom.TagSummary:
		return names.RoleByName("button")
	}
	return nil
}

// ariaAllowedAttr fails the first ARIA attribute that the role of the element does not have.
func ariaAllowedAttr(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	v, r := verdict{}, p.stateRole(n)
	for name := range p.RawAttrs(n) {
		if _, known := names.AttributeByName(name); !known {
			continue
		}
		if !names.IsGlobalAttribute(name) && !r.Supports(name) {
			return fail("the role of the element does not have this attribute").with("attribute", name).with("role", p.RoleName(n))
		}
		v = pass
	}
	return v
}

// ariaProhibitedAttr fails a name on an element whose role forbids names.
func ariaProhibitedAttr(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	v, r := verdict{}, p.Role(n)
	for name, value := range p.Attrs(n) {
		switch name {
		case "aria-label", "aria-labelledby", "aria-braillelabel", "aria-roledescription", "aria-brailleroledescription":
		default:
			continue
		}
		if strings.HasSuffix(name, "roledescription") && (r == nil || r.Name != "generic") {
			continue
		}
		if v = pass; !r.Is(names.Unnamed) || dom.IsBlank(value) {
			continue
		}
		if t := p.Tag(n); t == dom.TagHeader || t == dom.TagFooter {
			v = unsure("as part of a section, the element has no role that could be named").with("attribute", name)
		} else {
			return fail("an element of this role cannot be named").with("attribute", name).with("role", r.Name)
		}
	}
	return v
}

// ariaConditionalAttr fails a native check box whose aria-checked contradicts its state, and a row outside of a
// treegrid with attributes for its place in a tree.
func ariaConditionalAttr(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	if p.Tag(n) == dom.TagInput && p.InputType(n) == "checkbox" {
		if value, ok := p.Attr(n, "aria-checked"); ok {
			native := strconv.FormatBool(p.HasAttr(n, "checked"))
			return passIf(strings.EqualFold(value, native) || strings.EqualFold(value, "mixed"), "the attribute contradicts the state of the box").with("aria-checked", value)
		}
	}
	if p.RoleName(n) != "row" || p.inTreegrid(n) {
		return verdict{}
	}
	for _, name := range [...]string{"aria-posinset", "aria-setsize", "aria-expanded", "aria-level"} {
		if p.HasAttr(n, name) {
			return fail("the row of a table that is no tree has no place in one").with("attribute", name)
		}
	}
	return pass
}

// inTreegrid reports whether the nearest table around n is a treegrid.
func (p *page) inTreegrid(n dom.Node) bool {
	for n = p.Parent(n); n != dom.None; n = p.Parent(n) {
		switch p.RoleName(n) {
		case "treegrid":
			return true
		case "table", "grid":
			return false
		}
	}
	return false
}

// impliedByRole lists attributes for which the role has a default value (WAI-ARIA 1.2, implicit value for role).
var impliedByRole = map[string]bool{"heading aria-level": true}

// hasNativeState reports whether HTML gives n the state of an ARIA attribute. A native check box has the state
// checked itself.
func (p *page) hasNativeState(n dom.Node, attribute string) bool {
	switch p.Tag(n) {
	case dom.TagInput:
		switch p.InputType(n) {
		case "checkbox", "radio":
			return attribute == "aria-checked"
		case "range", "number":
			return attribute == "aria-valuenow"
		}
	case dom.TagMeter, dom.TagProgress:
		return attribute == "aria-valuenow"
	case dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6:
		return attribute == "aria-level"
	case dom.TagSelect:
		return attribute == "aria-expanded" || attribute == "aria-controls"
	case dom.TagOption:
		return attribute == "aria-checked" || attribute == "aria-selected"
	}
	return false
}

// ariaRequiredAttr fails a role whose required attribute is missing, and which neither HTML nor
// the role itself gives.
func ariaRequiredAttr(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || !p.Exposed(n) || r == p.ImplicitRole(n) {
		return verdict{}
	}
	required := r.Required()
	if r.Name == "separator" && p.Focusable(n) {
		required = []string{"aria-valuenow"}
	}
	if len(required) == 0 {
		return verdict{}
	}
	v := pass
	for _, name := range required {
		switch {
		case !dom.IsBlank(p.Value(n, name)), p.hasNativeState(n, name):
		case impliedByRole[r.Name+" "+name]:
			v = unsure("the role requires this attribute, and has a value of its own for it").with("attribute", name)
		case r.Name == "combobox" && name == "aria-controls" && strings.EqualFold(p.Value(n, "aria-expanded"), "false"):
			v = unsure("a list that is closed need not exist").with("attribute", name)
		default:
			return fail("the role requires an attribute that is missing").with("attribute", name).with("role", r.Name)
		}
	}
	return v
}

// ariaRequiredReference looks at aria-controls where the role requires it.
func ariaRequiredReference(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	if r == nil || !r.Requires("controls") || !p.Exposed(n) {
		return verdict{}
	}
	ids := p.Value(n, "aria-controls")
	if dom.IsBlank(ids) || r.Name == "combobox" && !strings.EqualFold(p.Value(n, "aria-expanded"), "true") {
		return verdict{}
	}
	for id := range strings.FieldsSeq(ids) {
		if p.ByID(id) != dom.None {
			return pass
		}
	}
	return fail("no element has the id that is referred to").with("aria-controls", ids)
}
