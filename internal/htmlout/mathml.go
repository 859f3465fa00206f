package htmlout

import (
	"encoding/xml"
	"errors"
	"html"
	"slices"
	"strings"
)

// Bounds of the MathML of one formula. The longest of the 27 formulas seen has 65 elements, and the deepest has
// seven levels. Each level opens up to three elements. HTML parsers accept 512 open elements, with those around
// the formula (see maxDepth).
const (
	mathBytes      = 1 << 20
	mathElements   = 20_000
	mathDepth      = 20
	mathAttributes = 16
)

// errMath is the error for a source that is not MathML within these bounds.
var errMath = errors.New("no MathML")

// mathElement is an element of MathML in a document.
type mathElement struct {
	name       string
	attributes []mathAttribute
	text       string
	kids       []*mathElement
}

type mathAttribute struct{ name, value string }

// parseMath reads a formula and returns its element math. It returns nil if source is not MathML or exceeds the
// bounds. It leaves out annotations, which express the formula in another language.
func parseMath(source string) *mathElement {
	if len(source) > mathBytes {
		return nil
	}
	p := mathParser{xml.NewDecoder(strings.NewReader(source)), 0}
	p.Strict = false // entities that XML does not know stay as they are
	for {
		token, err := p.Token()
		if err != nil {
			return nil
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local != "math" {
			return nil
		}
		e, err := p.element(&start, 0)
		if err != nil || e.isEmpty() {
			return nil
		}
		return e
	}
}

type mathParser struct {
	*xml.Decoder
	count int // of elements
}

// element reads the element that begins with start.
func (p *mathParser) element(start *xml.StartElement, depth int) (*mathElement, error) {
	if p.count++; p.count > mathElements || depth > mathDepth {
		return nil, errMath
	}
	e := newMathElement(start)
	var text []byte
	for {
		token, err := p.Token()
		switch t := token.(type) {
		case xml.CharData:
			text = append(text, t...)
		case xml.StartElement:
			if strings.HasPrefix(t.Name.Local, "annotation") {
				err = p.Skip()
				break
			}
			var kid *mathElement
			if kid, err = p.element(&t, depth+1); err == nil {
				e.addText(text)
				e.kids, text = append(e.kids, kid), text[:0]
			}
		case xml.EndElement:
			e.end(text)
			return e, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// newMathElement returns an element without content.
func newMathElement(start *xml.StartElement) *mathElement {
	e := &mathElement{name: start.Name.Local}
	for _, a := range start.Attr[:min(len(start.Attr), mathAttributes)] {
		if a.Name.Space == "" && !slices.ContainsFunc(e.attributes, func(b mathAttribute) bool { return b.name == a.Name.Local }) {
			e.attributes = append(e.attributes, mathAttribute{a.Name.Local, html.UnescapeString(a.Value)})
		}
	}
	return e
}

// mathText returns the text of an element. White space around it is removed, and entities that XML does not know
// are decoded.
func mathText(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

// addText adds text between elements as an element of its own.
func (e *mathElement) addText(text []byte) {
	if s := mathText(string(text)); s != "" {
		e.kids = append(e.kids, &mathElement{name: "mtext", text: s})
	}
}

// end adds the text behind the last element in e.
func (e *mathElement) end(text []byte) {
	if e.isToken() && len(e.kids) == 0 {
		e.text = mathText(string(text))
	} else {
		e.addText(text)
	}
	if e.name == "mfenced" {
		e.fence()
	}
}

// isEmpty reports whether nothing of the element is visible.
func (e *mathElement) isEmpty() bool {
	return !readable(e.text) && !slices.ContainsFunc(e.kids, func(k *mathElement) bool { return !k.isEmpty() })
}

// attribute returns the value of an attribute, or its default.
func (e *mathElement) attribute(name, byDefault string) string {
	for _, a := range e.attributes {
		if a.name == name {
			return a.value
		}
	}
	return byDefault
}

// fence replaces mfenced, which no browser draws, by the row that it stands for: its elements between brackets,
// with separators between them.
func (e *mathElement) fence() {
	row := mathElement{name: "mrow"}
	row.addSign(e.attribute("open", "("), "fence")
	separators := []rune(strings.Join(strings.Fields(e.attribute("separators", ",")), ""))
	for i, k := range e.kids {
		if i > 0 && len(separators) > 0 {
			row.addSign(string(separators[min(i-1, len(separators)-1)]), "separator")
		}
		row.kids = append(row.kids, k)
	}
	row.addSign(e.attribute("close", ")"), "fence")
	*e = row
}

// addSign adds an operator of a kind, "fence" or "separator".
func (e *mathElement) addSign(sign, kind string) {
	if sign != "" {
		e.kids = append(e.kids, &mathElement{name: "mo", text: sign, attributes: []mathAttribute{{kind, "true"}}})
	}
}
