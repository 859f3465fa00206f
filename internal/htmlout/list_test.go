package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

// TestAListOfBoxesHasNoBulletsBesides: a box to tick is the sign before its item. One item without such a sign
// makes the list an ordinary one.
func TestAListOfBoxesHasNoBulletsBesides(t *testing.T) {
	t.Parallel()
	item := func(children ...*semantic.Node) *semantic.Node {
		return node(semantic.LI, node(semantic.LBody, children...))
	}
	for name, c := range map[string]struct {
		list *semantic.Node
		want string
	}{
		"boxes":                    {node(semantic.L, item(text("☐ breakfast")), item(text("☑ a bed"))), `<ul class="signs">`},
		"yes and no":               {node(semantic.L, item(node(semantic.P, text("✓ dogs"))), item(node(semantic.P, text("✗ cats")))), `<ul class="signs">`},
		"one of them has none":     {node(semantic.L, item(text("☐ breakfast")), item(text("a bed"))), "<ul>"},
		"signs behind the words":   {node(semantic.L, item(text("breakfast ☐")), item(text("a bed ☐"))), "<ul>"},
		"an item without any text": {node(semantic.L, item(text("☐ breakfast")), item()), "<ul>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := &semantic.Document{Root: node(semantic.DocumentRole, c.list)}
			require.Contains(t, write(t, doc, htmlout.Options{Semantic: true}), c.want)
		})
	}
}
