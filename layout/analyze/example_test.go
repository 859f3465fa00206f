package analyze_test

import (
	"context"
	"fmt"
	"log"

	"github.com/pagelift/pagelift/layout/analyze"
)

// What a page paints, in any order, becomes blocks of lines in reading order. newPage and show
// make the Content as a producer does: fonts, and runs of glyphs at their places.
func ExamplePage() {
	painted := newPage()
	left := []string{"The left column is read first,", "line after line, down to its", "end, whatever stands beside it."}
	right := []string{"The right column comes behind,", "although its lines are painted", "before those of the left one."}
	for i := range left {
		painted.show(320, 130+12*float32(i), 10, right[i])
		painted.show(72, 130+12*float32(i), 10, left[i])
	}
	painted.show(72, 80, 20, "A page in two columns", run{font: bold})

	page, err := analyze.Page(context.Background(), &painted.Content, analyze.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range page.Blocks {
		for n := range page.BlockLines(&page.Blocks[i]) {
			fmt.Printf("block %d: %s\n", i, page.LineText(n))
		}
	}
	// Output:
	// block 0: A page in two columns
	// block 1: The left column is read first,
	// block 1: line after line, down to its
	// block 1: end, whatever stands beside it.
	// block 2: The right column comes behind,
	// block 2: although its lines are painted
	// block 2: before those of the left one.
}
