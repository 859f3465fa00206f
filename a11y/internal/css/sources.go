package css

import (
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// StyledTree is a document with the computed styles of its elements.
type StyledTree struct {
	*dom.Tree
	styles *styles

	// stylesheet returns the text of a linked style sheet by its href. nil returns none.
	stylesheet func(href string) (text string, ok bool)
	sources    []dom.Node // the elements that bring style sheets

	summaries map[dom.Node]dom.Node // summaries that closed details elements show, by details
	usedMaps  map[string]bool       // names of image maps in use; built on demand
}

// NewStyledTree computes the styles of a document on the screen, and marks the elements
// that are not shown.
func NewStyledTree(t *dom.Tree, stylesheet func(href string) (text string, ok bool)) *StyledTree {
	s := &StyledTree{Tree: t, stylesheet: stylesheet}
	s.findSources()
	s.styles = computeStyles(t, s.sheetsFor(screen))
	s.resolveVisibility()
	return s
}

// sheetsFor returns the style sheets of the document for a medium, in order. They are incomplete if a linked style
// sheet is not available.
func (t *StyledTree) sheetsFor(m medium) *sheets {
	s := newSheets(m)
	for _, n := range t.sources {
		media := t.Value(n, "media")
		if t.Tag(n) == dom.TagStyle {
			s.add(t.OwnText(n), media)
			continue
		}
		if media != "" && m.matches(tokenize(media)) == No {
			continue
		}
		src, ok := "", false
		if t.stylesheet != nil {
			src, ok = t.stylesheet(t.Value(n, "href"))
		}
		if !ok {
			s.incomplete = true
			continue
		}
		s.add(src, media)
	}
	return s
}

// findSources lists the elements that bring style sheets.
func (t *StyledTree) findSources() {
	for n := range t.Count() {
		e := t.At(n)
		switch {
		case e.Flags&dom.InTemplate != 0:
		case e.Tag == dom.TagStyle && isCSS(t.Value(n, "type")):
			t.sources = append(t.sources, n)
		case e.Tag == dom.TagLink && t.bringsSheet(n):
			t.sources = append(t.sources, n)
		}
	}
}

// bringsSheet reports whether n links to a style sheet that is in use.
func (t *StyledTree) bringsSheet(n dom.Node) bool {
	sheet, alternate := false, false
	for rel := range strings.FieldsSeq(strings.ToLower(t.Value(n, "rel"))) {
		sheet = sheet || rel == "stylesheet"
		alternate = alternate || rel == "alternate"
	}
	return sheet && !alternate && !t.HasAttr(n, "disabled") && t.Value(n, "href") != "" && isCSS(t.Value(n, "type"))
}

// isCSS reports whether a type attribute says CSS or is empty.
func isCSS(mime string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	mime = strings.TrimSpace(mime)
	return mime == "" || mime == "text/css"
}

// Overlays returns the parents of elements that are painted out of the flow. What is inside of these parents may
// be covered, or may have something painted under it.
func (t *StyledTree) Overlays() []dom.Node { return t.styles.overlays }

// Style returns the computed style of an element.
func (t *StyledTree) Style(n dom.Node) *Style { return t.styles.list[t.At(n).Style] }
