package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// bareLink is a Link of the structure tree whose annotations stand over no text: over a
// decoration, or a button. It gets a name, and its place in the order of the tree.
type bareLink struct {
	elem, content int32
	name          string
}

// nameBareLink adds the bare link e with a name. l is its annotation and leads to href. The name is
// that of the annotation (ISO 32000-2 clauses 14.8.4.7.2 and 12.5.2), else the alternative text of
// the element, else where the link leads.
func (t *tagTree) nameBareLink(e int32, l *layout.Link, href string) {
	at := slices.IndexFunc(t.kidsOf(e), func(k semantic.Kid) bool { return int(k.Object) == l.Object })
	if at < 0 {
		return
	}
	c := t.kidContent[t.Elements[e].FirstKid+int32(at)] - 1
	if c < 0 {
		return
	}
	name := cmp.Or(strings.Join(strings.Fields(l.Title), " "), t.alternative(e))
	switch {
	case name != "":
	case l.URI != "":
		name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(href, "https://"), "http://"), "/")
	case l.Target != nil:
		name = "Page " + strconv.Itoa(l.Target.Page)
	}
	if t.bare == nil {
		t.bare = map[int32][]bareLink{}
	}
	chunk := t.content[c].chunk
	t.bare[chunk] = append(t.bare[chunk], bareLink{e, c, name})
}

// popBareLinks removes the bare links of a chunk from the tree and returns them in order.
func (t *tagTree) popBareLinks(chunk int32) []bareLink {
	list := t.bare[chunk]
	if len(list) > 0 {
		delete(t.bare, chunk)
		slices.SortFunc(list, func(a, b bareLink) int { return cmp.Compare(a.content, b.content) })
	}
	return list
}

// bareLinks adds the bare links whose content stands before content c of the tree.
func (in *inliner) bareLinks(c int32) {
	for len(in.bare) > 0 && in.bare[0].content < c {
		l := in.bare[0]
		in.bare = in.bare[1:]
		in.leave(0)
		if in.space && in.started() {
			in.text = append(in.text, ' ')
		}
		in.flush()
		in.closeLink()
		in.style = 0
		name := in.b.node(semantic.Span, nil)
		name.Text = l.name
		for _, n := range in.frame(l.elem, []*semantic.Node{name}) {
			in.place(n)
		}
		in.space, in.field.behind = true, true
	}
}

// loneLinks makes a paragraph of the bare links of a chunk that has no text.
func (w *deriver) loneLinks(chunk int32) {
	w.inline.bare = w.t.popBareLinks(chunk)
	if len(w.inline.bare) == 0 {
		return
	}
	p := w.node(semantic.P, nil)
	w.inline.bareLinks(afterAll)
	p.Children = w.children(w.inline.finish())
	w.block(p)
}

// afterAll is larger than any index of content.
const afterAll = 1<<31 - 1
