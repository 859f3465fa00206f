package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/regress/score"
	"github.com/pagelift/pagelift/semantic"
)

// A candidate is a part of a document for which a rule summed up signs.
type candidate struct {
	set, source, document string
	text                  string
	account
	given bool // the sum reached the bar
	truth label
}

// A label is what the truth says of a candidate.
type label string

const (
	yes    label = "yes"
	no     label = "no"
	unsure label = "unsure" // the truth has its text, but less often than the output
)

// A kind is a rule whose sum is examined.
type kind struct {
	name, rule string
	role       semantic.Role // the role that the sum decides
	// settled are roles that heavier claims give. The sum changes nothing there, nor for what stands inside.
	settled []semantic.Role
	// judge labels the candidates of a document, and returns how many the truth has.
	judge func(truth *score.Document, list []candidate) int
}

var kinds = []kind{
	{
		name: "heading", rule: "heading", role: semantic.H, judge: judgeHeadings,
		settled: []semantic.Role{semantic.TOC, semantic.Table, semantic.Caption, semantic.Figure, semantic.FENote, semantic.Code, semantic.Artifact},
	},
	{
		name: "furniture", rule: "furniture", role: semantic.Artifact, judge: judgeFurniture,
		settled: []semantic.Role{semantic.Table, semantic.Figure},
	},
}

func kindNames() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// gathering has the candidates of one kind.
type gathering struct {
	kind       *kind
	documents  int
	truths     int // headings of all truths, or what else the kind looks for
	candidates []candidate
}

// add adds the candidates of a folder that has NAME.html beside each NAME.pdf.
func (g *gathering) add(ctx context.Context, dir string) error {
	pdfs, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		return err
	}
	if len(pdfs) == 0 {
		return fmt.Errorf("no PDF in %s", dir)
	}
	lists, truths, errs := make([][]candidate, len(pdfs)), make([]int, len(pdfs)), make([]error, len(pdfs))
	var wait sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, path := range pdfs {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			lists[i], truths[i], errs[i] = g.kind.read(ctx, path)
		})
	}
	wait.Wait()
	for i := range pdfs {
		if errs[i] != nil {
			return fmt.Errorf("%s: %w", pdfs[i], errs[i])
		}
		g.documents++
		g.truths += truths[i]
		g.candidates = append(g.candidates, lists[i]...)
	}
	return nil
}

// read converts a document and labels its candidates.
func (k *kind) read(ctx context.Context, path string) ([]candidate, int, error) {
	pdf, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	base := strings.TrimSuffix(path, ".pdf")
	src, err := os.ReadFile(base + ".html")
	if err != nil {
		return nil, 0, err
	}
	truth, err := score.Parse(src)
	if err != nil {
		return nil, 0, err
	}
	var doc *semantic.Document
	opts := convert.DefaultOptions()
	opts.Workers, opts.ExtractImages, opts.AccessibilityCheck = 1, false, false
	opts.Trace = &convert.Trace{Semantic: func(d *semantic.Document) { doc = d }}
	if _, err := convert.Convert(ctx, bytes.NewReader(pdf), opts); err != nil {
		return nil, 0, err
	}
	list, err := k.candidatesOf(doc)
	if err != nil {
		return nil, 0, err
	}
	name := filepath.Base(base)
	source, _, _ := strings.Cut(name, "-")
	for i := range list {
		c := &list[i]
		c.set, c.source, c.document = filepath.Base(filepath.Dir(path)), source, name
	}
	return list, k.judge(truth, list), nil
}

// candidatesOf lists the candidates of the rule in a document.
func (k *kind) candidatesOf(doc *semantic.Document) ([]candidate, error) {
	var list []candidate
	var walk func(n, parent *semantic.Node) error
	walk = func(n, parent *semantic.Node) error {
		if slices.Contains(k.settled, n.Role) {
			return nil
		}
		own := n.Evidence
		if parent != nil && slices.Equal(own, parent.Evidence) {
			own = nil // a node and what it holds, of one part
		}
		for _, e := range own {
			if e.Rule != k.rule || e.Role != k.role || e.Verdict == semantic.Barred || !accountText.MatchString(e.Reason) {
				continue
			}
			a, err := parseAccount(e.Reason)
			if err != nil {
				return err
			}
			list = append(list, candidate{text: textOf(n), account: a, given: e.Verdict != semantic.Short})
		}
		for _, c := range n.Children {
			if err := walk(c, n); err != nil {
				return err
			}
		}
		return nil
	}
	err := walk(doc.Root, nil)
	return list, err
}

// textOf returns the text under a node.
func textOf(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		if b.WriteString(c.Text); c.Role == semantic.LineBreak {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// sameHeading is how similar a candidate and a heading must be to count as the same, as in the scorer.
const sameHeading = 0.8

// judgeHeadings labels candidates by the headings of the truth. If the output has a text more often than the truth
// has such headings, the candidate is in doubt: nothing tells which of the texts is the heading.
func judgeHeadings(truth *score.Document, list []candidate) int {
	headings := truth.HeadingKeys()
	wanted, found := map[string]int{}, map[string]int{}
	for _, key := range headings {
		wanted[key]++
	}
	for i := range list {
		found[score.HeadingKey(list[i].text)]++
	}
	for i := range list {
		c := &list[i]
		key := score.HeadingKey(c.text)
		switch {
		case wanted[key] == 0:
			c.truth = no
		case found[key] > wanted[key]:
			c.truth = unsure
		default:
			c.truth = yes
		}
	}
	for i := range list {
		c := &list[i]
		if c.truth != no || c.text == "" {
			continue
		}
		key := score.HeadingKey(c.text)
		if slices.ContainsFunc(headings, func(h string) bool { return found[h] == 0 && score.Alike(h, key) >= sameHeading }) {
			c.truth = yes
		}
	}
	return len(headings)
}

// coveredShare is the share of a candidate's letters that rows of the truth must cover.
const coveredShare = 0.8

// judgeFurniture labels candidates by the rows of running heads and feet. The truth names all of them: <meta
// name="furniture">. A candidate is a row, a part of one, or several rows.
func judgeFurniture(truth *score.Document, list []candidate) int {
	var rows []string
	for _, row := range truth.Furniture {
		if row = score.Letters(row); row != "" {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b string) int { return len(b) - len(a) })
	for i := range list {
		c := &list[i]
		if c.truth = no; isOfRows(score.Letters(c.text), rows) {
			c.truth = yes
		}
	}
	return len(rows)
}

// isOfRows reports whether text stands at an end of a row, or rows cover most of it. Longer rows come first.
func isOfRows(text string, rows []string) bool {
	if text == "" {
		return false
	}
	rest := text
	for _, row := range rows {
		if strings.HasPrefix(row, text) || strings.HasSuffix(row, text) {
			return true
		}
		rest = strings.Replace(rest, row, "", 1)
	}
	return float64(len(rest)) <= (1-coveredShare)*float64(len(text))
}

// count returns how many candidates have a label.
func (g *gathering) count(l label) int {
	n := 0
	for i := range g.candidates {
		if g.candidates[i].truth == l {
			n++
		}
	}
	return n
}

func (g *gathering) summary() string {
	sources := map[string]bool{}
	for i := range g.candidates {
		sources[g.candidates[i].set+"/"+g.candidates[i].source] = true
	}
	return fmt.Sprintf("%s: %d candidates in %d documents of %d sources; %d are one, %d are none, %d are in doubt and left out; the truth has %d\n",
		g.kind.name, len(g.candidates), g.documents, len(sources), g.count(yes), g.count(no), g.count(unsure), g.truths)
}

// write writes the candidates, one a line.
func (g *gathering) write(path string) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = '\t'
	if err := w.Write([]string{"set", "source", "document", "truth", "given", "sum", "signs", "text"}); err != nil {
		return err
	}
	for i := range g.candidates {
		c := &g.candidates[i]
		var signs []string
		for _, s := range c.signs {
			signs = append(signs, s.name)
		}
		row := []string{c.set, c.source, c.document, string(c.truth), strconv.FormatBool(c.given), strconv.FormatFloat(c.sum, 'f', 2, 64), strings.Join(signs, "; "), c.text}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
