package htmlout_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

// tokens returns the tags of a document in order, as a tokenizer sees them and as a parser's tree has them. They
// differ if the parser had to repair something.
func tokens(t testing.TB, source string) []string {
	var list []string
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return list
		case html.StartTagToken, html.EndTagToken:
			tok := z.Token()
			switch tok.Data {
			case "meta", "link", "br":
				continue
			}
			tok.Attr = nil
			list = append(list, tok.String())
		}
	}
}

func treeTokens(n *html.Node) []string {
	var list []string
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		tag := n.Type == html.ElementNode && n.Data != "meta" && n.Data != "link" && n.Data != "br"
		if tag {
			list = append(list, "<"+n.Data+">")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if tag {
			list = append(list, "</"+n.Data+">")
		}
	}
	walk(n)
	return list
}

func parse(t testing.TB, source string) *html.Node {
	root, err := html.Parse(strings.NewReader(source))
	require.NoError(t, err)
	return root
}

// textOf returns the text of the body without white space.
func textOf(root *html.Node) string {
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "title" {
			b.WriteString(n.Data)
		}
	}
	return squeeze(b.String())
}

// squeeze returns s as the writer may write it, without white space.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r <= ' ', r == 0x7f, r >= 0x80 && r <= 0x9f, r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func TestOutputParsesToTheTreeItWasWrittenFrom(t *testing.T) {
	t.Parallel()
	for _, opts := range []htmlout.Options{{}, {Semantic: true}, {Furniture: true}, {Semantic: true, Minify: true, Furniture: true}} {
		source := write(t, sample(), opts)
		require.Equal(t, tokens(t, source), treeTokens(parse(t, source)))
	}
}

func TestMinifyChangesNoText(t *testing.T) {
	t.Parallel()
	plain := parse(t, write(t, sample(), htmlout.Options{}))
	minified := parse(t, write(t, sample(), htmlout.Options{Minify: true}))
	require.Equal(t, words(plain), words(minified))
}

var inline = map[string]bool{"a": true, "strong": true, "em": true, "sub": true, "span": true, "code": true}

// words returns the text of each block, with white space collapsed.
func words(root *html.Node) []string {
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		} else if !inline[n.Data] {
			b.WriteString(" ")
		}
	}
	return strings.Fields(b.String())
}

// tree makes a tree from bytes. Each byte chooses a role, a text, and whether the next nodes are children.
func tree(data []byte) *semantic.Document {
	root := &semantic.Node{}
	stack := []*semantic.Node{root}
	for len(data) >= 3 {
		n := &semantic.Node{Role: semantic.Role(data[0] % byte(semantic.Label+1)), Level: data[1] % 9, Style: semantic.TextStyle(data[1]), Page: int32(data[1])}
		if data[2]&4 != 0 {
			n.Attr = &semantic.Attr{ID: string(data[:2]), Href: string(data[1:3]), Lang: string(data[:1]), Alt: string(data[1:2]), Ordered: data[1]&1 != 0, Start: int(data[1]), RowSpan: int(data[0]), Scope: "row", Expansion: string(data[:1]), Headers: []string{string(data[:2])}, Tag: &semantic.Tag{Markup: markup(data)}}
		}
		size := min(int(data[2]>>4), len(data)-3)
		n.Text = string(data[3 : 3+size])
		parent := stack[len(stack)-1]
		parent.Children = append(parent.Children, n)
		switch {
		case data[2]&1 != 0:
			stack = append(stack, n)
		case data[2]&2 != 0 && len(stack) > 1:
			stack = stack[:len(stack)-1]
		}
		data = data[3+size:]
	}
	return &semantic.Document{Root: root, Title: "t", Lang: "en"}
}

// markup returns words of HTML and ARIA with values from data.
func markup(data []byte) []semantic.Markup {
	roles := []string{"note", "region", "button", string(data[:2])}
	return []semantic.Markup{
		{Name: "title", Value: string(data[:3])}, {Name: "translate", Value: string(data[1:])}, {Name: "cite", Value: "http://" + string(data[:3])},
		{Name: "role", Value: roles[data[1]%4]}, {Name: "aria-label", Value: string(data[1:3])}, {Name: "onclick", Value: "x"},
	}
}

func FuzzWrite(f *testing.F) {
	f.Add([]byte{byte(semantic.Ruby), 0, 1, byte(semantic.RB), 0, 0x10, 'x', byte(semantic.RP), 0, 0x10, '(', byte(semantic.RT), 0, 0x10, 'y', byte(semantic.RP), 0, 0x14, ')'}, true)
	f.Add([]byte{byte(semantic.Ruby), 0, 1, byte(semantic.RP), 0, 0x10, '(', byte(semantic.RT), 0, 0x10, 'y', byte(semantic.RT), 0, 0x14, ')'}, true)
	f.Add([]byte{byte(semantic.Table), 0, 1, byte(semantic.TFoot), 0, 5, byte(semantic.TR), 0, 3, byte(semantic.THead), 0, 0x14, 'x', byte(semantic.THead), 0, 0x14, 'y'}, true)
	f.Add([]byte("\x0a\x01\x30abc\x23\x00\x31\x00x<&"), false)
	f.Add([]byte{byte(semantic.Table), 0, 1, byte(semantic.TR), 0, 1, byte(semantic.P), 0, 0x14, 'x', byte(semantic.TD), 0, 0x11, 'y', byte(semantic.L), 0, 0x11, 'z'}, true)
	f.Add([]byte{byte(semantic.Link), 'a', 0x15, 'x', byte(semantic.P), 0, 0x15, 'y', byte(semantic.Link), 'b', 0x15, 'z', byte(semantic.Code), 9, 0x20, '\n', 'q'}, true)
	f.Add([]byte{byte(semantic.Link), '#', 0x35, 'a', 'b', 'c', byte(semantic.Reference), '#', 0x15, 'd', byte(semantic.Link), '#', 'E', 'e', 'f', 'g', 'h'}, true)
	f.Add([]byte{byte(semantic.Artifact), 0, 0x11, 'x', byte(semantic.Artifact), 0, 0x15, 'y', byte(semantic.Table), 0, 0x11, 'z', byte(semantic.TD), 0, 0x10, 'q'}, false)
	f.Add([]byte(strings.Repeat("\x0b\x00\x01", 600)+"\x0a\x00\x10x"), false)
	f.Fuzz(func(t *testing.T, data []byte, semanticHTML bool) {
		doc := tree(data)
		requireFaithful(t, write(t, doc, htmlout.Options{Semantic: semanticHTML}), textFrom(doc.Root))
		requireFaithful(t, write(t, doc, htmlout.Options{Semantic: semanticHTML, Furniture: true}), textFrom(doc.Root)+edgesFrom(doc.Root))
	})
}

// requireFaithful requires valid HTML that parses as it stands, with this text, unique ids, and links that lead to
// one of the ids.
func requireFaithful(t *testing.T, source, text string) {
	require.True(t, utf8.ValidString(source))
	for _, r := range source {
		require.False(t, r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f, "control character %U", r)
	}
	root := parse(t, source)
	require.Equal(t, tokens(t, source), treeTokens(root), source)
	require.Equal(t, letters(text), letters(textOf(root)), source)
	ids, targets := map[string]bool{}, []string{}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			require.False(t, a.Key == "style" || strings.HasPrefix(a.Key, "on"), a.Key)
			if target, inside := strings.CutPrefix(a.Val, "#"); inside && n.Data == "a" && a.Key == "href" && target != "" {
				targets = append(targets, target)
			}
			if a.Key == "id" {
				require.False(t, ids[a.Val] || a.Val == "", "id %q", a.Val)
				ids[a.Val] = true
			}
		}
	}
	for _, target := range targets {
		require.True(t, ids[target], "nothing has the id %q", target)
	}
}

// edgesFrom returns the text of the page furniture: of artifacts under the root, and of those inside them.
func edgesFrom(root *semantic.Node) string {
	s := ""
	for _, n := range root.Children {
		if n.Role != semantic.Artifact {
			continue
		}
		for _, edge := range append([]*semantic.Node{n}, n.Children...) {
			if edge.Role == semantic.Artifact {
				s += squeeze(edge.Text)
				for _, c := range edge.Children {
					s += textFrom(c)
				}
			}
		}
	}
	return s
}

// textFrom returns the text that the tree should show, without artifacts.
func textFrom(n *semantic.Node) string {
	if n.Role == semantic.Artifact || n.Role == semantic.PageBreak || n.Role == semantic.LineBreak {
		return ""
	}
	s := squeeze(n.Text)
	for _, c := range n.Children {
		s += textFrom(c)
	}
	return s
}

// letters counts the characters of s: order does not matter, because what a table cannot hold is moved behind it.
func letters(s string) map[rune]int {
	counts := map[rune]int{}
	for _, r := range s {
		counts[r]++
	}
	return counts
}

func FuzzMathML(f *testing.F) {
	f.Add("<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>")
	f.Add(`<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mfenced open="[" separators=";,"><mml:mi>&alpha;</mml:mi>b<mml:mo>&lt;</mml:mo></mml:mfenced></mml:math>`)
	f.Add(`<math><semantics><mi onclick="x">x</mi><annotation encoding="TeX">x</annotation></semantics><mtable><mtr><mtd>1</mtd></mtr><mi>y</mi></mtable><script>alert(1)</script>`)
	f.Add("<math><mmultiscripts><mi>x</mi><none/><mi>y</mi><mprescripts/><mi>a</mi><none/></mmultiscripts><mi><mi>z</mi>&InvisibleTimes;</mi></math>")
	f.Add("<math>" + strings.Repeat("<mrow>", 100) + "x")
	f.Fuzz(func(t *testing.T, source string) {
		formula := with(node(semantic.Formula, text("fallback")), semantic.Attr{MathML: source})
		html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, formula, node(semantic.P, formula))}, htmlout.Options{})
		root := parse(t, html)
		require.Equal(t, tokens(t, html), treeTokens(root), html)
		for n := range root.Descendants() {
			if n.Namespace == "math" {
				require.NotContains(t, []string{"annotation-xml", "semantics", "maction", "mglyph"}, n.Data)
			}
			for _, a := range n.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on") || a.Key == "style" && n.Namespace != "" || a.Key == "href" && n.Namespace != "", a.Key)
			}
		}
		require.True(t, strings.Contains(html, "fallback") != strings.Contains(html, "<math"))
	})
}
