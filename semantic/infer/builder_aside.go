package infer

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// asideFrame is the aside that is being built.
type asideFrame struct {
	number int32 // part.aside; 0: none is open
	first  *part
	at     int // how many nodes of the flow stand before it
	notes  int // how many notes stand before it
}

// inAside closes the open aside if p is not part of it, and opens the aside of p.
func (b *builder) inAside(p *part) {
	if !p.stands() || p.aside == b.aside.number {
		return
	}
	b.closeAside()
	if p.aside > 0 {
		b.closeLists(0)
		b.aside = asideFrame{p.aside, p, len(b.flow), len(b.notes)}
	}
}

// closeAside makes one node of the nodes that were added since the aside was opened.
func (b *builder) closeAside() {
	a := &b.aside
	if a.number == 0 {
		return
	}
	b.closeLists(0)
	n := b.node(semantic.Aside, a.first)
	n.Evidence = slices.Clone(n.Evidence)
	n.Evidence = slices.DeleteFunc(n.Evidence, func(e semantic.Evidence) bool { return e.Rule != "aside" })
	for i := range n.Evidence {
		n.Evidence[i].Role = semantic.Aside
	}
	n.Children = b.children(b.flow[a.at:])
	b.flow = append(b.flow[:a.at], n)
	for i := range b.notes[a.notes:] {
		b.notes[a.notes+i].at = a.at
	}
	a.number = 0
}
