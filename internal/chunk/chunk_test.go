package chunk_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/chunk"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
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

// placed is a source in which each of nodes stands on a page of its own: ten lines of ten bytes.
func placed(root *semantic.Node, nodes ...*semantic.Node) *tree.Source {
	src := &tree.Source{Document: &semantic.Document{Root: root, Origins: map[*semantic.Node][]semantic.Origin{}}}
	for i, n := range nodes {
		page := semantic.PageInfo{Number: i + 1}
		for k := range int32(10) {
			page.Lines = append(page.Lines, semantic.LineBox{Start: 10 * k, End: 10*k + 10, Box: layout.Rect{X0: 10, Y0: float32(10 * k), X1: 100, Y1: float32(10*k + 9)}})
		}
		src.Pages = append(src.Pages, page)
		src.Origins[n] = []semantic.Origin{{Page: int32(i + 1), Start: 0, End: 100}}
	}
	return src
}

// Pieces of one block stand where their text stands, and not where the whole block does: of a block
// on many pages each piece would have all of them.
func TestPiecesOfABlockHavePlacesOfTheirOwn(t *testing.T) {
	t.Parallel()
	const pages = 200
	paragraph, table := node(semantic.P, ""), node(semantic.Table, "")
	var spans, cells []*semantic.Node
	for range pages {
		spans = append(spans, node(semantic.Span, strings.Repeat("So it is. ", 10)))
		cells = append(cells, node(semantic.TD, strings.Repeat("x", 80)))
		table.Children = append(table.Children, node(semantic.TR, "", cells[len(cells)-1]))
	}
	paragraph.Children = spans
	for name, src := range map[string]*tree.Source{
		"sentences": placed(node(semantic.DocumentRole, "", paragraph), spans...),
		"rows":      placed(node(semantic.DocumentRole, "", table), cells...),
	} {
		chunks, places := 0, 0
		for c := range chunk.Cut(src, chunk.Options{Size: 100, Measure: utf8.RuneCountInString}) {
			require.NotEmpty(t, c.Places, name)
			for _, p := range c.Places {
				require.InDelta(t, chunks+1, p.Page, 2, name)
			}
			chunks++
			places += len(c.Places)
		}
		require.InDelta(t, pages, chunks, 2, name)
		require.LessOrEqual(t, places, 3*chunks, name)
	}
}
