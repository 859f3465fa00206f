// Package tree reads a semantic.Document for the writers of forms other than HTML: places
// on pages, ids, tables as grids, plain text.
//
//	Writer      one form of a document: Markdown, JSON, text ...
//	Source      what each of them is given
//	Boxes       where a node stands
//	GridOf      a table as rows of places
//	Text        what a node says, in one line
//
// It changes nothing of the tree, and decides nothing about what the document says.
package tree

import (
	"io"
	"sync"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Writer writes a document in one form. It writes block by block, in small pieces: give it
// a buffer. The same document gives the same bytes.
type Writer interface {
	Write(w io.Writer, src *Source) error
}

// MaxDepth is how deep nodes nest; what is deeper is written as text. The HTML of a document
// has the same bound.
const MaxDepth = 48

// Source is a document with what its tree does not know.
type Source struct {
	*semantic.Document

	// Picture finds the file that shows a figure; nil: no figure has one.
	Picture func(*layout.Figure) (Picture, bool)

	// Title is what the document is called. It is never empty.
	Title string

	// Unseen is the text of the pages that a reader does not see and that is not in the
	// tree, page by page.
	Unseen []Unseen

	naming sync.Once
	ids    map[*semantic.Node]string // see ID
}

// Picture is the file that shows a figure.
type Picture struct {
	Name          string // relative to the folder of the document, with slashes
	Width, Height int    // at which it is shown, CSS pixels
}

// Unseen is text that is on a page and not to be seen.
type Unseen struct {
	Page int
	layout.Unread
}

// PictureOf is the file that shows n; ok is false when there is none.
func (s *Source) PictureOf(n *semantic.Node) (p Picture, ok bool) {
	if s.Picture == nil || n.Attr == nil || n.Attr.Figure == nil {
		return Picture{}, false
	}
	return s.Picture(n.Attr.Figure)
}

// Release lets go of what leads back to the pages: samples of images, drawings. No writer
// reads that, and it holds the whole file.
func (s *Source) Release() {
	for n := range s.Root.All() {
		if n.Attr != nil && n.Attr.Figure != nil {
			release(n.Attr.Figure)
		}
	}
}

func release(f *layout.Figure) {
	f.Parts, f.Graphic = nil, nil
	for _, list := range [...][]*layout.Figure{f.Beside, f.Pieces} {
		for _, other := range list {
			if len(other.Parts) > 0 || other.Graphic != nil || len(other.Pieces) > 0 {
				release(other)
			}
		}
	}
}
