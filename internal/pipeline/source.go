package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
)

// CheckSource checks the PDF document in r by the rules of PDF/UA-1 and of package quality. Its errors are those
// of Run. If a page cannot be read, only its objects are checked.
func CheckSource(ctx context.Context, r io.Reader, cfg Config) (*a11y.Report, error) {
	return guarded(ctx, "source check", func() (*a11y.Report, error) { return checkSource(ctx, r, &cfg) })
}

func checkSource(ctx context.Context, r io.Reader, cfg *Config) (*a11y.Report, error) {
	file, err := source.Open(ctx, r, cfg.MaxBytes)
	if err != nil {
		return nil, openFailure(err, ReadFailed)
	}
	defer file.Close()
	doc, err := openDocument(ctx, file, cfg, nil)
	if err != nil {
		return nil, err
	}
	checker, err := pdfua.New(ctx, doc)
	if err != nil {
		return nil, err
	}
	reader := content.NewReader(doc)
	var scratch layout.Content
	for n := 1; n <= doc.PageCount(); n++ {
		err := guard("page", func() error { return checkPage(ctx, reader, checker, doc.Page(n), &scratch) })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			checker.Unread(n, oneLine(err.Error(), limits.FindingText))
			scratch = layout.Content{} // a panic may have left it in any state
		}
		if n%pagesPerForget == 0 {
			file.Forget()
		}
	}
	judged, err := judge(ctx, file, cfg)
	if err != nil {
		return nil, err
	}
	return sourceReport(checker.Report(), judged), nil
}

// checkPage checks the content stream of a page. Its annotations have been checked before.
func checkPage(ctx context.Context, r *content.Reader, c *pdfua.Checker, page *pdf.Page, scratch *layout.Content) error {
	bare := *page
	bare.Dict = pdf.NewDict(pdf.Name("Contents"), page.Dict.Raw("Contents"))
	if err := r.Page(ctx, &bare, scratch); err != nil {
		return err
	}
	return c.Page(ctx, page, scratch)
}

// openDocument opens the PDF document in file.
func openDocument(ctx context.Context, file *source.File, cfg *Config, warn func(pdf.Damage)) (*pdf.Document, error) {
	doc, err := pdf.Open(ctx, file.Bytes(), pdf.Options{Password: cfg.Password, MaxPages: cfg.MaxPages, Warn: warn})
	switch {
	case err == nil:
		return doc, nil
	case errors.Is(err, pdf.ErrNotPDF):
		return nil, notPDF(file.Bytes())
	}
	return nil, openFailure(err, Internal)
}

// sourceReport returns the findings in the form of a report on HTML.
func sourceReport(found *pdfua.Report, judged []quality.Result) *a11y.Report {
	var broken, incomplete, passes, inapplicable []a11y.Result
	absent := map[string]bool{} // broken because something does not exist, not because it is wrong
	for i := range found.Results {
		r := &found.Results[i]
		result := a11y.Result{Rule: sourceRule(r.Rule)}
		unread := r.Rule.OfContent() && found.Unread.Count > 0
		if unread {
			incomplete = append(incomplete, a11y.Result{Rule: result.Rule, Count: found.Unread.Count, Nodes: sourceNodes(found.Unread.Findings)})
		}
		switch {
		case r.Failed > 0:
			result.Count, result.Nodes = r.Failed, sourceNodes(r.Findings)
			broken = append(broken, result)
			absent[r.Rule.ID] = r.Failed == r.Checked
		case unread:
		case r.Checked > 0:
			result.Count = r.Checked
			passes = append(passes, result)
		default:
			inapplicable = append(inapplicable, result)
		}
	}
	for i := range judged {
		r := &judged[i]
		rule := qualityRule(r.Rule)
		absent[rule.ID] = r.Absent
		if r.Broken > 0 {
			broken = append(broken, a11y.Result{Rule: rule, Count: r.Broken, Nodes: qualityNodes(r.Findings)})
		}
		if r.Doubtful > 0 {
			incomplete = append(incomplete, a11y.Result{Rule: rule, Count: r.Doubtful, Nodes: qualityNodes(r.Doubts)})
		}
		switch {
		case r.Broken+r.Doubtful > 0:
		case r.Held > 0:
			passes = append(passes, a11y.Result{Rule: rule, Count: r.Held})
		default:
			inapplicable = append(inapplicable, a11y.Result{Rule: rule})
		}
	}
	for _, asked := range [...]struct {
		rule   a11y.Rule
		places *pdfua.Places
	}{{mediaRule, &found.Media}, {fieldsRule, &found.Fields}} {
		if result := (a11y.Result{Rule: asked.rule, Count: asked.places.Count, Nodes: sourceNodes(asked.places.Findings)}); result.Count > 0 {
			incomplete = append(incomplete, result)
		} else {
			inapplicable = append(inapplicable, result)
		}
	}
	report := a11y.NewReport(broken, incomplete, passes, inapplicable)
	report.Aspects = aspectsOf(report, absent)
	return report
}

// Rules that only a person decides, who is told where to look. By their ids package a11y knows of a document that has nothing
// of what they are about.
var (
	mediaRule = a11y.Rule{
		ID: a11y.MediaRule, Impact: a11y.Serious, Level: a11y.A, WCAG: []string{"1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"},
		Help: "Sound, films and models have captions, a description or a text that stands for them", HelpURL: a11y.UnderstandingURL("1.2.1"),
	}
	fieldsRule = a11y.Rule{
		ID: a11y.FieldsRule, Impact: a11y.Serious, Level: a11y.A, WCAG: []string{"3.3.2", "4.1.2"},
		Help: "The names of form fields say what to enter", HelpURL: a11y.UnderstandingURL("3.3.2"),
	}
)

// sourceNodes are findings of package pdfua as reports have them.
func sourceNodes(found []pdfua.Finding) []a11y.Node {
	nodes := make([]a11y.Node, len(found))
	for i, f := range found {
		nodes[i] = a11y.Node{Target: objectName(f), Page: f.Page, Message: f.Detail}
	}
	return nodes
}

// objectName is the place of a finding in the file.
func objectName(f pdfua.Finding) string {
	switch {
	case f.Object > 0:
		return fmt.Sprintf("object %d", f.Object)
	case f.Page > 0:
		return "page"
	}
	return "document"
}

// pdfuaRules is where the rules are explained, by clause and test.
const pdfuaRules = "https://github.com/veraPDF/veraPDF-validation-profiles/wiki/PDFUA-Part-1-rules"

// sourceRule converts r to the form of reports.
func sourceRule(r *pdfua.Rule) a11y.Rule {
	rule := a11y.Rule{
		ID: r.ID, Impact: a11y.Impact(r.Impact), Level: a11y.PDFUA,
		Matterhorn: r.Matterhorn, Help: r.Help, HelpURL: pdfuaRules,
	}
	if r.WCAG == "" {
		return rule
	}
	rule.Level = a11y.LevelOf(r.WCAG)
	rule.WCAG = []string{r.WCAG}
	return rule
}
