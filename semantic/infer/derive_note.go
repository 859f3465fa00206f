package infer

import "github.com/pagelift/pagelift/semantic"

// noteAround returns the note in which element i stands, or -1.
func (t *tagTree) noteAround(i int32) int32 {
	for ; i >= 0; i = t.parent(i) {
		if t.tags[i].kind == noteTag {
			return i
		}
	}
	return -1
}

// settleNotes gives the notes of a structure tree their role for good, so that no later rule
// claims them for another.
func (d *draft) settleNotes() {
	if d.tree == nil || d.tree.knows&noteTags == 0 {
		return
	}
	for p := range d.all() {
		if p.noted {
			d.overrule(p, semantic.FENote, because("tagged", tagWeight, "the document calls it a note"))
		}
	}
}

// note makes the node of a footnote or endnote. A note that is tied to its mark moves to the end of
// the section in which the mark stands.
func (w *deriver) note(i int32) *semantic.Node {
	if w.isGone(i) {
		return nil
	}
	g := &w.t.tags[i]
	var tied *part
	for c := g.first; c < g.end && tied == nil; c++ {
		chunk := &w.t.chunks[c]
		for _, p := range w.d.tagged[chunk.first:chunk.loose] {
			if p.note > 0 {
				tied = p
				break
			}
		}
	}
	n := w.tagNode(semantic.FENote, i)
	w.inNote = true
	n.Children = w.joinLabel(w.collectKids(i), signBytes)
	w.inNote = false
	switch {
	case len(n.Children) == 0:
		return nil
	case tied == nil:
		return n
	}
	attrOf(n).ID = noteID(tied.note - 1)
	if w.d.notes[tied.note-1].stays {
		return n
	}
	w.notes = append(w.notes, noteStand{note: tied.note - 1, node: n, at: len(w.flow)})
	return nil
}

// joinLabel puts the sign of a note, or the label of a caption, before the words of the next
// paragraph, if it is a paragraph of its own of up to most bytes.
//
//	P "2"   P "Berg 2004."        becomes P "2 Berg 2004."
func (w *deriver) joinLabel(blocks []*semantic.Node, most int) []*semantic.Node {
	if len(blocks) < 2 || blocks[0].Role != semantic.P || blocks[1].Role != semantic.P || textBytes(blocks[0], most) > most {
		return blocks
	}
	space := w.node(semantic.Span, nil)
	space.Text = " "
	lead := blocks[1]
	lead.Children = w.children(append(append(append([]*semantic.Node{}, blocks[0].Children...), space), lead.Children...))
	return blocks[1:]
}

// signBytes is the longest sign of a note in a paragraph of its own: "[100]", "*****".
const signBytes = 8

// textBytes returns the length of the text under n. It stops counting beyond most.
func textBytes(n *semantic.Node, most int) int {
	size := 0
	for c := range n.All() {
		if size += len(c.Text); size > most {
			break
		}
	}
	return size
}
