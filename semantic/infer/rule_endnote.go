package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// endnotesLeast is the fewest entries of a list of notes, and the fewest of them with a
	// mark in the text. endnotesTied is the share of entries that need a mark where the marks
	// are raised numbers, since these may be powers. Lists of sources reach it even if the text
	// cites only part of them.
	endnotesLeast = 2
	endnotesTied  = 0.5
)

// endnote ties the numbered entries of lists of notes and of sources to the marks in the
// text before them.
//
//	... as foxes do [2], and hens.     the mark: a number in square brackets, or raised
//
//	References                         a heading that says what the list is
//	[1] K. Wolf, On dogs, 1998.
//	[2] A. Berg, On foxes, 2004.       the entry: mark and number become links
//
// Entries count without a gap and begin with 1. Raised numbers can be powers: then most
// entries must have a mark (endnotesTied).
func endnote(ctx context.Context, d *draft) error {
	f := endnoteFinder{d: d, touched: map[int32]bool{}}
	if err := d.eachSheet(ctx, f.findLists); err != nil {
		return err
	}
	f.lists = slices.DeleteFunc(f.lists, func(l listedNotes) bool { return len(l.entries) < endnotesLeast })
	if len(f.lists) == 0 {
		return nil
	}
	f.entries = map[*part]bool{}
	for i := range f.lists {
		for _, p := range f.lists[i].entries {
			f.entries[p] = true
		}
	}
	if err := d.eachSheet(ctx, f.findMarks); err != nil {
		return err
	}
	for at := 0; at < len(f.lists); {
		end := at + 1
		for end < len(f.lists) && f.lists[end].head == f.lists[at].head {
			end++
		}
		f.tie(f.lists[at:end])
		at = end
	}
	for i := range f.touched {
		sortRefs(&d.sheets[i])
	}
	return nil
}

// endnoteFinder looks for lists of notes and then for what leads to them.
type endnoteFinder struct {
	d       *draft
	head    *part // the heading that is open; nil: none
	kind    string
	lists   []listedNotes
	marks   []endMark      // of the whole document, in reading order
	entries map[*part]bool // the entries of all lists
	touched map[int32]bool // pages with new references
}

// listedNotes is a list of notes whose numbers have no gap.
type listedNotes struct {
	head      *part
	kind      string
	bracketed bool // "[3]"
	first     int  // number of the first entry
	entries   []*part
}

// endMark is a number in the text that may lead to a note.
type endMark struct {
	sheet, start, end int32
	value             int
	raised            bool
	linked            bool // the document has a link there
}

// findLists gathers the lists of a page.
func (f *endnoteFinder) findLists(s *sheet) {
	for i := range s.parts {
		p := &s.parts[i]
		switch {
		case !p.flows():
		case p.role == semantic.H || p.role == semantic.Title || p.role == semantic.P && p.look.bold && p.count == 1:
			if kind := f.d.noteListNamed(p); kind != "" {
				f.head, f.kind = p, kind
			} else if p.role != semantic.P {
				f.head = nil
			}
		case f.head != nil:
			f.entry(s, p)
		}
	}
}

// entry adds p to the open list if p is an entry.
func (f *endnoteFinder) entry(s *sheet, p *part) {
	value, bracketed := f.d.entryLabel(s, p)
	if value == 0 {
		return
	}
	if n := len(f.lists); n > 0 && f.lists[n-1].head == f.head {
		if l := &f.lists[n-1]; value == l.first+len(l.entries) && bracketed == l.bracketed {
			l.entries = append(l.entries, p)
			return
		} else if value != 1 {
			return
		}
	}
	f.lists = append(f.lists, listedNotes{head: f.head, kind: f.kind, bracketed: bracketed, first: value, entries: []*part{p}})
}

// entryLabel returns the number that p begins with as an item of a list or a note, or 0 when
// there is none.
func (d *draft) entryLabel(s *sheet, p *part) (value int, bracketed bool) {
	switch {
	case p.role == semantic.LI && p.item > 0:
		it := &d.items[p.item-1]
		if it.ordered && !it.more && it.depth == 0 && it.label.Kind == '1' {
			return it.label.Value, it.label.Suffix == ']'
		}
	case p.role == semantic.P && !p.continued, p.role == semantic.FENote && p.note > 0:
		if l, ok := d.noteLabel(s, p.first); ok && l.kind == '1' && l.raised {
			return l.value(), false
		}
	}
	return 0, false
}

// tie ties the lists under one heading to the marks before that heading. A book may have several
// lists, one for each chapter: then there must be as many runs of marks that begin with 1.
func (f *endnoteFinder) tie(lists []listedNotes) {
	marks := f.before(lists[0].head)
	marks = slices.DeleteFunc(marks, func(m endMark) bool { return m.raised == lists[0].bracketed })
	if len(lists) == 1 {
		f.tieList(&lists[0], marks)
		return
	}
	var runs [][]endMark
	for i, m := range marks {
		if m.value == 1 && (i == 0 || marks[i-1].value != 1) {
			runs = append(runs, nil)
		}
		if len(runs) > 0 {
			runs[len(runs)-1] = append(runs[len(runs)-1], m)
		}
	}
	if len(runs) == len(lists) {
		for i := range lists {
			f.tieList(&lists[i], runs[i])
		}
	}
}

// before removes from f.marks those that stand before a heading, and returns them.
func (f *endnoteFinder) before(head *part) []endMark {
	n := 0
	for n < len(f.marks) && (f.marks[n].sheet < head.sheet || f.marks[n].sheet == head.sheet && f.marks[n].start < f.d.sheetOf(head).line(head.first).Start) {
		n++
	}
	taken := f.marks[:n:n]
	f.marks = f.marks[n:]
	return taken
}

// tieList ties the entries of l to marks if enough entries have a mark.
func (f *endnoteFinder) tieList(l *listedNotes, marks []endMark) {
	d := f.d
	seen := make([]bool, len(l.entries))
	found := 0
	for _, m := range marks {
		if k := m.value - l.first; k >= 0 && k < len(seen) && !seen[k] {
			seen[k] = true
			found++
		}
	}
	d.nameList(l)
	if found < endnotesLeast || float32(found) < endnotesTied*float32(len(l.entries)) && !l.bracketed {
		return
	}
	notes := make([]int32, len(l.entries)) // draft.notes
	for k, p := range l.entries {
		if seen[k] {
			notes[k] = f.noteOf(l, p)
		}
	}
	counts := make([]int32, len(l.entries))
	for _, m := range marks {
		k := m.value - l.first
		if k < 0 || k >= len(notes) || counts[k] == marksPerNote || l.kind == sourceList && m.linked {
			continue
		}
		s := &d.sheets[m.sheet]
		counts[k]++
		s.refs = append(s.refs, noteRef{start: m.start, end: m.end, note: notes[k], nth: counts[k], source: l.kind == sourceList})
		f.touched[m.sheet] = true
	}
	if l.kind == endnoteList {
		for k, p := range l.entries {
			f.tieBack(p, counts[k] > 0)
		}
	}
}

// nameList records what kind of list the entries of l make. Notes in it stay where they are.
func (d *draft) nameList(l *listedNotes) {
	if d.noteLists == nil {
		d.noteLists = map[*part]noteList{}
	}
	d.noteLists[l.entries[0]] = noteList{l.kind, d.chainText(l.head)}
	for _, p := range l.entries {
		if p.note > 0 {
			d.notes[p.note-1].stays = true
		}
	}
}

// noteList is the kind of a list of entries, and the heading that names it.
type noteList struct{ kind, above string }

// noteOf makes a note of entry p, unless p is a note already, and returns its index.
func (f *endnoteFinder) noteOf(l *listedNotes, p *part) int32 {
	d := f.d
	reason := fmt.Sprintf("numbered under %q, and its number stands in the text", d.chainText(l.head))
	e := because("endnote", noteWeight, reason)
	if p.note == 0 {
		d.notes = append(d.notes, note{stays: true})
		p.note = int32(len(d.notes))
		if p.role == semantic.P {
			d.overrule(p, semantic.FENote, e)
			return p.note - 1
		}
	}
	d.support(p, e)
	return p.note - 1
}

// tieBack makes the number at the start of entry p a link back to its mark, if it is marked.
// The number stays in the text; the items of other lists have it as a label.
func (f *endnoteFinder) tieBack(p *part, marked bool) {
	d, s := f.d, f.d.sheetOf(p)
	start := s.line(p.first).Start
	if p.role == semantic.FENote && slices.ContainsFunc(s.refs, func(r noteRef) bool { return r.start == start }) {
		return
	}
	r := noteRef{start: start, note: p.note - 1}
	if p.role == semantic.LI {
		it := &d.items[p.item-1]
		r.end = start + int32(len(strings.TrimRight(s.text(p.first)[:it.marker], " ")))
		it.marker = 0
	} else if l, ok := d.noteLabel(s, p.first); ok {
		r.end = l.end
	}
	if marked {
		s.refs = append(s.refs, r)
		f.touched[p.sheet] = true
	}
}
