package infer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// contents makes the node of a list of contents. For an entry outside of any list it makes a list of
// that entry.
func (w *deriver) contents(i int32) *semantic.Node {
	if w.isGone(i) {
		return nil
	}
	if w.t.tags[i].kind == entryTag {
		n := w.node(semantic.TOC, nil)
		n.Children = w.children([]*semantic.Node{w.entry(i)})
		return n
	}
	n := w.tagNode(semantic.TOC, i)
	var entries []*semantic.Node
	for _, e := range w.gatherItems(i, nil) {
		switch w.t.tags[e].kind {
		case entryTag:
			entries = append(entries, w.entry(e))
		case contentsTag:
			inner := w.contents(e)
			switch {
			case inner == nil:
			case len(entries) > 0:
				last := entries[len(entries)-1]
				last.Children = append(last.Children[:len(last.Children):len(last.Children)], inner)
			default:
				entries = append(entries, inner.Children...)
			}
		default:
			entry := w.node(semantic.TOCI, nil)
			entry.Children = w.collect(func() { w.element(e) })
			entries = append(entries, entry)
		}
	}
	entries = slices.DeleteFunc(entries, isEmptyEntry)
	if len(entries) == 0 {
		return nil
	}
	n.Children = w.children(entries)
	return n
}

// isEmptyEntry reports whether an entry has no word, and no anchor that leads to it: office programs leave
// such an entry behind a list of contents.
func isEmptyEntry(n *semantic.Node) bool {
	return len(n.Children) == 0 && (n.Attr == nil || n.Attr.ID == "")
}

// entry makes the node of an entry of a list of contents.
func (w *deriver) entry(i int32) *semantic.Node {
	n := w.tagNode(semantic.TOCI, i)
	n.Children = w.bare(w.collectKids(i), n)
	within := false // the text so far ends in dots
	for c := range n.All() {
		if c.Role != semantic.Span {
			continue
		}
		text, origins, rest := c.Text, w.origins[c], 0
		if within {
			rest, _ = leaderAt(text)
			text, origins = text[rest:], cutOrigins(origins, rest, len(text))
		}
		within = endsInLeader(text) || within && text == ""
		text, origins = dropLeaders(text, origins)
		if c.Text = text; strings.TrimSpace(text) == "" {
			c.Style = 0
		}
		w.setOrigins(c, origins)
	}
	return n
}

// endsInLeader reports whether text ends in a row of dots. The row may go on in a text of another look, with the number:
//
//	Foxes .......  .. 12
func endsInLeader(text string) bool {
	for {
		at, size := nextLeader(text)
		if size == 0 {
			return false
		}
		if text = text[at+size:]; text == "" {
			return true
		}
	}
}

// dropLeaders replaces each row of dots to a page number by one space.
func dropLeaders(text string, origins []semantic.Origin) (string, []semantic.Origin) {
	if !strings.ContainsAny(text, leaderSigns) {
		return text, origins
	}
	var b strings.Builder
	var kept []semantic.Origin
	keep := func(from, to int) {
		for _, o := range cutOrigins(origins, from, to) {
			o.At += int32(b.Len())
			kept = append(kept, o)
		}
		b.WriteString(text[from:to])
	}
	from := 0
	for {
		at, size := nextLeader(text[from:])
		if size == 0 {
			break
		}
		keep(from, from+at)
		b.WriteByte(' ')
		from += at + size
	}
	keep(from, len(text))
	return b.String(), kept
}

// nextLeader returns where the first row of leaderDots dots or more stands in text, and its length with the spaces
// around it. Both are 0 where there is none.
func nextLeader(text string) (at, size int) {
	for at < len(text) {
		size, dots := leaderAt(text[at:])
		switch {
		case dots >= leaderDots:
			return at, size
		case size == 0:
			_, size = utf8.DecodeRuneInString(text[at:])
		}
		at += size
	}
	return 0, 0
}

// leaderAt returns the length of the row of dots and spaces at the start of text, and
// how many dots it has.
func leaderAt(text string) (size, dots int) {
	for _, r := range text {
		switch {
		case r == '…' || r == '⋯':
			dots += leaderDots
		case strings.ContainsRune(leaderSigns, r):
			dots++
		case r != ' ':
			return size, dots
		}
		size += utf8.RuneLen(r)
	}
	return size, dots
}

// alternative returns the alternative text of element i, or "" when it has none.
func (t *tagTree) alternative(i int32) string {
	e := &t.Elements[i]
	if e.Properties == nil {
		return ""
	}
	if alt := alternative(e.Alt); alt != "" {
		return strings.Join(strings.Fields(alt), " ")
	}
	return strings.Join(strings.Fields(e.ActualText), " ")
}

// linked returns n, the node of element i. If a link is around i, it returns a paragraph with
// that link around n, since links stand in lines.
func (w *deriver) linked(i int32, n *semantic.Node) *semantic.Node {
	link := w.t.tags[i].frame
	for link >= 0 && w.t.hrefs[link] == "" {
		link = w.t.frameAround(link)
	}
	if link < 0 || len(n.Children) > 0 {
		return n
	}
	p := w.node(semantic.P, nil)
	p.Page, p.Block = n.Page, n.Block
	p.Children = w.children(w.inline.frame(link, []*semantic.Node{n}))
	return p
}
