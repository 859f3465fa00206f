package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// columnWidth is the width of the columns of tables in tests.
const columnWidth = 80

// table sets rows of cells, with | between cells, as one table. A cell "<" goes on with
// the cell at its left, "^" with the cell above; "//" begins a new line in a cell.
func (b *pageBuilder) table(l look, rows ...string) *pageBuilder {
	first := int32(len(b.Lines))
	t := &layout.Table{Rows: len(rows), Cols: strings.Count(rows[0], "|") + 1, Confidence: 1, Why: "rules"}
	places := map[[2]int]int{}
	left, top := b.x, b.y
	for r, row := range rows {
		low := b.y
		for c, text := range strings.Split(row, "|") {
			text = strings.TrimSpace(text)
			switch text {
			case "<":
				cell := &t.Cells[places[[2]int{r, c - 1}]]
				cell.ColSpan = max(cell.ColSpan, c-cell.Col+1)
				places[[2]int{r, c}] = places[[2]int{r, c - 1}]
				continue
			case "^":
				cell := &t.Cells[places[[2]int{r - 1, c}]]
				cell.RowSpan = max(cell.RowSpan, r-cell.Row+1)
				places[[2]int{r, c}] = places[[2]int{r - 1, c}]
				continue
			}
			places[[2]int{r, c}] = len(t.Cells)
			b.x, b.y = left+float32(c)*columnWidth, low
			cell := layout.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, FirstLine: int32(len(b.Lines))}
			cell.Box = layout.Rect{X0: b.x, Y0: low, X1: b.x + columnWidth, Y1: low + 20}
			if text != "" {
				for line := range strings.SplitSeq(text, "//") {
					b.line(l, line)
				}
			}
			cell.LineCount = int32(len(b.Lines)) - cell.FirstLine
			t.Cells = append(t.Cells, cell)
		}
		b.y = low + 20
	}
	b.x = left
	box := layout.Rect{X0: left, Y0: top - 10, X1: left + float32(t.Cols)*columnWidth, Y1: b.y}
	b.Blocks = append(b.Blocks, layout.Block{
		Kind: layout.Grid, FirstLine: first, LineCount: int32(len(b.Lines)) - first, Box: box, Column: b.column, Figure: -1, Table: t,
	})
	return b
}

// heads marks the first rows of the last table as heads, as package layout does.
func (b *pageBuilder) heads(rows int) *pageBuilder {
	t := b.Blocks[len(b.Blocks)-1].Table
	for i := range t.Cells {
		t.Cells[i].Header = t.Cells[i].Row < rows
	}
	return b
}

// dumpTable writes a table, one row a line: ! before heads, with their scope, and spans
// in brackets.
func dumpTable(b *strings.Builder, n *semantic.Node) {
	for _, group := range n.Children {
		fmt.Fprintf(b, "%s\n", group.Role)
		if group.Role == semantic.Caption {
			dumpInline(b, group.Children)
			b.WriteString("\n")
		}
		for _, row := range group.Children {
			if row.Role != semantic.TR {
				continue
			}
			var cells []string
			for _, cell := range row.Children {
				cells = append(cells, dumpCell(cell))
			}
			fmt.Fprintf(b, "  %s\n", strings.Join(cells, " | "))
		}
	}
}

func dumpCell(cell *semantic.Node) string {
	var b strings.Builder
	if cell.Role == semantic.TH {
		b.WriteString("!" + cell.Attr.Scope + " ")
	}
	if a := cell.Attr; a != nil && (a.RowSpan > 1 || a.ColSpan > 1) {
		fmt.Fprintf(&b, "[%dx%d] ", a.RowSpan, a.ColSpan)
	}
	for i, n := range cell.Children {
		switch n.Role {
		case semantic.P, semantic.L:
			if i > 0 {
				b.WriteString(" / ")
			}
			dumpInline(&b, []*semantic.Node{n})
			if n.Role == semantic.L {
				fmt.Fprintf(&b, "(%d items)", len(n.Children))
			}
		default:
			dumpInline(&b, []*semantic.Node{n})
		}
	}
	return strings.TrimSpace(b.String())
}

func tablesOf(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		if n.Role == semantic.Table {
			dumpTable(&b, n)
		}
	}
	return b.String()
}

func TestTableHeads(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"bold first row": {
			page(1).text().table(body, "*Term*|*Meaning*", "alpha|first letter", "beta|second letter"),
			`
THead
  !col Term | !col Meaning
TBody
  alpha | first letter
  beta | second letter
`,
		},
		"a head over places to write in": {
			page(1).text().table(body, "Name|Date|Hours", "||", "||"),
			"\nTHead\n  !col Name | !col Date | !col Hours\nTBody\n   |  | \n   |  | \n",
		},
		"numbers that count places to write in": {
			page(1).text().table(body, "No|Date|Hours", "1||", "2||"),
			"\nTHead\n  !col No | !col Date | !col Hours\nTBody\n  1 |  | \n  2 |  | \n",
		},
		"names beside places to write in": {
			page(1).text().table(body, "Name|", "Street|", "Town|"),
			"\nTBody\n  !row Name | \n  !row Street | \n  !row Town | \n",
		},
		"names on both sides of places to write in": {
			page(1).text().table(body, "|Mon|Tue", "Mate||", "Boy||"),
			"\nTHead\n   | !col Mon | !col Tue\nTBody\n  !row Mate |  | \n  !row Boy |  | \n",
		},
		"names over values are no heads by these alone": {
			page(1).text().table(body, "No|Date|Hours", "1||", "2|Monday|"),
			"\nTBody\n  No | Date | Hours\n  1 |  | \n  2 | Monday | \n",
		},
		"two rows may be a piece of a table": {
			page(1).text().table(body, "Name|Date|Hours", "||"),
			"\nTBody\n  Name | Date | Hours\n   |  | \n",
		},
		"numbers with units are no heads above such": {
			page(1).text().table(body, "Tube|Water|Sugar", "1|24 ml|0 ml", "2|12 ml|12 ml", "3|4 ml|12 ml"),
			`
THead
  !col Tube | !col Water | !col Sugar
TBody
  1 | 24 ml | 0 ml
  2 | 12 ml | 12 ml
  3 | 4 ml | 12 ml
`,
		},
		"a number in words is a number": {
			page(1).text().table(body, "Gas|to air|to water", "Carbon dioxide|100 million|-", "Methane|100 000|-", "Nitrous oxide|10 000|-"),
			`
THead
  !col Gas | !col to air | !col to water
TBody
  Carbon dioxide | 100 million | -
  Methane | 100 000 | -
  Nitrous oxide | 10 000 | -
`,
		},
		"numbers in words may name classes": {
			page(1).text().table(body, "Animals|1 million|10 million", "Foxes|18|27", "Dogs|19|31", "Hens|22|30"),
			`
THead
  !col Animals | !col 1 million | !col 10 million
TBody
  Foxes | 18 | 27
  Dogs | 19 | 31
  Hens | 22 | 30
`,
		},
		"numbers with units above bare numbers are heads": {
			page(1).text().table(body, "Tube|24 hours|48 hours", "A|18|27", "B|19|31", "C|22|30"),
			`
THead
  !col Tube | !col 24 hours | !col 48 hours
TBody
  A | 18 | 27
  B | 19 | 31
  C | 22 | 30
`,
		},
		"words over numbers, with a row of units": {
			page(1).text().table(body, "Country|Area|People", "|km2|millions", "Norway|385,207|5.4", "Sweden|450,295|10.4", "Denmark|42,933|-"),
			`
THead
  !col Country | !col Area | !col People
   | !col km2 | !col millions
TBody
  Norway | 385,207 | 5.4
  Sweden | 450,295 | 10.4
  Denmark | 42,933 | -
`,
		},
		"years over numbers, names under an empty corner": {
			page(1).text().table(body, "|2008|2009|2010", "Bread|1.2|1.3|1.5", "Milk|0.9|1.0|0.9"),
			`
THead
   | !col 2008 | !col 2009 | !col 2010
TBody
  !row Bread | 1.2 | 1.3 | 1.5
  !row Milk | 0.9 | 1.0 | 0.9
`,
		},
		"stacked heads": {
			page(1).text().table(body, "*Place*|*First half*|<|*Second half*|<", "^|*Count*|*Share*|*Count*|*Share*", "Oak|1|2%|3|4%", "Elm|5|6%|7|8%"),
			`
THead
  !col [2x1] Place | !colgroup [1x2] First half | !colgroup [1x2] Second half
  !col Count | !col Share | !col Count | !col Share
TBody
  Oak | 1 | 2% | 3 | 4%
  Elm | 5 | 6% | 7 | 8%
`,
		},
		"bold first column and no head": {
			page(1).text().table(body, "*Name*|Anna", "*Town*|Oslo", "*Age*|thirty"),
			`
TBody
  !row Name | Anna
  !row Town | Oslo
  !row Age | thirty
`,
		},
		"labels with a colon, the first row bold": {
			page(1).text().table(body, "*Date:*|*Friday, 13 March at two*", "*Location:*|*Newark, on the second floor of the house*"),
			`
TBody
  !row Date: | *Friday, 13 March at two*
  !row Location: | *Newark, on the second floor of the house*
`,
		},
		"labels below a head": {
			page(1).text().table(body, "*Name*|*Meaning*", "Date:|the day of it", "Location:|the place of it"),
			`
THead
  !col Name | !col Meaning
TBody
  Date: | the day of it
  Location: | the place of it
`,
		},
		"names in fixed width and no head": {
			page(1).text().table(body, "~x~|a matrix", "~dim~|an integer", "~labels~|what they are called"),
			"TBody\n  !row `x` | a matrix\n  !row `dim` | an integer\n  !row `labels` | what they are called\n",
		},
		"names in fixed width under a head": {
			page(1).text().table(body, "*Name*|*Meaning*", "~x~|a matrix", "~dim~|an integer"),
			"THead\n  !col Name | !col Meaning\nTBody\n  `x` | a matrix\n  `dim` | an integer\n",
		},
		"no sign of a head": {
			page(1).text().table(body, "one|two", "three|four", "five|six"),
			`
TBody
  one | two
  three | four
  five | six
`,
		},
		"numbers all over": {
			page(1).text().table(body, "1|2|3", "4|5|6", "7|8|9"),
			`
TBody
  1 | 2 | 3
  4 | 5 | 6
  7 | 8 | 9
`,
		},
		"layout saw a head": {
			page(1).text().table(body, "one|two", "three|four", "five|six").heads(1),
			`
THead
  !col one | !col two
TBody
  three | four
  five | six
`,
		},
		"sections in the body": {
			page(1).text().table(body, "*Account*|*Plan*|*Actual*", "*Assets*|<|<", "Cash|1|2", "Stock|3|4", "*Debts*|<|<", "Loans|5|6"),
			`
THead
  !col Account | !col Plan | !col Actual
TBody
  !rowgroup [1x3] Assets
  Cash | 1 | 2
  Stock | 3 | 4
TBody
  !rowgroup [1x3] Debts
  Loans | 5 | 6
`,
		},
		"groups of rows": {
			page(1).text().table(body, "*Group*|*Item*|*Value*", "Fruit|apple|1", "^|pear|2", "Nuts|hazel|3", "^|wal|4"),
			`
THead
  !col Group | !col Item | !col Value
TBody
  [2x1] Fruit | apple | 1
  pear | 2
  [2x1] Nuts | hazel | 3
  wal | 4
`,
		},
		"a row and a column that nothing begins in": {
			page(1).text().table(body, "*a*|*b*|<", "c|d|<", "^|^|^", "e|f|<"),
			`
THead
  !col a | !col b
TBody
  c | d
  e | f
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, strings.TrimPrefix(test.want, "\n"), tablesOf(build(t, test.page)))
		})
	}
}

func TestTableCells(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().table(body,
		"*Key*|*Text*",
		"join|several lines of one hyphen-//ated paragraph with *bold* words",
		"list|• first item//• second item//that goes on",
		"dashes|–//–",
	))
	require.Equal(t, `THead
  !col Key | !col Text
TBody
  join | several lines of one hyphenated paragraph with *bold* words
  list | first itemsecond item that goes on(2 items)
  dashes | – –
`, tablesOf(doc))
}

func TestTableOverPages(t *testing.T) {
	t.Parallel()
	head := "*Name*|*Use*|*Price*"
	for name, test := range map[string]struct {
		second *pageBuilder
		want   string
	}{
		"with its heads repeated": {
			page(2).table(body, head, "Nail|wood|3", "Bolt|iron|4").text(),
			"  Screw | for all kinds of | 2\n  <page-2>Nail | wood | 3\n  Bolt | iron | 4\n",
		},
		"without": {
			page(2).at(60, 120).table(body, "Nail|wood|3", "Bolt|iron|4").text(),
			"  Screw | for all kinds of | 2\n  <page-2>Nail | wood | 3\n  Bolt | iron | 4\n",
		},
		"a row is torn": {
			page(2).table(body, head, "|things of metal|", "Bolt|iron|4").text(),
			"  Screw | for all kinds of <page-2>things of metal | 2\n  Bolt | iron | 4\n",
		},
		"it says that it goes on": {
			page(2).block(body, "Table 1 (continued)").table(body, head, "Bolt|iron|4").text(),
			"  Screw | for all kinds of | 2\n  <page-2>Bolt | iron | 4\n",
		},
		"another table": {
			page(2).table(body, "*Name*|*Use*|*Weight*", "Bolt|iron|4").text(),
			"  Screw | for all kinds of | 2\nTHead\n  !col Name | !col Use | !col Weight\nTBody\n  Bolt | iron | 4\n",
		},
		"text between": {
			page(2).text().table(body, "Nail|wood|3", "Bolt|iron|4"),
			"  Screw | for all kinds of | 2\nTBody\n  Nail | wood | 3\n  Bolt | iron | 4\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := page(1).text().table(body, head, "Ring|finger|1", "Screw|for all kinds of|2")
			want := "THead\n  !col Name | !col Use | !col Price\nTBody\n  Ring | finger | 1\n" + test.want
			require.Equal(t, want, tablesOf(build(t, first, test.second)))
		})
	}
}

func TestTableInTwoPieces(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		gap  float32
		want string
	}{
		"with no more room than between rows": {-4, "  Ring | finger | 1\n  Nail | wood | 3\n"},
		"two tables":                          {30, "  Ring | finger | 1\nTBody\n  Nail | wood | 3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).text().table(body, "*Name*|*Use*|*Price*", "Ring|finger|1")
			p.at(p.x, p.y+test.gap).table(body, "Nail|wood|3")
			require.Equal(t, "THead\n  !col Name | !col Use | !col Price\nTBody\n"+test.want, tablesOf(build(t, p)))
		})
	}
}

func TestTableInTwoColumns(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		y    float32 // of the second piece
		want string
	}{
		"at the head of the next column":     {60, "  Ring | finger | 1\n  Nail | wood | 3\n"},
		"two tables that begin side by side": {300, "  Ring | finger | 1\nTBody\n  Nail | wood | 3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).at(40, 300).in(1).table(body, "*Name*|*Use*|*Price*", "Ring|finger|1")
			p.at(320, test.y).in(2).table(body, "Nail|wood|3")
			require.Equal(t, "THead\n  !col Name | !col Use | !col Price\nTBody\n"+test.want, tablesOf(build(t, p)))
		})
	}
}

func TestTableThatIsNone(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*layout.Table){
		"cells over each other":    func(t *layout.Table) { t.Cells[0].ColSpan = 2 },
		"a cell outside":           func(t *layout.Table) { t.Cells[3].Row = 2 },
		"a cell that reaches out":  func(t *layout.Table) { t.Cells[3].RowSpan = 2 },
		"a cell of no size":        func(t *layout.Table) { t.Cells[0].RowSpan = 0 },
		"text that no cell has":    func(t *layout.Table) { t.Cells[3].LineCount = 0 },
		"text that two cells have": func(t *layout.Table) { t.Cells[3].FirstLine-- },
		"more places than cells":   func(t *layout.Table) { t.Rows, t.Cols = 1<<13, 1<<13 },
		"no rows":                  func(t *layout.Table) { t.Rows = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).text().table(body, "one|two", "three|four")
			spoil(p.Blocks[1].Table)
			require.Equal(t, "P: one two three four\n", dump(build(t, p)))
		})
	}
}

// The key of a chart and the numbers beside it are no table. A table that fills most of a
// drawing is one.
func TestLabelsOfAChartAreNoTable(t *testing.T) {
	t.Parallel()
	tables := func(height float32, ruled bool) (n int) {
		p := page(1).text().at(60, 200).table(body, "Curve|3.9", "98 %|3.5", "93 %|2.6")
		p.Blocks[len(p.Blocks)-1].Table.Ruled = ruled
		p.at(50, 180).picture(true)
		f := &p.Figures[0]
		f.Box = layout.Rect{X0: 50, Y0: 180, X1: 350, Y1: 180 + height}
		p.Blocks[len(p.Blocks)-1].Box = f.Box
		for node := range build(t, p.at(50, 520).text()).Root.All() {
			if node.Role == semantic.Table {
				n++
			}
		}
		return n
	}
	require.Zero(t, tables(300, false))
	require.Equal(t, 1, tables(300, true), "its rules make it one")
	require.Equal(t, 1, tables(90, false), "most of the drawing")
}

// TestTablesAreNotTheRunningText: a document may have more text in tables, in small bold type, than outside of them. A
// bold line is a heading all the same.
func TestTablesAreNotTheRunningText(t *testing.T) {
	t.Parallel()
	rows := []string{"Pollutant|to air|to water"}
	for range 40 {
		rows = append(rows, "Hydrochlorofluorocarbons and others|released to air|released to water")
	}
	p := page(1)
	for i := range 5 {
		p.text().block(body, fmt.Sprintf("Dog %d wakes up and barks at the fox that has run over it.", i))
	}
	p.y += 20
	p.block(bold, "Greenhouse gases")
	p.y += 10
	p.block(body, "The gases of houses in which plants grow are those that", "the plants breathe, and some others.")
	doc := build(t, p, page(2).table(look{size: 8, bold: true}, rows...))
	require.Contains(t, dump(doc), "Title: Greenhouse gases\n")
}
