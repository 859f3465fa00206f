package analyze

import (
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Small capitals have .68 (browsers) to .8 (word processors) of the size of the capitals before them,
	// and stand no further behind them than letters do.
	smallCapsLeast = 0.6
	smallCapsMost  = 0.85
	smallCapsGap   = 0.15
)

// isSmallCaps reports whether glyph b, right behind the capital a, is a small capital: it has the same
// font and baseline but is smaller, as the ILL of "MILL" in 10 and 8 points. The size of the text is that
// of a, and begins with glyph from. An ActualText may say that b is a small letter.
func (s *runStage) isSmallCaps(from, a, b *glyph) bool {
	if a.v != b.v || a.size != from.size ||
		b.u0-a.u1 > smallCapsGap*a.size || s.c.Runs[a.run].Font != s.c.Runs[b.run].Font {
		return false
	}
	small, large := s.runs[b.run].height, s.runs[a.run].height
	return small >= smallCapsLeast*large && small <= smallCapsMost*large &&
		unicode.IsUpper(s.firstRune(a.char)) && chars.IsLetter(s.firstRune(b.char))
}

// largestStyle returns the largest style of a line, which is the style of its full capitals.
func (w *writer) largestStyle(spans []layout.Span) int32 {
	largest := spans[0].Style
	for i := range spans {
		if w.styles[spans[i].Style].Size > w.styles[largest].Size {
			largest = spans[i].Style
		}
	}
	return largest
}
