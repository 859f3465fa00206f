package a11y

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
)

//go:embed report.html.tmpl
var reportSource string

var reportTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"place": func(n Node) string {
			var parts []string
			if n.Page > 0 {
				parts = append(parts, fmt.Sprintf("page %d", n.Page))
			}
			if n.Line > 0 {
				parts = append(parts, fmt.Sprintf("line %d, column %d", n.Line, n.Column))
			}
			if n.Target != "" {
				parts = append(parts, n.Target)
			}
			return strings.Join(parts, ", ")
		},
		"more": func(v Result) int { return v.Count - len(v.Nodes) },
	}).Parse(reportSource))
})

// reportPage is the data of the template.
type reportPage struct {
	Address, Tool, Version string
	Criteria               []judgement
	Counts                 []statusCount
	Aspects                []Aspect
}

type statusCount struct {
	Status status
	Count  int
}

// WriteHTML writes the report as an HTML page for people. For each success criterion of WCAG 2.1 and 2.2 on the
// levels A and AA it says whether the criterion holds, is broken, has to be judged by a person (with the places),
// or does not apply. The page needs no other file, can be printed, and keeps the rules of this package. address
// names the document.
func (r *Report) WriteHTML(w io.Writer, address string) error {
	page := reportPage{Address: address, Tool: r.Tool, Version: r.Version, Criteria: r.judge(), Aspects: r.Aspects}
	for _, s := range []status{statusBroken, statusJudge, statusHolds, statusNotApplicable} {
		n := 0
		for i := range page.Criteria {
			if page.Criteria[i].Status == s {
				n++
			}
		}
		page.Counts = append(page.Counts, statusCount{s, n})
	}
	return reportTemplate().Execute(w, page)
}

// ID returns the anchor of a criterion.
func (j judgement) ID() string { return "sc-" + strings.ReplaceAll(j.number, ".", "-") }

// Number, Name and Level return those of the criterion.
func (j judgement) Number() string { return j.number }
func (j judgement) Name() string   { return j.name }
func (j judgement) Level() Level   { return j.level }

// Versions returns the versions of WCAG that have the criterion.
func (j judgement) Versions() string {
	switch {
	case !j.in22:
		return "2.1"
	case !j.in21:
		return "2.2"
	}
	return "2.1, 2.2"
}

// Details reports whether the criterion has more to show than its status.
func (j judgement) Details() bool {
	return j.Status == statusBroken || len(j.Judged) > 0 || j.Status == statusJudge && (len(j.Look) > 0 || len(j.Asked) > 0)
}

// Findings returns the results that have places, broken ones first.
func (j judgement) Findings() []Result { return slices.Concat(j.Broken, j.Look) }
