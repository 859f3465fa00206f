package formula_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
			tree := formula.Read(first)
			before := tree.Text()
			require.Equal(t, c.want != "", tree.Append(formula.Read(second)))
			if c.want == "" {
				c.want = before
			}
			require.Equal(t, c.want, tree.Text())
		})
	}
}

func TestAppendPairsTheBracketsOfBothLines(t *testing.T) {
	t.Parallel()
	first, second := at("(a+", em).formula(), sup(at("b)", em), at("2", .7*em)).formula()
	first.Display, second.Display = false, false
	tree := formula.Read(first)
	require.True(t, tree.Append(formula.Read(second)))
	require.Equal(t, formula.Scripts, tree.Root.Kind)
	require.Equal(t, formula.Fence, tree.Root.Children[0].Kind)
}

func TestAppendLeavesDisplaysAndDoubts(t *testing.T) {
	t.Parallel()
	second := formula.Read(at("b", em).formula())
	require.False(t, formula.Read(at("a=", em).formula()).Append(second))
	tree := formula.Read(at("a=", em).formula())
	tree.Display, tree.Confidence = false, 0
	second.Display = false
	require.False(t, tree.Append(second))
}
