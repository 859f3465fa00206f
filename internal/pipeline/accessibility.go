package pipeline

import (
	"context"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// assessment gathers, stage by stage, what the accessibility report says about the source document. It is nil when
// no report is wanted.
type assessment struct {
	source  a11y.Source
	pages   []pageFacts     // in the order in which the pages are listed
	numbers []int           // the numbers of these pages
	hrefs   map[string]bool // of the links in the tree; nil until kept needs them
}

// newAssessment returns an assessment with what the catalog of doc says.
func newAssessment(doc *pdf.Document, numbers []int) *assessment {
	mark := doc.Dict(doc.Catalog().Raw("MarkInfo"))
	return &assessment{
		source: a11y.Source{
			Format: format(doc), Pages: len(numbers), Whole: len(numbers) == doc.PageCount(),
			Tagged:   doc.Dict(doc.Catalog().Raw("StructTreeRoot")).Len() > 0,
			Marked:   doc.Bool(mark.Raw("Marked"), false),
			Suspects: doc.Bool(mark.Raw("Suspects"), false),
			PDFUA:    pdfua.ClaimedPart(doc),
		},
		pages:   make([]pageFacts, len(numbers)),
		numbers: numbers,
	}
}

// format returns the version of PDF in which the document is written. The version in the catalog overrides that of
// the first line if it is higher (ISO 32000-2 clause 7.5.2).
func format(doc *pdf.Document) string {
	version := strings.TrimPrefix(doc.Header(), "%PDF-")
	if v := string(doc.Name(doc.Catalog().Raw("Version"))); v > version {
		version = v
	}
	if len(version) > len("1.7") {
		version = version[:len("1.7")]
	}
	return strings.TrimSpace("PDF " + version)
}

// found records whether a title and a language were found, and where.
func (a *assessment) found(d *document, cfg *Config, tree *semantic.Document) {
	s := &a.source
	s.Title, s.Language = a11y.Nowhere, a11y.Nowhere
	switch {
	case tree.Title == "":
	case tree.Title == d.info.Title:
		s.Title = a11y.FromDocument
	default:
		s.Title = a11y.FromText
	}
	switch {
	case tree.Lang == "":
	case d.lang != "":
		s.Language = a11y.FromDocument
	case cfg.Language != "":
		s.Language = a11y.FromCaller
	default:
		s.Language = a11y.FromText
	}
	s.Structure = structures[tree.Tagging.Use]
	s.StructureReason = tree.Tagging.Reason
	s.Disorder = float64(tree.Tagging.Disorder)
	s.Kinds = kindsOf(d.tagging)
}

var structures = [...]a11y.Structure{
	semantic.Inferred: a11y.FromLayout, semantic.Mixed: a11y.FromBoth, semantic.Tagged: a11y.FromTags,
}

// kindsOf counts the elements of a structure tree that the HTML should have.
func kindsOf(tree *semantic.Structure) []a11y.KindCount {
	if tree == nil {
		return nil
	}
	kinds := []a11y.KindCount{{Name: "heading"}, {Name: "list"}, {Name: "table"}}
	for i := range tree.Elements {
		switch role := tree.Elements[i].Role; role {
		case "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title":
			kinds[0].Source++
		case "L", "TOC":
			kinds[1].Source++
		case "Table":
			kinds[2].Source++
		}
	}
	return kinds
}

// survey adds up the facts of the pages, and counts what the tree has.
func (a *assessment) survey(tree *semantic.Document) {
	s := &a.source
	look := survey{inline: slices.ContainsFunc(a.pages, func(f pageFacts) bool { return f.fields })}
	look.block(tree.Root)
	s.Figures, s.Tables, s.Controls = look.figures, look.tables, look.controls
	for i := range a.pages {
		f, number := &a.pages[i], a.numbers[i]
		s.Glyphs += f.glyphs
		s.Unreadable += f.unreadable
		s.Links.Total += f.links
		for _, target := range f.bare {
			if tree.Origins == nil && !a.kept(target, tree) { // without origins; else pages have their areas
				s.Links.Missing.Add(number)
			}
		}
		if f.columns {
			s.Columns.Add(number)
		}
		if !f.text && f.pictures > 0 {
			s.WithoutText.Add(number)
		}
		if f.recognised.Words > 0 {
			s.Recognised.Total++
			if f.recognised.Confidence < lowConfidence {
				s.Recognised.Doubtful.Add(number)
			}
		}
		if s.Structure == a11y.FromTags {
			continue // pictures without element are artifacts
		}
		for range f.pictures - look.pictures[int32(number)] {
			s.Figures.Total++
			s.Figures.Doubtful.Add(number)
		}
	}
	if !s.Whole { // the structure tree is that of all pages
		s.Kinds = nil
	}
	for i, n := range [...]int{look.headings, look.lists, look.grids} {
		if s.Kinds != nil {
			s.Kinds[i].HTML = n
		}
	}
}

// kept reports whether a link without text on its page is in the tree nevertheless. Links on pictures and links of
// tagged documents are. Only addresses can be compared. A link to a place in a tagged document is taken to be in
// the tree: the tags are trusted there.
func (a *assessment) kept(target linkTarget, tree *semantic.Document) bool {
	inferred := a.source.Structure == a11y.FromLayout
	if target.uri == "" {
		return !inferred
	}
	if a.hrefs == nil {
		a.hrefs = make(map[string]bool)
		for n := range tree.Root.All() {
			if n.Attr != nil && (n.Role == semantic.Figure || n.Role == semantic.Link && !inferred) {
				a.hrefs[n.Attr.Href] = true
			}
		}
	}
	return a.hrefs[target.uri]
}

// report checks the HTML as it is returned to the caller.
func (a *assessment) report(ctx context.Context, out *htmlout.Output) (*a11y.Report, error) {
	var r *a11y.Report
	err := guard("accessibility check", func() (err error) {
		r, err = a11y.Check(ctx, out.HTML, a11y.Options{Stylesheet: func(href string) (string, bool) {
			switch href {
			case htmlout.StylesheetName:
				return out.CSS, true
			case htmlout.PagesStylesheetName:
				return out.PagesCSS, true
			}
			return "", false
		}})
		return err
	})
	if err != nil {
		return nil, err
	}
	r.Assess(&a.source)
	return r, nil
}

// check returns the report on the HTML, or nil if no report is wanted. If the check fails, only the report is
// lost. The only error is that of the context.
func check(ctx context.Context, a *assessment, out *htmlout.Output, warn *warnings) (*a11y.Report, error) {
	if a == nil {
		return nil, nil
	}
	report, err := a.report(ctx, out)
	if err != nil && ctx.Err() == nil {
		warn.add(layout.Warning{Code: "accessibility_check_failed", Detail: err.Error()})
	}
	return report, ctx.Err()
}
