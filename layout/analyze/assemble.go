package analyze

import (
	"slices"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// assemble writes lines, blocks and the rest of the page into p. It makes storage of exactly the size
// needed, for a document may have thousands of pages in memory.
func (s *figureStage) assemble(opts Options) {
	s.writeText(opts)
	s.p.Figures = s.findFigures()
	s.findBoxed()
	form.Label(s.p, s.blocks, s.out.words, s.leads)
	s.p.Blocks = s.placeFigures(s.p)
	markHyphens(s.p)
}

// writeText writes the lines and what refers to their text.
func (s *writeStage) writeText(opts Options) {
	p, w := s.p, &s.out
	s.keepMarks()
	w.placing = opts.KeepPlaces
	s.indexLinks()
	s.findStrikes()
	for i := range s.lines {
		s.writeLine(&s.lines[i])
	}
	p.Text = string(w.text)
	s.orderFields()
	s.orderFormulas()
	p.Styles, p.Spans, p.Lines = clip(w.styles), clip(w.spans), clip(w.lines)
	p.Places = clip(w.places)
	if !opts.OmitWords {
		p.Words = clip(w.words)
	}
	p.Links = slices.Clip(slices.Clone(s.c.Links))
	for i := range s.blocks {
		b := &s.blocks[i]
		for _, l := range p.BlockLines(b) {
			b.Box = b.Box.Union(l.Box)
		}
	}
}

// keepMarks copies the marks of the page if they say anything that later stages ask for.
func (s *contentStage) keepMarks() {
	for i := range s.c.Marks {
		m := &s.c.Marks[i]
		if m.MCID >= 0 || m.HasActual || m.Artifact || m.Alt != "" || m.Lang != "" || m.Expansion != "" {
			s.p.Marks = slices.Clip(slices.Clone(s.c.Marks))
			return
		}
	}
}

// markHyphens sets Line.Hyphen where a line ends in a hyphen and its word goes on in the next line: the
// hyphen stands after a letter and before a small letter. After a soft hyphen any letter may follow.
func markHyphens(p *layout.Page) {
	for i := range p.Lines {
		text := p.LineText(i)
		r, n := utf8.DecodeLastRuneInString(text)
		if !chars.IsHyphen(r) || i+1 == len(p.Lines) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:len(text)-n])
		next, _ := utf8.DecodeRuneInString(p.LineText(i + 1))
		p.Lines[i].Hyphen = chars.IsLetter(before) && (r == chars.SoftHyphen && chars.IsLetter(next) || chars.IsLower(next))
	}
	for i := range p.Blocks {
		if t := p.Blocks[i].Table; t != nil {
			for k := range t.Cells { // no word goes on in another cell
				if c := &t.Cells[k]; c.LineCount > 0 {
					p.Lines[c.FirstLine+c.LineCount-1].Hyphen = false
				}
			}
		}
	}
}
