package score

import (
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// table > tr > td; th_f1 compares heads
type table struct {
	tree  *node // table > tr > td; what is a head is for th_f1
	words []string
	heads []string // folded texts of header cells
	grid  [][]*cell
}

type cell struct{ letters string }

// mostSpan bounds the spans of a cell. A document may claim billions.
const mostSpan = 200

func newTable(n *html.Node) *table {
	t := &table{tree: &node{kind: "table"}}
	row := 0
	for c := range n.Descendants() {
		if c.DataAtom != atom.Tr || nearest(c) != n {
			continue
		}
		tr := &node{kind: "tr"}
		t.tree.children = append(t.tree.children, tr)
		for td := c.FirstChild; td != nil; td = td.NextSibling {
			if td.DataAtom == atom.Td || td.DataAtom == atom.Th {
				tr.children = append(tr.children, t.cell(td, row))
			}
		}
		row++
	}
	t.words = words(shownCells(n))
	return t
}

// nearest returns the table around a node.
func nearest(n *html.Node) *html.Node {
	for n = n.Parent; n != nil && n.DataAtom != atom.Table; n = n.Parent {
	}
	return n
}

// shownCells returns the text of a table without its caption.
func shownCells(n *html.Node) string {
	return textOf(n, func(c *html.Node) bool { return hidden(c) || c.DataAtom == atom.Caption })
}

// cell places a cell in the grid and returns its node.
func (t *table) cell(td *html.Node, row int) *node {
	text := fold(shown(td))
	cols, rows := span(td, "colspan"), span(td, "rowspan")
	if td.DataAtom == atom.Th {
		t.heads = append(t.heads, text)
	}
	c := &cell{Letters(text)}
	for len(t.grid) < row+rows {
		t.grid = append(t.grid, nil)
	}
	at := 0
	for at < len(t.grid[row]) && t.grid[row][at] != nil {
		at++
	}
	for r := row; r < row+rows; r++ {
		for len(t.grid[r]) < at+cols {
			t.grid[r] = append(t.grid[r], nil)
		}
		for i := at; i < at+cols; i++ {
			t.grid[r][i] = c
		}
	}
	return &node{kind: "td " + strconv.Itoa(cols) + "x" + strconv.Itoa(rows), text: []rune(text)}
}

func span(n *html.Node, name string) int {
	v, err := strconv.Atoi(attr(n, name))
	if err != nil {
		return 1
	}
	return min(max(v, 1), mostSpan)
}

// neighbours returns for each cell with letters the next such cell to the right
// and below, as in the table competition of ICDAR 2013.
func (t *table) neighbours() []string {
	var list []string
	wide := 0
	for _, row := range t.grid {
		wide = max(wide, len(row))
	}
	type edge struct {
		a, b *cell
		down bool
	}
	seen := map[edge]bool{}
	line := func(n int, at func(i int) *cell, down bool) {
		var last *cell
		for i := range n {
			c := at(i)
			if c == nil || c.letters == "" || c == last {
				continue
			}
			if e := (edge{last, c, down}); last != nil && !seen[e] {
				seen[e] = true
				list = append(list, last.letters+"|"+c.letters+"|"+strconv.FormatBool(down))
			}
			last = c
		}
	}
	for _, row := range t.grid {
		line(len(row), func(i int) *cell { return row[i] }, false)
	}
	for col := range wide {
		line(len(t.grid), func(i int) *cell {
			if col < len(t.grid[i]) {
				return t.grid[i][col]
			}
			return nil
		}, true)
	}
	return list
}
