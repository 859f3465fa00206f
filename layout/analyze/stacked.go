package analyze

import (
	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
)

// Vertical text comes in two ways: in fonts written from top to bottom, or, from
// browsers, as upright characters put one below the other by hand.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Vertical text made of upright characters. Each stands stackStep to stackStepMost below the one
	// before it (browsers put them 1 em apart; rows of text are 1.4 and more apart); stackLeast make a
	// line. If stackShare of a page's text is in such lines, lone characters are vertical too.
	// ideographAscent is the height of an ideograph above its baseline.
	stackStep       = 0.8
	stackStepMost   = 1.3
	stackLeast      = 5
	stackShare      = 0.4
	ideographAscent = 0.88
)

// findStacked marks runs of upright ideographs that stand below each other as vertical text. If these are
// most of a page, all its lone ideographs are vertical too.
//
//	文
//	字      one run each, 1 em apart
//	列
func (s *runStage) findStacked() {
	s.findStackedLetters()
	first, stacked, glyphs := 0, 0, 0
	for i := range s.c.Runs {
		glyphs += int(s.c.Runs[i].Count)
		if i > first && s.isBelow(int32(i-1), int32(i)) {
			continue
		}
		stacked += s.markStacked(first, i)
		first = i
	}
	stacked += s.markStacked(first, len(s.c.Runs))
	if stacked == 0 || float32(stacked) < stackShare*float32(glyphs) {
		return
	}
	for i := range s.c.Runs {
		if r := &s.c.Runs[i]; s.runs[i].frame >= 0 && s.ideograph(r) != nil {
			s.runs[i].stack()
		}
	}
}

// markStacked marks the runs [first, end), which stand below each other, if they are enough to be no
// column of a table. It returns how many it marked.
func (s *runStage) markStacked(first, end int) int {
	if end-first < stackLeast {
		return 0
	}
	for i := first; i < end; i++ {
		s.runs[i].stack()
	}
	return end - first
}

func (info *runInfo) stack() {
	info.stacked = true
	info.ascent, info.descent = info.height/2, info.height/2
}

// ideograph returns the glyph of a run that shows one upright ideograph and nothing else; else nil.
func (s *contentStage) ideograph(r *layout.Run) *layout.Glyph {
	if r.Count != 1 || r.Em[1] != 0 || r.Em[0] <= 0 || r.Flags&layout.VerticalMode != 0 {
		return nil
	}
	first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
	if first == end || !script.IsIdeographic(s.firstRune(s.c.Glyphs[first].Char)) {
		return nil
	}
	return &s.c.Glyphs[first]
}

// isBelow reports whether run b is one ideograph right below that of run a.
func (s *runStage) isBelow(a, b int32) bool {
	p, q := s.ideograph(&s.c.Runs[a]), s.ideograph(&s.c.Runs[b])
	if p == nil || q == nil || s.runs[a].frame < 0 || s.runs[b].frame < 0 {
		return false
	}
	em := s.runs[b].em
	step := (q.Y - p.Y) / em
	return abs(q.X-p.X) <= sameChunk*em && step >= stackStep && step <= stackStepMost
}

// stackedAt returns the place of a stacked character with its origin at u and v of a vertical frame.
// Vertical writing takes the middle of the upper edge as origin.
func (info *runInfo) stackedAt(u, v, advance float32) (top, middle, length float32) {
	if info.step > 0 {
		return u - ideographAscent*info.height, v - advance/2, info.step
	}
	return u - ideographAscent*info.height, v - advance/2, info.height
}
