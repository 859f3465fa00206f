package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// An underscore stands for underscoreStep of a line to write on, as wide as one is in most fonts. There are
	// underscoresLeast at least, as many as make a line of what is typed, and underscoresMost at most: a line as wide
	// as the page must not widen the text on a phone.
	underscoreStep   = 0.5
	underscoresLeast = 3
	underscoresMost  = 40
	// blanksMost is how many level rules a page with lines to write on has at most. Tables and charts have more.
	blanksMost = 200
)

// removeBlanks removes the lines to write on from the rules of the page, and returns them. They become underscores
// in the text:
//
//	Name:  ----------------     becomes     Name: ________
func (s *shapeStage) removeBlanks() []form.Blank {
	if len(s.horizon) == 0 || len(s.horizon) > blanksMost {
		return nil
	}
	lines := make([]layout.Rect, len(s.horizon))
	for i, k := range s.horizon {
		lines[i] = s.rulings[k].Box
	}
	blanks := slices.DeleteFunc(form.Blanks(s.c, lines, s.p.Rulings), func(b form.Blank) bool { return s.isUnderField(lines[b.Line]) })
	if len(blanks) == 0 {
		return nil
	}
	taken := map[int32]bool{}
	for _, b := range blanks {
		taken[s.horizon[b.Line]] = true
	}
	s.dropRulings(taken)
	return blanks
}

// isUnderField reports whether a control stands on the line, or above it by its own height at most. The control has its
// own sign in the text.
func (s *contentStage) isUnderField(line layout.Rect) bool {
	return slices.ContainsFunc(s.c.Fields, func(f layout.Field) bool {
		return min(f.Box.X1, line.X1) > max(f.Box.X0, line.X0) && line.Center().Y >= f.Box.Y0 && line.Center().Y <= f.Box.Y1+f.Box.Height()
	})
}

// dropRulings removes the taken rules, which are read as something else.
func (s *shapeStage) dropRulings(taken map[int32]bool) {
	kept, plain := s.rulings[:0], s.p.Rulings[:0]
	for i := range s.rulings {
		if r := s.rulings[i]; !taken[int32(i)] {
			kept, plain = append(kept, r), append(plain, r.Ruling)
		}
	}
	s.rulings, s.p.Rulings = kept, slices.Clip(plain)
	s.sortHorizontal()
}

// addBlank adds a run of underscores for a line to write on.
func (s *shapeStage) addBlank(b *form.Blank) {
	r, g := b.Run, b.Glyph
	count := int32(underscoresLeast)
	if n := b.Box.Width() / (underscoreStep * r.Size); n > underscoresMost {
		count = underscoresMost
	} else if n > underscoresLeast { // not so a size of nothing over nothing
		count = int32(n)
	}
	r.Origin, r.First, r.Count = layout.FromPDF, int32(len(s.own.Glyphs)), count
	g.Char, g.Advance = '_', g.Advance/float32(count)
	for range count {
		s.own.Glyphs = append(s.own.Glyphs, g)
		g.X += g.Advance
	}
	s.own.Runs = append(s.own.Runs, r)
}
