package layout

import "context"

// Options are the settings of Analyze. The zero value is valid.
type Options struct {
	// KeepUnseen mixes text that a reader does not see (hidden, clipped, covered,
	// off the page) into the lines. Default false: it goes to Page.Unseen.
	KeepUnseen bool

	_ struct{}
}

// Analyze finds words, lines and blocks of one page and their reading order.
// It returns the context's error when ctx ends first, and no other error: damage
// is in Page.Warnings. It does not keep c.
func Analyze(ctx context.Context, c *Content, opts Options) (*Page, error) {
	panic("layout: Analyze")
}
