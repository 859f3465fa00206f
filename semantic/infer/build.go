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

	// StructureTypes keeps the type that each structure element has in a tagged document:
	// in Attr.Tag of its node.
	StructureTypes bool

	// KeepOrigins fills Document.Origins, PageInfo.Layout and PageInfo.Links.
	KeepOrigins bool

	// KeepBoxes fills Document.Origins and PageInfo.Lines: they say where nodes stand without
	// keeping the pages.
	KeepBoxes bool

	// Explain also records in Node.Evidence what the rules decided against: claims that came
	// short, with their sum and the name of the threshold. Nothing else in the document changes.
	Explain bool

	_ struct{}
}

// rule is one step of the policy: it reads the draft and claims parts of it for roles.
// Its name is the name of its file without "rule_" and ".go". Its evidence bears that name.
type rule struct {
	name  string
	apply func(context.Context, *draft) error
	// settled are the kinds of structure that the rule looks for. Where a trusted structure
	// tree knows one of them, the rule sees only the pages for which the tree is not used.
	settled tagFamilies
}

// rules is the whole policy, in this order. A claim stands until a heavier one
// is made. So the order decides only between equal weights, and where a rule uses what
// an earlier one found.
var rules = []rule{
	{"tagged", tagged, 0},       // the document's own structure weighs most
	{"furniture", furniture, 0}, // first: running heads and feet leave the flow
	{"figure", figure, 0},
	{"code", code, codeTags},
	{"split", split, 0},               // blocks that hold a heading and its text, or several items, are cut
	{"toc", toc, contentsTags},        // cuts blocks too
	{"footnote", footnote, 0},         // cuts blocks too, so it stands before the rules that join parts
	{"table", table, 0},               // before the rules that would claim lines of tables
	{"caption", caption, captionTags}, // captions are no headings
	{"figuregroup", figuregroup, figureTags},
	{"drawing", drawing, figureTags},  // text inside of figures is no heading
	{"outline", outline, headingTags}, // the author's own list of headings
	{"tabletitle", tabletitle, captionTags},
	{"definition", definition, listTags}, // terms are no headings
	{"codeline", codeline, codeTags},     // commands are no headings
	{"program", program, codeTags},       // lines of programs are no headings
	{"heading", heading, headingTags},
	{"stack", stack, headingTags}, // takes back headings that head nothing; byline does so too
	{"byline", byline, headingTags},
	{"slideheads", slideheads, headingTags},
	{"title", title, 0},
	{"level", level, headingTags}, // needs all headings, and the title among them
	{"list", list, listTags},
	{"aside", aside, 0},         // paragraphs go on behind asides
	{"paragraph", paragraph, 0}, // joins paragraphs that the end of a column or page divides
	{"lines", lines, 0},         // only of parts that are no items and are not joined with others
	{"quote", quote, quoteTags},
	{"endnote", endnote, noteTags}, // needs what the rules for lists and paragraphs found
	{"language", languages, 0},
}

// Build finds the structure of a document. It returns the context's error when
// ctx ends first, and no other error. It does not change the pages and keeps nothing
// of them but their figures, unless opts ask for more.
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

// inScope applies a rule only to the pages for which the tree is not used. The headings
// that it finds there are kept apart, so that rules for all pages do not see them.
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
