package semantic

import "github.com/pagelift/pagelift/layout"

// Thin drops from a page what Build does not read: words, rulings, unseen text,
// and areas of links that text bears. The pages of a long document are all held at once, and that is
// half of them. The page is changed in place: nobody else may use it.
func Thin(p *layout.Page) {
	p.Words, p.Rulings, p.Unseen = nil, nil, nil
	for i, borne := range borneLinks(p) {
		if borne {
			p.Links[i].Areas = nil
		}
	}
}

// borneLinks tells of each link of a page whether text bears it.
func borneLinks(p *layout.Page) []bool {
	borne := make([]bool, len(p.Links))
	for i := range p.Spans {
		if at := p.Spans[i].Link; at >= 0 && int(at) < len(borne) {
			borne[at] = true
		}
	}
	return borne
}
