package pipeline

import (
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// keepTree returns what writers of other forms than HTML need, and the places of elements in HTML. It is nil when
// neither is wanted.
func keepTree(doc *semantic.Document, d *document, shown *assets, cfg *Config) *tree.Source {
	if !cfg.KeepTree && !cfg.HTMLBoxes {
		return nil
	}
	return &tree.Source{Document: doc, Unseen: d.unseen, Title: htmlout.Title(doc, cfg.Name), Picture: shown.inFolder}
}

// kept returns the part of src that a result keeps. Nothing in it refers to the file, which is closed, except when
// Trace.Semantic has seen the tree and may have kept it.
func kept(src *tree.Source, cfg *Config) *tree.Source {
	if !cfg.KeepTree {
		return nil
	}
	if cfg.Trace.Semantic == nil {
		src.Release()
	}
	return src
}

// placesOf returns the function that tells htmlout where nodes stand. It is nil when that is not wanted.
func placesOf(src *tree.Source, cfg *Config) func(*semantic.Node) (string, []htmlout.Place) {
	if !cfg.HTMLBoxes {
		return nil
	}
	return func(n *semantic.Node) (id string, places []htmlout.Place) {
		if !tree.HasID(n.Role) {
			return "", nil
		}
		for _, p := range src.Boxes(n) {
			places = append(places, htmlout.Place(p))
		}
		return src.ID(n), places
	}
}

// inFolder returns the picture that shows a figure. Its name is relative to the HTML.
func (a *assets) inFolder(f *layout.Figure) (tree.Picture, bool) {
	p, ok := a.picture(f)
	return tree.Picture{Name: htmlout.AssetFolder + "/" + p.Name, Width: p.Width, Height: p.Height}, ok
}

// unseenOf returns the text of a page that a reader does not see.
func unseenOf(p *layout.Page) []tree.Unseen {
	list := make([]tree.Unseen, 0, len(p.Unseen))
	for _, u := range p.Unseen {
		list = append(list, tree.Unseen{Page: p.Number, Unread: u})
	}
	return list
}
