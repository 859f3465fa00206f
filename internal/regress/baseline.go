package regress

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/regress/score"
)

// A Baseline has the accepted figures of each document.
type Baseline map[string]map[score.Metric]float64

const (
	// meanFall is how much the mean of a figure may fall. Engine and scorer give the same figures each time. This
	// leaves room for rounding, and for a small loss that a larger gain is worth.
	meanFall = 0.002
	// documentFall is how much a figure of one document may fall. The mean of a hundred documents hides that one
	// of them lost a fifth of its table. A fall that is worth it is accepted, and stands in the commit that made
	// it.
	documentFall = 0.01
	// moved is the least difference that counts as a change of a figure.
	moved = 0.00006
)

// digits is how many digits a baseline has after the point.
const digits = 4

// ReadBaseline reads what WriteBaseline wrote. A missing file is an empty baseline.
func ReadBaseline(path string) (Baseline, error) {
	src, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return Baseline{}, nil
	}
	if err != nil {
		return nil, err
	}
	b := Baseline{}
	var names []string
	for line := range strings.Lines(string(src)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if names == nil {
			names = fields
			continue
		}
		if len(fields) != len(names) {
			return nil, fmt.Errorf("%s: %s has %d fields, the head has %d", path, fields[0], len(fields), len(names))
		}
		figures := map[score.Metric]float64{}
		for i, f := range fields[1:] {
			if f == "" {
				continue
			}
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, fields[0], err)
			}
			figures[score.Metric(names[i+1])] = v
		}
		b[fields[0]] = figures
	}
	return b, nil
}

// WriteBaseline writes a line for each document and a column for each figure, so that a diff of two baselines
// shows what moved.
func WriteBaseline(path string, b Baseline) error {
	var out strings.Builder
	out.WriteString("document")
	for _, m := range score.Metrics {
		out.WriteString("\t" + string(m))
	}
	out.WriteByte('\n')
	for _, name := range slices.Sorted(maps.Keys(b)) {
		out.WriteString(name)
		for _, m := range score.Metrics {
			out.WriteByte('\t')
			if v, ok := b[name][m]; ok {
				out.WriteString(strconv.FormatFloat(v, 'f', digits, 64))
			}
		}
		out.WriteByte('\n')
	}
	return os.WriteFile(path, []byte(out.String()), 0o644)
}

// Of returns the figures of results, rounded as in a baseline.
func Of(results []Result) Baseline {
	b := Baseline{}
	scale := math.Pow10(digits)
	for _, r := range results {
		b[r.Name] = map[score.Metric]float64{}
		for m, v := range r.Figures {
			b[r.Name][m] = math.Round(v*scale) / scale
		}
	}
	return b
}

// A Row is a figure of the whole corpus: its means, and the documents that moved, sorted by how much they fell.
type Row struct {
	Metric    score.Metric
	Documents int // that have the figure
	Was, Is   float64
	Moved     []Move
}

// A Move is a changed figure of one document.
type Move struct {
	Name    string
	Metric  score.Metric
	Was, Is float64
}

// A Comparison compares a baseline with current figures.
type Comparison struct {
	Rows     []Row
	Unknown  []string // documents without a baseline, or whose truth has changed
	Missing  []string // documents of the baseline that are missing
	Failures []string // changes that somebody must look at
}

// Compare compares the documents that both have.
func Compare(was, is Baseline) Comparison {
	var c Comparison
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if !slices.Equal(slices.Sorted(maps.Keys(was[name])), slices.Sorted(maps.Keys(is[name]))) {
			c.Unknown = append(c.Unknown, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if is[name] == nil {
			c.Missing = append(c.Missing, name)
		}
	}
	for _, m := range score.Metrics {
		if row := newRow(was, is, m); row.Documents > 0 {
			c.Rows = append(c.Rows, row)
			c.judge(row)
		}
	}
	return c
}

func newRow(was, is Baseline, m score.Metric) Row {
	row := Row{Metric: m}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		before, known := was[name][m]
		now, has := is[name][m]
		if !known || !has {
			continue
		}
		row.Documents++
		row.Was += before
		row.Is += now
		if math.Abs(now-before) > moved {
			row.Moved = append(row.Moved, Move{name, m, before, now})
		}
	}
	slices.SortStableFunc(row.Moved, func(a, b Move) int {
		switch d := (a.Is - a.Was) - (b.Is - b.Was); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	if row.Documents > 0 {
		row.Was /= float64(row.Documents)
		row.Is /= float64(row.Documents)
	}
	return row
}

// judge records what fell too far.
func (c *Comparison) judge(row Row) {
	if row.Is < row.Was-meanFall {
		c.Failures = append(c.Failures, fmt.Sprintf("the mean of %s fell from %.4f to %.4f", row.Metric, row.Was, row.Is))
	}
	for _, m := range row.Moved {
		if m.Is < m.Was-documentFall {
			c.Failures = append(c.Failures, fmt.Sprintf("%s of %s fell from %.4f to %.4f", row.Metric, m.Name, m.Was, m.Is))
		}
	}
}

// MovedDocuments returns the documents of which any figure moved.
func (c *Comparison) MovedDocuments() map[string][]Move {
	out := map[string][]Move{}
	for _, row := range c.Rows {
		for _, m := range row.Moved {
			out[m.Name] = append(out[m.Name], m)
		}
	}
	return out
}

// worst is how many documents a line of the table names.
const worst = 3

// Table prints a line for each figure: baseline, now, difference, and the documents that fell most. If none moved,
// it names the documents with the lowest figures.
func (c *Comparison) Table(is Baseline) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-11s %4s  %8s %8s %8s  %s\n", "figure", "docs", "baseline", "now", "diff", "documents that fell most, or (none fell) are worst")
	for _, row := range c.Rows {
		diff := "."
		if math.Abs(row.Is-row.Was) > moved/10 {
			diff = fmt.Sprintf("%+.4f", row.Is-row.Was)
		}
		fmt.Fprintf(&b, "%-11s %4d  %8.4f %8.4f %8s  %s\n", row.Metric, row.Documents, row.Was, row.Is, diff, row.names(is))
	}
	return b.String()
}

func (row *Row) names(is Baseline) string {
	var list []string
	for _, m := range row.Moved {
		if m.Is < m.Was && len(list) < worst {
			list = append(list, fmt.Sprintf("%s %+.3f", m.Name, m.Is-m.Was))
		}
	}
	if list != nil {
		return strings.Join(list, ", ")
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(is)), func(name string) bool {
		v, ok := is[name][row.Metric]
		return !ok || v > 1-moved
	})
	slices.SortStableFunc(names, func(a, b string) int {
		if x, y := is[a][row.Metric], is[b][row.Metric]; x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return 0
	})
	for _, name := range names[:min(len(names), worst)] {
		list = append(list, fmt.Sprintf("%s %.2f", name, is[name][row.Metric]))
	}
	if list == nil {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}
