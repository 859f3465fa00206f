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

// noteRef is a stretch of text that leads to a note, or back from it.
type noteRef struct {
	start, end int32 // text of the page
	note       int32 // draft.notes
	nth        int32 // of the note's marks, from 1; 0: it leads back
	source     bool  // it leads to a source, which leads nowhere back
}

// footnote looks for the notes of each page and ties them to their marks.
//
//	... as foxes do(2), and hens.     (2) is raised: the mark
//	-------
//	(2) Berg 2004, page 17.           begins with a raised sign +.35, smaller than the body
//	                                  +.25, at the foot +.20, its sign stands in the text
//	                                  +.35: 1.15, and noteWeight is .75
//
// What speaks for a part is summed up, since each sign alone is found elsewhere: powers
// are raised, items of lists begin with numbers, tables have small print. Paragraphs close
// under a note in its size go on with it, and so does small print at the foot of the next
// page where the note ends in mid-sentence.
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

// foundNote is what may be a note.
type foundNote struct {
	part   int   // of the sheet
	note   int32 // draft.notes, once it is claimed
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
	// noteGap is the white space in ems above a further paragraph of a note.
	noteGap = 1.2
	// restShare is the share of the page above which no note of the page before goes on.
	restShare = 0.4
	// notesSkipped is how many numbers the notes of one block may leave out, those of other
	// columns and tables: years lie hundreds beyond.
	notesSkipped = 50
)

// noteBegins reports whether another note begins with a line inside of p. Each note has a
// line at least, so that its number tells how far above the first one of p may stand: the
// year 2019 at the beginning of the second line of note 1 is none.
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

// judge weighs what speaks for each note and claims those for which enough does.
func (f *noteFinder) judge() {
	d, s := f.d, f.sheet
	for i := range f.found {
		n := &f.found[i]
		p := &s.parts[n.part]
		n.foot = f.floor.under(p)
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

// tieBack looks on the page before for the marks that this page has not: a note
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

// tieNote adds the references from the marks of n, which stand on from, and back from
// the note, which stands on to.
func (d *draft) tieNote(from, to *sheet, n *foundNote) {
	for i, m := range n.marks {
		from.refs = append(from.refs, noteRef{start: m.start, end: m.end, note: n.note, nth: int32(i) + 1})
	}
	if len(n.marks) > 0 {
		to.refs = append(to.refs, noteRef{start: n.label.start, end: n.label.end, note: n.note})
	}
}

// hasRef reports whether a reference of s, which are in order, begins at a place of
// its text.
func (s *sheet) hasRef(start int32) bool {
	refs := s.refsFrom(start)
	return len(refs) > 0 && refs[0].start == start
}

func sortRefs(s *sheet) {
	slices.SortFunc(s.refs, func(a, b noteRef) int { return cmp.Compare(a.start, b.start) })
}

// claim makes a note of n.
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
	if !p.noted { // else the structure tree has them
		more = f.claimContinuations(n)
	}
	d.notes = append(d.notes, note{more: more, stays: stays})
}

// claimContinuations claims the paragraphs of n behind its first: close under it, in small
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
		p.box.Y0 >= above.box.Y0 && p.box.Y0-above.box.Y1 <= noteGap*size && f.floor.under(p)
}

// isFound reports whether part i of the page may be a note of its own.
func (f *noteFinder) isFound(i int) bool {
	_, ok := slices.BinarySearchFunc(f.found, i, func(n foundNote, i int) int { return cmp.Compare(n.part, i) })
	return ok
}

// goOn ties the small print at the foot of this page to the note that the page
// before could not end, and remembers the last note of this one.
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
		if p := &s.parts[i]; p.role == semantic.FENote && f.floor.under(p) {
			f.last = p
		}
	}
}

// follows reports whether n has the number behind that of o, which is a note.
func (f *noteFinder) follows(n, o *foundNote) bool {
	return f.sheet.parts[o.part].note > 0 && o.foot && n.label.kind == '1' && n.label.sameForm(o.label) && n.label.value() == o.label.value()+1
}

// claimRest makes a note of the end of one whose beginning is not there, as on a page cut out of a book: small
// print close above n, the first note of the first page.
func (f *noteFinder) claimRest(n *foundNote) {
	d, s := f.d, f.sheet
	if n.part == 0 || !n.foot || s.index > 0 {
		return
	}
	p := &s.parts[n.part-1]
	if p.role == semantic.P && p.count > 0 && d.small(s.line(p.first)) && f.under(p, &s.parts[n.part]) && f.floor.under(p) &&
		d.claim(p, semantic.FENote, because("footnote", noteWeight, "the end of a note, above the next one")) {
		d.notes = append(d.notes, note{})
		p.note = int32(len(d.notes))
	}
}

// rest is the part that continues a note: the first of the notes of the page, in
// its look, where the note's last line is no end of a sentence.
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
		if f.floor.under(p) && p.box.Y0 > restShare*s.Height && i > 0 {
			return p
		}
	}
	return nil
}
