package semantic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cellOf makes a cell from "TH:text", with spans behind it: "TD:text 2x3" covers
// two rows and three columns. A text in asterisks is bold.
func cellOf(s string) *Node {
	role, text, _ := strings.Cut(s, ":")
	n := &Node{Role: TD}
	if role == "TH" {
		n.Role = TH
	}
	var rows, cols int
	if at := strings.LastIndexByte(text, ' '); at >= 0 {
		if _, err := fmt.Sscanf(text[at+1:], "%dx%d", &rows, &cols); err == nil {
			text, n.Attr = text[:at], &Attr{RowSpan: rows, ColSpan: cols}
		}
	}
	bold := strings.Trim(text, "*")
	span := &Node{Role: Span, Text: bold}
	if bold != text {
		span.Style = Bold
	}
	if text != "" {
		n.Children = []*Node{span}
	}
	return n
}

// groupOf makes a group of rows, cells divided by bars.
func groupOf(role Role, rows ...string) *Node {
	group := &Node{Role: role}
	for _, r := range rows {
		row := &Node{Role: TR}
		for _, c := range strings.Split(r, "|") {
			if c != "" {
				row.Children = append(row.Children, cellOf(c))
			}
		}
		group.Children = append(group.Children, row)
	}
	return group
}

// tableText shows a table as groupOf reads it, a group in each line.
func tableText(n *Node) string {
	var b strings.Builder
	var write func(n *Node)
	write = func(n *Node) {
		switch n.Role {
		case Table, Div:
			for _, c := range n.Children {
				write(c)
			}
		case THead, TBody, TFoot:
			fmt.Fprintf(&b, "%s:", n.Role)
			for _, c := range n.Children {
				write(c)
			}
			b.WriteByte('\n')
		case TR:
			b.WriteString(" [")
			for i, c := range n.Children {
				if i > 0 {
					b.WriteByte('|')
				}
				write(c)
			}
			b.WriteByte(']')
		case TH, TD:
			if n.Role == TH {
				b.WriteByte('!')
			}
			for _, c := range n.Children {
				b.WriteString(c.Text)
			}
			if a := n.Attr; a != nil && (a.RowSpan > 1 || a.ColSpan > 1) {
				fmt.Fprintf(&b, " %dx%d", a.RowSpan, a.ColSpan)
			}
			if n.Attr != nil && n.Attr.Scope != "" {
				b.WriteString(" " + n.Attr.Scope)
			}
		default:
			fmt.Fprintf(&b, "%s\n", n.Role)
		}
	}
	write(n)
	return strings.TrimSpace(b.String())
}

// tidied is a table with these children after tidyTable.
func tidied(kids ...*Node) *Node {
	d := &draft{}
	d.reasons.seen = map[Evidence][]Evidence{}
	table := &Node{Role: Table, Children: kids}
	newBuilder(d, nil, false, false).tidyTable(table)
	return table
}

func TestTaggedTablesAreLaidOutAsHTMLAllows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kids []*Node
		want string
	}{
		"spans": {
			[]*Node{groupOf(TBody, "TH:a 2x1|TH:b 1x2", "TH:c|TH:d", "TD:1|TD:2|TD:3")},
			"THead: [!a 2x1|!b 1x2] [!c|!d]\nTBody: [1|2|3]",
		},
		"rows that are too short": {
			[]*Node{groupOf(TBody, "TH:a|TH:b|TH:c", "TD:1", "TD:1|TD:2")},
			"THead: [!a|!b|!c]\nTBody: [1||] [1|2|]",
		},
		"rows of nothing": {
			[]*Node{groupOf(TBody, "TH:a|TH:b 2x1", "", "TD:1|TD:2")},
			"TBody: [!a|!b] [1|2]",
		},
		"columns in which nothing begins": {
			[]*Node{groupOf(TBody, "TH:a 1x3|TH:b", "TD:1 1x3|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"cells over others": {
			[]*Node{groupOf(TBody, "TH:a|TH:b 2x1", "TD:1 1x2|TD:2")},
			"TBody: [!a|!b 2x1|] [1|2]",
		},
		"cells past the end of their group": {
			[]*Node{groupOf(THead, "TH:a 9x1|TH:b"), groupOf(TBody, "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"spans that nobody can mean": {
			[]*Node{groupOf(TBody, "TH:a 1000000000x1000000000|TH:b", "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"rows without a group and cells without a row": {
			append(append(groupOf(TBody, "TH:a|TH:b").Children, cellOf("TD:1"), cellOf("TD:2")), groupOf(TFoot, "TD:3|TD:4")),
			"THead: [!a|!b]\nTBody: [1|2]\nTFoot: [3|4]",
		},
		"what is no part of a table stands behind it, captions first": {
			[]*Node{{Role: P}, groupOf(TBody, "TH:a"), {Role: Caption}, {Role: TR, Children: []*Node{{Role: P}}}},
			"TBody: [!a]\nCaption\nP\nP",
		},
		"a caption in the first row": {
			[]*Node{groupOf(THead), groupOf(TBody, "TD:Table 1. Trees 1x2", "TH:a|TH:b", "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]\nCaption",
		},
		"heads in two rows, an empty corner": {
			[]*Node{groupOf(TBody, "TD: 2x1|TH:a 1x2", "TH:b|TH:c", "TH:1|TD:2|TD:3")},
			"THead: [ 2x1|!a 1x2 col] [!b col|!c col]\nTBody: [!1 row|2|3]",
		},
		"a head that reaches down": {[]*Node{groupOf(TBody, "TH:a 2x1|TH:b", "TD:2", "TD:3|TD:4")}, "TBody: [!a 2x1|!b] [2] [3|4]"},
		"nothing but heads":        {[]*Node{groupOf(TBody, "TH:a|TH:b", "TH:c|TH:d")}, "TBody: [!a|!b] [!c|!d]"},
		"no cell at all":           {[]*Node{{Role: Caption}, groupOf(TBody, "", "")}, "Caption"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, tableText(tidied(c.kids...)))
		})
	}
}

func TestTaggedTablesWithoutHeadsGetThoseThatInferenceFinds(t *testing.T) {
	t.Parallel()
	numbers := []string{"TD:*Place*|TD:*2019*|TD:*2020*", "TD:Oak|TD:1,200|TD:1,300", "TD:Ash|TD:900|TD:1,000", "TD:Elm|TD:10|TD:20"}
	table := tidied(groupOf(TBody, numbers...))
	require.Equal(t, "THead: [!Place col|!2019 col|!2020 col]\nTBody: [Oak|1,200|1,300] [Ash|900|1,000] [Elm|10|20]", tableText(table))
	require.Equal(t, "table", table.Evidence[0].Rule)
	require.Zero(t, table.Children[0].Children[0].Children[0].Children[0].Style, "heads are bold by what they are")

	prose := []string{"TD:*He*|TD:what", "TD:she|TD:said", "TD:and|TD:more"}
	require.Equal(t, "TBody: [He|what] [she|said] [and|more]", tableText(tidied(groupOf(TBody, prose...))))
	require.Equal(t, "TBody: [!Place|2019|2020] [Oak|1,200|1,300] [Ash|900|1,000] [Elm|10|20]",
		tableText(tidied(groupOf(TBody, append([]string{"TH:Place|TD:*2019*|TD:*2020*"}, numbers[1:]...)...))), "one head is the word of the document")
}

func TestHugeTaggedTablesKeepTheirCells(t *testing.T) {
	t.Parallel()
	rows := make([]string, 3000)
	for i := range rows {
		rows[i] = "TD:x 1000x1000"
	}
	table := tidied(groupOf(TBody, rows...))
	require.Len(t, table.Children[0].Children, len(rows))
	require.Zero(t, table.Children[0].Children[0].Children[0].Attr.ColSpan)
}

func TestHeadsOfATableHoldNoHeadings(t *testing.T) {
	t.Parallel()
	n := &Node{Role: TH, Children: []*Node{{Role: Sect, Children: []*Node{{Role: H, Level: 2}}}}}
	plainHead(n)
	require.Equal(t, Div, n.Children[0].Role)
	require.Equal(t, &Node{Role: P}, n.Children[0].Children[0])
}
