package infer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// noteMark is a place in the text that may lead to a note.
type noteMark struct {
	start, end int32 // where it stands in the text of the page
	table      bool  // it stands in a table
	fit        int   // see fitOf
}

// How well a sign at a place in the text is the mark of a note.
const (
	noFit   = iota // not at all: a power, a unit, a variable
	poorFit        // behind a bracket or a space
	goodFit        // behind a word
	linkFit        // the document has a link there
)

// findMarks searches the rest of the page's text for the signs of its notes.
func (f *noteFinder) findMarks() {
	s := f.sheet
	raised := s.raisedStyles()
	plain := slices.ContainsFunc(f.found, func(n foundNote) bool {
		return n.label.kind == '*' || n.label.bracketed || n.label.printed
	}) || strings.ContainsAny(s.Text, raisedDigits)
	for i := range s.parts {
		p := &s.parts[i]
		if p.role == semantic.Artifact || p.count == 0 {
			continue
		}
		table := s.Blocks[p.block].Kind == layout.Grid
		for line := p.first; line <= p.last(); line++ {
			if raised != nil {
				f.raisedMarks(i, line, raised, table)
			}
			if plain {
				f.plainMarks(i, line, table)
			}
		}
	}
	for i := range f.found {
		f.found[i].choose()
	}
}

// raisedStyles returns for each style of the page whether it is a superscript, or nil when none is.
func (s *sheet) raisedStyles() []bool {
	if !slices.ContainsFunc(s.Styles, func(t layout.Style) bool { return t.Super }) {
		return nil
	}
	raised := make([]bool, len(s.Styles))
	for i := range s.Styles {
		raised[i] = s.Styles[i].Super
	}
	return raised
}

// raisedMarks finds superscripts that have only signs of notes: "3", "11, 12", "∗†".
func (f *noteFinder) raisedMarks(part int, line int32, raised []bool, table bool) {
	s := f.sheet
	for _, span := range s.LineSpans(int(line)) {
		if !raised[span.Style] || span.End-span.Start > markBytes {
			continue
		}
		text := s.Text[span.Start:span.End]
		if !onlyLabels(text) {
			continue
		}
		for i := 0; i < len(text); {
			l, size := readLabel(text[i:])
			if size == 0 {
				i++
				continue
			}
			l.start, l.end = span.Start+int32(i), span.Start+int32(i+size)
			f.mark(part, line, l, span, table)
			i += size
		}
	}
}

// onlyLabels reports whether text has only labels and separators.
func onlyLabels(text string) bool {
	text = strings.TrimRight(text, ".) ")
	for letters := false; text != ""; {
		l, size := readLabel(text)
		if size == 0 || l.kind == 'a' && letters {
			return false
		}
		letters = l.kind == 'a'
		text = text[size:]
		if rest := strings.TrimLeft(text, ", ;"); rest != text {
			text, letters = rest, false
		}
	}
	return true
}

// plainMarks finds symbols, bracketed numbers and raised digits that are not set as superscripts.
func (f *noteFinder) plainMarks(part int, line int32, table bool) {
	s := f.sheet
	text := s.text(line)
	start := s.line(line).Start
	for i := 1; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if noteSymbols[r] == "" && r != '[' && (r < utf8.RuneSelf && !unicode.IsDigit(r) || !unicode.IsDigit(r) && !strings.ContainsRune(raisedDigits, r)) {
			i += n
			continue
		}
		l, size := readLabel(text[i:])
		if size == 0 {
			i += n
			continue
		}
		if l.start, l.end = start+int32(i), start+int32(i+size); l.kind != '1' || l.bracketed || l.printed {
			f.mark(part, line, l, layout.Span{Start: l.start, End: l.end, Link: -1}, table)
		}
		i += size
	}
}

// mark adds the place of a sign to the note that begins with it. in is the superscript around
// the sign, or the sign itself.
func (f *noteFinder) mark(part int, line int32, l noteLabel, in layout.Span, table bool) {
	n := f.noteOf(part, l)
	if n == nil || n.label.start == l.start && n.part == part || len(n.marks) == marksPerNote {
		return
	}
	if k := len(n.marks) - 1; k >= 0 && n.marks[k].start == l.start {
		return // it was found as a superscript before
	}
	fit := linkFit
	if in.Link < 0 || f.sheet.Links[in.Link].Target == nil {
		own := f.sheet.line(line)
		fit = fitOf(l, f.sheet.Text[own.Start:in.Start], f.sheet.Text[in.End:own.End], table)
	}
	if fit > noFit {
		n.marks = append(n.marks, noteMark{l.start, l.end, table, fit})
	}
}

// noteOf returns the note to which a sign in a part leads, or nil. Of several notes with that
// sign it is the next one, since two tables of a page may have a note "*" each.
func (f *noteFinder) noteOf(part int, l noteLabel) *foundNote {
	var last *foundNote
	for i := range f.found {
		n := &f.found[i]
		if n.label.kind == l.kind && n.label.text == l.text && n.label.bracketed == l.bracketed {
			if last = n; n.part > part {
				break
			}
		}
	}
	return last
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// yearDigits is the fewest digits before a raised number that are a year and not the base of a power.
	yearDigits = 4
)

// fitOf judges a sign by the text before and behind it: "10²" and "x²" are
// powers, "m²" is a unit, "²H" an isotope.
func fitOf(l noteLabel, before, behind string, table bool) int {
	next, _ := utf8.DecodeRuneInString(behind)
	if behind != "" && (unicode.IsLetter(next) || unicode.IsDigit(next)) && !words.IsIdeograph(next) {
		return noFit
	}
	if before == "" || l.bracketed {
		return btoi(table || l.bracketed)
	}
	before = before[max(len(before)-markBytes, 0):]
	last, _ := utf8.DecodeLastRuneInString(before)
	word := before[strings.LastIndexByte(before, ' ')+1:]
	letters := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	switch {
	case last == ' ':
		if l.kind == '*' && !l.raised {
			return noFit
		}
		return poorFit
	case l.kind == '*':
		return goodFit
	case unicode.IsDigit(last) && l.kind == '1':
		if len(word) < yearDigits && !table {
			return noFit
		}
		return poorFit
	case strings.ContainsRune("=+−-/×^(", last) || l.kind == '1' && (units[word] || len(letters) == 1 && len(word) <= 2 && !table):
		return noFit
	case unicode.IsLetter(last) || strings.ContainsRune(".,;:!?”’\"'»)]", last):
		return goodFit
	}
	return poorFit
}

// units are units of length that have squares and cubes.
var units = map[string]bool{"m": true, "mm": true, "cm": true, "dm": true, "km": true, "ft": true, "in": true, "yd": true, "mi": true, "nm": true, "µm": true}

// choose keeps the marks that fit best. The same number may be the mark
// of one note in the text and the power of something elsewhere.
func (n *foundNote) choose() {
	best := noFit
	for _, m := range n.marks {
		best = max(best, m.fit)
	}
	n.marks = slices.DeleteFunc(n.marks, func(m noteMark) bool { return m.fit < best && !m.table })
	for _, m := range n.marks {
		if m.table {
			n.tables++
		}
	}
}
