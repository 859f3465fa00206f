package infer

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// useFiles shows the files that the document has for figure i: an Alternative instead
// of what the page paints, a Supplement beside it (ISO 32000-2 table 43). The text of the
// figure stays in it.
func (w *deriver) useFiles(n *semantic.Node, i int32) {
	e := &w.t.Elements[i]
	if e.Properties == nil {
		return
	}
	var own *layout.Figure
	var beside []*layout.Figure
	for k := range e.Files {
		f := &e.Files[k]
		switch {
		case !strings.HasPrefix(f.MediaType, "image/"):
		case f.Relationship == "Alternative" && own == nil:
			own = fileFigure(f, n.Attr.Box)
		case f.Relationship == "Supplement":
			beside = append(beside, fileFigure(f, layout.Rect{}))
		}
	}
	switch painted := n.Attr.Figure; {
	case own != nil && !holds(n, semantic.Form) && !holds(n, semantic.Link): // controls and links in the figure would vanish
		n.Attr.Figure = own
		own.Beside = beside
		n.Evidence = w.d.evidence(n.Evidence, becauseIs(n.Role, "tagged", tagWeight, "the document has a file for what is painted"))
	case painted == nil && len(beside) > 0:
		n.Attr.Figure = beside[0]
		n.Attr.Figure.Beside = beside[1:]
	case len(beside) > 0:
		both := *painted // the page keeps its own
		both.Beside = append(both.Beside[:len(both.Beside):len(both.Beside)], beside...)
		n.Attr.Figure = &both
	}
}

// fileFigure returns a figure that shows a file. It is as wide as box, unless box is empty.
func fileFigure(f *semantic.AssociatedFile, box layout.Rect) *layout.Figure {
	width, height := f.Width, f.Height
	if box.Width() > 0 && width > 0 {
		width, height = box.Width(), box.Width()*height/width
	}
	return &layout.Figure{
		Box: box, Mark: -1,
		Graphic: &layout.Graphic{MediaType: f.MediaType, Data: []byte(f.Data), Width: width, Height: height},
	}
}
