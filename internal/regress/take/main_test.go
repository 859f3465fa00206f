package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/regress/pages"
	"github.com/pagelift/pagelift/semantic"
)

func TestTakeMakesACase(t *testing.T) { // in the folder in which the command runs, so not beside others
	known, err := knownWords(filepath.FromSlash("../../.."))
	require.NoError(t, err)
	for _, w := range []string{"table", "references", "the", "figure"} {
		require.True(t, known(w), w)
	}
	require.False(t, known("harbour"))

	out := filepath.Join(t.TempDir(), "case.json.gz")
	t.Chdir(filepath.FromSlash("../../.."))
	require.NoError(t, run(t.Context(), filepath.FromSlash("internal/regress/corpus/report-sans-tagged.pdf"), "1-2", 0, out))
	c, err := pages.Read(out)
	require.NoError(t, err)
	require.Len(t, c.Pages, 2)
	require.NotEmpty(t, c.Structure.Elements)
	text, err := pages.Outline(t.Context(), c)
	require.NoError(t, err)
	require.NotContains(t, text, "Harbour")
	require.Contains(t, text, "tagged")
	require.Error(t, run(t.Context(), filepath.FromSlash("internal/regress/corpus/report-sans-tagged.pdf"), "1000", 0, out), "no such page")
}

func TestPageRange(t *testing.T) {
	t.Parallel()
	first, last, err := pageRange("3-4")
	require.NoError(t, err)
	require.Equal(t, [2]int{3, 4}, [2]int{first, last})
	for _, bad := range []string{"", "0", "4-3", "a", "1-b"} {
		_, _, err := pageRange(bad)
		require.Error(t, err, bad)
	}
}

// TestWithin keeps what leads to a page, in the order of the tree.
func TestWithin(t *testing.T) {
	t.Parallel()
	element := func(i int32) semantic.Kid { return semantic.Kid{Element: i, MCID: -1} }
	content := func(page, mcid int32) semantic.Kid { return semantic.Kid{Element: -1, Page: page, MCID: mcid} }
	tree := &semantic.Structure{
		Marked: true,
		Elements: []semantic.Element{
			{Role: "Document", Parent: -1, FirstKid: 0, KidCount: 3},
			{Role: "H1", Parent: 0, FirstKid: 3, KidCount: 1},
			{Role: "Sect", Parent: 0, FirstKid: 4, KidCount: 1},
			{Role: "P", Parent: 2, FirstKid: 5, KidCount: 2},
			{Role: "P", Parent: 0, FirstKid: 7, KidCount: 1},
		},
		Kids: []semantic.Kid{element(1), element(2), element(4), content(1, 0), element(3), content(1, 1), content(2, 0), content(2, 1)},
	}
	require.Nil(t, partFor(tree, 3, 4))
	require.Equal(t, tree, partFor(tree, 1, 2))
	got := partFor(tree, 1, 1)
	require.Equal(t, []semantic.Element{
		{Role: "Document", Parent: -1, FirstKid: 0, KidCount: 2},
		{Role: "H1", Parent: 0, FirstKid: 2, KidCount: 1},
		{Role: "Sect", Parent: 0, FirstKid: 3, KidCount: 1},
		{Role: "P", Parent: 2, FirstKid: 4, KidCount: 1},
	}, got.Elements)
	require.Equal(t, []semantic.Kid{element(1), element(2), content(1, 0), element(3), content(1, 1)}, got.Kids)
}
