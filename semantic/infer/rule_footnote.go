package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// note is a footnote, or a note under a table.
type note struct {
	more  []*part // its further paragraphs
	stays bool    // it keeps its place, as what explains a table does
}

// noteRef is a stretch of text that leads to a note, or back from a note.
type noteRef struct {
	start, end int32 // text of the page
	note       int32 // draft.notes
	nth        int32 // which of the note's marks it is, from 1; 0: it leads back
	source     bool  // it leads to a source; sources do not lead back
}

// footnote looks for the notes of each page and ties them to their marks.
//
//	... as foxes do(2), and hens.     (2) is raised: the mark
//	-------
//	(2) Berg 2004, page 17.           begins with a raised sign +.35, smaller than the body
//	                                  +.25, at the foot +.20, its sign stands in the text
//	                                  +.35: 1.15, and noteWeight is .75
//
// The signs for a part are summed up, since each alone is found elsewhere: powers
// are raised, items of lists begin with numbers, tables have small print. A paragraph close
// under a note in its size belongs to the note. If a note ends in mid-sentence, it goes on with
// the small print at the foot of the next page.
func footnote(ctx context.Context, d *draft) error {
	f := noteFinder{d: d}
	defer d.settleNotes()
	return d.eachSheet(ctx, func(s *sheet) {
		f.sheet, f.found = s, f.found[:0]
		if f.gather(); len(f.found) > 0 {
			f.floor.read(d, s, f.isFound)
			f.findMarks()
			f.judge()
		}
		f.goOn()
	})
}

var noteBar = threshold{"noteWeight", noteWeight}

// noteFinder looks for the notes of one page after the other.
type noteFinder struct {
	d     *draft
	sheet *sheet
	found []foundNote
	last  *part // the last paragraph of the last footnote of the pages before
	floor floor
}

// foundNote is a part that may be a note.
type foundNote struct {
	part   int   // index in the parts of the sheet
	note   int32 // index in draft.notes, once it is claimed
	label  noteLabel
	marks  []noteMark
	foot   bool // nothing but notes stands under it
	signs  verdict
	tables int // marks that stand in a table
}

// gather cuts the page into notes and lists what may be one.
func (f *noteFinder) gather() {
	d, s := f.d, f.sheet
	s.cut(func(p *part, line int32) bool { return p.role == semantic.P && d.noteBegins(s, p, line) })
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.P || p.count == 0 || s.Blocks[p.block].Kind != layout.Paragraph {
			continue
		}
		if l, ok := d.noteLabel(s, p.first); ok && len(f.found) < notesPerPage {
			f.found = append(f.found, foundNote{part: i, label: l})
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	raisedWeight    = 0.35
	symbolWeight    = 0.15
	plainWeight     = 0.1
	smallNoteWeight = 0.25
	footWeight      = 0.2
	markWeight      = 0.35
	nextNoteWeight  = 0.25
	// noteGap is the most white space in ems above a further paragraph of a note.
	noteGap = 1.2
	// restShare is the share of the page's height below which the rest of a note of the page before
	// must begin, from the top.
	restShare = 0.4
	// notesSkipped is the most numbers that may be missing between two notes of one block: those of
	// notes in other columns and tables. Years differ by hundreds from the numbers of notes.
	notesSkipped = 50
)

// noteBegins reports whether another note begins with a line inside of p. Each note has at least
// one line. So a note that begins n lines below the first one has a number at most n higher, and
// notesSkipped more. Here "2019" is a year:
//
//	1 Wolf and Berg counted the foxes of Oslo from 2004 to
//	2019 and found that there were ...
func (d *draft) noteBegins(s *sheet, p *part, line int32) bool {
	l, ok := d.noteLabel(s, line)
	if !ok || s.Blocks[p.block].Kind != layout.Paragraph {
		return false
	}
	if l.raised && d.small(s.line(line)) {
		return true
	}
	first, ok := d.noteLabel(s, p.first)
	if !ok || !first.sameForm(l) {
		return false
	}
	step := l.value() - first.value()
	return l.raised || l.kind == '*' || step > 0 && step <= int(line-p.first)+notesSkipped
}

// judge weighs the signs for each note that was found and claims those that reach noteWeight.
func (f *noteFinder) judge() {
	d, s := f.d, f.sheet
	for i := range f.found {
		n := &f.found[i]
		p := &s.parts[n.part]
		n.foot = f.floor.isAtFoot(p)
		switch {
		case n.label.raised:
			n.signs.add(raisedWeight, "begins with a raised sign")
		case n.label.kind == '*':
			n.signs.add(symbolWeight, "begins with a symbol")
		default:
			n.signs.add(plainWeight, "begins with a number")
		}
		if d.small(s.line(p.first)) {
			n.signs.add(smallNoteWeight, "smaller than the body")
		}
		if n.foot {
			n.signs.add(footWeight, "at the foot")
		}
		if p.noted {
			n.signs.add(tagWeight, "the document calls it a note")
		}
		if len(n.marks) > 0 {
			n.signs.add(markWeight, fmt.Sprintf("its sign %s stands in the text", n.label.text))
		}
		if i > 0 && n.foot && f.follows(n, &f.found[i-1]) {
			n.signs.add(nextNoteWeight, "follows a note with the number before")
		}
		if n.signs.weight >= noteWeight {
			if i == 0 {
				f.claimRest(n)
			}
			f.claim(n)
		} else if d.explain {
			d.deny(p, semantic.FENote, semantic.Short, n.signs.tooLittle("footnote", noteBar))
		}
	}
	f.tieBack()
	sortRefs(s)
}

// tieBack searches the page before for the marks of notes that have none on this page: a note
// that finds no room goes to the next page.
func (f *noteFinder) tieBack() {
	here := f.sheet
	if here.index == 0 {
		return
	}
	back := noteFinder{d: f.d, sheet: &f.d.sheets[here.index-1]}
	for _, n := range f.found {
		if p := &here.parts[n.part]; p.note > 0 && len(n.marks) == 0 && n.label.kind == '1' && n.label.raised {
			back.found = append(back.found, foundNote{part: len(back.sheet.parts), note: p.note - 1, label: n.label})
		}
	}
	if len(back.found) == 0 {
		return
	}
	back.findMarks()
	for i := range back.found {
		if n := &back.found[i]; len(n.marks) > 0 {
			f.d.tieNote(back.sheet, here, n)
		}
	}
	sortRefs(back.sheet)
}

// tieNote adds references from the marks of n on page from to the note on page to, and one back.
func (d *draft) tieNote(from, to *sheet, n *foundNote) {
	for i, m := range n.marks {
		from.refs = append(from.refs, noteRef{start: m.start, end: m.end, note: n.note, nth: int32(i) + 1})
	}
	if len(n.marks) > 0 {
		to.refs = append(to.refs, noteRef{start: n.label.start, end: n.label.end, note: n.note})
	}
}

// hasRef reports whether a reference of s begins at start. The references are in order.
func (s *sheet) hasRef(start int32) bool {
	refs := s.refsFrom(start)
	return len(refs) > 0 && refs[0].start == start
}

func sortRefs(s *sheet) {
	slices.SortFunc(s.refs, func(a, b noteRef) int { return cmp.Compare(a.start, b.start) })
}

// claim claims n as a note.
func (f *noteFinder) claim(n *foundNote) {
	d, s := f.d, f.sheet
	p := &s.parts[n.part]
	if !d.claim(p, semantic.FENote, n.signs.because(d, "footnote", noteBar)) {
		return
	}
	n.note = int32(len(d.notes))
	p.note = n.note + 1
	d.tieNote(s, s, n)
	stays := !n.foot || n.tables > 0 && n.tables == len(n.marks)
	var more []*part
	if !p.noted { // else the structure tree says what belongs to the note
		more = f.claimContinuations(n)
	}
	d.notes = append(d.notes, note{more: more, stays: stays})
}

// claimContinuations claims the further paragraphs of n: they stand close under it, in small
// print and without a sign of their own.
func (f *noteFinder) claimContinuations(n *foundNote) []*part {
	d, s := f.d, f.sheet
	above := &s.parts[n.part]
	var more []*part
	for i := n.part + 1; i < len(s.parts) && len(more) < notesPerPage; i++ {
		p := &s.parts[i]
		if p.role != semantic.P || p.count == 0 || f.isFound(i) || !d.small(s.line(p.first)) || !f.under(above, p) {
			break
		}
		d.overrule(p, semantic.FENote, because("footnote", noteWeight, "goes on under a note in its size"))
		p.continued = true
		more = append(more, p)
		above = p
	}
	return more
}

// under reports whether p stands close under above in its column and size.
func (f *noteFinder) under(above, p *part) bool {
	s := f.sheet
	size := above.look.size()
	return s.Blocks[above.block].Column == s.Blocks[p.block].Column && above.look.quarters == p.look.quarters &&
		p.box.Y0 >= above.box.Y0 && p.box.Y0-above.box.Y1 <= noteGap*size && f.floor.isAtFoot(p)
}

// isFound reports whether part i of the page may be a note itself.
func (f *noteFinder) isFound(i int) bool {
	_, ok := slices.BinarySearchFunc(f.found, i, func(n foundNote, i int) int { return cmp.Compare(n.part, i) })
	return ok
}

// goOn ties small print at the foot of this page to the note that the page
// before could not end, and keeps the last note of this page for the next one.
func (f *noteFinder) goOn() {
	d, s := f.d, f.sheet
	if f.last != nil && f.last.sheet == s.index-1 {
		if len(f.found) == 0 {
			f.floor.read(d, s, f.isFound)
		}
		if p := f.rest(f.last); p != nil {
			d.overrule(p, semantic.FENote, because("footnote", noteWeight, "goes on with the note of the page before"))
			p.continued, f.last.next = true, p
		}
	}
	f.last = nil
	for i := range s.parts[:len(s.parts)*btoi(len(f.found) > 0)] {
		if p := &s.parts[i]; p.role == semantic.FENote && f.floor.isAtFoot(p) {
			f.last = p
		}
	}
}

// follows reports whether the number of n is one higher than that of o, which is a note.
func (f *noteFinder) follows(n, o *foundNote) bool {
	return f.sheet.parts[o.part].note > 0 && o.foot && n.label.kind == '1' && n.label.sameForm(o.label) && n.label.value() == o.label.value()+1
}

// claimRest claims small print close above n as the end of a note whose beginning is not there, as on
// a page cut out of a book. n is the first note of the first page.
func (f *noteFinder) claimRest(n *foundNote) {
	d, s := f.d, f.sheet
	if n.part == 0 || !n.foot || s.index > 0 {
		return
	}
	p := &s.parts[n.part-1]
	if p.role == semantic.P && p.count > 0 && d.small(s.line(p.first)) && f.under(p, &s.parts[n.part]) && f.floor.isAtFoot(p) &&
		d.claim(p, semantic.FENote, because("footnote", noteWeight, "the end of a note, above the next one")) {
		d.notes = append(d.notes, note{})
		p.note = int32(len(d.notes))
	}
}

// rest returns the part that continues note a of the page before, or nil: the first small print at
// the foot of the page in the size of a, if the last line of a does not end a sentence.
func (f *noteFinder) rest(a *part) *part {
	d, s := f.d, f.sheet
	if endsSentence(d.sheetOf(a).text(a.last())) {
		return nil
	}
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.P || p.count == 0 || p.look.quarters != a.look.quarters || !d.small(s.line(p.first)) || f.isFound(i) {
			continue
		}
		if f.floor.isAtFoot(p) && p.box.Y0 > restShare*s.Height && i > 0 {
			return p
		}
	}
	return nil
}
