package htmlout

import (
	"slices"
	"strconv"
	"strings"
)

// mathForm is what an element of MathML may hold.
type mathForm uint8

const (
	mathNone  mathForm = iota // an element that is not written, only its content
	mathRow                   // any number of elements
	mathToken                 // text
	mathPair                  // two elements
	mathTriple
	mathEmpty
	mathScripts
	mathTable
)

// mathForms are the elements that are written: those of MathML Core that show something.
var mathForms = map[string]mathForm{
	"merror": mathRow, "mpadded": mathRow, "mphantom": mathRow, "mrow": mathRow, "msqrt": mathRow, "mstyle": mathRow,
	"mi": mathToken, "mn": mathToken, "mo": mathToken, "ms": mathToken, "mtext": mathToken,
	"mfrac": mathPair, "mover": mathPair, "mroot": mathPair, "msub": mathPair, "msup": mathPair, "munder": mathPair,
	"msubsup": mathTriple, "munderover": mathTriple,
	"mspace":        mathEmpty,
	"mmultiscripts": mathScripts,
	"mtable":        mathTable,
}

func (e *mathElement) isToken() bool { return mathForms[e.name] == mathToken }

// mathSource writes the MathML of a document, as a block or inside a line, with the formula in words.
func (w *writer) mathSource(e *mathElement, display bool, alt string) {
	w.str("<math")
	if display {
		w.attr("display", "block")
	}
	if readable(alt) {
		w.attr("alttext", alt)
	}
	w.str(">")
	w.mathKids(e)
	w.str("</math>")
}

func (w *writer) mathKids(e *mathElement) {
	for _, k := range e.kids {
		w.mathElement(k)
	}
}

// mathElement writes e. If e does not hold what it must, it becomes a row, so that its content is still one
// element for the elements around it. Elements are nested no deeper than mathDepth.
func (w *writer) mathElement(e *mathElement) {
	form := mathForms[e.name]
	if !form.fits(e.kids) {
		w.str("<mrow>")
		w.mathKids(e)
		w.str("</mrow>")
		return
	}
	w.mathTag(e)
	switch form {
	case mathToken:
		w.mathText(e)
	case mathTable:
		for _, k := range e.kids {
			w.mathRow(k)
		}
	case mathScripts:
		for _, k := range e.kids {
			if isScriptMark(k) {
				w.mathTag(k)
				w.close(k.name)
			} else {
				w.mathElement(k)
			}
		}
	default:
		w.mathKids(e)
	}
	w.close(e.name)
}

// fits reports whether an element of this form may hold kids.
func (f mathForm) fits(kids []*mathElement) bool {
	switch f {
	case mathNone:
		return false
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

// mathText writes the text of e and of its descendants.
func (w *writer) mathText(e *mathElement) {
	w.text(e.text)
	for _, k := range e.kids {
		w.mathText(k)
	}
}

// isScriptMark reports whether e stands for an absent script in mmultiscripts, or marks where the scripts before
// the base begin.
func isScriptMark(e *mathElement) bool { return e.name == "none" || e.name == "mprescripts" }

// areScripts reports whether kids are a base, its scripts in pairs, and perhaps more pairs behind mprescripts.
func areScripts(kids []*mathElement) bool {
	if len(kids) == 0 || isScriptMark(kids[0]) {
		return false
	}
	scripts, marked := 0, false
	for _, k := range kids[1:] {
		if k.name != "mprescripts" {
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

// mathRow writes a row of a table. An element that is not a row becomes one.
func (w *writer) mathRow(e *mathElement) {
	w.str("<mtr>")
	if e.name == "mtr" || e.name == "mlabeledtr" {
		for _, k := range e.kids {
			w.mathCell(k)
		}
	} else {
		w.mathCell(e)
	}
	w.str("</mtr>")
}

// mathCell writes a cell of a table. An element that is not a cell becomes one.
func (w *writer) mathCell(e *mathElement) {
	if e.name == "mtd" {
		w.mathTag(e)
		w.mathKids(e)
	} else {
		w.str("<mtd>")
		w.mathElement(e)
	}
	w.str("</mtd>")
}

// mathTag writes the start tag of e, with the attributes that show something.
func (w *writer) mathTag(e *mathElement) {
	w.str("<")
	w.str(e.name)
	for _, a := range e.attributes {
		if check := mathValues[a.name]; check != nil && check(a.value) {
			w.attr(a.name, a.value)
		}
	}
	w.str(">")
}

// mathValues are the attributes of MathML Core, each with a test of its values. Attributes that colour text are
// left out: the style sheet sets colours.
var mathValues = map[string]func(string) bool{
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
	return err == nil && n > 0 && n <= maxSpan
}

// isLength reports whether s is a length of CSS, in a unit that formulas use.
func isLength(s string) bool {
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz%")
	switch s[len(number):] {
	case "":
		return number == "0"
	case "em", "ex", "px", "pt", "%", "mm", "cm", "in", "pc":
		_, err := strconv.ParseFloat(number, 32)
		return err == nil && strings.Trim(number, "-.0123456789") == ""
	}
	return false
}
