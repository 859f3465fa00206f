package names

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// valueType is the type of the value of an ARIA attribute (WAI-ARIA 1.2 section 6.2.4).
type valueType uint8

const (
	anyText   valueType = iota // string
	trueFalse                  // true, false
	optional                   // true, false, undefined
	tristate                   // true, false, mixed, undefined
	idRef                      // one id
	idRefs                     // ids
	integer
	number
	token  // one of tokens
	tokens // some of tokens
)

// Attribute is a state or property of ARIA.
type Attribute struct {
	valueType
	words string // of token and tokens
}

// ariaAttributes has the states and properties of WAI-ARIA 1.2, and those of 1.3 that browsers support.
var ariaAttributes = sync.OnceValue(func() map[string]Attribute {
	return map[string]Attribute{
		"aria-activedescendant":       {idRef, ""},
		"aria-atomic":                 {trueFalse, ""},
		"aria-autocomplete":           {token, "inline list both none"},
		"aria-braillelabel":           {anyText, ""},
		"aria-brailleroledescription": {anyText, ""},
		"aria-busy":                   {trueFalse, ""},
		"aria-checked":                {tristate, ""},
		"aria-colcount":               {integer, ""},
		"aria-colindex":               {integer, ""},
		"aria-colindextext":           {anyText, ""},
		"aria-colspan":                {integer, ""},
		"aria-controls":               {idRefs, ""},
		"aria-current":                {token, "page step location date time true false"},
		"aria-describedby":            {idRefs, ""},
		"aria-description":            {anyText, ""},
		"aria-details":                {idRefs, ""}, // one id in 1.2, a list in 1.3
		"aria-disabled":               {trueFalse, ""},
		"aria-dropeffect":             {tokens, "copy execute link move none popup"},
		"aria-errormessage":           {idRef, ""},
		"aria-expanded":               {optional, ""},
		"aria-flowto":                 {idRefs, ""},
		"aria-grabbed":                {optional, ""},
		"aria-haspopup":               {token, "false true menu listbox tree grid dialog"},
		"aria-hidden":                 {optional, ""},
		"aria-invalid":                {token, "grammar false spelling true"},
		"aria-keyshortcuts":           {anyText, ""},
		"aria-label":                  {anyText, ""},
		"aria-labelledby":             {idRefs, ""},
		"aria-level":                  {integer, ""},
		"aria-live":                   {token, "assertive off polite"},
		"aria-modal":                  {trueFalse, ""},
		"aria-multiline":              {trueFalse, ""},
		"aria-multiselectable":        {trueFalse, ""},
		"aria-orientation":            {token, "horizontal undefined vertical"},
		"aria-owns":                   {idRefs, ""},
		"aria-placeholder":            {anyText, ""},
		"aria-posinset":               {integer, ""},
		"aria-pressed":                {tristate, ""},
		"aria-readonly":               {trueFalse, ""},
		"aria-relevant":               {tokens, "additions all removals text"},
		"aria-required":               {trueFalse, ""},
		"aria-roledescription":        {anyText, ""},
		"aria-rowcount":               {integer, ""},
		"aria-rowindex":               {integer, ""},
		"aria-rowindextext":           {anyText, ""},
		"aria-rowspan":                {integer, ""},
		"aria-selected":               {optional, ""},
		"aria-setsize":                {integer, ""},
		"aria-sort":                   {token, "ascending descending none other"},
		"aria-valuemax":               {number, ""},
		"aria-valuemin":               {number, ""},
		"aria-valuenow":               {number, ""},
		"aria-valuetext":              {anyText, ""},
	}
})

// AttributeByName returns the state or property with a name, such as "aria-label", if there is one.
func AttributeByName(name string) (Attribute, bool) {
	a, ok := ariaAttributes()[name]
	return a, ok
}

// IsGlobalAttribute reports whether every role has the attribute.
func IsGlobalAttribute(name string) bool { return globalARIA()[name] }

// Refers reports whether the value of the attribute is one id or several.
func (a Attribute) Refers() bool { return a.valueType == idRef || a.valueType == idRefs }

// Accepts reports whether a value that is not empty has the type. References need not lead to an element.
func (a Attribute) Accepts(value string) bool {
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
		if strings.Trim(value, "+-.0123456789e") != "" {
			return false // Go accepts more than XML Schema: infinity, hexadecimal, underscores
		}
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

// globalARIA has the attributes that every element may have, with a few exceptions (section 6.4). The last line
// has those that 1.2 deprecates there: they are still supported, so not forbidden.
var globalARIA = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool)
	for name := range strings.FieldsSeq(`atomic braillelabel brailleroledescription busy controls current describedby description
		details dropeffect flowto grabbed hidden keyshortcuts label labelledby live owns relevant roledescription
		disabled errormessage haspopup invalid`) {
		m["aria-"+name] = true
	}
	return m
})
