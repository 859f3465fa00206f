package htmlout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// mathForm is what an element of MathML may hold.
type mathForm uint8

const (
	mathRow   mathForm = iota // any number of elements
	mathToken                 // text
	mathPair                  // two elements, three, ...
	mathTriple
	mathEmpty
	mathScripts
	mathTable
)

// mathForms are the elements that are written: those of MathML Core that show
// something. Any other gives its content.
var mathForms = map[string]mathForm{
	"merror": mathRow, "mpadded": mathRow, "mphantom": mathRow, "mrow": mathRow, "msqrt": mathRow, "mstyle": mathRow,
	"mi": mathToken, "mn": mathToken, "mo": mathToken, "ms": mathToken, "mtext": mathToken,
	"mfrac": mathPair, "mover": mathPair, "mroot": mathPair, "msub": mathPair, "msup": mathPair, "munder": mathPair,
	"msubsup": mathTriple, "munderover": mathTriple,
	"mspace":        mathEmpty,
	"mmultiscripts": mathScripts,
	"mtable":        mathTable,
}

// math writes elements of MathML that stand in no formula.
func (w *writer) math(n *semantic.Node) {
	if n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Name == "math" {
		w.mathRoot(n, false, "")
		return
	}
	w.mathRoot(&semantic.Node{Children: []*semantic.Node{n}}, false, "")
}

// mathRoot writes what n holds as one formula.
func (w *writer) mathRoot(n *semantic.Node, display bool, alt string) {
	w.str("<math")
	if display {
		w.attr("display", "block")
	}
	if readable(alt) {
		w.attr("alttext", alt)
	}
	w.str(">")
	for _, c := range mathNodes(n) {
		w.mathNode(c)
	}
	w.str("</math>")
}

// mathNodes are the nodes under n that become one element each. Text of n itself
// is the first.
func mathNodes(n *semantic.Node) []*semantic.Node {
	kids := make([]*semantic.Node, 0, len(n.Children)+1)
	if n.Text != "" {
		kids = append(kids, &semantic.Node{Role: semantic.Span, Text: n.Text})
	}
	for _, c := range n.Children {
		if c != nil && (c.Role == semantic.Math || hasText(c)) {
			kids = append(kids, c)
		}
	}
	return kids
}

// hasText reports whether there is text under n, page furniture left out.
func hasText(n *semantic.Node) bool {
	if isSilent(n) {
		return false
	}
	return strings.TrimSpace(n.Text) != "" || slices.ContainsFunc(n.Children, hasText)
}

// bare writes the text under n without any element, page furniture left out.
func (w *writer) bare(n *semantic.Node) {
	if isSilent(n) {
		return
	}
	w.text(n.Text)
	for _, c := range n.Children {
		w.bare(c)
	}
}

// mathNode writes n as one element.
func (w *writer) mathNode(n *semantic.Node) {
	if w.depth++; w.depth > maxDepth || n.Role != semantic.Math || n.Attr == nil || n.Attr.Math == nil {
		w.mathText(n)
	} else {
		w.mathElement(n, n.Attr.Math)
	}
	w.depth--
}

// mathText writes the text under n as one element.
func (w *writer) mathText(n *semantic.Node) {
	w.str("<mtext>")
	w.bare(n)
	w.str("</mtext>")
}

// mathElement writes n as the element e, or as a row when it does not hold what e
// must: its content stays one element for those around it.
func (w *writer) mathElement(n *semantic.Node, e *semantic.MathElement) {
	form, known := mathForms[e.Name]
	if form == mathToken && known {
		w.mathTag(e)
		w.bare(n)
		w.close(e.Name)
		return
	}
	kids := mathNodes(n)
	if !known || !form.fits(kids) {
		e, form = &semantic.MathElement{Name: "mrow"}, mathRow
	}
	w.mathTag(e)
	for _, c := range kids {
		switch {
		case form == mathTable:
			w.mathRow(c)
		case form == mathScripts && isScriptMark(c):
			w.mathTag(c.Attr.Math)
			w.close(c.Attr.Math.Name)
		default:
			w.mathNode(c)
		}
	}
	w.close(e.Name)
}

// fits reports whether an element may hold kids.
func (f mathForm) fits(kids []*semantic.Node) bool {
	switch f {
	case mathPair:
		return len(kids) == 2
	case mathTriple:
		return len(kids) == 3
	case mathEmpty:
		return len(kids) == 0
	case mathScripts:
		return areScripts(kids)
	}
	return true
}

// isScriptMark reports whether n stands for no script of mmultiscripts, or for the
// place at which those before the base begin.
func isScriptMark(n *semantic.Node) bool {
	return isMath(n, "none") || isMath(n, "mprescripts")
}

// isMath reports whether n is this element of MathML.
func isMath(n *semantic.Node, name string) bool {
	return n.Role == semantic.Math && n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Name == name
}

// areScripts reports whether kids are a base, its scripts in pairs, and more pairs
// behind mprescripts.
func areScripts(kids []*semantic.Node) bool {
	if len(kids) == 0 || isScriptMark(kids[0]) {
		return false
	}
	scripts, marked := 0, false
	for _, c := range kids[1:] {
		if !isMath(c, "mprescripts") {
			scripts++
			continue
		}
		if marked || scripts%2 != 0 {
			return false
		}
		marked = true
	}
	return scripts%2 == 0
}

// mathRow writes a row of a table; what is none becomes one.
func (w *writer) mathRow(n *semantic.Node) {
	w.str("<mtr>")
	if !isMath(n, "mtr") && !isMath(n, "mlabeledtr") {
		w.mathCell(n)
	} else {
		for _, c := range mathNodes(n) {
			w.mathCell(c)
		}
	}
	w.str("</mtr>")
}

// mathCell writes a cell of a table; what is none becomes one.
func (w *writer) mathCell(n *semantic.Node) {
	if !isMath(n, "mtd") {
		w.str("<mtd>")
		w.mathNode(n)
		w.str("</mtd>")
		return
	}
	w.mathTag(n.Attr.Math)
	for _, c := range mathNodes(n) {
		w.mathNode(c)
	}
	w.str("</mtd>")
}

// mathTag writes the start tag of e with the attributes that show something.
func (w *writer) mathTag(e *semantic.MathElement) {
	w.str("<")
	w.str(e.Name)
	for i, a := range e.Attributes {
		if i == maxMathAttributes {
			break
		}
		if check := mathAttributes[a.Name]; check != nil && check(a.Value) && !slices.ContainsFunc(e.Attributes[:i], func(b semantic.MathAttribute) bool { return b.Name == a.Name }) {
			w.attr(a.Name, a.Value)
		}
	}
	w.str(">")
}

// maxMathAttributes is more attributes than an element has.
const maxMathAttributes = 16

// mathAttributes are the attributes of MathML Core, and what their values may be.
// Those that colour and space text are left to the stylesheet.
var mathAttributes = map[string]func(string) bool{
	"accent": isTruth, "accentunder": isTruth, "displaystyle": isTruth, "fence": isTruth, "largeop": isTruth, "movablelimits": isTruth,
	"separator": isTruth, "stretchy": isTruth, "symmetric": isTruth,
	"depth": isLength, "height": isLength, "linethickness": isLength, "lspace": isLength, "maxsize": isLength, "minsize": isLength,
	"rspace": isLength, "voffset": isLength, "width": isLength,
	"columnspan": isNumber, "rowspan": isNumber, "scriptlevel": isNumber,
	"dir":         oneOf("ltr", "rtl"),
	"form":        oneOf("prefix", "infix", "postfix"),
	"mathvariant": oneOf("normal"),
}

func isTruth(s string) bool { return s == "true" || s == "false" }

func oneOf(values ...string) func(string) bool {
	return func(s string) bool { return slices.Contains(values, s) }
}

// isNumber reports whether s is a small whole number.
func isNumber(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && n <= maxSpan
}

// isLength reports whether s is a length of CSS in a unit that formulas have.
func isLength(s string) bool {
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz%")
	switch s[len(number):] {
	case "":
		return number == "0"
	case "em", "ex", "px", "pt", "%", "mm", "cm", "in", "pc":
		return strings.Trim(strings.TrimPrefix(number, "-"), "0123456789.") == "" && strings.Trim(number, "-.") != ""
	}
	return false
}
