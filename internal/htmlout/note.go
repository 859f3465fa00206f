package htmlout

import (
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// note writes a footnote or endnote. The role says what the mark in the text leads
// to, and keeps it out of the landmarks that an aside is among.
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

// noteLists are the landmarks of lists that text leads to, by their subtype.
var noteLists = map[string]string{"Endnotes": "doc-endnotes", "Bibliography": "doc-bibliography"}

// openNotes opens the landmark of a list of notes or sources; it reports whether n
// is one.
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

// landmarkName is the name of a landmark that no other one has: "Contents", then
// "Contents (2)".
func (w *writer) landmarkName(name string) string {
	w.landmarks[name]++
	if n := w.landmarks[name]; n > 1 {
		return name + " (" + strconv.Itoa(n) + ")"
	}
	return name
}
