package pipeline

import (
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// keepTree is what writers of other forms than HTML need, when somebody wants them. Nothing of it
// leads back to the file, which is closed, unless somebody has seen the tree and may have kept it.
func keepTree(doc *semantic.Document, d *document, shown *assets, cfg *Config) *tree.Source {
	if !cfg.KeepTree {
		return nil
	}
	src := &tree.Source{Document: doc, Unseen: d.unseen, Title: htmlout.Title(doc, cfg.Name), Picture: shown.inFolder}
	if cfg.Trace.Semantic == nil {
		src.Release()
	}
	return src
}

// inFolder is the file that shows a figure, by its name relative to the HTML.
func (a *assets) inFolder(f *layout.Figure) (tree.Picture, bool) {
	p, ok := a.picture(f)
	return tree.Picture{Name: htmlout.AssetFolder + "/" + p.Name, Width: p.Width, Height: p.Height}, ok
}

// unseenOf is the text of a page that a reader does not see.
func unseenOf(p *layout.Page) []tree.Unseen {
	list := make([]tree.Unseen, 0, len(p.Unseen))
	for _, u := range p.Unseen {
		list = append(list, tree.Unseen{Page: p.Number, Unread: u})
	}
	return list
}
