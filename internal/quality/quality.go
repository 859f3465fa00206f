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
	// ID has the criterion and what the rule asks of it: "links-text".
	ID string
	// WCAG is the success criterion of WCAG 2.2 that a document may fail if it breaks the rule: "2.4.4".
	WCAG string
	// Help says what is true of a document that keeps the rule.
	Help string
	// ofTags says that the rule asks about tags.
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

// Rules returns all rules, ordered by id.
func Rules() []*Rule {
	return []*Rule{
		&alternativeSays, &alternativeTitle, &textContrast, &textSize, &linkAddress, &linkMail, &linkTags, &linkText,
		&tagOrder, &tableHeads, &tableScope, &tableTags, &headingBodies, &headingTags, &tagTypes,
	}
}

// Document is what Check judges.
type Document struct {
	// Pages are the pages that could be read. Check does not change them.
	Pages []*layout.Page
	// Inks has what Look saw on each page, in any order.
	Inks []Inks
	// Structure is the structure tree of the document, or nil if it has no tags.
	Structure *semantic.Structure
	// Seen is the document as inferred from the pages alone, without the tags.
	Seen *semantic.Document
}

// Result says what Check found for one rule.
type Result struct {
	Rule *Rule
	// Held, Broken and Doubtful count the things for which the rule holds, those for which it is broken, and
	// those at which a person has to look. If all are 0, the rule does not apply.
	Held, Broken, Doubtful int
	// Absent says that the document has no tags, and that this is why the rule is broken or in doubt.
	Absent bool
	// Findings has the first things for which the rule is broken, Doubts the first at which a person has to
	// look. Both are ordered by page.
	Findings, Doubts []Finding
}

// Finding is one place in the document at which a rule is broken or in doubt.
type Finding struct {
	Page    int         // from 1; 0 if it is not known
	Box     layout.Rect // in points of page space; empty if it is not known
	Text    string      // what stands there, limits.FindingText bytes at most
	Message string      // what is wrong and what to do
}

// contextEvery is how many steps lie between two looks at the context: some milliseconds at most.
const contextEvery = 256

// Check judges a document by all rules. The results have the order of Rules. The only error is that of the
// context.
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

// checker has what several rules read, and the results so far.
type checker struct {
	*Document
	ctx     context.Context
	steps   int
	tags    tags
	results map[*Rule]*Result
}

// ended reports whether the context is done. Long loops call it at each step; it looks at the context at every
// contextEvery-th.
func (c *checker) ended() bool {
	c.steps++
	return c.steps%contextEvery == 0 && c.ctx.Err() != nil
}

// resultOf returns the result of a rule so far.
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

// keep adds a finding, unless the list has limits.FindingPlaces already.
func keep(list *[]Finding, f Finding) {
	if len(*list) < limits.FindingPlaces {
		f.Text = cut(f.Text)
		*list = append(*list, f)
	}
}
