package semantic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinksToElementsWithoutANodeLeadToTheirPage(t *testing.T) {
	t.Parallel()
	d := &draft{
		tree: &tagTree{
			tags:   []tag{{first: 0, end: 1}, {first: 1, end: 1}, {first: 0, end: 1}},
			chunks: []tagChunk{{first: 0, loose: 1, end: 1}},
			ids:    map[int32]string{0: "group", 1: "empty", 2: "group"},
		},
		tagged: []*part{{sheet: 1}},
		pages:  []PageInfo{{Number: 3}, {Number: 7}},
	}
	shared := &Attr{Href: "#group"}
	root := &Node{Role: DocumentRole, Children: []*Node{
		{Role: H, Attr: &Attr{ID: "head"}},
		{Role: Link, Attr: shared}, {Role: Link, Attr: shared},
	}}
	want := map[string]string{
		"#group": "#page-7", "#empty": "", "#nobody": "", "#head": "#head", "#page-3": "#page-3", "https://example.org/#empty": "https://example.org/#empty",
	}
	outline := []OutlineItem{{Href: "#head", Children: []OutlineItem{{Href: "#empty"}}}}
	for href := range want {
		root.Children = append(root.Children, &Node{Role: Link, Attr: &Attr{Href: href, Title: href}})
	}
	d.mendLinks(root, outline)
	for _, n := range root.Children[3:] {
		require.Equal(t, want[n.Attr.Title], n.Attr.Href, n.Attr.Title)
	}
	require.Equal(t, "#page-7", root.Children[2].Attr.Href)
	require.Equal(t, "#group", shared.Href, "what links share is not written to")
	require.Equal(t, []OutlineItem{{Href: "#head", Children: []OutlineItem{{}}}}, outline)
}
