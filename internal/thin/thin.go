// Package thin makes pages of layout small before semantic/infer reads all of a document.
package thin

import "github.com/pagelift/pagelift/layout"

// Page drops from a page what infer.Build does not read: words, rulings, unseen text,
// and areas of links that text bears. The pages of a long document are all held at once, and that is
// half of them. The page is changed in place: nobody else may use it.
func Page(p *layout.Page) {
	p.Words, p.Rulings, p.Unseen = nil, nil, nil
	for i, borne := range LinksInText(p) {
		if borne {
			p.Links[i].Areas = nil
		}
	}
}

// Formulas drops from a page what its formulas are made of that were read. Facsimiles need it.
func Formulas(p *layout.Page) {
	for i := range p.Formulas {
		if f := &p.Formulas[i]; f.Reading != nil {
			f.Glyphs, f.Bars = nil, nil
		}
	}
}

// LinksInText tells of each link of a page whether text bears it.
func LinksInText(p *layout.Page) []bool {
	borne := make([]bool, len(p.Links))
	for i := range p.Spans {
		if at := p.Spans[i].Link; at >= 0 && int(at) < len(borne) {
			borne[at] = true
		}
	}
	return borne
}
