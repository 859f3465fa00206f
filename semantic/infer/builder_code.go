package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// code makes a block with line ends, blank lines and indents of p and the parts
// that continue it.
func (b *builder) code(p *part) *semantic.Node {
	text, from := b.scratch[:0], originList{keep: b.d.origins}
	least := b.codeIndent(p)
	for q := p.next; q != nil; q = q.next {
		least = min(least, b.codeIndent(q))
	}
	var last *part
	for q := p; q != nil; q = q.next {
		if q != p {
			text = append(text, '\n')
			for range b.d.sheetOf(q).blankLinesAbove(q, last) {
				text = append(text, '\n')
			}
		}
		last = q
		text = b.d.sheetOf(q).appendCode(text, q, b.codeIndent(q)-least, &from)
	}
	n := b.node(semantic.Code, p)
	n.Text, b.scratch = b.keep(text), text
	b.setOrigins(n, from.flush())
	if b.d.tree != nil {
		b.d.tagAttr(n, p)
	}
	return n
}

// blankLinesAbove is how many lines are left out between p and the part above it, whose code it goes on with
// on the same page.
func (s *sheet) blankLinesAbove(p, above *part) int {
	if above.sheet != p.sheet || p.first != above.last()+1 {
		return 0
	}
	return s.blankLines(p.first, min(s.codeLeading(p), s.codeLeading(above)))
}

// codeIndent is how far p, a part of a chain, is set in from the text of its
// column; 0 for code that stands on one page. The margins of pages differ.
func (b *builder) codeIndent(p *part) float32 {
	if p.next == nil && !p.continued {
		return 0
	}
	s := b.d.sheetOf(p)
	return p.box.X0 - b.lefts.leftsOf(s)[s.Blocks[p.block].Column]
}

// columnLefts are the left edges of the columns of one page.
type columnLefts struct {
	sheet *sheet
	left  map[int32]float32
}

// leftsOf measures s unless it did so last.
func (c *columnLefts) leftsOf(s *sheet) map[int32]float32 {
	if c.sheet == s {
		return c.left
	}
	c.sheet, c.left = s, map[int32]float32{}
	for i := range s.parts {
		if p := &s.parts[i]; p.flows() {
			column := s.Blocks[p.block].Column
			left, ok := c.left[column]
			if !ok || p.box.X0 < left {
				c.left[column] = p.box.X0
			}
		}
	}
	return c.left
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// maxIndent is the deepest indent of a line of code, in characters.
	maxIndent = 200
	// maxBlankLines is how many blank lines one gap in code stands for at most.
	maxBlankLines = 10
	// codeLeadingLeast and codeLeadingMost hold the distances of lines of code from
	// baseline to baseline: less is one row, more has a blank line in it. blankShare
	// is the share of a line from which on white space is one.
	codeLeadingLeast = 0.8
	codeLeadingMost  = 1.5
	blankShare       = 0.4
)

// appendCode adds the lines of p, all set in by indent, to text, and where they stand to
// from.
func (s *sheet) appendCode(text []byte, p *part, indent float32, from *originList) []byte {
	pitch, left := s.pitch(p), s.line(p.first).Box.X0
	for i := p.first; i <= p.last(); i++ {
		left = min(left, s.line(i).Box.X0)
	}
	leading := s.codeLeading(p)
	for i := p.first; i <= p.last(); i++ {
		if i > p.first {
			text = append(text, '\n')
			for range s.blankLines(i, leading) {
				text = append(text, '\n')
			}
		}
		if pitch > 0 {
			for range min(int((s.line(i).Box.X0-left+indent)/pitch+0.5), maxIndent) {
				text = append(text, ' ')
			}
		}
		own := strings.TrimRight(s.text(i), " ")
		start := s.line(i).Start
		if !strings.ContainsAny(own, standIns) {
			from.add(len(text), s.Page, start, start+int32(len(own)))
		}
		text = append(text, strings.TrimRight(withoutSigns(s.withFormulas(own, start)), " ")...)
	}
	return text
}

// pitch is the mean advance of a character in p.
func (s *sheet) pitch(p *part) float32 {
	var width float32
	var characters int
	for i := p.first; i <= p.last(); i++ {
		width += s.line(i).Box.Width()
		characters += utf8.RuneCountInString(s.text(i))
	}
	if characters == 0 {
		return 0
	}
	return width / float32(characters)
}

// codeLeading is the distance between the lines of p, the least there is: blank
// lines stand between others.
func (s *sheet) codeLeading(p *part) float32 {
	leading := codeLeadingMost * p.look.size()
	for i := p.first + 1; i <= p.last(); i++ {
		if d := s.line(i).Baseline - s.line(i-1).Baseline; d >= p.look.size()*codeLeadingLeast {
			leading = min(leading, d)
		}
	}
	return leading
}

// blankLines is how many lines are left out above line i.
func (s *sheet) blankLines(i int32, leading float32) int {
	if d := s.line(i).Baseline - s.line(i-1).Baseline; leading > 0 && d > 0 {
		return min(int(d/leading+blankShare), maxBlankLines+1) - 1
	}
	return 0
}
