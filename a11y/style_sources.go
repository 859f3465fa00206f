package a11y

import "strings"

// styledTree is a document with the computed styles of its elements.
type styledTree struct {
	*tree
	styles *styles

	// stylesheet gives the text of a linked sheet by its href; nil gives none.
	stylesheet func(href string) (text string, ok bool)
	sources    []node // the elements that bring style sheets

	summaries map[node]node   // the summary that closed details show, by details
	usedMaps  map[string]bool // names of image maps that images use; built on demand
}

// newStyledTree computes the styles of a document on the screen, and marks the elements
// that are not shown.
func newStyledTree(t *tree, stylesheet func(href string) (text string, ok bool)) *styledTree {
	s := &styledTree{tree: t, stylesheet: stylesheet}
	s.findSources()
	s.styles = computeStyles(t, s.sheetsFor(screen))
	s.resolveVisibility()
	return s
}

// sheetsFor are the style sheets of the document for a medium, in their order. A
// linked sheet that is not given leaves them incomplete.
func (t *styledTree) sheetsFor(m medium) *sheets {
	s := newSheets(m)
	for _, n := range t.sources {
		media := t.value(n, "media")
		if t.tag(n) == tagStyle {
			s.add(t.ownText(n), media)
			continue
		}
		if media != "" && m.matches(tokenize(media)) == no {
			continue
		}
		src, ok := "", false
		if t.stylesheet != nil {
			src, ok = t.stylesheet(t.value(n, "href"))
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
func (t *styledTree) findSources() {
	for n := range t.count() {
		e := t.at(n)
		switch {
		case e.flags&inTemplate != 0:
		case e.tag == tagStyle && isCSS(t.value(n, "type")):
			t.sources = append(t.sources, n)
		case e.tag == tagLink && t.bringsSheet(n):
			t.sources = append(t.sources, n)
		}
	}
}

// bringsSheet reports a link to a style sheet that is in use.
func (t *styledTree) bringsSheet(n node) bool {
	sheet, alternate := false, false
	for rel := range strings.FieldsSeq(strings.ToLower(t.value(n, "rel"))) {
		sheet = sheet || rel == "stylesheet"
		alternate = alternate || rel == "alternate"
	}
	return sheet && !alternate && !t.hasAttr(n, "disabled") && t.value(n, "href") != "" && isCSS(t.value(n, "type"))
}

// isCSS reports a type attribute that says CSS or nothing.
func isCSS(mime string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	mime = strings.TrimSpace(mime)
	return mime == "" || mime == "text/css"
}

// overlays are the parents of elements that are painted out of the flow: what is inside
// of these parents may be covered or underlaid.
func (t *styledTree) overlays() []node { return t.styles.overlays }

// styleOf is the computed style of an element.
func (t *styledTree) styleOf(n node) *style { return t.styles.list[t.at(n).style] }
