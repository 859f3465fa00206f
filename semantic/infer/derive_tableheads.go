package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// inferHeads makes heads of cells in a table without heads, by the signs of heads in
// untagged tables: what the cells say and which are bold.
// It returns the evidence, and how many rows at the top are heads.
func (g *tagGrid) inferHeads(explain bool) ([]semantic.Evidence, int) {
	if len(g.cells) == 0 || len(g.rows) > tagPlaces/max(len(g.cols), 1) {
		return nil, 0
	}
	table := &layout.Table{Rows: len(g.rows), Cols: len(g.cols), Cells: make([]layout.Cell, len(g.cells))}
	t := tableDraft{
		grid:  &grid{Table: table, cell: make([]int32, table.Rows*table.Cols), rows: g.rows, cols: g.cols},
		cells: make([]cellSigns, len(g.cells)), end: table.Rows, explain: explain,
	}
	for i := range t.grid.cell {
		t.grid.cell[i] = vacant
	}
	for i := range g.cells {
		c := &g.cells[i]
		t.cells[i] = nodeSigns(c.node)
		table.Cells[i] = layout.Cell{Row: c.row, Col: c.col, RowSpan: c.tall, ColSpan: c.wide, LineCount: btoi32(t.cells[i].kind != blankCell)}
		t.grid.place(&table.Cells[i], int32(i))
	}
	t.weighHeads()
	b := tableBuilder{tableDraft: &t}
	for i := range g.cells {
		c := &g.cells[i]
		if scope := b.scope(c.row, c.col, &table.Cells[i]); scope != "" && scope != "rowgroup" {
			makeHead(c.node, scope)
		}
	}
	return t.evidence, t.heads
}

func btoi32(b bool) int32 { return int32(btoi(b)) }

// signsText is how much text of a cell is read to find its signs, in bytes. A table in a cell
// may hold much more.
const signsText = 4 << 10

// nodeSigns reads the signs of a cell from its node.
func nodeSigns(n *semantic.Node) cellSigns {
	var text strings.Builder
	bold, italic := 0, 0
	for c := range n.All() {
		if c.Role == semantic.Artifact || c.Text == "" {
			continue
		}
		if text.Len() > 0 && !c.Role.Inline() {
			text.WriteByte(' ')
		}
		text.WriteString(c.Text)
		if text.Len() > signsText {
			break
		}
		if c.Style&semantic.Bold != 0 {
			bold += len(c.Text)
		}
		if c.Style&semantic.Italic != 0 {
			italic += len(c.Text)
		}
	}
	s := strings.TrimSpace(text.String())
	whole := int(float32(len(s)) * wholeShare)
	first, _ := utf8.DecodeRuneInString(s)
	return cellSigns{
		kind: kindOfCell(s), bytes: int32(len(s)), name: unicode.IsLetter(first) && !unicode.IsLower(first), label: isCellLabel(s),
		look: look{bold: bold > 0 && bold >= whole, italic: italic > 0 && italic >= whole},
	}
}

// makeHead makes a cell a head. Heads are bold anyway, so its text is not bold any more.
func makeHead(n *semantic.Node, scope string) {
	n.Role = semantic.TH
	attrOf(n).Scope = scope
	unbold(n)
}

// unbold takes the bold style from the text under n.
func unbold(n *semantic.Node) {
	for c := range n.All() {
		c.Style &^= semantic.Bold
	}
}

// takeTitle removes the first row of a table if it is a caption, and returns the caption,
// or nil. See findTitle.
func (g *tagGrid) takeTitle() *semantic.Node {
	if len(g.rows) < 3 || len(g.cols) < 2 || len(g.cells) == 0 {
		return nil
	}
	c := g.onlyCell(0)
	if c == nil {
		return nil
	}
	if l := words.CaptionLabelOf(strings.TrimSpace(plainText(c.node))); l.Kind != words.TableCaption && l.Kind != words.FigureCaption {
		return nil
	}
	for _, group := range g.groups {
		if len(group.Children) > 0 {
			group.Children = group.Children[1:]
			break
		}
	}
	c.node.Role = semantic.Caption
	if a := c.node.Attr; a != nil {
		a.RowSpan, a.ColSpan, a.Scope = 0, 0, ""
	}
	return c.node
}

// onlyCell returns the only cell with text in a row, however many columns it spans, or nil.
func (g *tagGrid) onlyCell(row int) (only *tagCell) {
	for i := range g.cells {
		c := &g.cells[i]
		switch {
		case c.row < row:
		case c.row > row:
			return only
		case c.tall > 1:
			return nil
		case nodeSigns(c.node).kind == blankCell:
		case only != nil:
			return nil
		default:
			only = c
		}
	}
	return only
}
