package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
)

const checkHelp = `Check the accessibility of HTML documents by WCAG 2.2 and the W3C ACT rules, and
of PDF documents by PDF/UA-1.

Prints for each document the rules that it breaks and those that a person has to
decide, with the first places. Style sheets of the same disk are read, by relative
references to *.css; nothing else is loaded, and nothing from the network.

Of PDF documents the rules are those of catalog, metadata, structure tree, annotations,
form fields, marked content, fonts and Unicode mapping, numbered as veraPDF does. Beside
them stand the criteria of experts, compared with what the pages show: alternatives,
contrast, fonts, links, order, tables, tagging; a verdict for each comes first.

With --acr, each FILE may be a folder, of which all HTML and PDF documents are
checked. The draft of a conformance report on all of them is in the form of the
VPAT: a person confirms the levels that it proposes.

With --ids, prints one line of JSON for each document: the ids of the rules that
it breaks, and of those that cannot be decided, the ids of W3C ACT rules among
them. With --batch, the paths are read from standard input, one a line.

Exit codes:
  0    no violations, or --ids
  1    violations
  2    wrong usage, or a document that cannot be read or checked`

// exitUnchecked is the exit code if a document could not be checked.
const exitUnchecked = 2

// checker runs the check command.
type checker struct {
	std    Streams
	asJSON bool
	asEARL bool
	ids    bool
	batch  bool
	aaa    bool
	report string
	acr    string // name of a file
	draft  a11y.ACR

	password string
}

func newCheck(std Streams) *cobra.Command {
	c := &checker{std: std}
	cmd := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "Check the accessibility of HTML and PDF documents",
		Long:  checkHelp,
		Example: `  pagelift check report.html
  pagelift check --json report/index.html
  pagelift check report.pdf
  pagelift check --report conformance.html report.html
  pagelift check --acr acr.html site/
  find site -name '*.html' | pagelift check --ids --batch`,
		Args: func(cmd *cobra.Command, args []string) error {
			if c.batch && len(args) > 0 {
				return errors.New("--batch reads paths from standard input and takes no FILE")
			}
			if c.batch {
				return nil
			}
			if c.report != "" && len(args) > 1 {
				return errors.New("--report is about one FILE")
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&c.asJSON, "json", false, "print the whole report of each document as JSON")
	f.BoolVar(&c.asEARL, "earl", false, "print the report of each document as EARL, the format of W3C (JSON-LD)")
	f.BoolVar(&c.ids, "ids", false, "print only the ids of rules, one line of JSON a document")
	f.BoolVar(&c.batch, "batch", false, "read paths from standard input")
	f.BoolVar(&c.aaa, "aaa", false, "also the rules of level AAA")
	f.StringVar(&c.report, "report", "", "write a report for people to this HTML file: each success criterion of WCAG 2.1 and 2.2, A and AA")
	f.StringVar(&c.acr, "acr", "", "write the draft of an accessibility conformance report (VPAT) on all documents to this HTML file")
	f.StringVar(&c.password, "password", "", "password of an encrypted PDF")
	cmd.MarkFlagsMutuallyExclusive("json", "earl", "ids")
	cmd.MarkFlagsMutuallyExclusive("report", "batch")
	cmd.MarkFlagsMutuallyExclusive("report", "acr")
	cmd.MarkFlagsMutuallyExclusive("ids", "acr")
	return cmd
}

var errViolations = errors.New("there are violations")

func (c *checker) run(ctx context.Context, args []string) error {
	out := bufio.NewWriter(c.std.Out)
	violations, broken := false, error(nil)
	each := func(name string) error {
		report, err := c.check(ctx, name)
		if ctx.Err() != nil {
			return failed(name, ctx.Err())
		}
		if err != nil {
			broken = errors.Join(broken, &doingError{name, err})
			c.draft.Unchecked = append(c.draft.Unchecked, c.shortName(args, name))
			if !c.ids {
				return nil // the other documents are checked
			}
		}
		if report != nil && c.acr != "" {
			c.draft.Add(c.shortName(args, name), report)
		}
		if report != nil && c.report != "" {
			if err := writeReport(c.report, name, report); err != nil {
				return failed(c.report, err)
			}
		}
		violations = violations || report != nil && len(report.Violations) > 0
		if err := c.print(out, name, report, err); err != nil {
			return failed(name, err)
		}
		if err := out.Flush(); err != nil { // a caller may wait for each answer
			return failed(name, err)
		}
		return nil
	}
	if err := c.names(args, each); err != nil {
		return err
	}
	if c.acr != "" {
		if err := c.writeACR(args); err != nil {
			return failed(c.acr, err)
		}
	}
	switch {
	case broken != nil:
		return &failure{exitUnchecked, broken}
	case violations && !c.ids:
		return &failure{exitFailed, errViolations}
	}
	return nil
}

// names calls do for each argument, or for each line of standard input.
func (c *checker) names(args []string, do func(string) error) error {
	if !c.batch {
		for _, name := range args {
			if err := c.documentsIn(name, do); err != nil {
				return err
			}
		}
		return nil
	}
	lines := bufio.NewScanner(c.std.In)
	for lines.Scan() {
		if name := strings.TrimSpace(lines.Text()); name != "" {
			if err := do(name); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

func (c *checker) check(ctx context.Context, name string) (*a11y.Report, error) {
	in, err := openInput(ctx, c.std, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	start := bufio.NewReaderSize(in, pdfWithin)
	if isPDF(start) {
		return convert.CheckPDF(ctx, start, convert.Options{Password: c.password})
	}
	html, err := readHTML(start)
	if err != nil {
		return nil, err
	}
	if err := looksLikeText(html); err != nil {
		return nil, err
	}
	return a11y.Check(ctx, html, a11y.Options{
		AAA:         c.aaa || c.ids,
		ContentType: contentTypes[strings.ToLower(filepath.Ext(name))],
		MaxBytes:    maxDocument,
		Stylesheet:  sheetsFrom(filepath.Dir(name)),
	})
}

func (c *checker) print(w io.Writer, name string, r *a11y.Report, failed error) error {
	switch {
	case c.ids:
		return json.NewEncoder(w).Encode(newCheckedIDs(r, failed))
	case c.asJSON:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(checkedReport{filepath.ToSlash(name), r})
	case c.asEARL:
		return r.WriteEARL(w, filepath.ToSlash(name))
	}
	return writeFindings(w, name, r)
}

// writeReport writes the report on the document name, for people, to a file.
func writeReport(file, name string, r *a11y.Report) error {
	var b bytes.Buffer
	if err := r.WriteHTML(&b, filepath.Base(name)); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// checkedReport is what --json prints for a document.
type checkedReport struct {
	File string `json:"file"`
	*a11y.Report
}

// checkedIDs is what --ids prints for a document.
type checkedIDs struct {
	Violations []string `json:"violations"`
	CantTell   []string `json:"cantTell"`
	Error      string   `json:"error,omitempty"`
}

func newCheckedIDs(r *a11y.Report, failed error) checkedIDs {
	out := checkedIDs{Violations: []string{}, CantTell: []string{}}
	if failed != nil {
		out.Error = failed.Error()
		return out
	}
	for _, v := range r.Violations {
		out.Violations = append(append(out.Violations, v.ID), v.ACT...)
	}
	for _, v := range r.Incomplete {
		out.CantTell = append(append(out.CantTell, v.ID), v.ACT...)
	}
	return out
}

// firstPlaces is how many places of a rule are printed for people.
const firstPlaces = 3

// writeFindings prints a report for people.
func writeFindings(w io.Writer, name string, r *a11y.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: score %d, %d rules broken, %d to look at, %d hold\n",
		name, r.Score, len(r.Violations), len(r.Incomplete), len(r.Passes))
	section := func(title string, results []a11y.Result) {
		for _, v := range results {
			fmt.Fprintf(&b, "  %-9s %-8s %-28s %-14s %5d  %s\n", title, v.Impact, v.ID, strings.Join(v.WCAG, " "), v.Count, v.Help)
			for _, n := range v.Nodes[:min(firstPlaces, len(v.Nodes))] {
				fmt.Fprintf(&b, "            %s: %s\n", placeOf(&n), n.Message)
			}
		}
	}
	for _, a := range r.Aspects {
		fmt.Fprintf(&b, "  %-12s %-12s %s\n", a.Name, strings.ReplaceAll(string(a.Verdict), "_", " "), strings.Join(a.Rules, " "))
	}
	section("broken", r.Violations)
	section("to look", r.Incomplete)
	_, err := io.WriteString(w, b.String())
	return err
}
