package a11y

import "strings"

// sheetsFor are the style sheets of the document for a medium, in their order. A
// linked sheet that is not given leaves them incomplete.
func (p *page) sheetsFor(m medium) *sheets {
	s := newSheets(m)
	for _, n := range p.sources {
		media := p.value(n, "media")
		if p.tag(n) == tagStyle {
			s.add(p.ownText(n), media)
			continue
		}
		if media != "" && m.matches(tokenize(media)) == no {
			continue
		}
		src, ok := "", false
		if p.options.Stylesheet != nil {
			src, ok = p.options.Stylesheet(p.value(n, "href"))
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
func (p *page) findSources() {
	for n := range node(len(p.elements)) {
		e := p.at(n)
		switch {
		case e.flags&inTemplate != 0:
		case e.tag == tagStyle && isCSS(p.value(n, "type")):
			p.sources = append(p.sources, n)
		case e.tag == tagLink && p.bringsSheet(n):
			p.sources = append(p.sources, n)
		}
	}
}

// bringsSheet reports a link to a style sheet that is in use.
func (p *page) bringsSheet(n node) bool {
	sheet, alternate := false, false
	for rel := range strings.FieldsSeq(strings.ToLower(p.value(n, "rel"))) {
		sheet = sheet || rel == "stylesheet"
		alternate = alternate || rel == "alternate"
	}
	return sheet && !alternate && !p.hasAttr(n, "disabled") && p.value(n, "href") != "" && isCSS(p.value(n, "type"))
}

// isCSS reports a type attribute that says CSS or nothing.
func isCSS(mime string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	mime = strings.TrimSpace(mime)
	return mime == "" || mime == "text/css"
}

// styleOf is the computed style of an element.
func (p *page) styleOf(n node) *style { return p.styles.list[p.at(n).style] }
