package pdfua

import "github.com/pagelift/pagelift/internal/pdf"

// media checks the media clips that the actions of an annotation play (ISO 32000-1 clause 13.2.4).
func (c *Checker) media(a *annotation) {
	if a.subtype != "Screen" && a.subtype != "Widget" {
		return
	}
	w := mediaWalk{Checker: c, at: a.at, left: maxRenditions}
	w.action(a.dict.Raw("A"))
	for _, trigger := range c.doc.Dict(a.dict.Raw("AA")).All() {
		w.action(trigger)
	}
}

// maxRenditions is the most actions and renditions of one annotation that are looked at.
const maxRenditions = 256

type mediaWalk struct {
	*Checker
	at   place
	left int
}

// action follows actions that play something.
func (w *mediaWalk) action(o pdf.Object) {
	d := w.doc
	for action := d.Dict(o); action.Len() > 0 && w.left > 0; w.left-- {
		if d.Name(action.Raw("S")) == "Rendition" {
			w.rendition(action.Raw("R"))
		}
		action = d.Dict(action.Raw("Next"))
	}
}

// rendition checks the clip of a media rendition, or the clips of the renditions from which a selector chooses.
func (w *mediaWalk) rendition(o pdf.Object) {
	d := w.doc
	if w.left--; w.left < 0 {
		return
	}
	r := d.Dict(o)
	if d.Name(r.Raw("S")) == "SR" {
		for _, choice := range firstOf(d.Array(r.Raw("R")), maxRenditions) {
			w.rendition(choice)
		}
		return
	}
	clip := d.Dict(r.Raw("C"))
	if clip.Len() == 0 || d.Name(clip.Raw("S")) != "MCD" {
		return
	}
	_, typed := d.Bytes(clip.Raw("CT"))
	w.test("7.18.6.2-t01", typed, w.at, "the media clip has no entry CT")
	w.test("7.18.6.2-t02", w.hasText(clip.Raw("Alt")), w.at, "the media clip has no alternative text")
}

// hasText reports whether o is a multi-language text array (clause 14.9.2.4): pairs of a language
// and a text that is not empty.
func (w *mediaWalk) hasText(o pdf.Object) bool {
	a := w.doc.Array(o)
	if len(a) == 0 || len(a)%2 != 0 {
		return false
	}
	for i := 1; i < len(a); i += 2 {
		if !w.says(a[i]) {
			return false
		}
	}
	return true
}
