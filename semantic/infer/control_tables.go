package infer

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// finishControls goes through the tree of a document with controls. It names controls in tables by
// the heads of their rows and columns, joins other controls to their labels, and gathers
// groups.
func finishControls(root *semantic.Node) {
	named := map[string]bool{}
	nameInTables(root, named)
	if len(named) > 0 {
		unlabel(root, named)
	}
	gatherControls(root)
	new(controlReader).read(root)
}

// nameInTables names the controls of all tables under n and adds them to named.
func nameInTables(n *semantic.Node, named map[string]bool) {
	for _, c := range n.Children {
		if c.Role != semantic.Form {
			nameInTables(c, named)
		}
	}
	if n.Role == semantic.Table {
		t := controlTable{count: map[string]int{}, named: named}
		t.table(n)
	}
}

// gatherControls joins controls under n to their labels and gathers their groups.
func gatherControls(n *semantic.Node) {
	for _, c := range n.Children {
		if c.Role != semantic.Form {
			gatherControls(c)
		}
	}
	n.Children = groupControls(joinControls(n.Children))
}

// controlTable names the controls in the cells of one table.
type controlTable struct {
	heads []string        // the heads of each column
	busy  []int           // for each column, how many more rows a cell from above covers
	count map[string]int  // how many controls have the same heads
	named map[string]bool // "#" and IDs of the controls that are named by heads
}

func (t *controlTable) table(n *semantic.Node) {
	for _, c := range n.Children {
		switch c.Role {
		case semantic.TR:
			t.row(c, false)
		case semantic.THead, semantic.TBody, semantic.TFoot:
			for _, r := range c.Children {
				if r.Role == semantic.TR {
					t.row(r, c.Role == semantic.THead)
				}
			}
		}
	}
}

// row reads the cells of a row.
func (t *controlTable) row(n *semantic.Node, head bool) {
	rowHead := ""
	if head = head || isHeadRow(n); !head {
		rowHead = t.rowHead(n)
	}
	col := 0
	for _, c := range n.Children {
		if c.Role != semantic.TH && c.Role != semantic.TD {
			continue
		}
		for col < len(t.busy) && t.busy[col] > 0 {
			t.busy[col]--
			col++
		}
		rows, cols := spansOf(c)
		if col+cols > gridSide {
			return
		}
		for len(t.busy) < col+cols {
			t.busy, t.heads = append(t.busy, 0), append(t.heads, "")
		}
		if c.Role == semantic.TH && (head || strings.HasPrefix(scopeOf(c), "col")) {
			text := cleanLabel(textUnder(c))
			for k := col; k < col+cols; k++ {
				t.heads[k] = joinNames(t.heads[k], text)
			}
		} else if c.Role == semantic.TD {
			t.cell(c, joinNames(rowHead, t.heads[col]))
		}
		for k := col; k < col+cols; k++ {
			t.busy[k] = rows - 1
		}
		col += cols
	}
	for ; col < len(t.busy); col++ {
		t.busy[col] = max(t.busy[col]-1, 0)
	}
}

// isHeadRow reports whether all cells of a row are heads. They need not have a scope.
func isHeadRow(n *semantic.Node) bool {
	heads := 0
	for _, c := range n.Children {
		if c.Role == semantic.TD || c.Role == semantic.TH && scopeOf(c) == "row" {
			return false
		}
		heads += btoi(c.Role == semantic.TH)
	}
	return heads > 1
}

// rowHead returns the text of the heads of a row.
func (t *controlTable) rowHead(n *semantic.Node) string {
	name := ""
	for _, c := range n.Children {
		if c.Role == semantic.TH && scopeOf(c) == "row" {
			name = joinNames(name, cleanLabel(textUnder(c)))
		}
	}
	return name
}

// cell names the controls of a cell that have no label in the cell.
func (t *controlTable) cell(n *semantic.Node, heads string) {
	if heads == "" {
		return
	}
	var controls []*semantic.Node
	labelled := map[string]bool{}
	for c := range n.All() {
		switch {
		case c.Role == semantic.Label:
			labelled[c.Attr.Href] = true
		case c.Role == semantic.Form && c.Attr != nil && c.Attr.Field != nil:
			controls = append(controls, c)
		}
	}
	for _, c := range controls {
		if labelled["#"+c.Attr.ID] || len(c.Evidence) > 0 && c.Evidence[len(c.Evidence)-1].Weight >= nameByAuthor {
			continue
		}
		name := heads
		if t.count[heads]++; t.count[heads] > 1 {
			name += ", " + strconv.Itoa(t.count[heads])
		}
		c.Attr.Alt, c.Attr.Confidence = name, nameByTableHeads
		c.Evidence = append(c.Evidence, becauseIs(c.Role, nameRule, nameByTableHeads, "the heads of its row and column"))
		t.named["#"+c.Attr.ID] = true
	}
}

// unlabel makes the Labels of controls that the heads of their table name plain text.
func unlabel(root *semantic.Node, named map[string]bool) {
	for c := range root.All() {
		if c.Role == semantic.Label && named[c.Attr.Href] {
			c.Role, c.Attr = semantic.Span, nil
		}
	}
}

// joinNames joins two names. Either may be "".
func joinNames(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// spansOf returns how many rows and columns a cell covers, at most gridSide.
func spansOf(n *semantic.Node) (rows, cols int) {
	if n.Attr == nil {
		return 1, 1
	}
	return min(max(n.Attr.RowSpan, 1), gridSide), min(max(n.Attr.ColSpan, 1), gridSide)
}

func scopeOf(n *semantic.Node) string {
	if n.Attr == nil {
		return ""
	}
	return n.Attr.Scope
}

// textUnder returns the text of n, or the beginning of it when it is longer than nameBytes.
func textUnder(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		if b.Len() > nameBytes {
			break
		}
		b.WriteString(c.Text)
	}
	return b.String()
}
