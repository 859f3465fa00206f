package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// trackingOf is the space in points that the letters of r keep between them of its
// character space. Some programs set a character space as wide as a word space, and take
// it back between the letters of each word:
//
//	4.16 Tc [(=)-26(0)-1(b)381(u)380(t)-1(t)380(h)381(e)] TJ      = 0 but the
//
// What is taken back parts no letters, and the words are where it is not: the lower
// quartile of the white behind the letters is what they keep. Letters set apart by Tc
// alone keep all of it.
func (s *runStage) trackingOf(r *layout.Run, info *runInfo) float32 {
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
	if len(gaps) == 0 {
		return r.CharSpace
	}
	slices.Sort(gaps)
	return min(max(gaps[len(gaps)/4], 0), r.CharSpace)
}
