package infer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

// cellOf makes a cell from "TH:text", with spans behind it: "TD:text 2x3" covers
// two rows and three columns. A text in asterisks is bold.
func cellOf(s string) *semantic.Node {
	role, text, _ := strings.Cut(s, ":")
	n := &semantic.Node{Role: semantic.TD}
	if role == "TH" {
		n.Role = semantic.TH
	}
	var rows, cols int
	if at := strings.LastIndexByte(text, ' '); at >= 0 {
		if _, err := fmt.Sscanf(text[at+1:], "%dx%d", &rows, &cols); err == nil {
			text, n.Attr = text[:at], &semantic.Attr{RowSpan: rows, ColSpan: cols}
		}
	}
	bold := strings.Trim(text, "*")
	span := &semantic.Node{Role: semantic.Span, Text: bold}
	if bold != text {
		span.Style = semantic.Bold
	}
	if text != "" {
		n.Children = []*semantic.Node{span}
	}
	return n
}

// groupOf makes a group of rows, cells divided by bars.
func groupOf(role semantic.Role, rows ...string) *semantic.Node {
	group := &semantic.Node{Role: role}
	for _, r := range rows {
		row := &semantic.Node{Role: semantic.TR}
		for _, c := range strings.Split(r, "|") {
			if c != "" {
				row.Children = append(row.Children, cellOf(c))
			}
		}
		group.Children = append(group.Children, row)
	}
	return group
}

// tableText writes a table in the form that groupOf reads, one group a line.
func tableText(n *semantic.Node) string {
	var b strings.Builder
	var write func(n *semantic.Node)
	write = func(n *semantic.Node) {
		switch n.Role {
		case semantic.Table, semantic.Div:
			for _, c := range n.Children {
				write(c)
			}
		case semantic.THead, semantic.TBody, semantic.TFoot:
			fmt.Fprintf(&b, "%s:", n.Role)
			for _, c := range n.Children {
				write(c)
			}
			b.WriteByte('\n')
		case semantic.TR:
			b.WriteString(" [")
			for i, c := range n.Children {
				if i > 0 {
					b.WriteByte('|')
				}
				write(c)
			}
			b.WriteByte(']')
		case semantic.TH, semantic.TD:
			if n.Role == semantic.TH {
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

// tidied returns a table with these children after tidyTable.
func tidied(kids ...*semantic.Node) *semantic.Node {
	d := &draft{}
	d.reasons.seen = map[semantic.Evidence][]semantic.Evidence{}
	table := &semantic.Node{Role: semantic.Table, Children: kids}
	newBuilder(d, nil, false, false).tidyTable(table)
	return table
}

func TestTaggedTablesAreLaidOutAsHTMLAllows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kids []*semantic.Node
		want string
	}{
		"spans": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a 2x1|TH:b 1x2", "TH:c|TH:d", "TD:1|TD:2|TD:3")},
			"THead: [!a 2x1|!b 1x2] [!c|!d]\nTBody: [1|2|3]",
		},
		"rows that are too short": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a|TH:b|TH:c", "TD:1", "TD:1|TD:2")},
			"THead: [!a|!b|!c]\nTBody: [1||] [1|2|]",
		},
		"rows of nothing": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a|TH:b 2x1", "", "TD:1|TD:2")},
			"TBody: [!a|!b] [1|2]",
		},
		"columns in which nothing begins": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a 1x3|TH:b", "TD:1 1x3|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"cells over others": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a|TH:b 2x1", "TD:1 1x2|TD:2")},
			"TBody: [!a|!b 2x1|] [1|2]",
		},
		"cells past the end of their group": {
			[]*semantic.Node{groupOf(semantic.THead, "TH:a 9x1|TH:b"), groupOf(semantic.TBody, "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"spans that nobody can mean": {
			[]*semantic.Node{groupOf(semantic.TBody, "TH:a 1000000000x1000000000|TH:b", "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]",
		},
		"rows without a group and cells without a row": {
			append(append(groupOf(semantic.TBody, "TH:a|TH:b").Children, cellOf("TD:1"), cellOf("TD:2")), groupOf(semantic.TFoot, "TD:3|TD:4")),
			"THead: [!a|!b]\nTBody: [1|2]\nTFoot: [3|4]",
		},
		"what is no part of a table stands behind it, captions first": {
			[]*semantic.Node{{Role: semantic.P}, groupOf(semantic.TBody, "TH:a"), {Role: semantic.Caption}, {Role: semantic.TR, Children: []*semantic.Node{{Role: semantic.P}}}},
			"TBody: [!a]\nCaption\nP\nP",
		},
		"a caption in the first row": {
			[]*semantic.Node{groupOf(semantic.THead), groupOf(semantic.TBody, "TD:Table 1. Trees 1x2", "TH:a|TH:b", "TD:1|TD:2")},
			"THead: [!a|!b]\nTBody: [1|2]\nCaption",
		},
		"a caption in a cell of the first row, whose others are empty": {
			[]*semantic.Node{groupOf(semantic.TBody, "TD:|TD: Table 1. Trees|TD:", "TH:a|TH:b|TH:c", "TD:1|TD:2|TD:3")},
			"THead: [!a|!b|!c]\nTBody: [1|2|3]\nCaption",
		},
		"a head named like a caption": {
			[]*semantic.Node{groupOf(semantic.TBody, "TD:Table 1. Trees|TD:b", "TD:1|TD:2", "TD:3|TD:4")},
			"THead: [!Table 1. Trees col|!b col]\nTBody: [1|2] [3|4]",
		},
		"heads in two rows, an empty corner": {
			[]*semantic.Node{groupOf(semantic.TBody, "TD: 2x1|TH:a 1x2", "TH:b|TH:c", "TH:1|TD:2|TD:3")},
			"THead: [ 2x1|!a 1x2 col] [!b col|!c col]\nTBody: [!1 row|2|3]",
		},
		"a head that reaches down": {[]*semantic.Node{groupOf(semantic.TBody, "TH:a 2x1|TH:b", "TD:2", "TD:3|TD:4")}, "TBody: [!a 2x1|!b] [2] [3|4]"},
		"nothing but heads":        {[]*semantic.Node{groupOf(semantic.TBody, "TH:a|TH:b", "TH:c|TH:d")}, "TBody: [!a|!b] [!c|!d]"},
		"no cell at all":           {[]*semantic.Node{{Role: semantic.Caption}, groupOf(semantic.TBody, "", "")}, "Caption"},
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
	table := tidied(groupOf(semantic.TBody, numbers...))
	require.Equal(t, "THead: [!Place col|!2019 col|!2020 col]\nTBody: [Oak|1,200|1,300] [Ash|900|1,000] [Elm|10|20]", tableText(table))
	require.Equal(t, "table", table.Evidence[0].Rule)
	require.Zero(t, table.Children[0].Children[0].Children[0].Children[0].Style, "heads are bold by what they are")

	prose := []string{"TD:*He*|TD:what", "TD:she|TD:said", "TD:and|TD:more"}
	require.Equal(t, "TBody: [He|what] [she|said] [and|more]", tableText(tidied(groupOf(semantic.TBody, prose...))))
	require.Equal(t, "TBody: [!Place|2019|2020] [Oak|1,200|1,300] [Ash|900|1,000] [Elm|10|20]",
		tableText(tidied(groupOf(semantic.TBody, append([]string{"TH:Place|TD:*2019*|TD:*2020*"}, numbers[1:]...)...))), "one head is the word of the document")
}

func TestHugeTaggedTablesKeepTheirCells(t *testing.T) {
	t.Parallel()
	rows := make([]string, 3000)
	for i := range rows {
		rows[i] = "TD:x 1000x1000"
	}
	table := tidied(groupOf(semantic.TBody, rows...))
	require.Len(t, table.Children[0].Children, len(rows))
	require.Zero(t, table.Children[0].Children[0].Children[0].Attr.ColSpan)
}

func TestHeadsOfATableHoldNoHeadings(t *testing.T) {
	t.Parallel()
	n := &semantic.Node{Role: semantic.TH, Children: []*semantic.Node{{Role: semantic.Sect, Children: []*semantic.Node{{Role: semantic.H, Level: 2}}}}}
	plainHead(n)
	require.Equal(t, semantic.Div, n.Children[0].Role)
	require.Equal(t, &semantic.Node{Role: semantic.P}, n.Children[0].Children[0])
}
