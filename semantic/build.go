package semantic

import "context"

// Options are the settings of Build. The zero value is valid.
type Options struct {
	// Release lets Build set each element of Source.Pages to nil once the nodes of
	// that page are made, so that a long document is not held twice.
	Release bool

	// Workers is how many goroutines share the work; 0 means 1. The document does
	// not depend on it.
	Workers int

	_ struct{}
}

// rule is one step of the policy: it reads the draft and claims parts of it.
// Its name is the name of its file without "rule_" and ".go", and the name that
// its evidence bears.
type rule struct {
	name  string
	apply func(context.Context, *draft) error
}

// rules is the whole policy, in this order. A claim stands until a heavier one
// is made, so the order decides only between equals and where a rule builds on
// what an earlier one found.
var rules = []rule{
	{"furniture", furniture}, // what repeats at the edges of pages leaves the flow first
	{"figure", figure},
	{"code", code},
	{"split", split},       // blocks that hold a heading and its text, or several items, are cut
	{"toc", toc},           // cuts too
	{"footnote", footnote}, // cuts too, so before the rules that join parts
	{"table", table},       // before the rules that would see its lines
	{"caption", caption},   // captions are no headings
	{"drawing", drawing},   // nor is the text inside of figures
	{"outline", outline},   // the author's own list of headings
	{"tabletitle", tabletitle},
	{"definition", definition}, // terms are no headings
	{"codeline", codeline},     // nor are commands
	{"heading", heading},
	{"stack", stack}, // takes back headings that head nothing, as the next one does
	{"byline", byline},
	{"title", title},
	{"level", level}, // needs all headings, and the title among them
	{"list", list},
	{"aside", aside},         // paragraphs go on behind them
	{"paragraph", paragraph}, // joins what a column or page end tore apart
	{"lines", lines},         // of what is no item and goes on nowhere
	{"quote", quote},
	{"endnote", endnote}, // of what the rules for lists and paragraphs made of them
	{"language", language},
}

// Build finds the structure of a document. It returns the context's error when
// ctx ends first, and no other. It does not change the pages and keeps nothing
// of them but their figures.
func Build(ctx context.Context, src Source, opts Options) (*Document, error) {
	d, err := newDraft(ctx, src, max(opts.Workers, 1))
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.apply(ctx, d); err != nil {
			return nil, err
		}
	}
	return d.document(ctx, opts.Release)
}
