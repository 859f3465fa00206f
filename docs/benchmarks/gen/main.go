// Command gen writes BENCHMARKS.md from docs/benchmarks/figures.tsv: one table a section, and
// which goals are missed.
//
//	go generate .
package main

import (
	"fmt"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// From the root of the repository, where go generate runs it.
const (
	source = "docs/benchmarks/figures.tsv"
	page   = "BENCHMARKS.md"
)

// header is the first line of the source. Cells are separated by tabs.
const header = "section\tmetric\tnow\tbest peer\tgoal\tcommand\tcommit\tdate"

const intro = `# Benchmarks

What pagelift does now, what the best peer did on the same documents, and the goal. Everything was
measured on two shared cores (x86-64) with Go 1.26.8; times are CPU seconds of whole processes, and only ratios of one
run are compared. Peers: MuPDF 1.21.1 (mutool), Poppler 22.12 (pdftohtml, pdftotext), opendataloader-pdf 2.5.11,
axe-core 4.14.1. Scores are 1 at best; [docs/regress.md](docs/regress.md) has their definitions. Where a peer or a goal
is missing there is none. A range is what several runs gave; its worse end counts.

[docs/benchmarks/diary.md](docs/benchmarks/diary.md) has every measurement, before and after, with what was learned.
This page is generated: change ` + "`docs/benchmarks/figures.tsv`" + ` and run ` + "`make generate`" + `.
`

// figure is one line of the source.
type figure struct {
	section, metric, now, peer, goal, command, commit, date string
}

func main() {
	log.SetFlags(0)
	tsv, err := os.ReadFile(source)
	if err != nil {
		log.Fatal(err)
	}
	figures, err := parse(string(tsv))
	if err != nil {
		log.Fatalf("%s: %v", source, err)
	}
	if err := os.WriteFile(page, []byte(write(figures)), 0o644); err != nil {
		log.Fatal(err)
	}
}

// parse reads the source. A line without a metric, a value, a command, a commit or a date is an
// error, and so is a goal that cannot be compared with its value.
func parse(tsv string) ([]figure, error) {
	lines := strings.Split(strings.TrimSuffix(tsv, "\n"), "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("line 1 is not %q", header)
	}
	var figures []figure
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != strings.Count(header, "\t")+1 {
			return nil, fmt.Errorf("line %d has %d cells", i+2, len(cells))
		}
		f := figure{cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]}
		if f.section == "" || f.metric == "" || f.now == "" || f.command == "" || f.commit == "" || f.date == "" {
			return nil, fmt.Errorf("line %d lacks a cell", i+2)
		}
		if _, err := f.missed(); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		figures = append(figures, f)
	}
	return figures, nil
}

// numbers finds the numbers of a cell: 1.5, .93, 12,119, -11.7.
var numbers = regexp.MustCompile(`-?(?:\d[\d,]*\.?\d*|\.\d+)`)

func parseNumbers(cell string) ([]float64, error) {
	var out []float64
	for _, s := range numbers.FindAllString(cell, -1) {
		n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// missed reports whether the worst number of the value misses the goal, which is ">= N", "<= N"
// or nothing.
func (f figure) missed() (bool, error) {
	if f.goal == "" {
		return false, nil
	}
	least, isLeast := strings.CutPrefix(f.goal, ">= ")
	most, isMost := strings.CutPrefix(f.goal, "<= ")
	if isMost {
		least = most
	}
	goal, err := strconv.ParseFloat(strings.ReplaceAll(least, ",", ""), 64)
	if err != nil || !isLeast && !isMost {
		return false, fmt.Errorf("goal %q is not \">= number\" or \"<= number\"", f.goal)
	}
	now, err := parseNumbers(f.now)
	if err != nil || len(now) == 0 {
		return false, fmt.Errorf("%q has no number to compare with %q", f.now, f.goal)
	}
	for _, n := range now {
		if isLeast && n < goal || isMost && n > goal {
			return true, nil
		}
	}
	return false, nil
}

// write is the page.
func write(figures []figure) string {
	var b strings.Builder
	b.WriteString(intro)
	goals, missed := 0, []string{}
	for _, f := range figures {
		if f.goal != "" {
			goals++
		}
		if f.misses() {
			missed = append(missed, f.metric)
		}
	}
	fmt.Fprintf(&b, "\nOf %d goals %d are met. Missed are those in bold.\n", goals, goals-len(missed))
	section := ""
	for _, f := range figures {
		if f.section != section {
			section = f.section
			fmt.Fprintf(&b, "\n## %s\n\n| | now | best peer | goal | command | commit, day |\n|---|---|---|---|---|---|\n", section)
		}
		goal := strings.NewReplacer(">= ", "≥ ", "<= ", "≤ ").Replace(f.goal)
		if f.goal == "<= 0" {
			goal = "0"
		}
		if f.misses() {
			goal = "**" + goal + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s, %s |\n", f.metric, f.now, f.peer, goal, f.command, f.commit, f.date)
	}
	return b.String()
}

// misses is missed of a figure that parse has accepted.
func (f figure) misses() bool {
	missed, _ := f.missed()
	return missed
}
