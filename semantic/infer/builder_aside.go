package infer

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// asideFrame is the aside being built.
type asideFrame struct {
	number int32 // part.aside; 0: none is open
	first  *part
	at     int // how much of the flow came before it
	notes  int // how many notes
}

// inAside ends the open aside where p is no part of it, and begins its own.
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

// closeAside makes a node of what came to the flow since the aside began.
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
