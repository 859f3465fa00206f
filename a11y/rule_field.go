package a11y

import (
	"slices"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Form fields without a label, with a label that is not visible, or with an invalid autocomplete attribute.
//
//	<p>Name <input id="n"></p>     fails: the text beside the field is no label
var fieldRules = []rule{
	{
		Rule: Rule{
			ID: "label", Impact: Critical, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Form fields have a label",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagInput, dom.TagTextarea}}, each: fieldLabel,
	},
	{
		Rule: Rule{
			ID: "select-name", Impact: Critical, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Selection lists have a label",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagSelect}}, each: selectName,
	},
	{
		Rule: Rule{
			ID: "aria-input-field-name", Impact: Serious, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Fields made with ARIA have a name",
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: ariaInputFieldName,
	},
	{
		Rule: Rule{
			ID: "aria-toggle-field-name", Impact: Serious, Level: A, ACT: []string{"e086e5"}, WCAG: []string{"4.1.2"},
			Help: "Check boxes, radio buttons and switches made with ARIA have a name",
		},
		weight: 7, on: trigger{flags: dom.HasRole}, each: ariaToggleFieldName,
	},
	{
		Rule: Rule{
			ID: "label-title-only", Impact: Serious, Level: BestPractice,
			Help: "Form fields have a label that is seen, not only a title", HelpURL: "https://www.w3.org/WAI/tutorials/forms/labels/",
		},
		on: trigger{tags: []dom.Tag{dom.TagInput, dom.TagTextarea, dom.TagSelect}}, each: labelTitleOnly,
	},
	{
		Rule: Rule{
			ID: "form-field-multiple-labels", Impact: Moderate, Level: A, WCAG: []string{"3.3.2"},
			Help: "Form fields have one label",
		},
		weight: 3, on: trigger{tags: []dom.Tag{dom.TagInput, dom.TagTextarea, dom.TagSelect}}, each: formFieldMultipleLabels,
	},
	{
		Rule: Rule{
			ID: "autocomplete-valid", Impact: Serious, Level: AA, ACT: []string{"73f2c2"}, WCAG: []string{"1.3.5"},
			Help: "The autocomplete attribute of a field is one that HTML defines",
		},
		weight: 1, on: trigger{flags: dom.HasComplete}, each: autocompleteValid,
	},
}

// isNativeField reports whether HTML makes n a control that takes a value, whatever its role.
func (p *page) isNativeField(n dom.Node) bool {
	switch p.Tag(n) {
	case dom.TagSelect, dom.TagTextarea:
		return true
	case dom.TagInput:
		return p.InputType(n) != "hidden" && !p.IsInputButton(n)
	}
	return false
}

// isExposedField reports whether n is a native field that assistive technology announces as one.
func (p *page) isExposedField(n dom.Node) bool {
	if !p.isNativeField(n) || !p.Exposed(n) {
		return false
	}
	r := p.ExplicitRole(n)
	return r == nil || r.Is(names.FormField) || names.IsPresentational(r) && p.PresentationConflict(n)
}

// fieldLabel decides inputs and text areas.
func fieldLabel(p *page, n dom.Node) verdict {
	if !p.isExposedField(n) {
		return verdict{}
	}
	return p.judgeLabel(n, "the field has no label")
}

// selectName decides selection lists.
func selectName(p *page, n dom.Node) verdict {
	if !p.isExposedField(n) {
		return verdict{}
	}
	return p.judgeLabel(n, "the list has no label")
}

// judgeLabel decides whether a field has a name. Browsers do not agree on a hidden label: by accname-1.2 step 2A
// it names its field, in some browsers it does not.
func (p *page) judgeLabel(n dom.Node, message string) verdict {
	if p.HasName(n) {
		return pass
	}
	for _, l := range p.Labels(n) {
		if !p.Exposed(l) && !dom.IsBlank(p.Text(l)) {
			return unsure("the only label of the field is hidden, which not all browsers read")
		}
	}
	return fail(message)
}

// ariaInputFieldName decides fields for text, values and choices that only their role makes fields.
func ariaInputFieldName(p *page, n dom.Node) verdict {
	if p.isNativeField(n) || !p.Exposed(n) {
		return verdict{} // it has a rule of its own
	}
	switch r := p.ExplicitRole(n); {
	case r == nil:
		return verdict{}
	case r.Name == "listbox" && p.isPopup(n):
		return verdict{} // the field that opens the list names it
	case r.Name == "combobox", r.Name == "listbox", r.Name == "searchbox", r.Name == "slider", r.Name == "spinbutton", r.Name == "textbox":
		return passIf(p.HasName(n), "the field has no name")
	}
	return verdict{}
}

// isPopup reports whether n is the list of a combobox.
func (p *page) isPopup(n dom.Node) bool {
	id := p.Value(n, "id")
	if id == "" {
		return false
	}
	if p.popups == nil {
		p.popups = make(map[string]bool)
		for n := range p.Count() {
			if p.Has(n, dom.HasARIA) && p.RoleName(n) == "combobox" {
				for id := range strings.FieldsSeq(p.Value(n, "aria-controls") + " " + p.Value(n, "aria-owns")) {
					p.popups[id] = true
				}
			}
		}
	}
	return p.popups[id]
}

// ariaToggleFieldName decides elements that are switched on and off and that only their role makes fields.
func ariaToggleFieldName(p *page, n dom.Node) verdict {
	if p.isNativeField(n) || !p.Exposed(n) {
		return verdict{}
	}
	switch r := p.ExplicitRole(n); {
	case r == nil:
		return verdict{}
	case r.Name == "checkbox", r.Name == "menuitemcheckbox", r.Name == "menuitemradio", r.Name == "radio", r.Name == "switch":
		return passIf(p.HasName(n), "the field has no name")
	}
	return verdict{}
}

// labelTitleOnly fails a field whose only name is a title or a description.
func labelTitleOnly(p *page, n dom.Node) verdict {
	if !p.isExposedField(n) {
		return verdict{}
	}
	if len(p.Labels(n)) > 0 || p.Has(n, dom.HasARIA) && (p.HasAttr(n, "aria-label") || p.HasAttr(n, "aria-labelledby")) {
		return pass
	}
	if !dom.IsBlank(p.Value(n, "title")) || p.HasAttr(n, "aria-describedby") {
		return fail("the field is named by its title only, which is not seen")
	}
	return verdict{}
}

// formFieldMultipleLabels asks people to look at fields with several labels.
func formFieldMultipleLabels(p *page, n dom.Node) verdict {
	if !p.isExposedField(n) {
		return verdict{}
	}
	seen := 0
	for _, l := range p.Labels(n) {
		if p.Exposed(l) {
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

// autofill has the field names of HTML, section 4.10.18.7.1. Those for contacting may have a word for the kind of
// contact before them.
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

// wordSet returns a function for the set of the words in s. The set is made on the first call.
func wordSet(s string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := make(map[string]bool)
		for w := range strings.FieldsSeq(s) {
			m[w] = true
		}
		return m
	})
}

// autocompleteValid decides the autocomplete attribute of fields that can be filled in.
func autocompleteValid(p *page, n dom.Node) verdict {
	if !dom.FieldTags.Has(p.Tag(n)) || !p.Visible(n) && !p.Tabbable(n) || p.Disabled(n) || strings.EqualFold(p.Value(n, "aria-disabled"), "true") {
		return verdict{}
	}
	if p.Tag(n) == dom.TagInput {
		switch p.InputType(n) {
		case "hidden", "button", "submit", "reset", "image", "checkbox", "radio", "file":
			return verdict{}
		}
	}
	if p.Has(n, dom.HasTabindex) && !p.Tabbable(n) && p.Has(n, dom.HasRole) && !p.Role(n).Is(names.Widget) {
		return verdict{} // no user can fill it in
	}
	if p.HasAttr(n, "readonly") || strings.EqualFold(p.Value(n, "aria-readonly"), "true") {
		return verdict{}
	}
	tokens := strings.Fields(strings.ToLower(p.Value(n, "autocomplete")))
	if len(tokens) == 0 || len(tokens) == 1 && (tokens[0] == "on" || tokens[0] == "off") {
		return verdict{}
	}
	v := passIf(isAutofill(tokens), "the value is none that HTML defines")
	if len(tokens) == 1 && otherOff()[tokens[0]] {
		v = unsure("the value is none that HTML defines, and may stand for off")
	}
	return v.with("autocomplete", strings.Join(tokens, " "))
}

// otherOff lists words that authors write for on and off. They state no purpose, so they state no wrong one.
var otherOff = wordSet("none false true disabled enabled undefined null nope")

// isAutofill reports whether the tokens stand in the order that HTML demands: section, address,
// contact, field, webauthn.
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
