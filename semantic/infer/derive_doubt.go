package infer

import (
	"context"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagDoubt is what becomes of an element that its page contradicts, and why.
type tagDoubt struct {
	as  doubtKind
	why string
}

// doubtKind is what becomes of an element that is not believed.
type doubtKind uint8

const (
	believed    doubtKind = iota
	asParagraph           // it becomes a paragraph: a heading that is running text
	asGroup               // it gets no node, but what is in it does: a table that only places text, a list of one item
	asInferred            // all text in it is read as if it had no tags
	asContents            // it becomes a list of contents
)

// Codes of the warnings that say what was not believed.
const (
	codeTagOrder    = "tag_order_overruled"
	codeTagTable    = "tag_table_overruled"
	codeTagHeading  = "tag_heading_overruled"
	codeTagList     = "tag_list_overruled"
	codeTagFigure   = "tag_figure_overruled"
	codeTagText     = "tag_text_overruled"
	codeTagArtifact = "tag_artifact_overruled"
)

// tagDoubts collects what the pages say against a tree.
type tagDoubts struct {
	t         *tagTree
	byElement map[int32]tagDoubt // what is doubted, and why
	actual    map[int32]bool     // elements whose ActualText is not the text of their glyphs
	noHeads   bool               // most headings of the tree are none, or it calls them items
	found     map[doubtKey]*doubtCount
	keys      []doubtKey // in the order in which they were found
}

type doubtKey struct {
	code, why string
	page      int32
}

type doubtCount struct{ n int }

// doubt records that element i is not believed, and a warning for the page on which it begins.
func (x *tagDoubts) doubt(i int32, as doubtKind, code, why string, page int32) {
	if _, known := x.byElement[i]; known {
		return
	}
	if x.byElement == nil {
		x.byElement = map[int32]tagDoubt{}
	}
	x.byElement[i] = tagDoubt{as, why}
	x.warn(code, why, page)
}

func (x *tagDoubts) warn(code, why string, page int32) {
	k := doubtKey{code, why, page}
	if c := x.found[k]; c != nil {
		c.n++
		return
	}
	if x.found == nil {
		x.found = map[doubtKey]*doubtCount{}
	}
	x.found[k] = &doubtCount{1}
	x.keys = append(x.keys, k)
}

// warnings returns one warning for each kind of doubt and page.
func (x *tagDoubts) warnings() []layout.Warning {
	var out []layout.Warning
	for _, k := range x.keys {
		detail := k.why
		if n := x.found[k].n; n > 1 {
			detail = fmt.Sprintf("%s (%d times)", detail, n)
		}
		out = append(out, layout.Warning{Code: k.code, Page: int(k.page), Detail: detail})
	}
	return out
}

// sift compares what the tree says with what the pages show. It returns the tree
// without what they contradict, and the content of the pages in it. If they contradict
// nothing, it returns t and pages.
func (d *draft) sift(ctx context.Context, t *tagTree, pages []pageTags) (*tagTree, []pageTags, error) {
	seen := make([]tagSight, len(pages))
	err := d.eachSheetApart(ctx, func(s *sheet) { seen[s.index].look(&pages[s.index], s) })
	if err != nil {
		return nil, nil, err
	}
	x := &tagDoubts{t: t}
	x.texts(seen)
	x.headings(seen, d.src.Pages)
	x.tables(seen, d.src.Pages)
	x.lists(seen, d.src.Pages)
	x.figures(seen, d.src.Pages)
	sorted := x.order(pages)
	if len(x.byElement) == 0 && len(x.actual) == 0 && sorted == nil {
		return t, pages, nil
	}
	s := t.Structure
	if sorted != nil {
		sound := *s
		sound.Kids = sorted.kids
		s = &sound
	}
	mended := doubtedTagTree(s, t.types, x)
	if sorted != nil {
		mended.sortRoots(sorted.roots)
	}
	mended.finish()
	if x.noHeads {
		mended.knows &^= headingTags
	}
	d.tagWarnings = x.warnings()
	return mended, mended.byPage(d.src.Pages), nil
}

// sortRoots sets the order of the elements at the top.
func (t *tagTree) sortRoots(order []int32) { t.roots = slices.Clone(order) }

// apply changes the type of g, which is element i, as doubts about i and the elements around it
// require.
func (t *tagTree) apply(i int32, g *tag) {
	if t.doubts == nil {
		return
	}
	if p := t.parent(i); p >= 0 {
		g.doubted = t.tags[p].doubted
	}
	d := t.doubts.byElement[i]
	switch {
	case d.as == asParagraph && !t.isInferred(g):
		g.tagType, g.level = tagType{textTag, semantic.P}, 0
		return
	case d.as == asContents:
		g.tagType, g.doubted = tagType{contentsTag, semantic.TOC}, i+1
		return
	case t.isInferred(g):
	case d.as != believed:
		g.doubted = i + 1
	case g.doubted > 0 && g.startsAnew():
		g.doubted = 0
	}
	if g.doubted == 0 {
		return
	}
	switch around := g.doubted - 1; t.doubts.byElement[around].as {
	case asContents:
		if g.kind == itemTag {
			g.tagType = tagType{entryTag, semantic.TOCI}
		} else if g.kind == bodyTag {
			g.tagType = tagType{clearTag, semantic.Div}
		}
	case asGroup:
		if around == i || g.isSkeleton() {
			g.tagType = tagType{groupTag, semantic.Div}
		}
	case asInferred:
		switch g.kind {
		case figureTag, formulaTag, formTag, hiddenTag, inlineTag, clearTag:
		default:
			g.tagType, g.level = tagType{groupTag, semantic.Div}, 0
		}
	}
}

// isInferred reports whether g stands in an element that is read as if it had no tags.
func (t *tagTree) isInferred(g *tag) bool {
	return g.doubted > 0 && t.doubts.byElement[g.doubted-1].as == asInferred
}

// startsAnew reports whether g is a table, list or figure. Inside of a doubted element it is not
// doubted itself.
func (g *tag) startsAnew() bool {
	return g.kind == tableTag || g.kind == listTag || g.kind == figureTag || g.kind == contentsTag
}

// isSkeleton reports whether g is a part of a table or list that makes no sense without
// the table or list.
func (g *tag) isSkeleton() bool {
	switch g.kind {
	case rowsTag, rowTag, cellTag, itemTag, bodyTag, labelTag:
		return true
	}
	return false
}

// doubtOf returns why element i, or one around it, is not believed, or "".
func (t *tagTree) doubtOf(i int32) string {
	if t.doubts == nil {
		return ""
	}
	if d := t.doubts.byElement[i]; d.as != believed {
		return d.why
	}
	if at := t.tags[i].doubted; at > 0 {
		return t.doubts.byElement[at-1].why
	}
	return ""
}
