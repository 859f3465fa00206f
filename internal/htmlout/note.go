package htmlout

import (
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// note writes a footnote or endnote. The role says what the mark in the text leads to. It also keeps the note out
// of the landmarks, to which an aside belongs otherwise.
func (w *writer) note(n *semantic.Node) {
	tag := "div"
	if w.semantic {
		tag = "aside"
	}
	w.str("<")
	w.str(tag)
	w.common(n)
	if w.semantic {
		w.str(` role="doc-footnote"`)
	}
	w.strLine(">")
	w.mixed(n)
	w.close(tag)
	w.line()
}

// noteLists are the landmark roles of lists to which the text refers, by subtype.
var noteLists = map[string]string{"Endnotes": "doc-endnotes", "Bibliography": "doc-bibliography"}

// openNotes opens the landmark of a list of notes or sources. It reports whether n is such a list.
func (w *writer) openNotes(n *semantic.Node) bool {
	if !w.semantic || n.Attr == nil || noteLists[n.Attr.Subtype] == "" {
		return false
	}
	w.str("<div")
	w.attr("role", noteLists[n.Attr.Subtype])
	w.attr("aria-label", w.landmarkName(n.Attr.Title))
	w.strLine(">")
	return true
}

// landmarkName returns a name that no other landmark has: "Contents", then "Contents (2)".
func (w *writer) landmarkName(name string) string {
	w.landmarks[name]++
	if n := w.landmarks[name]; n > 1 {
		return name + " (" + strconv.Itoa(n) + ")"
	}
	return name
}
