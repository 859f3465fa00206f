package analyze

import (
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Small capitals are set in .68 (browsers) to .8 (word processors) of the size
	// of the capitals before them, and no further behind than letters stand.
	smallCapsLeast = 0.6
	smallCapsMost  = 0.85
	smallCapsGap   = 0.15
)

// isSmallCaps reports that glyph b right behind the capital a is a small capital: of
// the same font and baseline, but smaller. The size of the text is that of a, which
// is the size from glyph from on. An ActualText may tell that b is a small letter.
func (s *runStage) isSmallCaps(from, a, b *glyph) bool {
	if a.v != b.v || a.size != from.size ||
		b.u0-a.u1 > smallCapsGap*a.size || s.c.Runs[a.run].Font != s.c.Runs[b.run].Font {
		return false
	}
	small, large := s.runs[b.run].height, s.runs[a.run].height
	return small >= smallCapsLeast*large && small <= smallCapsMost*large &&
		unicode.IsUpper(s.firstRune(a.char)) && chars.IsLetter(s.firstRune(b.char))
}

// largestStyle is the largest style of a line, which its full capitals have.
func (w *writer) largestStyle(spans []layout.Span) int32 {
	largest := spans[0].Style
	for i := range spans {
		if w.styles[spans[i].Style].Size > w.styles[largest].Size {
			largest = spans[i].Style
		}
	}
	return largest
}
