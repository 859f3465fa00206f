package csvout_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/csvout"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// table is a cell that spans rows and columns above a row with a single cell.
func table(text string, rows, cols int) *semantic.Node {
	n := &semantic.Node{Role: semantic.Table, Children: []*semantic.Node{{Role: semantic.TR, Children: []*semantic.Node{
		{Role: semantic.TD, Text: text, Attr: &semantic.Attr{RowSpan: rows, ColSpan: cols}},
	}}}}
	for range rows {
		n.Children = append(n.Children, &semantic.Node{Role: semantic.TR, Children: []*semantic.Node{{Role: semantic.TD, Text: "b"}}})
	}
	return n
}

func TestRepeatedSpans(t *testing.T) {
	t.Parallel()
	for repeat, want := range map[bool]string{
		true:  "a,a,\r\na,a,b\r\nb,,\r\n",
		false: "a,,\r\n,,b\r\nb,,\r\n",
	} {
		var b bytes.Buffer
		require.NoError(t, csvout.Writer{RepeatSpans: repeat}.WriteTable(&b, table("a", 2, 2)))
		require.Equal(t, want, b.String())
	}
}

// A long text over many places is written once: repeated, this one would be 10 GB.
func TestRepeatedSpansAreBounded(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("long ", 2000)
	var b bytes.Buffer
	require.NoError(t, csvout.Writer{RepeatSpans: true}.WriteTable(&b, table(text, 1000, 1000)))
	require.Equal(t, 1, strings.Count(b.String(), strings.TrimSpace(text)))
	require.Less(t, b.Len(), limits.TablePlaces)
}
