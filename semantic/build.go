package semantic

import "context"

// Options are the settings of Build. The zero value is valid.
type Options struct {
	_ struct{}
}

// Build finds the structure of a document. It returns the context's error when
// ctx ends first, and no other. It does not change the pages.
func Build(ctx context.Context, src Source, opts Options) (*Document, error) {
	panic("semantic: Build")
}
