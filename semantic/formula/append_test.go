package formula_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic/formula"
)

func TestAppendGoesOnOverLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second string
		want          string // "": two formulas
	}{
		"behind a relation":             {"a+b=", "c", "a + b = c"},
		"behind an operator":            {"a+", "b", "a + b"},
		"behind an arrow":               {"x→", "y", "x → y"},
		"before a relation":             {"a+b", "=c", "a + b = c"},
		"in brackets":                   {"f(x,", "y)", "f(x, y)"},
		"in brackets behind a relation": {"f(x=", "y)+1", "f(x = y) + 1"},
		"a sign that is spoken of":      {"=", "x", ""},
		"two formulas":                  {"x", "y", ""},
		"a number below zero":           {"x", "−1", ""},
		"a bracket that nothing closes": {"f(x", "y", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second := at(c.first, em).formula(), at(c.second, em).formula()
			first.Display, second.Display = false, false
			tree, next := formula.Read(first), formula.Read(second)
			before, behind := tree.Text(), next.Text()
			if both := tree.Append(next); c.want == "" {
				require.Nil(t, both)
			} else {
				require.Equal(t, c.want, both.Text())
			}
			require.Equal(t, before, tree.Text(), "they stay as they are")
			require.Equal(t, behind, next.Text())
		})
	}
}

func TestAppendPairsTheBracketsOfBothLines(t *testing.T) {
	t.Parallel()
	first, second := at("(a+", em).formula(), sup(at("b)", em), at("2", .7*em)).formula()
	first.Display, second.Display = false, false
	next := formula.Read(second)
	behind := next.Text()
	tree := formula.Read(first).Append(next)
	require.NotNil(t, tree)
	require.Equal(t, behind, next.Text(), "it stays as it is")
	require.Equal(t, formula.Scripts, tree.Root.Kind)
	require.Equal(t, formula.Fence, tree.Root.Children[0].Kind)
}

func TestAppendLeavesDisplaysAndDoubts(t *testing.T) {
	t.Parallel()
	second := formula.Read(at("b", em).formula())
	require.Nil(t, formula.Read(at("a=", em).formula()).Append(second))
	tree := formula.Read(at("a=", em).formula())
	tree.Display, tree.Confidence = false, 0
	second.Display = false
	require.Nil(t, tree.Append(second))
}

func TestAppendIsBounded(t *testing.T) {
	t.Parallel()
	line := func() *formula.Tree {
		f := at(strings.Repeat("a+", 50), em).formula()
		f.Display = false
		return formula.Read(f)
	}
	tree, lines := line(), 1
	for next := tree.Append(line()); next != nil; next = tree.Append(line()) {
		tree, lines = next, lines+1
		require.Less(t, lines, 1000)
	}
	require.Equal(t, limits.FormulaGlyphs/100, lines)
}
