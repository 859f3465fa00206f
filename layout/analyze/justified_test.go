package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stretched shows words from x0 to x1, all gaps the same.
func (p *page) stretched(x0, x1, y, size float32, text string) {
	words := strings.Fields(text)
	gap := (x1 - x0 - width(strings.Join(words, ""), size)) / float32(len(words)-1)
	for _, w := range words {
		x0 = p.show(x0, y, size, w, run{font: noSpace}) + gap
	}
}

// TestLinesOfANarrowColumn: in narrow columns few words fill a line, and the gaps between them are as wide as those of
// tables.
func TestLinesOfANarrowColumn(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"all of them stretched":    {"(Based on my river),", "during 2020 one of the", "bigger things has been", "the impact of bridges"},
		"two words between others": {"direct meetings to foster any", "propagandistic, misinformations", "and villages through a whole"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			for i, line := range lines {
				p.stretched(100, 270, 100+15*float32(i), 10, line)
			}
			got := pageOf(t, p)
			require.Len(t, got.Blocks, 1)
			require.Equal(t, lines, textOf(got))
		})
	}
}

// TestNumbersInColumnsAreNotStretched: numbers of one width have gaps of one width, and columns.
func TestNumbersInColumnsAreNotStretched(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, row := range []string{"12345 12345 12345 12345", "67890 67890 67890 67890", "24680 24680 24680 24680"} {
		p.stretched(100, 270, 100+15*float32(i), 10, row)
	}
	got := pageOf(t, p)
	require.NotNil(t, got.Blocks[0].Table)
	require.EqualValues(t, 3, got.Blocks[0].Table.Rows)
}

// TestRowsOfProgramsAreNotStretched: rows that line up have columns, although their gaps are alike.
func TestRowsOfProgramsAreNotStretched(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, row := range []string{"(first-of-numbers) becomes #true", "(third-of-numbers) becomes #true", "(fifth-of-numbers) becomes #true"} {
		p.stretched(100, 290, 100+15*float32(i), 10, row)
	}
	require.NotNil(t, pageOf(t, p).Blocks[0].Table)
}
