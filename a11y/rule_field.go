package a11y

import (
	"slices"
	"strings"
	"sync"
)

// Form fields.
var fieldRules = []rule{
	{
		Rule: Rule{
			ID: "label", Impact: Critical, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Form fields have a label",
		},
		weight: 10, on: trigger{tags: []tag{tagInput, tagTextarea}}, each: fieldLabel,
	},
	{
		Rule: Rule{
			ID: "select-name", Impact: Critical, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Selection lists have a label",
		},
		weight: 10, on: trigger{tags: []tag{tagSelect}}, each: selectName,
	},
	{
		Rule: Rule{
			ID: "aria-input-field-name", Impact: Serious, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Fields made with ARIA have a name",
		},
		weight: 7, on: trigger{flags: hasRole}, each: ariaInputFieldName,
	},
	{
		Rule: Rule{
			ID: "aria-toggle-field-name", Impact: Serious, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Check boxes, radio buttons and switches made with ARIA have a name",
		},
		weight: 7, on: trigger{flags: hasRole}, each: ariaToggleFieldName,
	},
	{
		Rule: Rule{
			ID: "label-title-only", Impact: Serious, Level: BestPractice,
			Help: "Form fields have a label that is seen, not only a title", HelpURL: "https://www.w3.org/WAI/tutorials/forms/labels/",
		},
		on: trigger{tags: []tag{tagInput, tagTextarea, tagSelect}}, each: labelTitleOnly,
	},
	{
		Rule: Rule{
			ID: "form-field-multiple-labels", Impact: Moderate, Level: A, WCAG: []string{"3.3.2"},
			Help: "Form fields have one label",
		},
		weight: 3, on: trigger{tags: []tag{tagInput, tagTextarea, tagSelect}}, each: formFieldMultipleLabels,
	},
	{
		Rule: Rule{
			ID: "autocomplete-valid", Impact: Serious, Level: AA, ACT: []string{"73f2c2"}, WCAG: []string{"1.3.5"},
			Help: "The autocomplete attribute of a field is one that HTML defines",
		},
		weight: 1, on: trigger{flags: hasComplete}, each: autocompleteValid,
	},
}

// isNativeField reports an element that takes a value, whatever its role.
func (p *page) isNativeField(n node) bool {
	switch p.tag(n) {
	case tagSelect, tagTextarea:
		return true
	case tagInput:
		return p.inputType(n) != "hidden" && !p.isInputButton(n)
	}
	return false
}

// nativeField reports a control that takes a value and is exposed as one.
func (p *page) nativeField(n node) bool {
	if !p.isNativeField(n) || !p.exposed(n) {
		return false
	}
	r := p.explicitRole(n)
	return r == nil || r.is(formField) || isPresentational(r) && p.presentationConflict(n)
}

func fieldLabel(p *page, n node) verdict {
	if !p.nativeField(n) {
		return verdict{}
	}
	return p.labelled(n, "the field has no label")
}

func selectName(p *page, n node) verdict {
	if !p.nativeField(n) {
		return verdict{}
	}
	return p.labelled(n, "the list has no label")
}

// labelled decides whether a field has a name. Browsers do not agree on a label that is hidden:
// by accname-1.2 step 2A it names its field, in some it does not.
func (p *page) labelled(n node, message string) verdict {
	if p.hasName(n) {
		return pass
	}
	for _, l := range p.labelsOf(n) {
		if !p.exposed(l) && !isBlank(p.text(l)) {
			return unsure("the only label of the field is hidden, which not all browsers read")
		}
	}
	return fail(message)
}

func ariaInputFieldName(p *page, n node) verdict {
	if p.isNativeField(n) || !p.exposed(n) {
		return verdict{} // a rule of its own
	}
	switch r := p.explicitRole(n); {
	case r == nil:
		return verdict{}
	case r.name == "listbox" && p.isPopup(n):
		return verdict{} // the field that opens it names it
	case r.name == "combobox", r.name == "listbox", r.name == "searchbox", r.name == "slider", r.name == "spinbutton", r.name == "textbox":
		return passIf(p.hasName(n), "the field has no name")
	}
	return verdict{}
}

// isPopup reports the list of a combobox.
func (p *page) isPopup(n node) bool {
	id := p.value(n, "id")
	if id == "" {
		return false
	}
	if p.popups == nil {
		p.popups = make(map[string]bool)
		for n := range p.count() {
			if p.has(n, hasARIA) && p.roleName(n) == "combobox" {
				for id := range strings.FieldsSeq(p.value(n, "aria-controls") + " " + p.value(n, "aria-owns")) {
					p.popups[id] = true
				}
			}
		}
	}
	return p.popups[id]
}

func ariaToggleFieldName(p *page, n node) verdict {
	if p.isNativeField(n) || !p.exposed(n) {
		return verdict{}
	}
	switch r := p.explicitRole(n); {
	case r == nil:
		return verdict{}
	case r.name == "checkbox", r.name == "menuitemcheckbox", r.name == "menuitemradio", r.name == "radio", r.name == "switch":
		return passIf(p.hasName(n), "the field has no name")
	}
	return verdict{}
}

func labelTitleOnly(p *page, n node) verdict {
	if !p.nativeField(n) {
		return verdict{}
	}
	if len(p.labelsOf(n)) > 0 || p.has(n, hasARIA) && (p.hasAttr(n, "aria-label") || p.hasAttr(n, "aria-labelledby")) {
		return pass
	}
	if !isBlank(p.value(n, "title")) || p.hasAttr(n, "aria-describedby") {
		return fail("the field is named by its title only, which is not seen")
	}
	return verdict{}
}

func formFieldMultipleLabels(p *page, n node) verdict {
	if !p.nativeField(n) {
		return verdict{}
	}
	seen := 0
	for _, l := range p.labelsOf(n) {
		if p.exposed(l) {
			seen++
		}
	}
	switch {
	case seen == 0:
		return verdict{}
	case seen > 1:
		return unsure("the field has several labels; not all assistive technology reads more than one")
	}
	return pass
}

// autofill are the field names of HTML, section 4.10.18.7.1; those of contacting may have a
// word for the kind of contact before them.
var (
	autofill = wordSet(`name honorific-prefix given-name additional-name family-name honorific-suffix nickname username
		new-password current-password one-time-code organization-title organization street-address address-line1
		address-line2 address-line3 address-level4 address-level3 address-level2 address-level1 country
		country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp
		cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday
		bday-day bday-month bday-year sex url photo`)
	autofillContact = wordSet(`tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix
		tel-extension email impp`)
	contactKinds = wordSet("home work mobile fax pager")
)

func wordSet(s string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := make(map[string]bool)
		for w := range strings.FieldsSeq(s) {
			m[w] = true
		}
		return m
	})
}

func autocompleteValid(p *page, n node) verdict {
	if !fieldTags.has(p.tag(n)) || !p.visible(n) && !p.tabbable(n) || p.disabled(n) || strings.EqualFold(p.value(n, "aria-disabled"), "true") {
		return verdict{}
	}
	if p.tag(n) == tagInput {
		switch p.inputType(n) {
		case "hidden", "button", "submit", "reset", "image", "checkbox", "radio", "file":
			return verdict{}
		}
	}
	if p.has(n, hasTabindex) && !p.tabbable(n) && p.has(n, hasRole) && !p.role(n).is(widget) {
		return verdict{} // nobody can fill it in
	}
	if p.hasAttr(n, "readonly") || strings.EqualFold(p.value(n, "aria-readonly"), "true") {
		return verdict{}
	}
	tokens := strings.Fields(strings.ToLower(p.value(n, "autocomplete")))
	if len(tokens) == 0 || len(tokens) == 1 && (tokens[0] == "on" || tokens[0] == "off") {
		return verdict{}
	}
	v := passIf(isAutofill(tokens), "the value is none that HTML defines")
	if len(tokens) == 1 && otherOff()[tokens[0]] {
		v = unsure("the value is none that HTML defines, and may stand for off")
	}
	return v.with("autocomplete", strings.Join(tokens, " "))
}

// otherOff are words that authors write for on and off. They state no purpose, so no purpose
// is wrong.
var otherOff = wordSet("none false true disabled enabled undefined null nope")

// isAutofill reports tokens in the order that HTML demands: section, address, contact, field,
// webauthn.
func isAutofill(tokens []string) bool {
	if last := len(tokens) - 1; tokens[last] == "webauthn" {
		tokens = tokens[:last]
	}
	if len(tokens) > 0 && strings.HasPrefix(tokens[0], "section-") && len(tokens[0]) > len("section-") {
		tokens = tokens[1:]
	}
	if len(tokens) > 0 && slices.Contains([]string{"shipping", "billing"}, tokens[0]) {
		tokens = tokens[1:]
	}
	switch len(tokens) {
	case 1:
		return autofill()[tokens[0]] || autofillContact()[tokens[0]]
	case 2:
		return contactKinds()[tokens[0]] && autofillContact()[tokens[1]]
	}
	return false
}
