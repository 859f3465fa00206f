package infer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

// cellsByText are the cells of a table by what they say.
func cellsByText(table *semantic.Node) map[string]*semantic.Node {
	cells := map[string]*semantic.Node{}
	for n := range table.All() {
		if n.Role == semantic.TH || n.Role == semantic.TD {
			cells[plainText(n)] = n
		}
	}
	return cells
}

func TestCellsHaveTheHeadsThatHTMLGivesThem(t *testing.T) {
	t.Parallel()
	years := []string{"TH:Place|TH:2019|TH:2020", "TH:Oak|TD:1|TD:2", "TH:Ash|TD:3|TD:4"}
	for name, c := range map[string]struct {
		rows        []string
		cell, heads string
		scopes      map[string]string
	}{
		"of its column and its row":         {years, "4", "2020 Ash", nil},
		"not of the column alone":           {years, "4", "-2020", nil},
		"not of another column":             {years, "4", "-2019 Ash", nil},
		"of two rows of heads":              {[]string{"TH:a 1x2", "TH:b|TH:c", "TD:1|TD:2"}, "2", "a c", nil},
		"of the columns under a wide cell":  {[]string{"TH:a|TH:b", "TD:1 1x2"}, "1", "a b", nil},
		"heads behind data cover others":    {[]string{"TH:a|TH:b", "TD:1|TD:2", "TH:c|TH:d", "TD:3|TD:4"}, "4", "d", nil},
		"wide heads are not covered":        {[]string{"TH:a 1x2", "TD:1|TD:2", "TH:c|TH:d", "TD:3|TD:4"}, "4", "a d", nil},
		"heads among data are those of row": {[]string{"TH:a|TD:1", "TH:b|TD:2"}, "2", "b", nil},
		"heads with data on both sides":     {[]string{"TD:0|TD:1", "TH:b|TD:2"}, "2", "", nil},
		"those by their scope":              {[]string{"TD:0|TD:1", "TH:b|TD:2"}, "2", "b", map[string]string{"b": "row"}},
		"heads have heads too":              {[]string{"TH:a 1x2", "TH:b|TH:c", "TD:1|TD:2"}, "c", "a", nil},
		"cells that hang down":              {[]string{"TH:a|TH:b", "TH:c 2x1|TD:1", "TD:2"}, "2", "b c", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table := &semantic.Node{Role: semantic.Table, Children: []*semantic.Node{groupOf(semantic.TBody, c.rows...)}}
			cells := cellsByText(table)
			for text, scope := range c.scopes {
				attrOf(cells[text]).Scope = scope
			}
			heads, other := strings.CutPrefix(c.heads, "-")
			var named []*semantic.Node
			for _, text := range strings.Fields(heads) {
				named = append(named, cells[text])
			}
			require.Equal(t, !other, newHeadModel(table).gives(cells[c.cell], named))
		})
	}
}

func TestHeadsOfHugeTablesAreNotCounted(t *testing.T) {
	t.Parallel()
	rows := make([]string, 3000)
	for i := range rows {
		rows[i] = []string{"TH:a", "TD:b"}[i%2]
	}
	table := &semantic.Node{Role: semantic.Table, Children: []*semantic.Node{groupOf(semantic.TBody, rows...)}}
	model := newHeadModel(table)
	for n := range table.All() {
		if n.Role == semantic.TD {
			model.gives(n, nil)
		}
	}
	require.LessOrEqual(t, model.budget, 0)
}
