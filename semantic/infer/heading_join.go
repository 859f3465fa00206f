package infer

import (
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// joinHeadings makes one heading of neighbouring headings that are its lines:
//
//	Chapter 1                    the number above the name
//	Where foxes live and what    a title whose lines came as two blocks
//	they eat
func (d *draft) joinHeadings(s *sheet) {
	g := signs{sheet: s}
	lines, label := int32(0), "" // the lines and the words of the heading so far
	first, last := 0, 0
	for i := 1; i < len(s.parts); i++ {
		a, b := &s.parts[last], &s.parts[i]
		if !a.continued {
			first, lines, label = last, a.count, d.text(a)
		}
		if head := &s.parts[first]; a.role == semantic.H && isBareNumber(d, head, a, b) {
			d.claim(b, semantic.H, because("heading", headingWeight, "the number of the chapter, beside its name"))
			b.next, b.continued, b.look = head.next, true, head.look
			head.next = b
			continue
		}
		last = i
		above := ""
		switch {
		case d.isNumberAbove(s, first, a, b):
			above = "the number of the chapter, above its name"
		case d.isWordAbove(a, b):
			above = "the word Chapter, above its number"
		}
		if above != "" {
			d.claim(a, semantic.H, because("heading", headingWeight, above))
			a.next, b.continued, lines = b, true, a.count+b.count
			d.lift(s.parts[:i], b)
			continue
		}
		if a.role != semantic.H || b.role != semantic.H || b.box.Y0 < a.box.Y0 || lines+b.count > headingLines {
			continue
		}
		numbers := isNumberLine(label) && words.NumberOf(d.text(b)).Depth == 0 // "1. History" under "Part 1" is not the name of the part
		if numbers || d.runsOn(&g, a, b) {
			for a.next != nil { // a.next is the number beside the heading
				a = a.next
			}
			a.next, b.continued = b, true
			lines += b.count
			label += " " + d.text(b)
			if numbers {
				d.lift(s.parts[:i], b)
			}
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// headingJoin is the most white space in ems between two lines in one look that
	// are one heading.
	headingJoin = 0.75
	// narrowLetter is the width in ems of a narrow letter. If the next word would fit on a line in such
	// letters, somebody ended the line on purpose.
	narrowLetter = 0.4
	// handBroken is the size against the body from which lines are broken by hand,
	// as in titles.
	handBroken = 1.8
	// A title in lines with wide leading is titleLine times as large as the text or larger, its lines are titleJoin ems
	// apart at most, and their middles titleMiddle ems: 1.67, 1.3 and .03 in a report in lines of twice their size.
	titleLine   = 1.5
	titleJoin   = 1.5
	titleMiddle = 0.25
	// chapterBytes is the longest number of a chapter. numberJoin is the most white space in ems between
	// it and the name below.
	chapterBytes = 2
	numberJoin   = 1.2
)

// isBareNumber reports whether b is a number in larger type that belongs to the heading in the lines
// from head to a. That heading begins with the word "Chapter" alone, and b stands beside or under it.
func isBareNumber(d *draft, head, a, b *part) bool {
	if b.role != semantic.P || b.count != 1 || b.bytes > chapterBytes || b.look.quarters <= a.look.quarters ||
		b.box.Y0-a.box.Y1 > headingJoin*b.look.size() || b.box.Y1 < head.box.Y0 || !words.IsSectionWord(strings.ToLower(d.text(head))) {
		return false
	}
	return isDigits(d.text(b))
}

// isNumberAbove reports whether a is the number of the chapter that b names. a is part number first of the
// page and opens it. Its type is as large as that of the name right under it, or larger:
//
//	4
//	Basis Fields
func (d *draft) isNumberAbove(s *sheet, first int, a, b *part) bool {
	if a.role != semantic.P || b.role != semantic.H || a.count != 1 || a.bytes > chapterBytes || a.look.quarters < b.look.quarters ||
		a.look.size() < largeRatio*d.body.size() || b.box.Y0-a.box.Y1 > numberJoin*a.look.size() || b.box.Y0 < a.box.Y0 ||
		a.box.X1 < b.box.X0 || a.box.X0 > b.box.X1 {
		return false
	}
	for i := range s.parts[:first] {
		if p := &s.parts[i]; p.role != semantic.Artifact && p.role != semantic.Figure {
			return false
		}
	}
	return isDigits(d.text(a))
}

// isWordAbove reports whether a is the word "Chapter" and b its number right under it:
//
//	CHAPTER
//	    ONE
func (d *draft) isWordAbove(a, b *part) bool {
	return a.role == semantic.P && b.role == semantic.H && a.count == 1 && b.box.Y0 >= a.box.Y0 && b.box.Y0-a.box.Y1 <= numberJoin*b.look.size() &&
		a.box.X1 >= b.box.X0 && a.box.X0 <= b.box.X1 && words.IsSectionWord(strings.ToLower(d.text(a))) && isNumberLine(d.text(b))
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// lift gives the first line of the heading that b continues the look of b. So the look is that of
// the name, not of the number above it.
func (d *draft) lift(before []part, b *part) {
	for i := len(before) - 1; i >= 0; i-- {
		a := &before[i]
		a.outlined = max(a.outlined, b.outlined)
		if !a.continued {
			a.look = b.look
			return
		}
	}
}

// runsOn reports whether heading b, right under heading a, is its next line. Either a is not complete,
// or both have the same look and a ended because it was full or because somebody broke it.
func (d *draft) runsOn(g *signs, a, b *part) bool {
	s := g.sheet
	size := min(a.look.size(), b.look.size())
	if d.isTitleLine(s, a, b) {
		return true
	}
	if b.depth > 0 || a.outlined != b.outlined || b.box.Y0-a.box.Y1 > headingJoin*size || b.box.Y0 < a.box.Y1-headingJoin*size ||
		b.box.X0 > a.box.X1 || a.box.X0 > b.box.X1 {
		return false
	}
	text, next := s.text(a.last()), s.text(b.first)
	if strings.ContainsRune(openEnds, lastRune(text)) || breaksWord(text, next) || a.look.bold == b.look.bold && unicode.IsLower(firstLetter(next)) {
		return true
	}
	if a.look.bold != b.look.bold || a.look.quarters-b.look.quarters > sameQuarters || b.look.quarters-a.look.quarters > sameQuarters {
		return false
	}
	word, _, _ := strings.Cut(next, " ")
	room := g.column(a).right - s.line(a.last()).Box.X1
	ragged := abs(a.box.X0-b.box.X0) > sameIndent*size // centred lines are broken by hand
	return ragged || a.look.size() >= handBroken*d.body.size() || room < float32(len(word)+1)*size*narrowLetter
}

// isTitleLine reports whether b is the second line of the title a, set with wide leading. Both stand on the first page,
// in one look much larger than the text, one centred under the other:
//
//	    Predicting the weight
//
//	(in kg) of foxes and their dens
func (d *draft) isTitleLine(s *sheet, a, b *part) bool {
	size := a.look.size()
	gap := b.box.Y0 - a.box.Y1
	return s.index == 0 && a.look == b.look && a.outlined == b.outlined && a.depth == 0 && b.depth == 0 && size >= titleLine*d.body.size() &&
		gap > headingJoin*size && gap <= titleJoin*size && abs(a.box.Center().X-b.box.Center().X) <= titleMiddle*size &&
		abs(a.box.X0-b.box.X0) > sameIndent*size && !words.IsSectionName(d.text(a)) && !words.IsSectionName(d.text(b))
}

// openEnds are the signs at the end of a line that is not complete.
const openEnds = ",:–—&/"

// ordinals are numbers spelt out behind the word "Part".
var ordinals = words.Set("first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth")

// isNumberLine reports whether text is nothing but "Chapter 3", "CHAPTER SEVEN", "Part One", "SEVEN"
// or "Chapter".
func isNumberLine(text string) bool {
	if words.Spelled(text) > 0 && text == strings.ToUpper(text) {
		return true
	}
	if n := words.NumberOf(text); n.Word && n.Bytes == len(text) {
		return true
	}
	word, rest, _ := strings.Cut(strings.ToLower(text), " ")
	return words.IsSectionWord(word) && (rest == "" || ordinals(rest))
}
