package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// pageBuilder sets lines on a page of 400 by 600 points, block under block.
// Characters are half an em wide.
type pageBuilder struct {
	*layout.Page
	x, y   float32
	column int32
}

// look is how the lines of a block are set.
type look struct {
	size                    float32
	bold, italic, mono, rtl bool
	mark                    int32
	kind                    layout.BlockKind
}

var (
	body   = look{size: 10}
	bold   = look{size: 10, bold: true}
	large  = look{size: 16, bold: true}
	huge   = look{size: 24}
	small  = look{size: 8}
	italic = look{size: 10, italic: true}
)

func page(number int) *pageBuilder {
	return &pageBuilder{Page: &layout.Page{Number: number, Width: 400, Height: 600}, x: 50, y: 120}
}

// at moves the pen.
func (b *pageBuilder) at(x, y float32) *pageBuilder {
	b.x, b.y = x, y
	return b
}

// in sets the column of the blocks that follow.
func (b *pageBuilder) in(column int32) *pageBuilder {
	b.column = column
	return b
}

// painted puts a painted bullet before lines.
func (b *pageBuilder) painted(sign rune, lines ...int) *pageBuilder {
	for _, i := range lines {
		b.Lines[i].Bullet = sign
	}
	return b
}

// block sets lines under each other as one block. In a line, *text* is bold,
// _text_ italic, ^text^ raised, ~text~ of fixed width and {0:text} link 0; a
// tab is a wide space.
func (b *pageBuilder) block(l look, lines ...string) *pageBuilder {
	block := layout.Block{Kind: l.kind, FirstLine: int32(len(b.Lines)), LineCount: int32(len(lines)), Column: b.column, Figure: -1}
	for _, text := range lines {
		b.line(l, text)
		block.Box = block.Box.Union(b.Lines[len(b.Lines)-1].Box)
	}
	b.Blocks = append(b.Blocks, block)
	b.y += l.size
	return b
}

// line sets one line and moves down.
func (b *pageBuilder) line(l look, text string) {
	line := layout.Line{
		Start: int32(len(b.Text)), FirstSpan: int32(len(b.Spans)), FirstWord: int32(len(b.Words)),
		Baseline: b.y, Size: l.size, Hyphen: strings.HasSuffix(text, "-") || strings.HasSuffix(text, "\u00ad"),
	}
	indent := float32(len(text)-len(strings.TrimLeft(text, " "))) * l.size / 2
	style := layout.Style{Size: l.size, Bold: l.bold, Italic: l.italic, Mono: l.mono}
	b.spans(strings.TrimLeft(text, " "), style, -1, l.mark)
	line.End = int32(len(b.Text))
	line.SpanCount = int32(len(b.Spans)) - line.FirstSpan
	if l.rtl {
		line.Direction = layout.RightToLeft
	}
	x := b.x + indent
	at := line.Start
	for _, word := range strings.SplitAfter(strings.ReplaceAll(b.Text[line.Start:], "\t", "\t "), " ") {
		bare := strings.TrimRight(word, "\t ")
		box := layout.Rect{X0: x, Y0: b.y - 0.8*l.size, X1: x + width(bare)*l.size/2, Y1: b.y + 0.2*l.size}
		b.Words = append(b.Words, layout.Word{Start: at, End: at + int32(len(bare)), Box: box})
		line.Box = line.Box.Union(box)
		x = box.X1 + l.size/2
		if strings.Contains(word, "\t") {
			x += 5 * l.size
		}
		at += int32(len(bare)) + 1
	}
	b.Text = b.Text[:line.Start] + strings.ReplaceAll(b.Text[line.Start:], "\t", " ")
	line.WordCount = int32(len(b.Words)) - line.FirstWord
	for i, words := 0, b.Words[line.FirstWord:]; i < len(words); i++ {
		switch i {
		case 0:
			line.SecondWord = words[0].Box.X0
		case 1:
			line.SecondWord, line.FirstGap = words[1].Box.X0, words[1].Box.X0-words[0].Box.X1
		default:
			line.WideGap = max(line.WideGap, words[i].Box.X0-words[i-1].Box.X1)
		}
	}
	b.Lines = append(b.Lines, line)
	b.y += l.size * 1.2
}

// row sets two lines on one baseline as one block, the second at x.
func (b *pageBuilder) row(first look, text string, x float32, second look, beside string) *pageBuilder {
	block := layout.Block{FirstLine: int32(len(b.Lines)), LineCount: 2, Column: b.column, Figure: -1}
	left, y := b.x, b.y
	b.line(first, text)
	b.x, b.y = x, y
	b.line(second, beside)
	b.x = left
	block.Box = b.Lines[block.FirstLine].Box.Union(b.Lines[block.FirstLine+1].Box)
	b.Blocks = append(b.Blocks, block)
	return b
}

func width(s string) float32 { return float32(utf8.RuneCountInString(s)) }

// spans adds text with its marks of emphasis and links.
func (b *pageBuilder) spans(text string, style layout.Style, link, mark int32) {
	for text != "" {
		i := strings.IndexAny(text, "*_^~{")
		if i < 0 {
			i = len(text)
		}
		b.span(text[:i], style, link, mark)
		if text = text[i:]; text == "" {
			return
		}
		sign, end, inner, target := text[0], 0, style, link
		switch sign {
		case '*':
			inner.Bold = true
		case '_':
			inner.Italic = true
		case '^':
			inner.Super = true
		case '~':
			inner.Mono = true
		case '{':
			sign, target = '}', int32(text[1]-'0')
			text = text[2:]
		}
		end = strings.IndexByte(text[1:], sign) + 1
		b.spans(text[1:end], inner, target, mark)
		text = text[end+1:]
	}
}

func (b *pageBuilder) span(text string, style layout.Style, link, mark int32) {
	if text == "" {
		return
	}
	index := int32(len(b.Styles))
	for i, s := range b.Styles {
		if s == style {
			index = int32(i)
		}
	}
	if int(index) == len(b.Styles) {
		b.Styles = append(b.Styles, style)
	}
	start := int32(len(b.Text))
	b.Text += text
	b.Spans = append(b.Spans, layout.Span{Start: start, End: int32(len(b.Text)), Style: index, Mark: mark - 1, Link: link})
}

// text sets so much body text that its look is known as that of the body.
func (b *pageBuilder) text() *pageBuilder {
	return b.block(body, "The quick brown fox jumps over the lazy dog and runs on.", "The lazy dog sleeps through all of it, as it has always", "done, and dreams of foxes.")
}

func build(t testing.TB, pages ...*pageBuilder) *semantic.Document {
	t.Helper()
	return buildFrom(t, semantic.Source{}, pages...)
}

func buildFrom(t testing.TB, src semantic.Source, pages ...*pageBuilder) *semantic.Document {
	t.Helper()
	for _, p := range pages {
		src.Pages = append(src.Pages, p.Page)
	}
	doc, err := infer.Build(t.Context(), src, infer.Options{})
	require.NoError(t, err)
	require.Equal(t, doc, buildThin(t, src))
	requireSameExplained(t, src, doc)
	return doc
}

// buildThin builds as the program does: with several workers, and with no more of the pages than
// Build needs.
func buildThin(t testing.TB, src semantic.Source) *semantic.Document {
	t.Helper()
	var thinned []*layout.Page
	for _, p := range src.Pages {
		c := *p
		c.Links, c.Figures = slices.Clone(p.Links), slices.Clone(p.Figures)
		thin.Page(&c)
		require.Nil(t, c.Words)
		thinned = append(thinned, &c)
	}
	src.Pages = thinned
	doc, err := infer.Build(t.Context(), src, infer.Options{Release: true, Workers: 3})
	require.NoError(t, err)
	for _, p := range thinned {
		require.Nil(t, p, "released")
	}
	return doc
}

// dump writes the blocks of the flow, one a line: role, and text with marks.
// It leaves out filler text and the anchors of pages between blocks.
func dump(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		dumpBlock(&b, n, "")
	}
	return b.String()
}

func dumpBlock(b *strings.Builder, n *semantic.Node, indent string) {
	switch n.Role {
	case semantic.PageBreak:
		return
	case semantic.L:
		name := "ul"
		if n.Attr != nil && n.Attr.Ordered {
			name = fmt.Sprintf("ol %s %d", n.Attr.Numbering, max(n.Attr.Start, 1))
		}
		fmt.Fprintf(b, "%s%s\n", indent, name)
		for _, item := range n.Children {
			dumpItem(b, item, indent+"  ")
		}
		return
	}
	var text strings.Builder
	text.WriteString(n.Text)
	dumpInline(&text, n.Children)
	if strings.HasPrefix(text.String(), "The quick brown fox") {
		return
	}
	name := n.Role.String()
	if n.Role == semantic.H {
		name += fmt.Sprint(n.Level)
	}
	fmt.Fprintf(b, "%s%s: %s\n", indent, name, text.String())
}

func dumpItem(b *strings.Builder, item *semantic.Node, indent string) {
	content := item.Children[0].Children
	inline := 0
	for inline < len(content) && (content[inline].Role.Inline() || content[inline].Role == semantic.PageBreak) {
		inline++
	}
	var text strings.Builder
	dumpInline(&text, content[:inline])
	fmt.Fprintf(b, "%s- %s\n", indent, text.String())
	for _, n := range content[inline:] {
		dumpBlock(b, n, indent+"  ")
	}
}

func dumpInline(b *strings.Builder, nodes []*semantic.Node) {
	for _, n := range nodes {
		switch n.Role {
		case semantic.PageBreak:
			fmt.Fprintf(b, "<%s>", n.Attr.ID)
		case semantic.LineBreak:
			b.WriteString("|")
		case semantic.Link:
			b.WriteString("[")
			dumpInline(b, n.Children)
			fmt.Fprintf(b, "](%s)", n.Attr.Href)
		default:
			mark := ""
			if n.Style&semantic.Bold != 0 {
				mark += "*"
			}
			if n.Style&semantic.Italic != 0 {
				mark += "_"
			}
			if n.Style&semantic.Monospace != 0 {
				mark += "`"
			}
			b.WriteString(mark + n.Text)
			dumpInline(b, n.Children)
			b.WriteString(mark)
		}
	}
}
