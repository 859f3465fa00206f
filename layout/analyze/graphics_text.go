package analyze

import (
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// textBlock is what the search for drawings needs of a block of text.
type textBlock struct {
	box     layout.Rect
	area    float32 // of its lines, which are far between on a map; tables and programs have that of their box
	block   int32
	running bool // sentences, a program or a table, not labels
	long    bool // its lines are as long as those of a text
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Text that is no label. Running text has graphicText bytes in lines of graphicWords or more on
	// average, or is a program of graphicCode lines, or graphicItems items of a list, or graphicItem bytes
	// behind a bullet: no label of a chart or box of a diagram measured has as much. Lines of graphicLine
	// bytes are sentences. graphicWork bounds the pairs of things looked at on a page, graphicImages the
	// images that are looked for in drawings.
	graphicText   = 90
	graphicWords  = 22
	graphicCode   = 3
	graphicItems  = 3
	graphicItem   = 25
	graphicLine   = 45
	graphicWork   = 1 << 20
	graphicImages = limits.GraphicImages
	// hatchShare of a hatching is one sign; a text has no letter that often.
	hatchShare = 0.5
	// The names along an axis stand in axisLines lines at most, of axisSmall of the size of the text. The widest gap of
	// the first is axisGap or more.
	axisLines = 3
	axisGap   = 1.2
	axisSmall = 0.8
)

// listTexts lists the blocks of text of the page.
func (s *figureStage) listTexts() {
	g := &s.graphics
	g.texts = g.texts[:0]
	s.measureLines()
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.LineCount == 0 {
			continue
		}
		lines := s.p.Lines[b.FirstLine : b.FirstLine+b.LineCount]
		bytes := lines[len(lines)-1].End - lines[0].Start
		running := bytes >= graphicText && !isHatching(s.p.Text[lines[0].Start:lines[len(lines)-1].End]) && bytes/b.LineCount >= graphicWords || b.Kind == layout.Verbatim && b.LineCount >= graphicCode || b.Kind == layout.Grid ||
			bytes >= graphicItem && beginsWithBullet(s.p.Text[lines[0].Start:])
		names := g.isAxis(lines)
		area := float32(0)
		for k := range lines {
			area += lines[k].Box.Width() * lines[k].Box.Height()
		}
		if b.Kind == layout.Grid || b.Kind == layout.Verbatim {
			area = b.Box.Width() * b.Box.Height()
		}
		g.texts = append(g.texts, textBlock{b.Box, area, int32(i), running && !names, bytes/b.LineCount >= graphicLine && !names})
	}
	s.listItems()
}

// isHatching reports whether one sign fills a text: programs for maps set a letter of a font of signs again and again.
func isHatching(text string) bool {
	var most rune // the sign that fills the text, if any does: others cancel it out one by one
	ahead := 0
	for _, r := range text {
		switch {
		case !chars.IsLetter(r):
		case ahead == 0:
			most, ahead = r, 1
		case r == most:
			ahead++
		default:
			ahead--
		}
	}
	letters, same := 0, 0
	for _, r := range text {
		if chars.IsLetter(r) {
			letters++
			if r == most {
				same++
			}
		}
	}
	return letters > 0 && float32(same) > hatchShare*float32(letters)
}

// isAxis reports whether lines are the names along an axis, which may fill a line as a sentence does:
//
//	Brunei     Cambodia   Indonesia  Laos
//	Darussalam
func (g *graphicFinder) isAxis(lines []layout.Line) bool {
	l := &lines[0]
	return len(lines) <= axisLines && l.WideGap >= axisGap*l.Size && l.Size <= axisSmall*g.usual
}

// beginsWithBullet reports whether text is an item of a list.
func beginsWithBullet(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return chars.IsBullet(r)
}

// listItems marks the items of lists as running text: several blocks below each other that begin with
// labels. Charts and diagrams have no lists.
func (s *figureStage) listItems() {
	texts := s.graphics.texts
	for at := 0; at < len(texts); {
		end := at
		for end < len(texts) && s.blocks[texts[end].block].Why == whyLabel && (end == at || texts[end].box.Y0 >= texts[end-1].box.Y0) {
			end++
		}
		if end-at >= graphicItems {
			for i := at; i < end; i++ {
				texts[i].running = true
			}
		}
		at = max(end, at+1)
	}
}

// draws reports whether p may be part of a drawing. It is not if the document marks it as decoration, or
// if it is part of a table, the ground of running text or the line under a word.
func (s *figureStage) draws(p *layout.Path) bool {
	if p.Flags&layout.Unseen != 0 || s.isIgnored(p.Flags, p.Mark) {
		return false
	}
	for i := range s.grids {
		if t := s.grids[i].box(&s.frames[s.grids[i].frame]); holdsBox(t, p.Box, ruleTouch) {
			return false
		}
	}
	switch w, h := p.Box.Width(), p.Box.Height(); {
	case h <= rulingThick && w > h:
		return !s.underlines(p.Box)
	case w >= panelWide && h >= panelHigh && s.isBox(p):
		return !s.grounds(p.Box)
	}
	return true
}

// holdsBox reports whether b lies in a, give or take slack.
func holdsBox(a, b layout.Rect, slack float32) bool {
	return b.X0 >= a.X0-slack && b.Y0 >= a.Y0-slack && b.X1 <= a.X1+slack && b.Y1 <= a.Y1+slack
}

// grounds reports whether a box stands behind or around running text.
func (s *figureStage) grounds(box layout.Rect) bool {
	g := &s.graphics
	if g.work += len(g.texts); g.work > graphicWork {
		return false
	}
	for i := range g.texts {
		if t := &g.texts[i]; t.running && mostlyIn(t.box, box) {
			return true
		}
	}
	return false
}

// underlines reports whether a level rule stands right below words of about its
// length, or through them.
func (s *figureStage) underlines(box layout.Rect) bool {
	g := &s.graphics
	if g.work += len(g.texts); g.work > graphicWork {
		return false
	}
	for i := range g.texts {
		t := &g.texts[i]
		if box.X0 < t.box.X0-rulingThick || box.X1 > t.box.X1+rulingThick || box.Y0 < t.box.Y0 || box.Y0 > t.box.Y1+rulingThick {
			continue
		}
		b := &s.blocks[t.block]
		if g.work += int(b.LineCount); g.work > graphicWork {
			return false
		}
		for _, l := range s.p.BlockLines(b) {
			if drop := (box.Y0 - l.Baseline) / l.Size; l.Rotation == 0 && drop >= -strikeTo && drop <= underlineTo && box.X0 >= l.Box.X0-l.Size && box.X1 <= l.Box.X1+l.Size {
				return true
			}
		}
	}
	return false
}
