package semantic

import (
	"slices"
	"strconv"
)

// Subtypes of a Reference as Attr.Subtype has them.
const (
	noteSubtype = "Note" // from the text to a note
	backSubtype = "Back" // from a note to the text
)

// note makes the node of the note that begins with p, with all its paragraphs. It
// stands at the end of its section, unless it explains a table.
func (b *builder) note(p *part) {
	it := &b.d.notes[p.note-1]
	b.inNote = true
	paragraphs := []*Node{b.noteParagraph(p)}
	for _, more := range it.more {
		paragraphs = append(paragraphs, b.noteParagraph(more))
	}
	b.inNote = false
	n := b.node(FENote, p)
	n.Attr = &Attr{ID: noteID(p.note - 1)}
	n.Children = b.children(paragraphs)
	it.more = nil
	if it.stays {
		b.block(n)
	} else {
		b.notes = append(b.notes, footnoteNode{n, len(b.flow)})
	}
}

func (b *builder) noteParagraph(p *part) *Node {
	n := b.paragraph(p, 0)
	n.Role = P
	return n
}

// footnoteNode is a note that leaves its place in the flow.
type footnoteNode struct {
	*Node
	at int // how much of its stretch's flow came before it
}

// putNotes adds the flow of a stretch to that of the document, with the notes of
// each section at its end. open are those of the section that is not over.
func (s *stretch) putNotes(flow, open []*Node) (longer, stillOpen []*Node) {
	notes := s.notes
	if len(notes) == 0 && len(open) == 0 {
		return append(flow, s.flow...), nil
	}
	for i, n := range s.flow {
		for ; len(notes) > 0 && notes[0].at <= i; notes = notes[1:] {
			open = append(open, notes[0].Node)
		}
		if n.Role == H || n.Role == Title {
			flow, open = endSection(flow, open), open[:0]
		}
		flow = append(flow, n)
	}
	for _, n := range notes {
		open = append(open, n.Node)
	}
	return flow, open
}

// endSection ends a section with its notes, before the anchors of pages that begin
// behind them.
func endSection(flow, notes []*Node) []*Node {
	if len(notes) == 0 {
		return flow
	}
	at := len(flow)
	for at > 0 && flow[at-1].Role == PageBreak && flow[at-1].Page > notes[len(notes)-1].Page {
		at--
	}
	return slices.Insert(flow, at, notes...)
}

// noteID is the anchor of a note.
func noteID(note int32) string { return "fn-" + strconv.Itoa(int(note)+1) }

// markID is the anchor of the nth mark of a note.
func markID(note, nth int32) string {
	id := "fnref-" + strconv.Itoa(int(note)+1)
	if nth > 1 {
		id += "-" + strconv.Itoa(int(nth))
	}
	return id
}

// attr is what the node of r has.
func (r noteRef) attr() *Attr {
	if r.nth == 0 {
		return &Attr{Href: "#" + markID(r.note, 1), Subtype: backSubtype}
	}
	return &Attr{ID: markID(r.note, r.nth), Href: "#" + noteID(r.note), Subtype: noteSubtype}
}
