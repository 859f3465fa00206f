package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// typedPage shows lines of typewriter type, each at its indent; an empty one is blank.
func typedPage(lines ...string) *page {
	p := newPage()
	for i, text := range lines {
		if text != "" {
			p.words(72, 100+12*float32(i), 10, text, run{font: mono})
		}
	}
	return p
}

func kinds(p *layout.Page) (kinds []layout.BlockKind) {
	for _, b := range p.Blocks {
		kinds = append(kinds, b.Kind)
	}
	return kinds
}

func TestTypedTextIsNoProgram(t *testing.T) {
	t.Parallel()
	got := pageOf(t, typedPage(
		"Glass for the lantern was ground by hand, a task that took many",
		"days. The boats are small, and their crews prefer to mend what a",
		"stranger would replace. The cost was put at some pounds, and the",
		"parish thought that was too much, and the builders too little of",
		"it.",
		"",
		"The school was closed long ago, and all its pupils have walked to",
		"the next village since. In the upper valley the soil is thin, and",
		"hedges grow slowly there.",
	))
	require.Equal(t, []layout.BlockKind{layout.Paragraph, layout.Paragraph}, kinds(got))

	listing := pageOf(t, typedPage(
		"for i := range villages {",
		"v := villages[i]",
		"if v.soil < thin && v.hedges != nil {",
		"walk(v)",
		"}",
		"}",
		"",
		"return villages",
	))
	require.Equal(t, []layout.BlockKind{layout.Verbatim}, kinds(listing))

	alike := pageOf(t, typedPage("if soil > limit { return thin };", "if walk > limit { return long };", "if work > limit { return poor };", "if boat > limit { return none };"))
	require.Equal(t, []layout.BlockKind{layout.Verbatim}, kinds(alike), "lines that end at one edge, but not in a sentence")
}
