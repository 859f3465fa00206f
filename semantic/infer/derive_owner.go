package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// Standards whose attributes structure elements may have (ISO 32000-2 table 376). The
// owner of an attribute is the name of the standard and its version: "HTML-4.01", "CSS-2".
const (
	htmlStandard = "HTML"
	cssStandard  = "CSS"
	ariaStandard = "ARIA"
)

// foreignAttribute returns the value of an attribute of another standard, or "" when e has none.
func foreignAttribute(e *semantic.Element, standard, name string) string {
	if e.Properties == nil {
		return ""
	}
	for i := range e.Attributes {
		a := &e.Attributes[i]
		if base, _, _ := strings.Cut(a.Owner, "-"); base == standard && strings.EqualFold(a.Key, name) {
			return strings.TrimSpace(strings.Join(a.Values, " "))
		}
	}
	return ""
}

// htmlNames gives the names in HTML of attributes of Table. An attribute with the name of
// HTML counts more.
var htmlNames = map[string]string{"RowSpan": "rowspan", "ColSpan": "colspan", "Scope": "scope", "Short": "abbr", "Headers": "headers"}

// tableAttribute returns the value of an attribute of a cell.
func tableAttribute(e *semantic.Element, key string) string {
	if v := foreignAttribute(e, htmlStandard, htmlNames[key]); v != "" {
		return v
	}
	return e.Attribute("Table", key)
}

// headersOf returns the IDs of the heads that a cell names.
func headersOf(e *semantic.Element) []string {
	if v := foreignAttribute(e, htmlStandard, htmlNames["Headers"]); v != "" {
		return strings.Fields(v)
	}
	return e.AttributeValues("Table", "Headers")
}

// numberings gives the value of ListNumbering for values of type and of list-style-type.
var numberings = map[string]string{
	"1": "Decimal", "a": "LowerAlpha", "A": "UpperAlpha", "i": "LowerRoman", "I": "UpperRoman", "disc": "Disc", "circle": "Circle", "square": "Square",
	"decimal": "Decimal", "lower-alpha": "LowerAlpha", "upper-alpha": "UpperAlpha", "lower-latin": "LowerAlpha", "upper-latin": "UpperAlpha",
	"lower-roman": "LowerRoman", "upper-roman": "UpperRoman",
}

// numberingOf returns the ListNumbering of a list, or "" when the list says nothing.
func numberingOf(e *semantic.Element) string {
	if n := numberings[foreignAttribute(e, cssStandard, "list-style-type")]; n != "" {
		return n
	}
	if n := numberings[foreignAttribute(e, htmlStandard, "type")]; n != "" {
		return n
	}
	return e.Attribute("List", "ListNumbering")
}

// boldFrom is the least weight of a bold font.
const boldFrom = 600

// cssStyle returns the style that the CSS attributes of e give, as far as elements of HTML can
// say it. Colours, sizes and places are left out: they belong to the page, and would conflict with
// the reader's style sheet.
func cssStyle(e *semantic.Element) semantic.TextStyle {
	var style semantic.TextStyle
	weight := foreignAttribute(e, cssStandard, "font-weight")
	if n, err := strconv.Atoi(weight); weight == "bold" || weight == "bolder" || err == nil && n >= boldFrom {
		style |= semantic.Bold
	}
	for _, c := range cssStyles {
		if slices.Contains(strings.Fields(foreignAttribute(e, cssStandard, c.property)), c.value) {
			style |= c.style
		}
	}
	return style
}

var cssStyles = [...]struct {
	property, value string
	style           semantic.TextStyle
}{
	{"font-style", "italic", semantic.Italic}, {"font-style", "oblique", semantic.Italic},
	{"text-decoration", "underline", semantic.Underline}, {"text-decoration", "line-through", semantic.Strike},
	{"text-decoration-line", "underline", semantic.Underline}, {"text-decoration-line", "line-through", semantic.Strike},
	{"vertical-align", "super", semantic.Superscript}, {"vertical-align", "sub", semantic.Subscript},
	{"font-variant", "small-caps", semantic.SmallCaps}, {"font-variant-caps", "small-caps", semantic.SmallCaps},
}

// directionOf returns the direction of text that e names, or "".
func directionOf(e *semantic.Element) string {
	dir := foreignAttribute(e, cssStandard, "direction")
	if v := foreignAttribute(e, htmlStandard, "dir"); v != "" {
		dir = v
	}
	if dir = strings.ToLower(dir); dir == "rtl" || dir == "ltr" {
		return dir
	}
	return ""
}

// markupNames are the attributes that PDF's own structure has no word for.
var markupNames = [...]struct{ standard, name string }{
	{htmlStandard, "title"}, {htmlStandard, "translate"}, {htmlStandard, "cite"}, {ariaStandard, "role"}, {ariaStandard, "aria-label"},
}

// describe gives n the attributes of other standards that e has.
func describe(e *semantic.Element, n *semantic.Node) {
	if e.Properties == nil || len(e.Attributes) == 0 {
		return
	}
	if dir := directionOf(e); dir != "" {
		attrOf(n).Dir = dir
	}
	for _, m := range markupNames {
		if v := foreignAttribute(e, m.standard, m.name); v != "" {
			tag := tagOf(n)
			tag.Markup = append(tag.Markup, semantic.Markup{Name: m.name, Value: v})
		}
	}
}

// isDescribed reports whether describe would give anything to the node of e.
func isDescribed(e *semantic.Element) bool {
	var n semantic.Node
	describe(e, &n)
	return n.Attr != nil
}
