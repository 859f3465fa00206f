package quality

import (
	"cmp"
	"context"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Rule is one question about a document.
type Rule struct {
	// ID is the criterion and what of it is asked: "links-text".
	ID string
	// WCAG is the success criterion of WCAG 2.2 that a violation touches: "2.4.4".
	WCAG string
	// Help says what has to be so.
	Help string
	// ofTags says that the rule is about tags.
	ofTags bool
}

// The rules, in the order of Rules.
var (
	alternativeSays  = Rule{"alternatives-say", "1.1.1", "The alternative of a picture says what the picture shows", true}
	alternativeTitle = Rule{"alternatives-caption", "1.1.1", "The alternative of a picture says more than the title of its caption", true}
	textContrast     = Rule{"contrast-text", "1.4.3", "Text has a contrast of 4.5 to what is painted under it, large text of 3", false}
	textSize         = Rule{"fonts-size", "1.4.4", "Running text is not smaller than a reader can read", false}
	linkAddress      = Rule{"links-address", "2.4.4", "The address of a link has a scheme and a host", false}
	linkMail         = Rule{"links-mail", "2.4.4", "The address of a link that writes a letter is a mail address", false}
	linkTags         = Rule{"links-tagged", "1.3.1", "The tags say which words are a link", true}
	linkText         = Rule{"links-text", "2.4.4", "The text of a link says where it leads", false}
	tagOrder         = Rule{"order-tags", "1.3.2", "The tags are in the order in which the pages are read", true}
	tableHeads       = Rule{"tables-heads", "1.3.1", "A table has header cells", true}
	tableScope       = Rule{"tables-scope", "1.3.1", "The scope of a header cell has cells in it", true}
	tableTags        = Rule{"tables-tagged", "1.3.1", "What the pages show as a table is tagged as one", true}
	tagTypes         = Rule{"tagging-types", "1.3.1", "The type of a tag is known to PDF 1.7 or 2.0, or leads to one that is", true}
	headingTags      = Rule{"tagging-headings", "1.3.1", "What the pages show as headings is tagged as such", true}
	headingBodies    = Rule{"tagging-bodies", "1.3.1", "What is tagged as a heading does not look like running text", true}
)

// Rules are all rules, by id.
func Rules() []*Rule {
	return []*Rule{
		&alternativeSays, &alternativeTitle, &textContrast, &textSize, &linkAddress, &linkMail, &linkTags, &linkText,
		&tagOrder, &tableHeads, &tableScope, &tableTags, &headingBodies, &headingTags, &tagTypes,
	}
}

// Document is what is judged.
type Document struct {
	// Pages are those that could be read. Their blocks, spans and marks are read, and nothing is changed.
	Pages []*layout.Page
	// Inks are what Look saw of the pages, in any order.
	Inks []Inks
	// Structure is the document's own; nil: it is not tagged.
	Structure *semantic.Structure
	// Seen is the document that the pages show to somebody who does not know its tags.
	Seen *semantic.Document
}

// Result is what was found for one rule.
type Result struct {
	Rule *Rule
	// Held, Broken and Doubtful are of how many things the rule holds, is broken, or needs a person.
	// All 0: the rule does not apply.
	Held, Broken, Doubtful int
	// Absent says that all that is broken or doubtful is so because the document is not tagged.
	Absent bool
	// Findings are the first of those that are broken, Doubts of those that need a person, by page.
	Findings, Doubts []Finding
}

// Finding is one place.
type Finding struct {
	Page    int         // 1-based; 0: not known
	Box     layout.Rect // points, page space; empty: not known
	Text    string      // what stands there, cut to limits.FindingText
	Message string      // what is wrong
}

// contextEvery is how many steps are taken between looks at the context: at most some milliseconds.
const contextEvery = 256

// Check judges a document by all rules, whose results stand in the order of Rules. The only error
// is the context's.
func Check(ctx context.Context, d *Document) ([]Result, error) {
	c := &checker{Document: d, ctx: ctx, results: map[*Rule]*Result{}}
	for _, step := range [...]func(){c.contrast, c.sizes, c.links, c.readTags, c.types, c.alternatives, c.order, c.tables, c.headings} {
		if step(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	var list []Result
	for _, r := range Rules() {
		out := Result{Rule: r}
		if found := c.results[r]; found != nil {
			out = *found
		}
		out.Absent = d.Structure == nil && r.ofTags && out.Broken+out.Doubtful > 0
		byPage := func(a, b Finding) int { return cmp.Compare(a.Page, b.Page) }
		slices.SortStableFunc(out.Findings, byPage)
		slices.SortStableFunc(out.Doubts, byPage)
		list = append(list, out)
	}
	return list, nil
}

// checker holds what several rules read.
type checker struct {
	*Document
	ctx     context.Context
	steps   int
	tags    tags
	results map[*Rule]*Result
}

// over reports whether the context is done. It is asked at each step of long loops, and asks the
// context now and then.
func (c *checker) over() bool {
	c.steps++
	return c.steps%contextEvery == 0 && c.ctx.Err() != nil
}

// resultOf is the result of a rule so far.
func (c *checker) resultOf(r *Rule) *Result {
	if c.results[r] == nil {
		c.results[r] = &Result{Rule: r}
	}
	return c.results[r]
}

func (c *checker) holds(r *Rule) { c.resultOf(r).Held++ }

func (c *checker) breaks(r *Rule, f Finding) {
	out := c.resultOf(r)
	out.Broken++
	keep(&out.Findings, f)
}

func (c *checker) doubts(r *Rule, f Finding) {
	out := c.resultOf(r)
	out.Doubtful++
	keep(&out.Doubts, f)
}

// keep adds a finding while there are few.
func keep(list *[]Finding, f Finding) {
	if len(*list) < limits.FindingPlaces {
		f.Text = cut(f.Text)
		*list = append(*list, f)
	}
}
