package convert_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/pagelift/pagelift/convert"
)

// vanishing is a document whose words are easily lost, with the text that must come out. The tests
// TestNothingVanishes* are tables of these, with one file for each way of losing words.
type vanishing struct {
	document []byte
	adjust   func(*convert.Options) // nil: convert.DefaultOptions unchanged
	want     []string               // the HTML's text has these, in this order
	absent   []string               // the HTML does not have these at all
	warnings []string               // codes that the result must have
	quiet    []string               // codes that the result must not have
}

func nothingVanishes(t *testing.T, cases map[string]vanishing) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := convert.DefaultOptions()
			if c.adjust != nil {
				c.adjust(&options)
			}
			result, err := convert.Convert(t.Context(), bytes.NewReader(c.document), options)
			require.NoError(t, err)
			text := readersText(t, result.HTML)
			rest := text
			for _, want := range c.want {
				_, after, found := strings.Cut(rest, want)
				require.True(t, found, "%q is lost or out of order, the text is %q", want, text)
				rest = after
			}
			for _, absent := range c.absent {
				require.NotContains(t, result.HTML, absent)
			}
			codes := map[string]bool{}
			for _, w := range result.Warnings {
				codes[w.Code] = true
			}
			for _, code := range c.warnings {
				require.True(t, codes[code], "no warning %s in %v", code, result.Warnings)
			}
			for _, code := range c.quiet {
				require.False(t, codes[code], "a warning %s in %v", code, result.Warnings)
			}
		})
	}
}

// unread are the elements whose text a reader of the page does not see.
var unread = map[string]bool{"head": true, "script": true, "style": true, "template": true}

// inLine are the elements that do not end a word.
var inLine = map[string]bool{
	"a": true, "abbr": true, "b": true, "cite": true, "code": true, "em": true, "i": true, "mark": true, "s": true,
	"small": true, "span": true, "strong": true, "sub": true, "sup": true, "u": true, "wbr": true,
}

// readersText returns the text of a document for its reader, with white space collapsed.
func readersText(t testing.TB, document string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	require.NoError(t, err)
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		_, hidden := attribute(n, "hidden")
		if n.Type == html.ElementNode && (unread[n.Data] || hidden) {
			return
		}
		ends := n.Type == html.ElementNode && !inLine[n.Data]
		if ends {
			b.WriteByte(' ')
		}
		for child := range n.ChildNodes() {
			walk(child)
		}
		if ends {
			b.WriteByte(' ')
		}
	}
	walk(root)
	return strings.Join(strings.Fields(b.String()), " ")
}
