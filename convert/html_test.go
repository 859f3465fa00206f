package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// elements returns the elements of a document in order.
func elements(t *testing.T, document string) []*html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	require.NoError(t, err)
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			list = append(list, n)
		}
	}
	return list
}

// attribute returns the value of an attribute of n.
func attribute(n *html.Node, key string) (string, bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return "", false
	}
	return n.Attr[i].Val, true
}

// references returns the values of href and src.
func references(t *testing.T, document string) []string {
	t.Helper()
	var refs []string
	for _, n := range elements(t, document) {
		for _, key := range []string{"href", "src"} {
			if ref, ok := attribute(n, key); ok {
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

// requireSound checks what must hold for every document that is written.
func requireSound(t *testing.T, document string) {
	t.Helper()
	require.True(t, strings.HasPrefix(strings.ToLower(document), "<!doctype html>"))
	ids := map[string]bool{"": true}
	for _, n := range elements(t, document) {
		require.NotEqual(t, "script", n.Data)
		if id, ok := attribute(n, "id"); ok {
			require.False(t, ids[id], "id %q stands twice or is empty", id)
			ids[id] = true
		}
	}
	for _, ref := range references(t, document) {
		if target, inside := strings.CutPrefix(ref, "#"); inside {
			require.True(t, ids[target], "nothing has the id %q", target)
		}
		scheme, _, _ := strings.Cut(strings.ToLower(ref), ":")
		require.NotContains(t, []string{"javascript", "vbscript", "data", "file"}, scheme)
	}
}
