package infer_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

func TestBuildStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := infer.Build(ctx, semantic.Source{Pages: []*layout.Page{page(1).text().Page}}, infer.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestADocumentWithoutTextHasItsPages(t *testing.T) {
	t.Parallel()
	p := page(3)
	p.Label = "iii"
	doc := build(t, p)
	require.Equal(t, []semantic.PageInfo{{Number: 3, Label: "iii", Width: 400, Height: 600}}, doc.Pages)
	require.Len(t, doc.Root.Children, 1)
	require.Equal(t, semantic.PageBreak, doc.Root.Children[0].Role)
	require.Equal(t, "page-3", doc.Root.Children[0].Attr.ID)
	require.Equal(t, "iii", doc.Root.Children[0].Attr.Label)
	require.Empty(t, build(t).Root.Children)
}

func TestEveryPageHasOneAnchorInOrder(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).block(body, "The sentence goes on and"), page(2), page(3).block(body, "ends here."), page(4).block(body, "• a"), page(5).block(body, "• b"))
	var ids []string
	for n := range doc.Root.All() {
		if n.Role == semantic.PageBreak {
			ids = append(ids, n.Attr.ID)
		}
	}
	require.Equal(t, []string{"page-1", "page-2", "page-3", "page-4", "page-5"}, ids)
}

func TestTextInOneStyleIsOneSpan(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).block(body, "one line", "and another", "and a third"))
	p := doc.Root.Children[1]
	require.Len(t, p.Children, 1)
	require.Equal(t, &semantic.Node{Role: semantic.Span, Block: -1, Text: "one line and another and a third"}, p.Children[0])
	require.Equal(t, int32(1), p.Page)
	require.Equal(t, int32(0), p.Block)
}

func TestAnchorsOfHeadingsComeFromTheirWords(t *testing.T) {
	t.Parallel()
	p := page(1).text()
	for _, head := range []string{"Über Füchse & Co.", "Page 3", "Foxes", "Foxes", "Foxes 2", "漢字"} {
		p.block(large, head).text()
	}
	var ids []string
	for n := range build(t, p).Root.All() {
		if n.Role == semantic.H {
			ids = append(ids, n.Attr.ID)
		}
	}
	require.Equal(t, []string{"über-füchse-co", "section-page-3", "foxes", "foxes-2", "foxes-2-2", "漢字"}, ids)
}

func TestDirection(t *testing.T) {
	t.Parallel()
	hebrew := look{size: 10, rtl: true}
	most := build(t, page(1).block(hebrew, "שלום עולם וכל אשר בו", "ועוד שורה אחת").block(body, "word"))
	require.Equal(t, "rtl", most.Root.Attr.Dir)
	require.Nil(t, most.Root.Children[1].Attr)
	require.Equal(t, "ltr", most.Root.Children[2].Attr.Dir)

	some := build(t, page(1).text().block(hebrew, "שלום"))
	require.Nil(t, some.Root.Attr)
	require.Equal(t, "rtl", some.Root.Children[2].Attr.Dir)
}

func TestFigures(t *testing.T) {
	t.Parallel()
	p := page(1).text()
	for i, f := range []layout.Figure{{Alt: " A fox ", Images: []int32{0}}, {Images: []int32{1}}, {Vector: true}} {
		p.Figures = append(p.Figures, f)
		p.Blocks = append(p.Blocks, layout.Block{Kind: layout.Picture, FirstLine: int32(len(p.Lines)), Figure: int32(i)})
	}
	p.block(look{size: 10, kind: layout.Picture}, "text inside of a figure")
	p.Blocks[len(p.Blocks)-1].Figure = 2
	doc := build(t, p)
	require.Equal(t, 2, doc.ImageCount)
	require.Equal(t, "Figure: \nP: text inside of a figure\n", dump(doc))
	require.Equal(t, "A fox", doc.Root.Children[2].Attr.Alt)
}

func TestTheSameDocumentGivesTheSameTree(t *testing.T) {
	t.Parallel()
	make := func() string {
		var pages []*pageBuilder
		for n := range 5 {
			pages = append(pages, page(n+1).at(50, 40).block(body, "The Fox Book").text().block(large, fmt.Sprintf("%d Heading", n)).text().block(body, "• one", "• two"))
		}
		return dump(build(t, pages...))
	}
	require.Equal(t, make(), make())
}

// bytesOfAPage bounds what the tree of a full page of text may hold: books have
// thousands of pages. The anchor of a page has an Attr, which has room for a formula and for
// a long description; a page has room for its lines.
const bytesOfAPage = 8<<10 + 192

func TestATreeIsLight(t *testing.T) { // alone: it looks at the heap
	var pages []*layout.Page
	for n := range 400 {
		p := page(n + 1)
		for range 24 {
			p.block(body, "A line of a paragraph, as long as most are", "and another.")
		}
		pages = append(pages, p.text().Page)
	}
	before := heap()
	doc, err := infer.Build(t.Context(), semantic.Source{Pages: pages}, infer.Options{})
	require.NoError(t, err)
	held := heap() - before
	require.Less(t, held/int64(len(pages)), int64(bytesOfAPage))
	runtime.KeepAlive(pages)
	runtime.KeepAlive(doc)
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
