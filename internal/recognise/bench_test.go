package recognise_test

import (
	"strings"
	"testing"

	"github.com/pagelift/pagelift/internal/recognise"
)

// BenchmarkJudge measures what judging costs every page, also one with text. It has a page of 4,000 characters.
func BenchmarkJudge(b *testing.B) {
	page := newSheet().text(300, strings.Repeat(prose, 65), 0)
	for b.Loop() {
		recognise.Judge(&page.Content)
	}
}
