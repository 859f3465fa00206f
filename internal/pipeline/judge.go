package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// judge looks at the pages as a reader does, and compares them with the tags. If the pages cannot be drawn, the
// result of every rule says so. The only error is that of the context.
func judge(ctx context.Context, file *source.File, cfg *Config) ([]quality.Result, error) {
	var results []quality.Result
	err := guard("verdict", func() (err error) {
		results, err = judgePages(ctx, file, cfg)
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // the results of the rules of PDF/UA are kept
		return unjudged(err), nil
	}
	return results, nil
}

// unjudged returns the results for a document whose pages could not be looked at: a person must judge each rule.
func unjudged(err error) []quality.Result {
	var results []quality.Result
	for _, rule := range quality.Rules() {
		results = append(results, quality.Result{Rule: rule, Doubtful: 1, Doubts: []quality.Finding{{
			Message: "not judged, because the pages could not be looked at: " + oneLine(err.Error(), limits.AlternativeBytes),
		}}})
	}
	return results
}

func judgePages(ctx context.Context, file *source.File, cfg *Config) ([]quality.Result, error) {
	var inks []quality.Inks
	var lock sync.Mutex
	plain := Config{Password: cfg.Password, MaxPages: cfg.MaxPages, MaxBytes: cfg.MaxBytes, Workers: cfg.Workers, CacheDir: cfg.CacheDir}
	plain.Trace.Content = func(c *layout.Content) {
		seen := quality.Look(c)
		lock.Lock()
		defer lock.Unlock()
		inks = append(inks, seen)
	}
	var warn warnings
	read, err := readDocument(ctx, file, &plain, &warn)
	if err != nil {
		return nil, err
	}
	seen, err := infer.Build(ctx, semantic.Source{Pages: read.pages, Title: read.info.Title, Lang: read.lang}, infer.Options{Workers: cfg.Workers})
	if err != nil {
		return nil, err
	}
	results, err := quality.Check(ctx, &quality.Document{Pages: read.pages, Inks: inks, Structure: read.tagging, Seen: seen})
	if err != nil {
		return nil, err
	}
	return withUnread(results, warn.withCode(pageFailed)), nil
}

// withUnread adds to each result a doubt for every page that could not be read: what holds on all other pages may not hold
// there.
func withUnread(results []quality.Result, unread []layout.Warning) []quality.Result {
	if len(unread) == 0 {
		return results
	}
	doubts := make([]quality.Finding, 0, limits.FindingPlaces)
	for _, page := range unread[:min(len(unread), limits.FindingPlaces)] {
		doubts = append(doubts, quality.Finding{Page: page.Page, Message: "not judged, because the page could not be read: " + oneLine(page.Detail, limits.FindingText)})
	}
	for i := range results {
		r := &results[i]
		r.Doubtful += len(unread)
		r.Doubts = slices.Concat(doubts, r.Doubts)
		r.Doubts = r.Doubts[:min(len(r.Doubts), limits.FindingPlaces)]
		slices.SortStableFunc(r.Doubts, func(a, b quality.Finding) int { return cmp.Compare(a.Page, b.Page) })
	}
	return results
}

// qualityRule converts r to the form of reports.
func qualityRule(r *quality.Rule) a11y.Rule {
	return a11y.Rule{ID: r.ID, Impact: a11y.Serious, Level: a11y.LevelOf(r.WCAG), WCAG: []string{r.WCAG}, Help: r.Help, HelpURL: a11y.UnderstandingURL(r.WCAG)}
}

// qualityNodes converts findings to the form of reports. Boxes are in points from the top left of the page.
func qualityNodes(found []quality.Finding) []a11y.Node {
	nodes := make([]a11y.Node, 0, len(found))
	for _, f := range found {
		n := a11y.Node{Target: "page", Page: f.Page, Message: f.Message, Data: a11y.Data{"text": f.Text}}
		if b := f.Box; !b.Empty() {
			n.Data["box"] = fmt.Sprintf("%.0f %.0f %.0f %.0f", b.X0, b.Y0, b.X1, b.Y1)
		}
		nodes = append(nodes, n)
	}
	return nodes
}
