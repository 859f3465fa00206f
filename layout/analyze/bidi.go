package analyze

import (
	"slices"

	"golang.org/x/text/unicode/bidi"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// item is a glyph or a space of a line that is put into logical order.
type item struct {
	glyph  int32 // index in the line; -1: a space
	class  bidi.Class
	mirror bool
	mark   bool
	char   rune
}

// bidiLine turns the visual order of a line, as the page has it, into the logical order in which it is
// read. It undoes the reordering of the Unicode Bidirectional Algorithm (UAX #9): it reverses the line, or
// each right-to-left stretch of it, and turns numbers and left-to-right words in it back.
//
//	on the page   SRAC 42 SNAEM car
//	logical       car MEANS 42 CARS      capitals stand for right-to-left letters
type bidiLine struct {
	items    []item
	marks    []item
	parted   []item // storage for items
	dominant bool   // most text of the page runs from right to left
}

// weighDirections decides which way most of the page's text runs.
func (s *lineStage) weighDirections() {
	rtl, ltr := 0, 0
	for i := range s.lines {
		l := &s.lines[i]
		if !l.rtl {
			ltr += int(l.count)
			continue
		}
		r, n := s.countStrong(s.glyphsOf(l))
		rtl, ltr = rtl+r, ltr+n
	}
	s.rtl.dominant = rtl > ltr
}

func (s *contentStage) countStrong(glyphs []glyph) (rtl, ltr int) {
	for i := range glyphs {
		switch classOf(s.firstRune(glyphs[i].char)) {
		case bidi.R, bidi.AL:
			rtl++
		case bidi.L:
			ltr++
		}
	}
	return rtl, ltr
}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// logical puts the glyphs of l into logical order. It reports whether the line as
// a whole runs from right to left.
func (s *lineStage) logical(l *line) (items []item, rightToLeft bool) {
	glyphs := s.glyphsOf(l)
	b := &s.rtl
	b.read(&s.contentStage, glyphs)
	rtl, ltr := s.countStrong(glyphs)
	rightToLeft = rtl > ltr || b.dominant && 4*rtl >= ltr && rtl > 0
	if rightToLeft {
		reorder(b.items)
	} else {
		b.reorderStretches()
	}
	mirrorBrackets(b.items)
	b.partScripts()
	return b.items, rightToLeft
}

// partScripts puts a space between a Latin word and the right-to-left word after it if none shows: word
// processors take the space for part of the Latin word and paint it on its other side. A prefix such as و
// before the Latin word really joins it.
func (b *bidiLine) partScripts() {
	parted := b.parted[:0]
	for i, it := range b.items {
		if i > 1 && i+1 < len(b.items) && isStrongRTL(it.class) && isStrongRTL(b.items[i+1].class) &&
			b.items[i-1].class == bidi.L && b.items[i-2].class == bidi.L {
			parted = append(parted, item{glyph: -1, class: bidi.WS, char: ' '})
		}
		parted = append(parted, it)
	}
	b.items, b.parted = parted, b.items
}

func isStrongRTL(c bidi.Class) bool { return c == bidi.R || c == bidi.AL }

// read lists the glyphs and spaces of a line in visual order. Each combining mark comes after the letter
// that it stands on.
func (b *bidiLine) read(s *contentStage, glyphs []glyph) {
	b.items, b.marks = b.items[:0], b.marks[:0]
	base := int32(-1)
	for n := range glyphs {
		g := &glyphs[n]
		r := s.firstRune(g.char)
		it := item{glyph: int32(n), class: classOf(r), mark: chars.IsMark(r), char: r}
		if n > 0 && g.flags&wordStart != 0 {
			b.items = append(b.items, item{glyph: -1, class: bidi.WS, char: ' '})
		}
		if it.mark && base >= 0 && !onNext(s, base, glyphs, n) {
			b.items = append(b.items, it)
			continue
		}
		if it.mark {
			b.marks = append(b.marks, it)
			continue
		}
		base = it.glyph
		b.items = append(b.items, it)
		b.items = append(b.items, b.marks...)
		b.marks = b.marks[:0]
	}
	b.items = append(b.items, b.marks...)
}

// onNext reports whether the mark glyphs[n] stands on the next letter, and not on base.
func onNext(s *contentStage, base int32, glyphs []glyph, n int) bool {
	mark := &glyphs[n]
	middle := (mark.u0 + mark.u1) / 2
	if a := &glyphs[base]; middle < a.u1 && middle >= a.u0 {
		return false
	}
	for i := n + 1; i < len(glyphs); i++ {
		if g := &glyphs[i]; !chars.IsMark(s.firstRune(g.char)) {
			return middle >= g.u0 && middle <= g.u1
		}
	}
	return false
}

// reverse turns items around; marks stay behind their letters.
func reverse(items []item) {
	slices.Reverse(items)
	for at := 0; at < len(items); {
		end := at
		for end < len(items)-1 && items[end].mark {
			end++
		}
		slices.Reverse(items[at : end+1])
		at = end + 1
	}
}

// reorder puts a stretch of items that runs from right to left into logical order.
func reorder(items []item) {
	reverse(items)
	for at := 0; at < len(items); {
		end := leftToRightEnd(items, at)
		if end > at {
			reverse(items[at:end])
			at = end
			continue
		}
		if items[at].class != bidi.NSM {
			items[at].mirror = true
		}
		at++
	}
}

// leftToRightEnd returns the end of the number or left-to-right passage at position at. It returns at if
// there is none.
func leftToRightEnd(items []item, at int) int {
	end := at
	for i := at; i < len(items); i++ {
		switch c := items[i].class; {
		case c == bidi.L, isNumber(c):
			if end > at && !joins(items, end-1, i) {
				return end
			}
			end = i + 1
		case c == bidi.R, c == bidi.AL:
			return end
		case end == at && c != bidi.ET:
			return at // a passage begins with a letter, a digit or a currency sign
		case c == bidi.ET && end == i, c == bidi.NSM && end == i:
			if end > at {
				end = i + 1 // a per cent sign goes with its number
			}
		}
	}
	return end
}

func isNumber(c bidi.Class) bool { return c == bidi.EN || c == bidi.AN }

// joins reports whether items a and b stay together. Between words anything but right-to-left letters may
// stand, between digits one separator.
func joins(items []item, a, b int) bool {
	number := func(i int) bool { return isNumber(items[i].class) || items[i].class == bidi.ET }
	if b == a+1 || !number(a) || !number(b) {
		return true
	}
	if b != a+2 {
		return false
	}
	c := items[a+1].class
	return c == bidi.CS || c == bidi.ES || c == bidi.ET
}

// reorderStretches puts the right-to-left stretches of a line into logical order if the line as a whole
// runs from left to right.
func (b *bidiLine) reorderStretches() {
	first, last := -1, -1
	flush := func() {
		if first >= 0 {
			reorder(b.items[first : last+1])
		}
		first, last = -1, -1
	}
	for i := range b.items {
		switch b.items[i].class {
		case bidi.L:
			flush()
		case bidi.R, bidi.AL:
			if first < 0 {
				first = i
			}
			last = i
		case bidi.NSM:
			if last == i-1 && first >= 0 {
				last = i
			}
		}
	}
	flush()
}
