package infer

import (
	"context"

	"github.com/pagelift/pagelift/semantic"
)

// Options are the settings of Build. The zero value is valid.
type Options struct {
	// Release lets Build set each element of Source.Pages to nil once the nodes of
	// that page are made, so that a long document is not held twice.
	Release bool

	// Workers is how many goroutines share the work; 0 means 1. The document does
	// not depend on it.
	Workers int

	// StructureTypes keeps in Attr.Tag of each node of a tagged document the type
	// that its element has there.
	StructureTypes bool

	// KeepOrigins fills Document.Origins, PageInfo.Layout and PageInfo.Links.
	KeepOrigins bool

	// KeepBoxes fills Document.Origins and PageInfo.Lines: where nodes stand, without the
	// pages themselves.
	KeepBoxes bool

	// Explain keeps in Node.Evidence also what the rules decided against: claims that
	// came short, with the sum and the threshold by its name in tuning.go. The document
	// is the same but for that.
	Explain bool

	_ struct{}
}

// rule is one step of the policy: it reads the draft and claims parts of it.
// Its name is the name of its file without "rule_" and ".go", and the name that
// its evidence bears.
type rule struct {
	name  string
	apply func(context.Context, *draft) error
	// settled is what a trusted structure tree settles: where it knows of any of it,
	// the rule is not asked.
	settled tagFamilies
}

// rules is the whole policy, in this order. A claim stands until a heavier one
// is made, so the order decides only between equals and where a rule builds on
// what an earlier one found.
var rules = []rule{
	{"tagged", tagged, 0},       // what the document says itself weighs most
	{"furniture", furniture, 0}, // what repeats at the edges of pages leaves the flow first
	{"figure", figure, 0},
	{"code", code, codeTags},
	{"split", split, 0},               // blocks that hold a heading and its text, or several items, are cut
	{"toc", toc, contentsTags},        // cuts too
	{"footnote", footnote, 0},         // cuts too, so before the rules that join parts
	{"table", table, 0},               // before the rules that would see its lines
	{"caption", caption, captionTags}, // captions are no headings
	{"figuregroup", figuregroup, figureTags},
	{"drawing", drawing, figureTags},  // nor is the text inside of figures
	{"outline", outline, headingTags}, // the author's own list of headings
	{"tabletitle", tabletitle, captionTags},
	{"definition", definition, listTags}, // terms are no headings
	{"codeline", codeline, codeTags},     // nor are commands
	{"program", program, codeTags},       // nor what it is made of
	{"heading", heading, headingTags},
	{"stack", stack, headingTags}, // takes back headings that head nothing, as the next one does
	{"byline", byline, headingTags},
	{"slideheads", slideheads, headingTags},
	{"title", title, 0},
	{"level", level, headingTags}, // needs all headings, and the title among them
	{"list", list, listTags},
	{"aside", aside, 0},         // paragraphs go on behind them
	{"paragraph", paragraph, 0}, // joins what a column or page end tore apart
	{"lines", lines, 0},         // of what is no item and goes on nowhere
	{"quote", quote, quoteTags},
	{"endnote", endnote, noteTags}, // of what the rules for lists and paragraphs made of them
	{"language", languages, 0},
}

// Build finds the structure of a document. It returns the context's error when
// ctx ends first, and no other. It does not change the pages and keeps nothing
// of them but their figures.
func Build(ctx context.Context, src semantic.Source, opts Options) (*semantic.Document, error) {
	d, err := newDraft(ctx, src, opts)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if d.tree != nil && d.tree.knows&r.settled != 0 {
			if err := d.inScope(ctx, r); err != nil {
				return nil, err
			}
			continue
		}
		if err := r.apply(ctx, d); err != nil {
			return nil, err
		}
	}
	return d.document(ctx, opts.Release)
}

// inScope asks a rule about the pages for which the tree is not used, and nothing else.
// What it finds there are no headings for the rules on all pages.
func (d *draft) inScope(ctx context.Context, r rule) error {
	if !d.aside {
		return nil
	}
	heads := d.heads
	d.scope, d.heads = true, d.headsAside
	err := r.apply(ctx, d)
	d.scope, d.headsAside, d.heads = false, d.heads, heads
	return err
}
