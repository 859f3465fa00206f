package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

func span(text string) *semantic.Node { return &semantic.Node{Role: semantic.Span, Text: text} }

func node(role semantic.Role, children ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Children: children}
}

func TestCountWords(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		root *semantic.Node
		want int
	}{
		"nothing":                       {node(semantic.DocumentRole), 0},
		"words and signs":               {node(semantic.P, span("One, two; three – 4 & more…")), 5},
		"apostrophes and numbers":       {node(semantic.P, span("It's 3.14, isn't it?")), 4},
		"ideographs one by one":         {node(semantic.P, span("中文 text")), 3},
		"Cyrillic and accents":          {node(semantic.P, span("Привет, café")), 2},
		"a word in two styles":          {node(semantic.P, span("H"), node(semantic.Em, span("2")), span("O")), 1},
		"a word that a page breaks":     {node(semantic.P, span("sea"), node(semantic.PageBreak), span("side")), 1},
		"a line end ends a word":        {node(semantic.P, span("sea"), node(semantic.LineBreak), span("side")), 2},
		"blocks end words":              {node(semantic.DocumentRole, node(semantic.P, span("sea")), node(semantic.P, span("side"))), 2},
		"a nested block":                {node(semantic.LI, span("a"), node(semantic.L, node(semantic.LI, span("b"))), span("c")), 3},
		"page furniture does not count": {node(semantic.DocumentRole, node(semantic.Artifact, span("running head")), node(semantic.P, span("text"))), 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, countWords(c.root))
		})
	}
}

// The short rules for ASCII must give the same as all of UAX #29.
func FuzzCountWords(f *testing.F) {
	for _, s := range []string{"it's", "3.14", "a.b.c", "1,000;5", "a:b", "_a_", "a..b", "'tis", "1.a", "a,b", "x_.y", "e.g.,", "a'1", "::", "a_'b", "one\vtwo", "10\u202f000 été", "a\x01b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := wordCounter{text: []byte(s)}
		c.flush()
		require.Equal(t, countUnicode([]byte(s)), c.count, "%q", s)
	})
}

func BenchmarkCountWords(b *testing.B) {
	text := strings.Repeat("Twice a day the sea comes in, and twice it goes out again. ", 20)
	root := node(semantic.DocumentRole)
	for range 100 {
		root.Children = append(root.Children, node(semantic.P, span(text)))
	}
	b.SetBytes(int64(len(text) * len(root.Children)))
	b.ReportAllocs()
	for b.Loop() {
		countWords(root)
	}
}
