package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
)

// CheckSource checks the PDF document in r by the rules of PDF/UA-1 and of package quality. Its errors are those
// of Run. If a page cannot be read, only its objects are checked.
func CheckSource(ctx context.Context, r io.Reader, cfg Config) (*a11y.Report, error) {
	var report *a11y.Report
	err := guard("source check", func() (err error) {
		report, err = checkSource(ctx, r, &cfg)
		return err
	})
	switch {
	case err == nil:
		return report, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, err
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
		switch {
		case r.Failed > 0:
			result.Count = r.Failed
			for _, f := range r.Findings {
				result.Nodes = append(result.Nodes, a11y.Node{Target: objectName(f.Object), Page: f.Page, Message: f.Detail})
			}
			broken = append(broken, result)
			absent[r.Rule.ID] = r.Failed == r.Checked
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
	report := a11y.NewReport(broken, incomplete, passes, inapplicable)
	report.Aspects = aspectsOf(report, absent)
	return report
}

// objectName returns the name of a finding's place in the file.
func objectName(number int) string {
	if number == 0 {
		return "document"
	}
	return fmt.Sprintf("object %d", number)
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
