package infer

import (
	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// inlineStyle returns the style that element i says its text has. It is in the terms that the looks
// of text have, so that both together make one element of HTML.
func (t *tagTree) inlineStyle(i int32) semantic.TextStyle {
	e := &t.Elements[i]
	var style semantic.TextStyle
	switch t.tags[i].role {
	case semantic.Em:
		style = semantic.Italic
	case semantic.Strong:
		style = semantic.Bold
	case semantic.Code:
		style = semantic.Monospace
	}
	if e.Properties == nil {
		return style
	}
	switch e.Attribute("Layout", "TextPosition") {
	case "Sup":
		style |= semantic.Superscript
	case "Sub":
		style |= semantic.Subscript
	}
	switch e.Attribute("Layout", "TextDecorationType") {
	case "Underline":
		style |= semantic.Underline
	case "LineThrough":
		style |= semantic.Strike
	}
	return style | cssStyle(e)
}

// needsFrame reports whether element i, which stands in a line, needs a node of its own.
func (t *tagTree) needsFrame(i int32) bool {
	e, g := &t.Elements[i], &t.tags[i]
	switch g.role {
	case semantic.Link, semantic.Reference, semantic.Quote, semantic.Formula, semantic.Ruby, semantic.RB, semantic.RT, semantic.RP:
		return true
	}
	return t.types || e.Properties != nil && (e.Lang == undetermined || language.WellFormed(e.Lang) != "" || e.Expansion != "" || isDescribed(e))
}

// inlineFrame is an open element of the structure tree in a line, or an open marked-content
// sequence in such an element.
type inlineFrame struct {
	elem  int32        // -1 for a sequence
	mark  *layout.Mark // nil for an element
	start int          // inliner.nodes from this index on stand in it
}

func (f inlineFrame) is(g inlineFrame) bool { return f.elem == g.elem && f.mark == g.mark }

// enter opens and closes frames for text under a mark, and returns the style that
// the tree has for the text.
func (in *inliner) enter(s *sheet, mark int32) semantic.TextStyle {
	if mark < 0 || int(mark) >= len(s.content) || s.content[mark] < 0 {
		return 0 // it is a space or sign between two sequences
	}
	if len(in.bare) > 0 {
		in.bareLinks(s.content[mark])
	}
	t := in.b.d.tree
	elem := t.content[s.content[mark]].elem
	g := &t.tags[elem]
	want := inlineFrame{elem: g.frame}
	if m := in.b.d.markFrame(s, mark, elem); m != nil {
		want = inlineFrame{elem: -1, mark: m}
	}
	if n := len(in.frames); n == 0 && want.is(inlineFrame{elem: -1}) || n > 0 && in.frames[n-1].is(want) {
		return g.style
	}
	in.changeFrames(t, g.frame, want)
	return g.style
}

// changeFrames changes the open frames to those around elem, with want inside of them.
func (in *inliner) changeFrames(t *tagTree, elem int32, want inlineFrame) {
	var path []inlineFrame // innermost first
	if want.mark != nil {
		path = append(path, want)
	}
	for e := elem; e >= 0; e = t.frameAround(e) {
		path = append(path, inlineFrame{elem: e})
	}
	keep := 0
	for keep < len(in.frames) && keep < len(path) && in.frames[keep].is(path[len(path)-1-keep]) {
		keep++
	}
	in.leave(keep)
	if keep == len(path) {
		return
	}
	if in.space && (len(in.text) > 0 || len(in.nodes) > 0) {
		in.text = append(in.text, ' ') // the space stands outside of the element
	}
	in.space = false
	in.flush()
	in.closeLink()
	in.style = 0
	for ; keep < len(path); keep++ {
		f := path[len(path)-1-keep]
		f.start = len(in.nodes)
		in.frames = append(in.frames, f)
	}
}

// frameAround returns the next frame around element e, or -1.
func (t *tagTree) frameAround(e int32) int32 {
	if p := t.parent(e); p >= 0 {
		return t.tags[p].frame
	}
	return -1
}

// leave closes all frames but the outermost keep.
func (in *inliner) leave(keep int) {
	if len(in.frames) <= keep {
		return
	}
	in.flush()
	in.closeLink()
	in.style = 0
	for len(in.frames) > keep {
		f := in.frames[len(in.frames)-1]
		in.frames = in.frames[:len(in.frames)-1]
		if kids := in.nodes[f.start:]; len(kids) > 0 {
			if f.mark != nil {
				kids = in.b.markNode(f.mark, kids)
			} else {
				kids = in.frame(f.elem, kids)
			}
			in.nodes = joinLanguage(in.nodes[:f.start], in.frameStart(), kids)
		}
	}
}

// frameStart returns the index in in.nodes from which nodes stand in the innermost open frame.
func (in *inliner) frameStart() int {
	if n := len(in.frames); n > 0 {
		return in.frames[n-1].start
	}
	return 0
}

// frame makes the node of an inline element around kids. It returns kids unchanged when the
// element adds nothing.
func (in *inliner) frame(elem int32, kids []*semantic.Node) []*semantic.Node {
	b := in.b
	t := b.d.tree
	e, g := &t.Elements[elem], &t.tags[elem]
	n := b.node(g.role, nil)
	switch g.role {
	case semantic.Link, semantic.Reference:
		n.Role = semantic.Link
		if href := t.hrefs[elem]; href != "" && !in.plain && !isNoteMark(kids) {
			attrOf(n).Href = href
		}
	case semantic.Formula:
		b.d.describeFormula(n, elem)
		t.describe(n, elem)
		n.Children = b.children(kids)
		line := b.node(semantic.Span, nil) // a formula in a line is no block
		line.Children = b.children([]*semantic.Node{n})
		return []*semantic.Node{line}
	case semantic.Quote, semantic.Ruby, semantic.RB, semantic.RT, semantic.RP:
	default:
		n.Role = semantic.Span
	}
	if e.Properties != nil {
		if lang := b.d.tagLang(e.Lang); lang != "" {
			attrOf(n).Lang = lang
		}
		if e.Expansion != "" {
			attrOf(n).Expansion = e.Expansion
		}
	}
	if id := t.giveID(elem); id != "" {
		attrOf(n).ID = id
	}
	t.describe(n, elem)
	if n.Attr == nil && (n.Role == semantic.Link || n.Role == semantic.Span) {
		return kids
	}
	n.Children = b.children(kids)
	return []*semantic.Node{n}
}

// isNoteMark reports whether kids are nothing but the mark of a note. The mark leads to the
// note itself, while the link in the document may lead to its page only.
func isNoteMark(kids []*semantic.Node) bool {
	return len(kids) == 1 && kids[0].Role == semantic.Reference && kids[0].Attr != nil && kids[0].Attr.Href != ""
}
