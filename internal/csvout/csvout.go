// Package csvout writes the tables of a document as comma-separated values (RFC 4180).
package csvout

import (
	"encoding/csv"
	"io"
	"iter"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// Writer is a tree.Writer: it writes all tables of a document, with an empty line between them.
// A line of a table is never empty: one empty field is "".
type Writer struct {
	// RepeatSpans writes the text of a cell that spans several places in each of them, and not
	// in the first alone.
	RepeatSpans bool
}

// Write implements tree.Writer.
func (o Writer) Write(w io.Writer, src *tree.Source) error {
	first := true
	for table := range Tables(src) {
		if !first {
			if _, err := io.WriteString(w, "\r\n"); err != nil {
				return err
			}
		}
		first = false
		if err := o.WriteTable(w, table); err != nil {
			return err
		}
	}
	return nil
}

// Tables are the tables of a document in its order: those inside of others too, behind them.
func Tables(src *tree.Source) iter.Seq[*semantic.Node] {
	return func(yield func(*semantic.Node) bool) {
		if src.Root == nil {
			return
		}
		for n := range src.Root.All() {
			if n.Role == semantic.Table && !yield(n) {
				return
			}
		}
	}
}

// WriteTable writes one table: a record for each row, a field for each place.
func (o Writer) WriteTable(w io.Writer, table *semantic.Node) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	g := tree.GridOf(table)
	text := o.repeated(g)
	for i, row := range g.Rows {
		record := make([]string, len(row))
		for col, c := range row {
			switch {
			case c == nil:
			case text != nil:
				record[col] = text[c]
			case c.Row == i && c.Col == col:
				record[col] = tree.Text(c.Node)
			}
		}
		for len(record) < g.Cols && g.Cols*len(g.Rows) <= limits.TablePlaces { // RFC 4180 wants as many everywhere
			record = append(record, "")
		}
		if len(record) == 0 {
			record = append(record, "")
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// repeated is the text of the cells where it is to stand in each place that they span: nil where
// it is to stand in the first alone, or would be more than limits.TableRepeats.
func (o Writer) repeated(g *tree.Grid) map[*tree.Cell]string {
	if !o.RepeatSpans {
		return nil
	}
	text := make(map[*tree.Cell]string, len(g.Cells))
	size := 0
	for _, c := range g.Cells {
		text[c] = tree.Text(c.Node)
		if size += len(text[c]) * (c.RowSpan*c.ColSpan - 1); size > limits.TableRepeats {
			return nil
		}
	}
	return text
}
