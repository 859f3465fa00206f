package semantic

import "github.com/pagelift/pagelift/layout"

// Thin drops from a page what Build does not read: words, rulings, unseen text,
// and areas of links. The pages of a long document are all held at once, and that is
// half of them. The page is changed in place: nobody else may use it.
func Thin(p *layout.Page) {
	p.Words, p.Rulings, p.Unseen = nil, nil, nil
	for i := range p.Links {
		p.Links[i].Areas = nil
	}
}
