package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// builder turns a stretch of pages, whose roles are decided, into nodes. Nodes, child lists
// and texts come from chunks: a long document has hundreds of thousands of them.
type builder struct {
	d           *draft
	words       *lexicon
	release     bool
	nodes       []semantic.Node
	kids        []*semantic.Node
	text        *strings.Builder
	inline      inliner
	stretch     // the stretch that is being built
	lists       []listFrame
	inside      int // how many lists are around the block that is added to an item; 0: none
	contents    contentsList
	definitions definitionList
	aside       asideFrame
	inNote      bool // notes hold no page anchors: their text moves away from its page

	linkMail bool // mail addresses become links

	linked  *sheet // the page whose links are resolved
	targets []string
	links   map[string]*semantic.Attr // attributes of Link nodes, by where they lead
	scratch []byte                    // text of a block of code
	refs    []placeRef                // of the span that is being made
	lefts   columnLefts               // of the last block of code that the next part continues
	content []*semantic.Node          // of the item that is being made
	begun   int32                     // how many pages have their anchor in the tree

	origins map[*semantic.Node][]semantic.Origin // nil: not kept

	pictured int32 // the page of the last picture
	pictures int   // how many pictures of that page have nodes
}

// Sizes of the chunks.
const (
	nodeChunk = 1024 // whole pages of memory, whatever the size of a node
	kidChunk  = 1024
	textChunk = 32 << 10
)

func newBuilder(d *draft, words *lexicon, release, linkMail bool) *builder {
	b := &builder{d: d, words: words, release: release, text: new(strings.Builder), linkMail: linkMail, links: map[string]*semantic.Attr{}}
	b.inline.b, b.inline.from.keep = b, d.origins
	if d.origins {
		b.origins = map[*semantic.Node][]semantic.Origin{}
	}
	return b
}

// build makes the nodes of sheets and stops when ctx ends. With release it drops each page
// once its nodes are made: no part needs a page before its own.
func (b *builder) build(ctx context.Context, sheets []sheet) stretch {
	b.stretch, b.begun = stretch{}, sheets[0].index
	for i := range sheets {
		if ctx.Err() != nil {
			return stretch{}
		}
		b.sheet(&sheets[i])
		if b.release {
			b.d.src.Pages[sheets[i].index] = nil
			sheets[i] = sheet{index: sheets[i].index}
		}
	}
	b.closeLists(0)
	b.begin(sheets[len(sheets)-1].index)
	return b.stretch
}

func (b *builder) sheet(s *sheet) {
	if s.index >= b.begun && b.startsInFlow(s) {
		b.begin(s.index)
	}
	for i := range s.parts {
		b.inAside(&s.parts[i])
		b.part(&s.parts[i])
	}
	b.closeAside()
	b.finishForms(s)
	b.finishPictures(s)
	b.edges(s)
}

// startsInFlow reports whether the anchor of a page can stand between blocks. It cannot
// when the page begins inside a list: then the next item or entry takes the anchor.
func (b *builder) startsInFlow(s *sheet) bool {
	return len(b.lists) == 0 && len(b.contents.entries) == 0 && b.definitions.node == nil || !s.startsWithItem()
}

// startsWithItem reports whether the first part of the page that continues no other is a
// list item, an entry of contents, or a term or description.
func (s *sheet) startsWithItem() bool {
	for i := range s.parts {
		if p := &s.parts[i]; p.flows() && !p.continued {
			return p.isItem() || p.role == semantic.TOCI || p.defines != noDefinition
		}
	}
	return false
}

// isItem reports whether p is a list item or a block inside of one.
func (p *part) isItem() bool {
	return p.item > 0 && (p.role == semantic.LI || p.role == semantic.Code || p.role == semantic.Table || p.role == semantic.Figure)
}

// begin adds the anchors of all pages up to index to the flow.
func (b *builder) begin(index int32) {
	for b.begun <= index {
		b.closeLists(0)
		b.flow = append(b.flow, b.pageBreak())
	}
}

// pageBreak makes the anchor of the next page.
func (b *builder) pageBreak() *semantic.Node {
	page := &b.d.pages[b.begun]
	b.begun++
	n := b.node(semantic.PageBreak, nil)
	n.Page = int32(page.Number)
	n.Attr = &semantic.Attr{ID: pageAnchor(page.Number)[1:], Label: page.Label}
	return n
}

// part adds one part, with those that continue it.
func (b *builder) part(p *part) {
	switch {
	case p.role == semantic.Artifact: // see furniture
	case p.role == semantic.Caption: // see table and figure
	case p.continued:
	case p.defines != noDefinition && p.role == semantic.LI:
		b.define(p)
	case p.isItem():
		b.item(p)
	default:
		b.unlisted(p)
	}
}

// unlisted adds the nodes of p, whatever list it stands in.
func (b *builder) unlisted(p *part) {
	switch {
	case p.role == semantic.Figure:
		b.figure(p)
	case p.count == 0:
	case p.role == semantic.Table:
		b.block(b.table(p))
		for _, n := range b.tableNotes(p) {
			b.block(n)
		}
	case p.role == semantic.Code:
		b.block(b.code(p))
	case p.role == semantic.H || p.role == semantic.Title:
		b.block(b.heading(p))
	case p.role == semantic.BlockQuote:
		b.quote(p)
	case p.role == semantic.TOCI:
		b.entry(p)
	case p.role == semantic.FENote:
		b.note(p)
	case p.display && p.next == nil && p.role == semantic.P:
		b.displays(p)
	default:
		b.block(b.paragraph(p, 0))
	}
}

// block adds n to the open item that it belongs to. If there is none, it closes the open
// lists and adds n to the flow.
func (b *builder) block(n *semantic.Node) {
	if b.inside > 0 {
		f := &b.lists[b.inside-1]
		f.body = append(f.body, n)
		return
	}
	b.closeLists(0)
	b.flow = append(b.flow, n)
}

func (b *builder) heading(p *part) *semantic.Node {
	n := b.paragraph(p, 0)
	n.Level = p.level
	attrOf(n).ID = b.d.anchors[p][1:]
	return n
}

// paragraph makes the node of p and the parts that continue it.
func (b *builder) paragraph(p *part, skip int32) *semantic.Node {
	kids := b.children(b.chain(p, skip))
	n := b.node(p.role, p)
	n.Children = kids
	if dir, lang := b.d.direction(p), b.d.passages[p]; dir != "" || lang != "" {
		attrOf(n).Dir, n.Attr.Lang = dir, lang
	}
	if anchor := b.d.placed[p]; anchor != "" {
		attrOf(n).ID = anchor[1:]
	}
	if b.d.tree != nil {
		b.d.tagAttr(n, p)
	}
	return n
}

// chain makes the inline nodes of p and the parts that continue it.
func (b *builder) chain(p *part, skip int32) []*semantic.Node {
	in := &b.inline
	if p != nil && p.typed && b.d.tree.bare != nil && !in.plain {
		in.bare = b.d.tree.popBareLinks(p.chunk)
	}
	in.refers = p != nil && len(b.d.places) > 0 && refersToPlaces(p.role)
	in.own = b.d.placed[p]
	for ; p != nil; p = p.next {
		for p.sheet >= b.begun && !b.inNote {
			in.pageBreak(b.pageBreak())
		}
		in.part(p, skip, func() string {
			if p.next == nil {
				return ""
			}
			return b.d.sheetOf(p.next).text(p.next.first)
		})
		skip = 0
	}
	if len(in.bare) > 0 {
		in.bareLinks(afterAll)
	}
	return in.finish()
}

// node takes a node from the chunk.
func (b *builder) node(role semantic.Role, p *part) *semantic.Node {
	if len(b.nodes) == cap(b.nodes) {
		b.nodes = make([]semantic.Node, 0, nodeChunk)
	}
	b.nodes = append(b.nodes, semantic.Node{Role: role, Block: -1})
	n := &b.nodes[len(b.nodes)-1]
	if p != nil {
		n.Page, n.Block, n.Evidence = int32(b.d.sheetOf(p).Number), p.block, p.evidence
	}
	return n
}

// children copies list into the chunk.
func (b *builder) children(list []*semantic.Node) []*semantic.Node {
	if len(list) > cap(b.kids)-len(b.kids) {
		b.kids = make([]*semantic.Node, 0, max(kidChunk, len(list)))
	}
	start := len(b.kids)
	b.kids = append(b.kids, list...)
	return b.kids[start:len(b.kids):len(b.kids)]
}

// keep copies text into the chunk. A strings.Builder never changes text that it has given
// away, so more can be written behind it.
func (b *builder) keep(text []byte) string {
	if b.text.Cap()-b.text.Len() < len(text) {
		b.text = new(strings.Builder)
		b.text.Grow(max(textChunk, len(text)))
	}
	start := b.text.Len()
	b.text.Write(text)
	return b.text.String()[start:]
}

// hrefs returns where the links of s lead, resolved once for each page.
func (b *builder) hrefs(s *sheet) []string {
	if b.linked != s {
		b.linked, b.targets = s, b.d.appendHrefs(b.targets[:0], s)
	}
	return b.targets
}

// linkTo returns the attributes of a Link to href. Manuals link the same places thousands of
// times: those links share one Attr, and nothing else may be written into it.
func (b *builder) linkTo(href string) *semantic.Attr {
	a := b.links[href]
	if a == nil {
		a = &semantic.Attr{Href: href}
		b.links[href] = a
	}
	return a
}

// attrOf returns n.Attr and makes it first when n has none.
func attrOf(n *semantic.Node) *semantic.Attr {
	if n.Attr == nil {
		n.Attr = &semantic.Attr{}
	}
	return n.Attr
}
