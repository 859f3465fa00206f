package infer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
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
		pages:  []semantic.PageInfo{{Number: 3}, {Number: 7}},
	}
	shared := &semantic.Attr{Href: "#group"}
	root := &semantic.Node{Role: semantic.DocumentRole, Children: []*semantic.Node{
		{Role: semantic.H, Attr: &semantic.Attr{ID: "head"}},
		{Role: semantic.Link, Attr: shared}, {Role: semantic.Link, Attr: shared},
	}}
	want := map[string]string{
		"#group": "#page-7", "#empty": "", "#nobody": "", "#head": "#head", "#page-3": "#page-3", "https://example.org/#empty": "https://example.org/#empty",
	}
	outline := []semantic.OutlineItem{{Href: "#head", Children: []semantic.OutlineItem{{Href: "#empty"}}}}
	for href := range want {
		root.Children = append(root.Children, &semantic.Node{Role: semantic.Link, Attr: &semantic.Attr{Href: href, Title: href}})
	}
	d.mendLinks(root, outline)
	for _, n := range root.Children[3:] {
		require.Equal(t, want[n.Attr.Title], n.Attr.Href, n.Attr.Title)
	}
	require.Equal(t, "#page-7", root.Children[2].Attr.Href)
	require.Equal(t, "#group", shared.Href, "what links share is not written to")
	require.Equal(t, []semantic.OutlineItem{{Href: "#head", Children: []semantic.OutlineItem{{}}}}, outline)
}
