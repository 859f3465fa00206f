package chunk_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/chunk"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

func node(role semantic.Role, text string, kids ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Text: text, Children: kids}
}

// TestItems: an item says all that it holds, whichever of its nodes bears the text.
func TestItems(t *testing.T) {
	t.Parallel()
	root := node(semantic.DocumentRole, "", node(semantic.L, "",
		node(semantic.LI, "", node(semantic.LBody, "boots", node(semantic.L, "", node(semantic.LI, "of rubber")))),
		node(semantic.LI, "", node(semantic.Lbl, "(b)"), node(semantic.LBody, "", node(semantic.P, "socks")))))
	var texts []string
	for c := range chunk.Cut(&tree.Source{Document: &semantic.Document{Root: root}}, chunk.Options{Size: 1000, Measure: utf8.RuneCountInString}) {
		texts = append(texts, c.Text)
	}
	require.Equal(t, []string{"- boots\n  - of rubber\n(b) socks"}, texts)
}
