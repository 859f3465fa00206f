package pdfua

import (
	"cmp"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Places lists where a document has something that only a person can judge.
type Places struct {
	Count    int
	Findings []Finding // the first ones, at most limits.ObjectPlaces, in page order
}

func (p *Places) add(at place, format string, args ...any) {
	if p.Count++; len(p.Findings) < limits.ObjectPlaces {
		p.Findings = append(p.Findings, Finding{at.page, at.object, fmt.Sprintf(format, args...)})
	}
}

// mediaTypes has the names, for people, of annotations that play or show media.
var mediaTypes = map[pdf.Name]string{
	"Sound": "a sound", "Movie": "a film", "Screen": "a screen that plays media", "3D": "a model in three dimensions", "RichMedia": "rich media",
}

// mediaActions are the actions that play something.
var mediaActions = map[pdf.Name]string{"Sound": "a sound", "Movie": "a film", "Rendition": "media"}

// judgedOfDocument records what a person must judge in the document as a whole.
func (c *Checker) judgedOfDocument() {
	left, catalog := maxRenditions, c.doc.Catalog()
	if what := cmp.Or(c.playedBy(catalog.Raw("OpenAction"), &left), c.played(catalog)); what != "" {
		c.found.Media.add(place{}, "the document plays %s", what)
	}
	if c.doc.Dict(catalog.Raw("AcroForm")).Has("XFA") {
		c.found.Fields.add(place{}, "the form is described in XML (XFA)")
	}
}

// judgedOf records what a person must judge in an annotation. Hidden annotations count, because
// they may still be audible.
func (c *Checker) judgedOf(a *annotation) {
	text := c.doc.Text(a.dict.Raw("Contents"))
	if what, ok := mediaTypes[a.subtype]; ok {
		c.found.Media.add(a.at, "%s%s", what, quoted(text))
	} else if what := c.played(a.dict); what != "" {
		c.found.Media.add(a.at, "an annotation (%.40s) that plays %s%s", a.subtype, what, quoted(text))
	}
	if a.subtype != "Widget" || !a.shown {
		return
	}
	name := c.doc.Text(c.fieldName(a))
	if name == "" {
		name = c.doc.Text(a.owner.Raw("Alt"))
	}
	if name == "" {
		c.found.Fields.add(a.at, "a field without a name for people (TU)")
		return
	}
	c.found.Fields.add(a.at, "a field%s", quoted(name))
}

// quoted returns text in brackets and quotation marks, or "" if there is no text.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(" (%.80q)", text)
}

// played returns what the actions of an object play, or "" if none plays anything.
func (c *Checker) played(dict pdf.Dict) string {
	left := maxRenditions
	what := c.playedBy(dict.Raw("A"), &left)
	for _, action := range c.doc.Dict(dict.Raw("AA")).All() {
		what = cmp.Or(what, c.playedBy(action, &left))
	}
	return what
}

// playedBy returns what an action, or a list of actions, or a following action plays.
func (c *Checker) playedBy(o pdf.Object, left *int) string {
	list := c.doc.Array(o)
	if len(list) == 0 {
		list = pdf.Array{o}
	}
	for _, o := range list {
		if *left--; *left < 0 {
			break
		}
		action := c.doc.Dict(o)
		if what, ok := mediaActions[c.doc.Name(action.Raw("S"))]; ok {
			return what
		}
		if action.Has("Next") {
			if what := c.playedBy(action.Raw("Next"), left); what != "" {
				return what
			}
		}
	}
	return ""
}

// Unread records that the content of a page could not be checked.
func (c *Checker) Unread(page int, why string) {
	c.found.Unread.add(place{page: page}, "not judged, because the page could not be read: %s", why)
}
