package infer

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// pictureInLine returns the index of the figure whose sign stands at a place of the page's text,
// or -1.
func (s *sheet) pictureInLine(at int32) int {
	for i := range s.Figures {
		if n := s.Figures[i].Inset; n != nil && n.At == at {
			return i
		}
	}
	return -1
}

// hasPicturesInLines reports whether pictures stand in lines of p.
func hasPicturesInLines(p *layout.Page) bool {
	for i := range p.Figures {
		if p.Figures[i].Inset != nil {
			return true
		}
	}
	return false
}

// movePictures returns figures with the places that the signs of pictures in lines have after moves.
func movePictures(figures []layout.Figure, moves []textMove) []layout.Figure {
	figures = slices.Clone(figures)
	for i := range figures {
		if n := figures[i].Inset; n != nil {
			inset := *n
			inset.At = moved(moves, n.At)
			figures[i].Inset = &inset
		}
	}
	return figures
}

// picture adds the picture whose sign stands at a place of the text.
func (in *inliner) picture(s *sheet, at int32, href string) {
	i := s.pictureInLine(at)
	if i < 0 {
		return
	}
	in.change(0, href)
	if in.space && in.started() {
		in.text, in.space = append(in.text, ' '), false
	}
	in.flush()
	in.put(in.b.pictureInLine(s, i))
}

// pictureInLine makes the node of figure i of a page, which stands in a line or a cell.
func (b *builder) pictureInLine(s *sheet, i int) *semantic.Node {
	f := &s.Figures[i]
	n := b.node(semantic.Figure, nil)
	n.Page, n.Attr = int32(s.Number), &semantic.Attr{Alt: alternative(f.Alt), Box: f.Box, Figure: f}
	if n.Attr.Alt == "" {
		nameFigure(n, nil, b.nth(n.Page))
	}
	s.shown = append(s.shown, int32(i))
	line := b.node(semantic.Span, nil) // a picture in a line is no block
	if hrefs := b.hrefs(s); f.Inset == nil && f.Link > 0 && int(f.Link) <= len(hrefs) && hrefs[f.Link-1] != "" {
		line.Role, line.Attr = semantic.Link, b.linkTo(hrefs[f.Link-1])
	}
	line.Children = b.children([]*semantic.Node{n})
	return line
}

// isPictureInLine reports whether n is a node that pictureInLine made.
func isPictureInLine(n *semantic.Node) bool {
	return len(n.Children) == 1 && n.Children[0].Role == semantic.Figure
}

// finishPictures adds the pictures in lines that have no nodes yet, such as those in code, of which
// only the text is used. So none is lost, except in page furniture.
func (b *builder) finishPictures(s *sheet) {
	if !s.pictures {
		return
	}
	for i := range s.Figures {
		if f := &s.Figures[i]; f.Inset != nil && !slices.Contains(s.shown, int32(i)) && !s.isFurniture(f.Inset.At) {
			b.block(b.pictureInLine(s, i).Children[0])
		}
	}
}

// isFurniture reports whether the text at a place of the page is page furniture.
func (s *sheet) isFurniture(at int32) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool {
		return p.role == semantic.Artifact && p.count > 0 && s.line(p.first).Start <= at && at < s.line(p.last()).End
	})
}

// withoutSigns returns text without the signs of pictures.
func withoutSigns(text string) string {
	return strings.ReplaceAll(text, string(layout.PictureSign), "")
}
