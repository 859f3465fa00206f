package analyze

import (
	"slices"
	"unicode"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Forms set words of upright letters beside their boxes, one letter below the other:
//
//	D  +----------+
//	A  |          |
//	T  |          |
//	E  +----------+

// stackedWord is a word of such letters while it is found, run by run.
type stackedWord struct {
	first, end int // runs
	x, y       float32
	em         float32
	step       float32
	ys         []float32 // baselines of its letters
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Words of letters below each other. letterStepMost is the longest step in ems (forms have 1.2).
	// Middles, steps and baselines differ by at most stackLean. A run has at most loneGlyphs glyphs: a
	// letter and spaces behind it. stackedWords is how many words of a page are looked at.
	letterStepMost = 1.5
	stackLean      = 0.1
	loneGlyphs     = 3
	stackedWords   = limits.StackedWords
)

// findStackedLetters marks the runs of such words as vertical text.
func (s *runStage) findStackedLetters() {
	var w stackedWord
	words := 0
	for i := 0; i <= len(s.c.Runs) && words < stackedWords; i++ {
		var g *layout.Glyph
		if i < len(s.c.Runs) {
			if g = s.lone(i); g != nil && chars.IsSpace(g.Char) {
				continue
			}
		}
		if g != nil && w.takes(g, s.runs[i].em) {
			w.end, w.y, w.ys = i+1, g.Y, append(w.ys, g.Y)
			continue
		}
		if len(w.ys) >= stackLeast {
			words++
			s.stackLetters(&w)
		}
		if w.ys = w.ys[:0]; g != nil {
			w.first, w.end, w.em, w.step = i, i+1, s.runs[i].em, 0
			w.x, w.y, w.ys = g.X+g.Advance/2, g.Y, append(w.ys, g.Y)
		}
	}
}

// lone returns the glyph of run i if the run shows one upright capital with spaces behind it, or only
// spaces; else nil.
func (s *runStage) lone(i int) *layout.Glyph {
	r := &s.c.Runs[i]
	if r.Count < 1 || r.Count > loneGlyphs || r.Em[1] != 0 || r.Em[0] <= 0 || r.Flags&layout.VerticalMode != 0 || s.runs[i].frame < 0 {
		return nil
	}
	first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
	for n := first + 1; n < end; n++ {
		if !chars.IsSpace(s.c.Glyphs[n].Char) {
			return nil
		}
	}
	if first == end || !chars.IsSpace(s.c.Glyphs[first].Char) && !unicode.IsUpper(s.c.Glyphs[first].Char) {
		return nil
	}
	return &s.c.Glyphs[first]
}

// takes reports whether g is the next letter of w. It is as large, and its middle stands below that of the
// letter before, one step further on, or two behind a space.
func (w *stackedWord) takes(g *layout.Glyph, em float32) bool {
	if len(w.ys) == 0 || em != w.em || abs(g.X+g.Advance/2-w.x) > stackLean*em {
		return false
	}
	d := g.Y - w.y
	if w.step == 0 && d >= stackStep*em && d <= letterStepMost*em {
		w.step = d
	}
	return w.step > 0 && (abs(d-w.step) <= stackLean*em || abs(d-2*w.step) <= stackLean*em)
}

// stackLetters marks the letters of w, unless they stand in rows with other text, as the cells of a column
// do.
func (s *runStage) stackLetters(w *stackedWord) {
	shared := 0
	last := float32(farAway)
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if i >= w.first && i < w.end || r.Count < 1 || r.Em[1] != 0 || s.runs[i].frame < 0 || r.Origin >= layout.FromField {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
		if first == end || s.c.Glyphs[first].Y == last {
			continue
		}
		last = s.c.Glyphs[first].Y
		at, _ := slices.BinarySearch(w.ys, last-stackLean*w.em)
		if at < len(w.ys) && w.ys[at] <= last+stackLean*w.em {
			if shared++; 2*shared > len(w.ys) {
				return
			}
		}
	}
	for i := w.first; i < w.end; i++ {
		s.runs[i].stack()
		s.runs[i].step = w.step
	}
}
