package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	nethtml "golang.org/x/net/html"

	"github.com/pagelift/pagelift/internal/markdown"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// FuzzStructure writes trees of blocks, made as the input says, and reads them back: blocks stand in each
// other and behind each other as they did, with the text that they had.
func FuzzStructure(f *testing.F) {
	for _, seed := range []string{"", "abcdefgh", "\x02\x03\x01\x02\x02\x02\x03\x01", "\x04\x02\x01\x05\x03\x06\x02\x07\x01", "\x03\x03\x02\x01\x02\x02\x02\x01\x03\x01"} {
		f.Add([]byte(seed), "- x")
	}
	f.Fuzz(func(t *testing.T, choices []byte, word string) {
		if len(choices) > 512 || len(word) > 64 {
			return
		}
		m := &maker{Choices: choices, words: append(words, tree.Clean(strings.ToValidUTF8(word, "\uFFFD")))}
		blocks, want := m.blocks(0)
		source := write(t, markdown.Writer{}, blocks...)
		require.Equal(t, want, drawn(read(t, source)), "%s", source)
	})
}

// words are what Markdown could take for markup.
var words = []string{
	"a", "b c", "-", "+", "*", "#", "1.", "2)", ">", "```", "~~~", "<b>", "</p>", "<!--", "&amp;", "|", "---", "===", "[a]", "](b)", "[^1]:", "[x]", "\\", "$x$", "![", "_a_", "**b**", "`", "\u00a0", ":--", "Ä", "$$", "* * *",
}

// maker makes blocks and what is to be read of them.
type maker struct {
	testkit.Choices
	words []string
}

// text is some words that a reader sees, in single spaces.
func (m *maker) text() string {
	var parts []string
	for range 1 + m.Choose(4) {
		parts = append(parts, m.words[m.Choose(len(m.words))])
	}
	s := strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
	if s == "" {
		return "x"
	}
	return s
}

// Depth and number of the blocks that are made.
const (
	madeDepth = 4
	madeMost  = 3
)

// blocks makes blocks of one container.
func (m *maker) blocks(depth int) (list []*semantic.Node, want string) {
	for range 1 + m.Choose(madeMost) {
		n, w := m.block(depth)
		list, want = append(list, n), want+w
	}
	return list, want
}

func (m *maker) block(depth int) (n *semantic.Node, want string) {
	kind := m.Choose(9)
	if depth >= madeDepth {
		kind = min(kind, 3)
	}
	switch kind {
	case 1:
		n = node(semantic.H, span(m.text()))
		n.Level = uint8(1 + m.Choose(6))
		return n, fmt.Sprintf("h%d[%s]", n.Level, n.Children[0].Text)
	case 2:
		code := strings.Trim(m.text()+"\n"+strings.Repeat(" ", m.Choose(6))+m.text()+strings.Repeat("\n", m.Choose(3))+m.text(), "\n")
		return &semantic.Node{Role: semantic.Code, Text: code}, "pre{" + code + "}"
	case 3:
		before, link, behind := m.text(), m.text(), m.text()
		n = node(semantic.P, span(before+" "), with(node(semantic.Link, span(link)), semantic.Attr{Href: "http://x.org/"}), span(" "+behind))
		return n, "[" + before + " <" + link + "> " + behind + "]"
	case 4, 5:
		return m.list(depth, kind == 5)
	case 6:
		blocks, w := m.blocks(depth + 1)
		return node(semantic.BlockQuote, blocks...), "quote(" + w + ")"
	case 7, 8:
		return m.table(kind == 8)
	}
	s := m.text()
	return p(s), "[" + s + "]"
}

func (m *maker) list(depth int, ordered bool) (n *semantic.Node, want string) {
	n = node(semantic.L)
	name := "ul"
	if ordered {
		start := 1 + m.Choose(200)
		n = with(n, semantic.Attr{Ordered: true, Start: start, Numbering: [...]string{"1.", "1)"}[m.Choose(2)]})
		name = fmt.Sprintf("ol%d", start)
	}
	for range 1 + m.Choose(madeMost) {
		var kids []*semantic.Node
		w := ""
		switch m.Choose(3) {
		case 0:
			s := m.text()
			kids, w = []*semantic.Node{span(s)}, "["+s+"]"
		case 1:
			s := m.text()
			inner, iw := m.list(depth+1, false)
			if depth >= madeDepth {
				inner, iw = p("x"), "[x]"
			}
			kids, w = []*semantic.Node{span(s), inner}, "["+s+"]"+iw
		case 2:
			kids, w = m.blocks(depth + 1)
		}
		n.Children = append(n.Children, item(kids...))
		want += "li(" + w + ")"
	}
	return n, name + "(" + want + ")"
}

// table is one that fits pipes, or else one with a cell that spans two columns.
func (m *maker) table(spans bool) (n *semantic.Node, want string) {
	cols := 2 + m.Choose(3)
	row := func(role semantic.Role) *semantic.Node {
		tr := node(semantic.TR)
		want += "tr("
		for range cols {
			s := m.text()
			tr.Children = append(tr.Children, node(role, span(s)))
			want += "[" + s + "]"
		}
		want += ")"
		return tr
	}
	n = node(semantic.Table, node(semantic.THead, row(semantic.TH)))
	body := node(semantic.TBody)
	for range 1 + m.Choose(madeMost) {
		body.Children = append(body.Children, row(semantic.TD))
	}
	if spans {
		s := m.text()
		body.Children = append(body.Children, node(semantic.TR, with(node(semantic.TD, span(s)), semantic.Attr{ColSpan: 2})))
		want += "tr(2[" + s + "])"
	}
	n.Children = append(n.Children, body)
	return n, "table(" + want + ")"
}

// drawn is what a reader made of Markdown, as maker says it: text is [text], whether it is a paragraph or
// stands in an item by itself.
func drawn(n *nethtml.Node) string {
	var b, line strings.Builder
	end := func() {
		if s := strings.Join(strings.Fields(line.String()), " "); s != "" {
			b.WriteString("[" + s + "]")
		}
		line.Reset()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == nethtml.TextNode {
			line.WriteString(c.Data)
			continue
		}
		inner := func(before string) {
			end()
			b.WriteString(before + drawn(c) + ")")
		}
		switch c.Data {
		case "p":
			end()
			b.WriteString(drawn(c))
		case "h1", "h2", "h3", "h4", "h5", "h6":
			end()
			b.WriteString(c.Data + drawn(c))
		case "a":
			line.WriteString("<" + textOf(c) + ">")
		case "pre":
			end()
			var code strings.Builder
			for d := range c.Descendants() {
				if d.Type == nethtml.TextNode {
					code.WriteString(d.Data)
				}
			}
			b.WriteString("pre{" + strings.TrimSuffix(code.String(), "\n") + "}")
		case "ul", "li", "table", "tr":
			inner(c.Data + "(")
		case "ol":
			start := "1"
			for _, a := range c.Attr {
				if a.Key == "start" {
					start = a.Val
				}
			}
			inner("ol" + start + "(")
		case "blockquote":
			inner("quote(")
		case "td", "th":
			end()
			for _, a := range c.Attr {
				if a.Key == "colspan" {
					b.WriteString(a.Val)
				}
			}
			b.WriteString(drawn(c))
		case "html", "body", "thead", "tbody":
			end()
			b.WriteString(drawn(c))
		case "head":
		default: // what nobody wrote
			inner(c.Data + "(")
		}
	}
	end()
	return b.String()
}
