package a11y

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/internal/limits"
)

// Check checks an HTML document, which is read as UTF-8. Its errors are of type
// *Error, or the context's.
func Check(ctx context.Context, html string, opts Options) (*Report, error) {
	selected, err := opts.selected()
	if err != nil {
		return nil, err
	}
	t, err := read(html, opts)
	if err != nil {
		return nil, err
	}
	p := newPage(t, opts.Stylesheet, orDefault(opts.MaxFindings, limits.FindingPlaces))
	tallies, err := p.run(ctx, selected)
	if err != nil {
		return nil, err
	}
	r := p.report(tallies)
	has, pictures := p.offers()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.offers, r.pictures = &has, pictures
	if strings.Contains(html, judgedBy) {
		r.Judged = p.judgements()
	}
	return r, nil
}

// read makes the tree of a document within the bounds of the options.
func read(html string, opts Options) (*dom.Tree, error) {
	if limit := orDefault(opts.MaxBytes, limits.CheckedBytes); len(html) > limit {
		return nil, &Error{Code: TooLarge, Detail: fmt.Sprintf("%d bytes of at most %d", len(html), limit)}
	}
	limit := orDefault(opts.MaxElements, limits.CheckedElements)
	t, err := dom.Read(html, limit)
	switch {
	case errors.Is(err, dom.ErrTooDeep):
		return nil, &Error{Code: TooDeep, Detail: fmt.Sprintf("more than %d elements inside each other", dom.MaxDepth)}
	case errors.Is(err, dom.ErrTooMany):
		return nil, &Error{Code: TooManyElements, Detail: fmt.Sprintf("more than %d", limit)}
	case err != nil:
		return nil, &Error{Code: Unreadable}
	}
	if strings.Contains(opts.ContentType, "xml") {
		t.DropImplied()
	}
	return t, nil
}
