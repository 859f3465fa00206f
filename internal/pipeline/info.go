package pipeline

import (
	"cmp"
	"time"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Info describes a document after its conversion.
type Info struct {
	Pages                            int // of the whole document
	Title, Author, Subject, Producer string
	Keywords                         []string
	Created, Modified                time.Time // zero: unknown
	Language                         string
	Words, Images                    int // of the converted pages
}

// newInfo returns what is known of a document before its tree is built.
func newInfo(pages int, about *pdf.Info, images int) Info {
	return Info{
		Pages: pages, Images: images,
		Title: about.Title, Author: about.Author, Subject: about.Subject, Producer: about.Producer,
		Keywords: about.Keywords, Created: about.Created, Modified: about.Modified,
	}
}

// complete adds what only the tree tells.
func (i *Info) complete(tree *semantic.Document) {
	i.Title = cmp.Or(i.Title, tree.Title)
	i.Language = tree.Lang
	i.Words = countWords(tree.Root)
}

// countImages counts the figures that hold a raster image. An image that is cut into strips counts once.
func countImages(pages []*layout.Page) int {
	count := 0
	for _, p := range pages {
		for i := range p.Figures {
			if len(p.Figures[i].Images) > 0 {
				count++
			}
		}
	}
	return count
}
