package infer

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// Subtypes of a Reference in Attr.Subtype.
const (
	noteSubtype   = "Note"   // from the text to a note
	backSubtype   = "Back"   // from a note to the text
	sourceSubtype = "Source" // from the text to a source
)

// note makes the node of the note that begins with p, with all its paragraphs. The node
// stands at the end of its section, unless the note explains a table.
func (b *builder) note(p *part) {
	it := &b.d.notes[p.note-1]
	b.inNote = true
	paragraphs := []*semantic.Node{b.noteParagraph(p)}
	for _, more := range it.more {
		paragraphs = append(paragraphs, b.noteParagraph(more))
	}
	b.inNote = false
	n := b.node(semantic.FENote, p)
	n.Attr = &semantic.Attr{ID: noteID(p.note - 1)}
	n.Children = b.children(paragraphs)
	it.more = nil
	if it.stays {
		b.block(n)
	} else {
		b.notes = append(b.notes, noteStand{note: p.note - 1, node: n, at: len(b.flow)})
	}
}

func (b *builder) noteParagraph(p *part) *semantic.Node {
	n := b.paragraph(p, 0)
	n.Role = semantic.P
	return n
}

// noteStand is the place of a note that moves, or of a mark of a note.
type noteStand struct {
	note int32 // draft.notes
	mark bool
	node *semantic.Node // nil for a mark, and for a note that follows its mark
	at   int            // how many nodes of its stretch's flow stand before it
}

// noteMover moves notes to the end of sections: of the section in which the mark stands, or of
// the last section that ends on the page of the note.
//
//	Section A text¹
//	Section B text       ends where the page does: the note stands behind it
//	¹ note
type noteMover struct {
	open []noteStand // the notes of the section that is open
	next []stretch   // the stretches behind the one that is being moved
}

// followMarks moves each note that has a mark in the flow to its first mark. It
// reports whether there are notes.
func followMarks(stretches []stretch) bool {
	nodes := map[int32]*noteStand{}
	for i := range stretches {
		for k := range stretches[i].notes {
			if n := &stretches[i].notes[k]; !n.mark {
				nodes[n.note] = n
			}
		}
	}
	for i := range stretches {
		for k := range stretches[i].notes {
			n := &stretches[i].notes[k]
			if own := nodes[n.note]; n.mark && own != nil {
				n.node, own.node = own.node, nil
			}
		}
	}
	return len(nodes) > 0
}

// move appends the flow of a stretch to flow, with the notes of each
// section at its end.
func (m *noteMover) move(flow []*semantic.Node, s *stretch) []*semantic.Node {
	notes := s.notes
	for i, n := range s.flow {
		for ; len(notes) > 0 && (notes[0].at < i || notes[0].at == i && !notes[0].mark); notes = notes[1:] {
			m.keep(notes[0])
		}
		if (n.Role == semantic.H || n.Role == semantic.Title) && !m.endsWithPage(s.flow[i:]) {
			flow = m.endSection(flow)
		}
		for ; len(notes) > 0 && notes[0].at == i; notes = notes[1:] {
			m.keep(notes[0])
		}
		flow = append(flow, n)
	}
	for _, n := range notes {
		m.keep(n)
	}
	return flow
}

func (m *noteMover) keep(n noteStand) {
	if n.node != nil {
		m.open = append(m.open, n)
	}
}

// endsWithPage reports whether the section that begins with flow ends on the page of the
// open notes, or before it.
func (m *noteMover) endsWithPage(flow []*semantic.Node) bool {
	if len(m.open) == 0 {
		return true
	}
	page := m.page()
	if flow[0].Page > page {
		return false
	}
	if ended, over := sectionEnd(flow[1:], page); ended || over {
		return ended
	}
	for i := range m.next {
		if ended, over := sectionEnd(m.next[i].flow, page); ended || over {
			return ended
		}
	}
	return true
}

// sectionEnd reports whether flow has the heading that ends a section (ended), or first something
// that stands behind the page (over).
func sectionEnd(flow []*semantic.Node, page int32) (ended, over bool) {
	for _, n := range flow {
		switch n.Role {
		case semantic.H, semantic.Title:
			return true, false
		case semantic.PageBreak: // the anchor of the next page may stand before the heading
			continue
		}
		for c := range n.All() {
			if c.Page > page {
				return false, true
			}
		}
	}
	return false, false
}

// page returns the page of the last open note.
func (m *noteMover) page() int32 { return m.open[len(m.open)-1].node.Page }

// endSection ends a section with its notes in the order of print. Those whose marks were not found
// are among them. The anchors of later pages stand behind the notes.
func (m *noteMover) endSection(flow []*semantic.Node) []*semantic.Node {
	if len(m.open) == 0 {
		return flow
	}
	at := len(flow)
	for at > 0 && flow[at-1].Role == semantic.PageBreak && flow[at-1].Page > m.page() {
		at--
	}
	slices.SortStableFunc(m.open, func(a, b noteStand) int { return cmp.Compare(a.note, b.note) })
	for i := range m.open {
		flow = slices.Insert(flow, at+i, m.open[i].node)
	}
	m.open = m.open[:0]
	return flow
}

// noteID returns the anchor of a note.
func noteID(note int32) string { return "fn-" + strconv.Itoa(int(note)+1) }

// markID returns the anchor of the nth mark of a note.
func markID(note, nth int32) string {
	id := "fnref-" + strconv.Itoa(int(note)+1)
	if nth > 1 {
		id += "-" + strconv.Itoa(int(nth))
	}
	return id
}

// attr returns the attributes for the node of r.
func (r noteRef) attr() *semantic.Attr {
	switch {
	case r.source:
		return &semantic.Attr{Href: "#" + noteID(r.note), Subtype: sourceSubtype}
	case r.nth == 0:
		return &semantic.Attr{Href: "#" + markID(r.note, 1), Subtype: backSubtype}
	}
	return &semantic.Attr{ID: markID(r.note, r.nth), Href: "#" + noteID(r.note), Subtype: noteSubtype}
}
