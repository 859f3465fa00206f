package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout/analyze"
)

func TestLinesTellWhatIsAskedOfTheirWords(t *testing.T) {
	t.Parallel()
	p := newPage()
	x := p.show(72, 100, 10, "one")
	x = p.show(x+4, 100, 10, "two")
	x = p.show(x+6, 100, 10, "three")
	p.show(x+3, 100, 10, "four")
	p.show(72, 140, 10, "alone")
	got := pageOf(t, p)
	require.Len(t, got.Lines, 2)
	words, l := got.LineWords(0), &got.Lines[0]
	require.Len(t, words, 4)
	require.Equal(t, words[1].Box.X0, l.SecondWord)
	require.Equal(t, words[1].Box.X0-words[0].Box.X1, l.FirstGap)
	require.Equal(t, words[2].Box.X0-words[1].Box.X1, l.WideGap)
	l = &got.Lines[1]
	require.Equal(t, []float32{72, 0, 0}, []float32{l.SecondWord, l.FirstGap, l.WideGap})
}

func TestOmitWordsLeavesOutTheWordsAndNothingElse(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "some words here")
	want := pageOf(t, p)
	require.Len(t, want.Words, 3)
	got, err := analyze.Page(t.Context(), &p.Content, analyze.Options{OmitWords: true})
	require.NoError(t, err)
	require.Empty(t, got.LineWords(0))
	want.Words = nil
	require.Equal(t, want, got)
}
