package infer

import "github.com/pagelift/pagelift/semantic"

// tagTree is a structure tree made ready for derivation. It leaves out what is unsound, and
// each piece of marked content belongs to the chunk of one block.
type tagTree struct {
	*semantic.Structure
	tags       []tag // one for each of Elements
	content    []tagContent
	here       []int32 // how many elements of content before each stand on the pages; one more than content
	kidContent []int32 // for each of Kids, the index of its content plus one; 0: none
	chunks     []tagChunk
	knows      tagFamilies
	// shapeless: the tree knows nothing but paragraphs, or what it calls paragraphs are none.
	shapeless bool

	types    bool                 // nodes keep the types of their elements
	holders  map[int32]int32      // elements by the annotation or XObject that they hold
	hrefs    map[int32]string     // of links
	ids      map[int32]string     // anchors of elements, without the #
	given    map[int32]bool       // elements whose anchor a node has already
	byNumber map[int32]int32      // elements by the number of their own object
	bare     map[int32][]bareLink // links without text by chunk, until they are written
	roots    []int32              // elements at the top, in order
	doubts   *tagDoubts           // what is not believed of the tree; nil: all is believed
}

// tag is what derivation knows of an element.
type tag struct {
	tagType
	level      uint8 // the level in the type of a heading: 2 for H2
	depth      uint8 // its depth in the tree
	nest       uint8 // how many sections are around it
	block      bool  // the element is a block or holds one
	hidden     bool  // the element or one around it is not output
	held       bool  // an element around it decides what its paragraphs are: a list, a table
	style      semantic.TextStyle
	leaf       int32 // the element in whose block its text stands
	frame      int32 // the nearest element at or around it, inside of leaf, that needs a node in the line; -1: none
	open       int32 // the chunk for further text of the leaf; -1: a new one
	first, end int32 // the chunks under it
	from, to   int32 // the content under it
	actual     int32 // the element at or around it whose ActualText replaces the text; -1: none
	page       int32 // the page of the first content, for an element with ActualText; 0: none
	doubted    int32 // the element at or around it that is not believed, plus one; 0: none
}

// tagContent is marked content in the tree, or an image or control that the tree names as an
// object.
type tagContent struct {
	elem, chunk         int32
	page                int32
	mcid, owner, object int32
}

// tagChunk is the text of one block: content of one leaf without another block between.
type tagChunk struct {
	leaf int32
	// Its parts are draft.tagged[first:loose]. The parts of untagged text behind it are
	// draft.tagged[loose:end].
	first, loose, end int32
}

// tagFamilies are kinds of structure. A tree is believed about each kind that it knows: if it
// has lists, a paragraph of the tree is no item of a list.
type tagFamilies uint16

const (
	headingTags tagFamilies = 1 << iota
	listTags
	tableTags
	contentsTags
	noteTags
	captionTags
	figureTags
	codeTags
	quoteTags
)

// familyOf is the family that an element of a type makes known.
var familyOf = [...]tagFamilies{
	listTag: listTags, tableTag: tableTags, contentsTag: contentsTags, noteTag: noteTags,
	captionTag: captionTags, figureTag: figureTags, codeTag: codeTags, inlineTag: 0,
}

// newTagTree makes the tree of s, or returns nil when s has no elements.
func newTagTree(s *semantic.Structure, types bool) *tagTree {
	if s == nil || len(s.Elements) == 0 {
		return nil
	}
	t := doubtedTagTree(s, types, nil)
	t.finish()
	return t
}

// doubtedTagTree makes the tree of s without what is doubted. Its content is not numbered yet.
func doubtedTagTree(s *semantic.Structure, types bool, doubts *tagDoubts) *tagTree {
	t := &tagTree{
		Structure: s, types: types, tags: make([]tag, len(s.Elements)), kidContent: make([]int32, len(s.Kids)),
		holders: map[int32]int32{}, byNumber: map[int32]int32{}, doubts: doubts,
	}
	for i := range t.tags {
		t.read(int32(i))
	}
	for i := len(t.tags) - 1; i > 0; i-- {
		if p := t.parent(int32(i)); p >= 0 && t.tags[i].block {
			t.tags[p].block = true
		}
	}
	for i := range t.tags {
		t.findLeaf(int32(i))
	}
	for i := range s.Elements {
		if s.Elements[i].Parent < 0 {
			t.roots = append(t.roots, int32(i))
		}
	}
	return t
}

// finish numbers the content of the tree.
func (t *tagTree) finish() {
	for _, i := range t.roots {
		t.number(i)
	}
}

// maxTagDepth is how deep derivation goes into a tree. What is deeper counts as
// outside of it. Trees that were seen have up to 24 levels.
const maxTagDepth = 200

// parent returns the element around i, or -1.
func (t *tagTree) parent(i int32) int32 {
	if p := t.Elements[i].Parent; p >= 0 && p < i {
		return p
	}
	return -1
}

// read finds what element i is without looking at its kids.
func (t *tagTree) read(i int32) {
	e, g := &t.Elements[i], &t.tags[i]
	g.tagType, g.level = tagTypeOf(e)
	if g.kind == groupTag && foreignAttribute(e, ariaStandard, "role") != "" {
		g.kind = holderTag // a role needs an element
	}
	t.apply(i, g)
	g.frame, g.open, g.actual = -1, -1, -1
	switch g.kind {
	case clearTag, inlineTag, codeTag, labelTag, figureTag, formulaTag, formTag, noteTag, hiddenTag:
	default:
		g.block = true
	}
	g.hidden = g.kind == hiddenTag
	if e.Object > 0 {
		if _, known := t.byNumber[e.Object]; !known {
			t.byNumber[e.Object] = i
		}
	}
	p := t.parent(i)
	if p < 0 {
		return
	}
	around := &t.tags[p]
	g.depth = min(around.depth+1, maxTagDepth)
	g.hidden = g.hidden || around.hidden
	g.held = around.held || around.holdsText()
	g.nest = around.nest
	if around.role == semantic.Sect || around.role == semantic.Art || around.role == semantic.Part || around.role == semantic.Aside {
		g.nest = min(g.nest+1, maxTagDepth)
	}
}

// holdsText reports whether g decides what the paragraphs in it are.
func (g *tag) holdsText() bool {
	switch g.kind {
	case groupTag, clearTag, holderTag, inlineTag, textTag:
		return false
	}
	return true
}

// isGroup reports whether text directly in g has no type.
func (g *tag) isGroup() bool { return g.kind == groupTag || g.kind == clearTag || g.kind == holderTag }

// findLeaf finds the leaf of i, which is the element whose block holds the text of i, and the
// inline elements between them.
func (t *tagTree) findLeaf(i int32) {
	g := &t.tags[i]
	g.leaf = i
	if t.replaces(i) {
		g.actual = i
	}
	p := t.parent(i)
	if p < 0 {
		t.know(i)
		return
	}
	around := &t.tags[p]
	leaf := &t.tags[around.leaf]
	switch {
	case leaf.actual >= 0: // nothing in it counts
	case g.kind == inlineTag:
	case g.kind == clearTag && !g.block && !leaf.isGroup():
	case g.kind == labelTag && around.kind != itemTag:
	case g.role == semantic.P && g.kind == textTag && t.isInHeading(p):
		g.tagType = tagType{inlineTag, semantic.Span}
	case g.kind == formulaTag && t.isInFormula(i, p):
		g.tagType = tagType{inlineTag, semantic.Span}
	case (g.kind == codeTag || g.kind == formulaTag || g.kind == formTag) && !t.standsAlone(i, p):
	default: // a block, perhaps in a link
		g.style, g.frame = t.inlineStyle(i), around.frame
		t.know(i)
		return
	}
	if around.actual >= 0 {
		g.actual = around.actual
	}
	g.leaf, g.style, g.frame = around.leaf, around.style|t.inlineStyle(i), around.frame
	if t.needsFrame(i) {
		g.frame = i
	}
}

// headingKids is the most kids of a heading that may be paragraphs: the title and what
// stands below it. A heading with more kids is a section that somebody called a heading.
const headingKids = 4

// isInHeading reports whether p is a heading made of paragraphs, as LaTeX writes titles.
func (t *tagTree) isInHeading(p int32) bool {
	role := t.tags[p].role
	return (role == semantic.H || role == semantic.Title) && t.tags[p].leaf == p && t.Elements[p].KidCount <= headingKids
}

// know adds the family of element i to those that the tree knows, unless the element is hidden.
func (t *tagTree) know(i int32) {
	g := &t.tags[i]
	if g.hidden {
		return
	}
	if int(g.kind) < len(familyOf) && (g.kind != codeTag || !g.held) { // code in a cell or item is a word or two
		t.knows |= familyOf[g.kind]
	}
	switch g.role {
	case semantic.H, semantic.Title:
		if p := t.parent(i); p < 0 || t.tags[p].kind != cellTag { // a heading in a cell is a head of the table
			t.knows |= headingTags
		}
	case semantic.BlockQuote:
		t.knows |= quoteTags
	}
}

// replaces reports whether the ActualText of element i replaces the text of its content.
func (t *tagTree) replaces(i int32) bool {
	e, g := &t.Elements[i], &t.tags[i]
	if t.doubts != nil && t.doubts.actual[i] {
		return false
	}
	return e.Properties != nil && e.HasActualText && g.kind != figureTag && g.kind != formulaTag && g.kind != formTag
}

// standingKids is the most kids of an element that are searched, once for each kid, for
// something in a line. If there is any, it is among the first.
const standingKids = 64

// standsAlone reports whether element i in p is a block. Elements of its kind may be blocks or stand
// in a line. It is a block if it says so, or if nothing else in p stands in a line.
func (t *tagTree) standsAlone(i, p int32) bool {
	switch t.Elements[i].Attribute("Layout", "Placement") {
	case "Block":
		return true
	case "Inline":
		return false
	}
	if kind := t.tags[p].kind; kind == textTag || kind == inlineTag || kind == labelTag || kind == captionTag || kind == codeTag || kind == formulaTag {
		return false
	}
	kids := t.kidsOf(p)
	for _, k := range kids[:min(len(kids), standingKids)] {
		if e := t.kid(p, k); e >= 0 {
			if kind := t.tags[e].kind; e != i && (kind == inlineTag || kind == clearTag && !t.tags[e].block) {
				return false
			}
		} else if k.MCID >= 0 {
			return false
		}
	}
	return true
}

// kidsOf returns the kids of element i, or none when their range is not sound.
func (t *tagTree) kidsOf(i int32) []semantic.Kid {
	e := &t.Elements[i]
	if e.FirstKid < 0 || e.KidCount < 0 || int(e.FirstKid)+int(e.KidCount) > len(t.Kids) {
		return nil
	}
	return t.Structure.KidsOf(e)
}

// kid returns the element that kid k of element i is, or -1 when it is none or not a sound one.
func (t *tagTree) kid(i int32, k semantic.Kid) int32 {
	if k.Element > i && int(k.Element) < len(t.Elements) && t.Elements[k.Element].Parent == i {
		return k.Element
	}
	return -1
}

// number lists the content under i in the order of the tree and assigns it to chunks.
func (t *tagTree) number(i int32) {
	e, g := &t.Elements[i], &t.tags[i]
	g.first, g.from = int32(len(t.chunks)), int32(len(t.content))
	defer func() { g.end, g.to = int32(len(t.chunks)), int32(len(t.content)) }()
	if g.depth >= maxTagDepth {
		return
	}
	holds := g.kind == formTag || t.tags[g.leaf].kind == figureTag || t.isBareLink(i)
	for n, k := range t.kidsOf(i) {
		switch kid := t.kid(i, k); {
		case kid >= 0:
			if t.tags[kid].leaf == kid && t.interrupts(kid, g.leaf) {
				t.tags[g.leaf].open = -1
			}
			t.number(kid)
		case k.Object > 0:
			if _, held := t.holders[k.Object]; !held {
				t.holders[k.Object] = i
			}
			if holds {
				t.add(i, k, e.FirstKid+int32(n))
			}
		case k.MCID >= 0:
			t.add(i, k, e.FirstKid+int32(n))
		}
	}
}

// interrupts reports whether block i ends the text of the leaf around it. Notes and
// figures do not: they stand in a paragraph as anchors, and it goes on behind them.
func (t *tagTree) interrupts(i, leaf int32) bool {
	switch t.tags[i].kind {
	case figureTag, formulaTag, formTag, noteTag:
		return t.tags[leaf].isGroup()
	}
	return true
}

// add adds kid k of element i to the open chunk of its leaf. at is the index of k in Kids.
func (t *tagTree) add(i int32, k semantic.Kid, at int32) {
	leaf := &t.tags[t.tags[i].leaf]
	if leaf.open < 0 {
		leaf.open = int32(len(t.chunks))
		t.chunks = append(t.chunks, tagChunk{leaf: t.tags[i].leaf})
	}
	t.content = append(t.content, tagContent{i, leaf.open, k.Page, k.MCID, k.Owner, k.Object})
	t.kidContent[at] = int32(len(t.content))
	if actual := t.tags[i].actual; actual >= 0 && t.tags[actual].page == 0 {
		t.tags[actual].page = k.Page
	}
}

// chunkOf returns the chunk of the kid with index at, or -1 when that is no content.
func (t *tagTree) chunkOf(at int32) int32 {
	if c := t.kidContent[at]; c > 0 {
		return t.content[c-1].chunk
	}
	return -1
}
