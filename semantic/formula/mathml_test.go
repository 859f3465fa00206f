package formula_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
)

// mathArity is the number of children of MathML elements that have a fixed number.
var mathArity = map[string]int{
	"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3,
	"mi": 0, "mn": 0, "mo": 0, "mtext": 0, "mspace": 0, "none": 0, "mprescripts": 0, "annotation": 0,
}

// mathRows are the MathML elements with any number of children.
var mathRows = map[string]bool{
	"math": true, "semantics": true, "mrow": true, "msqrt": true, "mstyle": true, "mpadded": true, "mtable": true, "mtr": true, "mtd": true, "mmultiscripts": true,
}

// requireMath writes a tree as if it were trusted, parses the HTML as browsers do, and checks
// that it has one math element with only sound MathML in it. A tree that is nested too
// deep for HTML must become words.
func requireMath(t *testing.T, tree *formula.Tree) {
	t.Helper()
	trusted := *tree
	trusted.Confidence = 1
	doc := &semantic.Document{Root: &semantic.Node{Role: semantic.DocumentRole, Children: []*semantic.Node{
		{Role: semantic.P, Children: []*semantic.Node{{Role: semantic.Formula, Attr: &semantic.Attr{Alt: tree.Text(), Math: &trusted}}}},
	}}}
	out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: true})
	require.NoError(t, err)
	require.NotContains(t, out.HTML, "\x00")
	page, err := html.Parse(strings.NewReader(out.HTML))
	require.NoError(t, err)
	count := 0
	for n := range page.Descendants() {
		if n.Type != html.ElementNode || n.Data != "math" {
			continue
		}
		count++
		require.Equal(t, "math", n.Namespace)
		for e := range n.Descendants() {
			requireMathNode(t, e, out.HTML)
		}
	}
	require.Equal(t, strings.Count(out.HTML, "<math"), count)
	require.LessOrEqual(t, count, 1)
}

// requireMathNode checks one node in a formula.
func requireMathNode(t *testing.T, n *html.Node, source string) {
	t.Helper()
	if n.Type == html.TextNode {
		_, leaf := mathArity[n.Parent.Data]
		require.True(t, leaf || strings.TrimSpace(n.Data) == "", "text %q in %s: %s", n.Data, n.Parent.Data, source)
		return
	}
	require.Equal(t, html.ElementNode, n.Type, source)
	require.Equal(t, "math", n.Namespace, "%s: %s", n.Data, source)
	held := 0
	for k := range n.ChildNodes() {
		if k.Type == html.ElementNode {
			held++
			require.Equal(t, k.Data == "mtr", n.Data == "mtable", source)
			require.Equal(t, k.Data == "mtd", n.Data == "mtr", source)
		}
	}
	if want, fixed := mathArity[n.Data]; fixed {
		require.Equal(t, want, held, "%s: %s", n.Data, source)
		return
	}
	require.True(t, mathRows[n.Data], "%s: %s", n.Data, source)
}
