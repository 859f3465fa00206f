package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// fewTracked is how many letters are too few to tell whether spaces between letters or between words
	// set them apart.
	fewTracked = 6
)

// trackingOf returns how much of its character space the letters of r keep between them, in points. Some
// programs set a character space as wide as a word space, and take it back between the letters of each
// word:
//
//	4.16 Tc [(=)-26(0)-1(b)381(u)380(t)-1(t)380(h)381(e)] TJ      = 0 but the
//
// The space that is taken back parts no letters; where it is not taken back, words part. The letters keep
// the lower quartile of the white behind them. Letters set apart by Tc alone keep all of it. If they are
// fewer than fewTracked, they may be the end of a word and the beginning of the next, perhaps with a word
// of one letter between. They then keep nothing, if a run beside them is closer than they are to each
// other:
//
//	2.78 Tc (sb) Tj 0.09 Tc 11.6 0 Td (oo) Tj 2.78 Tc 10.2 0 Td (ki) Tj      -s book i-
func (s *runStage) trackingOf(i int, info *runInfo) float32 {
	r := &s.c.Runs[i]
	if r.CharSpace <= gapAtSpace*info.em || r.Flags&layout.VerticalMode != 0 {
		return r.CharSpace // too little to hide a word space
	}
	first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
	gaps := s.gaps[:0]
	for n := first; n+1 < end; n++ {
		a, b := &s.c.Glyphs[n], &s.c.Glyphs[n+1]
		if gap := hypot(b.X-a.X, b.Y-a.Y) - a.Advance; near(gap) && !chars.IsSpace(a.Char) && !chars.IsSpace(b.Char) {
			gaps = append(gaps, gap)
		}
	}
	s.gaps = gaps
	switch {
	case len(gaps) == 0:
		return r.CharSpace
	case len(gaps) < fewTracked && (s.isClose(i-1, i, r.CharSpace) || s.isClose(i, i+1, r.CharSpace)):
		return 0
	}
	slices.Sort(gaps)
	return min(max(gaps[len(gaps)/4], 0), r.CharSpace)
}

// isClose reports whether the last glyph of run a and the first of run b are less than half of space
// apart, one behind the other on a level baseline.
func (s *runStage) isClose(a, b int, space float32) bool {
	if a < 0 || b >= len(s.c.Runs) {
		return false
	}
	from, end := clampRange(s.c.Runs[a].First, s.c.Runs[a].Count, len(s.c.Glyphs))
	first, last := clampRange(s.c.Runs[b].First, s.c.Runs[b].Count, len(s.c.Glyphs))
	if from == end || first == last {
		return false
	}
	x, y := &s.c.Glyphs[end-1], &s.c.Glyphs[first]
	gap := y.X - x.X - x.Advance
	return x.Y == y.Y && y.X > x.X && near(gap) && gap < space/2 && !chars.IsSpace(x.Char) && !chars.IsSpace(y.Char)
}
