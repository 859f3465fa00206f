// Package thin makes pages of layout small before semantic/infer reads all of a document.
package thin

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// LongRule is the share of the page's width that a level rule has at least which parts a
// running head or foot from the text: those above notes are shorter.
const LongRule = 0.4

// rulesKept is how many such rules a page keeps: tables have more, and nobody asks for theirs.
const rulesKept = 64

// Page drops from a page what infer.Build does not read: words, unseen text, rulings but the
// long level ones, and areas of links that text bears. The pages of a long document are all held at once, and that is
// half of them. The page is changed in place: nobody else may use it.
func Page(p *layout.Page) {
	p.Words, p.Rulings, p.Unseen = nil, longRules(p), nil
	for i, borne := range LinksInText(p) {
		if borne {
			p.Links[i].Areas = nil
		}
	}
}

// longRules are the long level rules of a page.
func longRules(p *layout.Page) []layout.Ruling {
	var long []layout.Ruling
	for _, r := range p.Rulings {
		if !r.Vertical && r.Box.Width() >= LongRule*p.Width && len(long) < rulesKept {
			long = append(long, r)
		}
	}
	return slices.Clip(long)
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
