package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// code makes the node of p and the parts that continue it, with their line ends, blank lines
// and indents.
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

// blankLinesAbove returns how many blank lines stand between p and the part above it, if p goes on
// with that code on the same page.
func (s *sheet) blankLinesAbove(p, above *part) int {
	if above.sheet != p.sheet || p.first != above.last()+1 {
		return 0
	}
	return s.blankLines(p.first, min(s.codeLeading(p), s.codeLeading(above)))
}

// codeIndent returns how far p is indented from the text of its column, or 0 if the code has one
// part only. Columns are compared because the margins of pages differ.
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

// leftsOf returns the left edges of the columns of s. It measures s unless it did so in the last call.
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
	maxIndent = limits.CodeIndent
	// maxBlankLines is the most blank lines for one gap in code.
	maxBlankLines = 10
	// codeLeadingLeast and codeLeadingMost bound the distance from baseline to baseline of
	// lines of code: lines closer than that are one row, lines further apart have a blank line between them.
	// blankShare is added to the distance, in lines, before it is rounded down: from 1.6 lines on there is a
	// blank line.
	codeLeadingLeast = 0.8
	codeLeadingMost  = 1.5
	blankShare       = 0.4
)

// appendCode appends the lines of p to text, each indented by indent, and adds to from where
// they stand.
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

// pitch returns the mean width of a character in p.
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

// codeLeading returns the least distance between lines of p. Larger distances have blank
// lines in them.
func (s *sheet) codeLeading(p *part) float32 {
	leading := codeLeadingMost * p.look.size()
	for i := p.first + 1; i <= p.last(); i++ {
		if d := s.line(i).Baseline - s.line(i-1).Baseline; d >= p.look.size()*codeLeadingLeast {
			leading = min(leading, d)
		}
	}
	return leading
}

// blankLines returns how many blank lines stand above line i.
func (s *sheet) blankLines(i int32, leading float32) int {
	if d := s.line(i).Baseline - s.line(i-1).Baseline; leading > 0 && d > 0 {
		return min(int(d/leading+blankShare), maxBlankLines+1) - 1
	}
	return 0
}
