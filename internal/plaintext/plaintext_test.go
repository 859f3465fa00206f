package plaintext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/plaintext"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

func node(role semantic.Role, text string, kids ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Text: text, Children: kids}
}

func source(blocks ...*semantic.Node) *tree.Source {
	return &tree.Source{Document: &semantic.Document{Root: node(semantic.DocumentRole, "", blocks...)}}
}

// TestItems: an item says all that it holds, whichever of its nodes bears the text.
func TestItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		item *semantic.Node
		want string
	}{
		"in a body":             {node(semantic.LI, "", node(semantic.LBody, "boots")), "- boots\n"},
		"in itself":             {node(semantic.LI, "boots"), "- boots\n"},
		"a label and a body":    {node(semantic.LI, "", node(semantic.Lbl, "(a)"), node(semantic.LBody, "boots")), "(a) boots\n"},
		"a body and a list":     {node(semantic.LI, "", node(semantic.LBody, "boots", node(semantic.L, "", node(semantic.LI, "of rubber")))), "- boots\n   - of rubber\n"},
		"a body and paragraphs": {node(semantic.LI, "", node(semantic.LBody, "", node(semantic.P, "boots"), node(semantic.P, "and socks"))), "- boots\n\n   and socks\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			require.NoError(t, plaintext.Writer{}.Write(&b, source(node(semantic.L, "", c.item))))
			require.Equal(t, c.want, b.String())
		})
	}
}

type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestErrorsOfTheOutputAreTold(t *testing.T) {
	t.Parallel()
	require.ErrorIs(t, plaintext.Writer{}.Write(full{}, source(node(semantic.P, "a line"))), errFull)
}
