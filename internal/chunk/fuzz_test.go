package chunk_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/chunk"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// FuzzCut cuts trees that are made as the input says into pieces of any size: no piece is larger, each says
// something, no name is there twice, and together they say what the tree says, in its order and once.
func FuzzCut(f *testing.F) {
	for _, seed := range []string{"", "\x00\x02\x01\x03", "\x01\x00\x02\x00\x03\x01\x02\x04", "\x03\x02\x03\x00\x01\x02\x05\x06\x07\x03", "\x02\x05\x03\x04\x01\x00\x00\x02\x06"} {
		f.Add([]byte(seed), "So it is. It is not so!", uint8(20), uint8(8))
	}
	f.Add([]byte("0220"), " ", uint8('N'), uint8('9')) // program text that is white space
	f.Fuzz(func(t *testing.T, choices []byte, text string, size, overlap uint8) {
		if len(choices) > 256 || len(text) > 512 {
			return
		}
		m := &maker{Choices: choices, text: text}
		src := &tree.Source{Document: &semantic.Document{Root: node(semantic.DocumentRole, "", m.blocks(0)...)}}
		o := chunk.Options{Size: 1 + int(size), Overlap: int(overlap), Measure: utf8.RuneCountInString}
		ids := map[string]bool{}
		said, all := &strings.Builder{}, 0
		for c := range chunk.Cut(src, o) {
			require.LessOrEqual(t, o.Measure(c.Text), o.Size, "%q", c.Text)
			require.LessOrEqual(t, c.Repeated, len(c.Text))
			require.NotEmpty(t, strings.TrimSpace(c.Text[c.Repeated:]), "%q", c.Text)
			require.True(t, utf8.ValidString(c.Text), "%q", c.Text)
			require.False(t, ids[c.ID], c.ID)
			ids[c.ID] = true
			said.WriteString(c.Text[c.Repeated:])
			all++
		}
		require.Equal(t, dense(strings.Join(m.want, "")), dense(said.String()))

		var some int
		for range chunk.Cut(src, o) { // who has enough gets no more
			if some++; some > all/2 {
				break
			}
		}
		require.Equal(t, min(all/2+1, all), some)
	})
}

// dense is a text without its white space.
func dense(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// maker makes blocks, and what pieces have to say of them.
type maker struct {
	testkit.Choices
	text string
	want []string
}

// words is a part of the text, as pieces say it.
func (m *maker) words() string {
	from := m.Choose(len(m.text) + 1)
	return strings.ToValidUTF8(m.text[from:], "")
}

const madeDepth = 4

func (m *maker) blocks(depth int) (list []*semantic.Node) {
	for range 1 + m.Choose(3) {
		list = append(list, m.block(depth))
	}
	return list
}

func (m *maker) block(depth int) *semantic.Node {
	kind := m.Choose(6)
	if depth >= madeDepth {
		kind = min(kind, 2)
	}
	switch kind {
	case 1:
		n := node(semantic.H, "", node(semantic.Span, m.words()))
		n.Level = uint8(1 + m.Choose(6))
		m.want = append(m.want, tree.OneLine(n))
		return n
	case 2:
		n := node(semantic.Code, m.words())
		m.want = append(m.want, tree.Clean(n.Text))
		return n
	case 3:
		return node(semantic.BlockQuote, "", m.blocks(depth+1)...)
	case 4:
		list := node(semantic.L, "")
		for range 1 + m.Choose(3) {
			item := node(semantic.LI, "", node(semantic.LBody, "", node(semantic.Span, m.words())))
			if text := tree.Text(item); text != "" {
				m.want = append(m.want, "- "+text)
			}
			list.Children = append(list.Children, item)
		}
		return list
	case 5:
		table := node(semantic.Table, "")
		columns := 1 + m.Choose(3)
		for range 1 + m.Choose(3) {
			row, line := node(semantic.TR, ""), "|"
			for range columns {
				cell := node(semantic.TD, "", node(semantic.Span, m.words()))
				row.Children, line = append(row.Children, cell), line+strings.ReplaceAll(tree.OneLine(cell), "|", `\|`)+"|"
			}
			table.Children, m.want = append(table.Children, row), append(m.want, line)
		}
		return table
	}
	n := node(semantic.P, "", node(semantic.Span, m.words()))
	m.want = append(m.want, tree.Text(n))
	return n
}
