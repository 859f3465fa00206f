package analyze

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// A control of a form has its place in the text of its page: a FieldSign as wide as its widget stands for
// it among the glyphs. So it becomes part of a line, a cell or a column as the words around it do:
//
//	Name: [__________]  Age: [___]      text: "Name: \uFFFC Age: \uFFFC"

// isSign reports whether r stands for something other than text.
func isSign(r rune) bool {
	return r == layout.FieldSign || r == layout.PictureSign || r == layout.FormulaSign
}

// placeFields puts a FieldSign for each control among the runs of the page, a sign of tickboxes.go for
// each drawn box to tick, and underscores for each drawn line to write on (blanks.go). Underscores and dots
// under a control, which are to be written on, become spaces.
func (s *shapeStage) placeFields() {
	boxes, blanks := s.tickBoxes(), s.removeBlanks()
	if len(s.c.Fields) == 0 && len(boxes) == 0 && len(blanks) == 0 {
		return
	}
	s.ownRuns()
	s.readTyped(boxes)
	s.fields, s.leads = s.fields[:0], s.leads[:0]
	s.p.Fields = slices.Clone(s.c.Fields)

	for i := range s.p.Fields {
		s.p.Fields[i].At = -1
	}
	controls := len(s.p.Fields)
	all := withTicks(s.p.Fields, boxes)
	for i, in := range form.StandIns(s.c, all, controls, s.p.Rulings) {
		r, g := in.Run, in.Glyph
		if i < controls {
			g.Char, g.Code = layout.FieldSign, uint32(i)
			s.leads = append(s.leads, in.Leads)
		} else {
			r.Origin, g.Char = layout.FromPDF, boxes[i-controls].sign
		}
		r.First, r.Count = int32(len(s.own.Glyphs)), 1
		s.own.Runs, s.own.Glyphs = append(s.own.Runs, r), append(s.own.Glyphs, g)
	}
	for i := range blanks {
		s.addBlank(&blanks[i])
	}
}

// noteField records that the FieldSign g is written.
func (s *contentStage) noteField(g *glyph) {
	s.fields = append(s.fields, int32(s.c.Glyphs[s.c.Runs[g.run].First].Code))
}

// field returns the control that g stands for; nil: g is text. It works until orderFields reorders the
// controls.
func (s *contentStage) field(g *glyph) *layout.Field {
	if g.char != layout.FieldSign {
		return nil
	}
	return &s.p.Fields[s.c.Glyphs[s.c.Runs[g.run].First].Code]
}

// orderFields puts the controls in the order of the text. Those without a place in the text come last.
func (s *contentStage) orderFields() {
	if len(s.p.Fields) == 0 {
		return
	}
	at, text := 0, s.p.Text
	for _, i := range s.fields {
		at += strings.IndexRune(text[at:], layout.FieldSign)
		s.p.Fields[i].At = int32(at)
		at += utf8.RuneLen(layout.FieldSign)
	}
	fields, leads := s.p.Fields, slices.Clone(s.leads)
	order := make([]int, len(fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(uint32(fields[a].At), uint32(fields[b].At)) })
	s.p.Fields = make([]layout.Field, len(fields))
	for to, i := range order {
		s.p.Fields[to], s.leads[to] = fields[i], leads[i]
	}
}

// markFields makes each FieldSign of a line a word of its own. It reports whether there is one.
func markFields(glyphs []glyph) bool {
	any := glyphs[0].char == layout.FieldSign
	for n := 1; n < len(glyphs); n++ {
		if glyphs[n].char == layout.FieldSign || glyphs[n-1].char == layout.FieldSign {
			glyphs[n].flags |= wordStart
			any = true
		}
	}
	return any
}
