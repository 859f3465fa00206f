package infer_test

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// A page as layout/analyze gives it, here made by hand: a line in large bold type above
// two lines of text.
func ExampleBuild() {
	page := &layout.Page{Number: 1, Width: 595, Height: 842, Styles: []layout.Style{
		{Font: "Serif-Bold", Size: 18, Bold: true}, {Font: "Serif", Size: 10},
	}}
	line := func(style int32, y float32, text string) {
		size := page.Styles[style].Size
		start := int32(len(page.Text))
		page.Text += text + "\n"
		end := start + int32(len(text))
		page.Spans = append(page.Spans, layout.Span{Start: start, End: end, Style: style, Mark: -1, Link: -1})
		page.Lines = append(page.Lines, layout.Line{
			Start: start, End: end, FirstSpan: int32(len(page.Spans) - 1), SpanCount: 1, Style: style, Size: size, Baseline: y,
			Box: layout.Rect{X0: 72, Y0: y - size, X1: 400, Y1: y + 2},
		})
	}
	block := func(lines int32) {
		first := int32(len(page.Lines)) - lines
		box := page.Lines[first].Box.Union(page.Lines[len(page.Lines)-1].Box)
		page.Blocks = append(page.Blocks, layout.Block{FirstLine: first, LineCount: lines, Box: box, Figure: -1})
	}
	line(0, 100, "On foxes")
	block(1)
	line(1, 130, "Foxes are animals that live in the wood, and")
	line(1, 142, "come to town at night.")
	block(2)

	doc, err := infer.Build(context.Background(), semantic.Source{Pages: []*layout.Page{page}}, infer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range doc.Root.Children {
		if n.Role == semantic.PageBreak {
			continue
		}
		fmt.Printf("%s: ", n.Role)
		for leaf := range n.All() {
			fmt.Print(leaf.Text)
		}
		fmt.Println()
		for _, e := range n.Evidence {
			fmt.Printf("  %s %s by %s: %s\n", e.Role, e.Verdict, e.Rule, e.Reason)
		}
	}
	// Output:
	// Title: On foxes
	//   H given by heading: size 1.80 of the body's, bold, set apart
	//   Title given by title: the largest heading of the first page, and the only one of its look
	//   Title given by level: level 1 by rank, outline and number
	// P: Foxes are animals that live in the wood, and come to town at night.
}
