package a11y

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Options selects what Check looks at. The zero value is valid: the rules of
// level A and AA and best practices, as text/html, without linked style sheets.
type Options struct {
	// Rules are the ids of the only rules to run, of whatever level. Empty means
	// those that the fields below select.
	Rules []string

	// AAA adds the rules of level AAA.
	AAA bool

	// NoBestPractices leaves out the rules of the level BestPractice.
	NoBestPractices bool

	// Stylesheet gives the text of a linked style sheet by the href of its link
	// element, or false. Nil gives none. What depends on a sheet that is not given is
	// reported as incomplete.
	Stylesheet func(href string) (css string, ok bool)

	// ContentType is the media type of the document. An XML type makes one whose root is not
	// html a document of another kind, to which the rules on pages do not apply. Empty
	// means text/html.
	ContentType string

	// MaxBytes bounds the document. Defaults to 256 MiB.
	MaxBytes int

	// MaxElements bounds the elements of the document. Defaults to 8,388,608.
	MaxElements int

	// MaxFindings is how many nodes are listed for each rule and outcome; counts stay
	// exact. Defaults to 50.
	MaxFindings int

	_ struct{} // callers must name the fields, so that fields can be added
}

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
	p := newPage(t, opts.Stylesheet, orDefault(opts.MaxFindings, maxFindings))
	tallies, err := p.run(ctx, selected)
	if err != nil {
		return nil, err
	}
	return p.report(tallies), nil
}

// read makes the tree, in the fast way where the document allows it.
func read(html string, opts Options) (*tree, error) {
	if limit := orDefault(opts.MaxBytes, maxBytes); len(html) > limit {
		return nil, &Error{Code: TooLarge, Detail: fmt.Sprintf("%d bytes of at most %d", len(html), limit)}
	}
	limit := orDefault(opts.MaxElements, maxElements)
	if t, ok := scan(html, limit); ok {
		return t, nil
	}
	t, err := parse(html, limit)
	switch {
	case errors.Is(err, errTooDeep):
		return nil, &Error{Code: TooDeep, Detail: fmt.Sprintf("more than %d elements inside each other", maxDepth)}
	case errors.Is(err, errTooMany):
		return nil, &Error{Code: TooManyElements, Detail: fmt.Sprintf("more than %d", limit)}
	case err != nil:
		return nil, &Error{Code: Unreadable}
	}
	if strings.Contains(opts.ContentType, "xml") {
		t.withoutImplied()
	}
	return t, nil
}
