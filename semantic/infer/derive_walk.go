package infer

import (
	"context"

	"github.com/pagelift/pagelift/semantic"
)

// deriver makes the tree of nodes along the structure tree.
type deriver struct {
	*builder
	t       *tagTree
	written []bool // which chunks have nodes
	passed  int32  // how many chunks are done, with the loose text behind them
	within  int    // how many nodes are around the one that is being made
	skipped *part  // the part whose first skip bytes are left out, since they are a label
	skip    int32
	named   int // how many heads of tables have an anchor

	strays map[int32]*part // pictures for elements without content, see findStrays

	grouped            int32 // the open element that groups a caption and its figure or table; -1: none
	captionFor, before int32 // the element whose caption stands before it, and that caption; -1: none
}

// derive makes the flow of the document from its structure tree.
func (b *builder) derive(ctx context.Context) stretch {
	w := &deriver{builder: b, t: b.d.tree, written: make([]bool, len(b.d.tree.chunks)), grouped: -1, captionFor: -1}
	b.stretch, b.begun = stretch{}, 0
	w.findStrays()
	w.parts(b.d.tagged[:b.d.lead])
	for _, i := range w.t.roots {
		if ctx.Err() == nil {
			w.element(i)
		}
	}
	w.pass(int32(len(w.t.chunks)))
	b.closeAside()
	b.closeLists(0)
	b.begin(int32(len(b.d.sheets)) - 1)
	for i := range b.d.sheets {
		b.finishForms(&b.d.sheets[i])
		b.finishPictures(&b.d.sheets[i])
	}
	for i := range b.d.sheets {
		b.edges(&b.d.sheets[i])
		if b.release {
			b.d.sheets[i] = sheet{index: int32(i)}
		}
	}
	return b.stretch
}

// pass writes what is left of the chunks before end, and the text outside of the tree that
// stands behind them on the pages. So nothing is lost.
func (w *deriver) pass(end int32) {
	for ; w.passed < end; w.passed++ {
		w.chunk(w.passed)
		c := &w.t.chunks[w.passed]
		w.parts(w.d.tagged[c.loose:c.end])
	}
}

// chunk writes the text of a chunk, unless it is written already.
func (w *deriver) chunk(c int32) {
	if !w.written[c] {
		w.written[c] = true
		w.parts(w.d.tagged[w.t.chunks[c].first:w.t.chunks[c].loose])
		if w.t.bare != nil {
			w.loneLinks(c)
		}
	}
}

func (w *deriver) parts(list []*part) {
	for _, p := range list {
		w.flowPart(p)
	}
}

// flowPart adds the node of one part.
func (w *deriver) flowPart(p *part) {
	if p.continued || p.role == semantic.Artifact {
		return
	}
	if w.within == 0 {
		w.inAside(p)
		if p.sheet >= w.begun && !p.isItem() && p.role != semantic.TOCI && p.defines == noDefinition {
			w.begin(p.sheet)
		}
	}
	if p.typed && p.weight == tagWeight && p.role != semantic.H && p.role != semantic.Code {
		skip := int32(0)
		if p == w.skipped {
			skip = w.skip
		}
		w.block(w.plainParagraphFrom(p, skip))
		return
	}
	w.part(p)
}

// kids adds the nodes of what element i holds.
func (w *deriver) kids(i int32) {
	if w.t.tags[i].depth >= maxTagDepth {
		return
	}
	kids, first := w.t.kidsOf(i), w.t.Elements[i].FirstKid
	for n := 0; n < len(kids); n++ {
		if run := w.listRun(i, kids[n:]); len(run) > 1 {
			w.addLists(run)
			n += len(run) - 1
		} else if e := w.t.kid(i, kids[n]); e >= 0 && w.t.tags[e].kind == captionTag && !w.t.tags[e].hidden {
			w.looseCaption(i, e, n)
		} else if e >= 0 {
			w.element(e)
		} else if c := w.t.chunkOf(first + int32(n)); c >= 0 {
			w.chunk(c)
			if w.within == 0 {
				w.pass(c + 1)
			}
		}
	}
}

// element adds the node of element i, or the nodes in it if it has none itself.
func (w *deriver) element(i int32) {
	g := &w.t.tags[i]
	switch {
	case g.hidden:
		for c := g.first; c < g.end; c++ {
			w.written[c] = true
		}
	case g.kind == listTag || g.kind == itemTag:
		w.add(i, w.list)
	case g.kind == contentsTag || g.kind == entryTag:
		w.add(i, w.contents)
	case g.kind == tableTag:
		w.add(i, w.table)
	case w.t.isCaptioned(i):
		w.add(i, w.captioned)
	case g.kind == holderTag:
		w.add(i, w.holder)
	case g.kind == figureTag:
		w.add(i, w.figure)
	case g.kind == formulaTag && g.leaf == i:
		w.add(i, w.formula)
	case g.kind == noteTag:
		w.add(i, w.note)
	default:
		w.kids(i)
	}
}

// add makes the node of element i with node and adds it.
func (w *deriver) add(i int32, node func(int32) *semantic.Node) {
	w.putPageAnchors(i)
	n := node(i)
	if w.captionFor == i {
		n = w.withCaption(n)
	} else if n != nil && n.Role == semantic.Table {
		w.takeCaption(n)
	}
	if n != nil {
		w.block(n)
	}
	if w.within == 0 {
		w.pass(w.t.tags[i].end)
	}
}

// putPageAnchors adds the anchors of pages before element i, if it begins on a new page.
func (w *deriver) putPageAnchors(i int32) {
	if w.within > 0 {
		return
	}
	if p := w.d.firstPart(i); p != nil {
		w.inAside(p)
		if p.sheet >= w.begun {
			w.begin(p.sheet)
		}
	}
}

// firstPart returns the first part of the text of element i, or nil when it has none.
func (d *draft) firstPart(i int32) *part {
	g := &d.tree.tags[i]
	for c := g.first; c < g.end; c++ {
		if chunk := &d.tree.chunks[c]; chunk.first < chunk.loose {
			return d.tagged[chunk.first]
		}
	}
	return nil
}

// collect returns the blocks that f adds, instead of adding them to the flow.
func (w *deriver) collect(f func()) []*semantic.Node {
	w.closeLists(0)
	at, notes := len(w.flow), len(w.notes)
	w.within++
	f()
	w.closeLists(0)
	w.within--
	nodes := w.children(w.flow[at:])
	w.flow = w.flow[:at]
	for i := range w.notes[notes:] {
		w.notes[notes+i].at = at
	}
	return nodes
}

// collectKids returns the blocks in element i.
func (w *deriver) collectKids(i int32) []*semantic.Node { return w.collect(func() { w.kids(i) }) }

// tagNode makes the node of element i, without its children.
func (w *deriver) tagNode(role semantic.Role, i int32) *semantic.Node {
	e := &w.t.Elements[i]
	n := w.node(role, nil)
	n.Evidence = w.d.evidence(nil, becauseIs(role, "tagged", tagWeight, "the document calls it "+e.Role))
	if p := w.d.firstPart(i); p != nil {
		n.Page, n.Block = int32(w.d.pages[p.sheet].Number), p.block
	}
	if lang := w.d.langOf(i); lang != "" {
		attrOf(n).Lang = lang
	}
	if id := w.t.giveID(i); id != "" {
		attrOf(n).ID = id
	}
	w.t.describe(n, i)
	return n
}

// holder makes the node of an element that holds blocks: Art, Aside, BlockQuote.
func (w *deriver) holder(i int32) *semantic.Node {
	n := w.tagNode(w.t.tags[i].role, i)
	n.Children = w.collectKids(i)
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

// isGone reports whether all content of element i is on pages that are not converted.
func (w *deriver) isGone(i int32) bool {
	g := &w.t.tags[i]
	return g.from < g.to && w.t.here[g.from] == w.t.here[g.to]
}
