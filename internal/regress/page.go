package regress

import (
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/regress/score"
)

// WritePage writes one HTML page with the truth and the output of documents side by
// side, differences marked: of those that moved, or of all.
func WritePage(path, corpus string, results []Result, c Comparison, all bool) error {
	moves := c.MovedDocuments()
	page := pageData{Rows: c.Rows, Failures: c.Failures}
	for _, r := range results {
		if !all && moves[r.Name] == nil {
			continue
		}
		truth, err := parse(filepath.Join(corpus, r.Name+".html"))
		if err != nil {
			return err
		}
		output, err := score.Parse(r.HTML)
		if err != nil {
			return err
		}
		d := pageDocument{Name: r.Name, Moved: moves[r.Name], Figures: figures(r.Figures)}
		if d.PDF, err = filepath.Abs(filepath.Join(corpus, r.Name+".pdf")); err != nil {
			return err
		}
		d.Truth, d.Output = score.Mark(truth, output)
		page.Documents = append(page.Documents, d)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pageTemplate.Execute(f, page); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

type pageData struct {
	Rows      []Row
	Failures  []string
	Documents []pageDocument
}

type pageDocument struct {
	Name, PDF     string
	Figures       string
	Moved         []Move
	Truth, Output []score.MarkedBlock
}

// figures lists the figures of a document that are not 1, the lowest first.
func figures(of map[score.Metric]float64) string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(of)), func(m score.Metric) bool { return of[m] > 1-moved })
	slices.SortStableFunc(names, func(a, b score.Metric) int {
		if of[a] < of[b] {
			return -1
		}
		return 1
	})
	var list []string
	for _, m := range names {
		list = append(list, fmt.Sprintf("%s %.3f", m, of[m]))
	}
	return strings.Join(list, ", ")
}

var pageTemplate = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>make regress</title><style>
body{font:14px/1.45 system-ui,sans-serif;margin:1em;color:#222;background:#fff}table{border-collapse:collapse}td,th{padding:2px 8px;text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1.5em}.b{border-left:3px solid #ccc;margin:2px 0;padding:1px 0 1px 4.5em;position:relative}.b>b{position:absolute;left:.4em;font:11px/1.8 monospace;color:#777}
.heading{border-color:#36c;font-weight:700}.item{border-color:#4a4}.cell{border-color:#b80}.code{border-color:#a4a;font-family:monospace}
.alone{background:#ffb3ad}.role{background:#ffe08a}.cut{box-shadow:-3px 0 #36c}summary{font-weight:700;margin-top:1em}
</style></head><body><h1>make regress</h1>
<p>Truth left, output right. <span class="alone">Red</span>: the other side does not have the word there. <span class="role">Yellow</span>: in another role. A blue bar before a word: only one side begins a block there.</p>
{{range .Failures}}<p><b>{{.}}</b></p>{{end}}
<table><tr><th>figure</th><th>documents</th><th>baseline</th><th>now</th></tr>{{range .Rows}}<tr><td>{{.Metric}}</td><td>{{.Documents}}</td><td>{{printf "%.4f" .Was}}</td><td>{{printf "%.4f" .Is}}</td></tr>{{end}}</table>
{{range .Documents}}<details open><summary>{{.Name}}</summary><p><a href="file://{{.PDF}}">PDF</a> {{.Figures}}</p>
{{if .Moved}}<table><tr><th>figure</th><th>baseline</th><th>now</th></tr>{{range .Moved}}<tr><td>{{.Metric}}</td><td>{{printf "%.4f" .Was}}</td><td>{{printf "%.4f" .Is}}</td></tr>{{end}}</table>{{end}}
<div class="sides"><div>{{range .Truth}}{{template "block" .}}{{end}}</div><div>{{range .Output}}{{template "block" .}}{{end}}</div></div></details>
{{else}}<p>No document moved.</p>{{end}}
</body></html>
{{define "block"}}<div class="b {{.Role}}"><b>{{.Tag}}</b>{{range .Pieces}}{{.Before}}{{if eq .State "same"}}{{.Word}}{{else}}<span class="{{.State}}">{{.Word}}</span>{{end}}{{end}}{{.After}}</div>
{{end}}`))
