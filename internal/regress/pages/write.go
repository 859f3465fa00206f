package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
)

// clip shortens a text to its ends, and says how long it was.
func clip(s string) string {
	const head, tail = 20, 8
	r := []rune(s)
	if len(r) <= head+tail+10 {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q...%q (%d)", string(r[:head]), string(r[len(r)-tail:]), len(r))
}

func whole(v float32) int { return int(math.Round(float64(v))) }

func box(r layout.Rect) string {
	return fmt.Sprintf("%d,%d-%d,%d", whole(r.X0), whole(r.Y0), whole(r.X1), whole(r.Y1))
}

// words joins what is not empty.
func words(list ...string) string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// when returns s if it holds.
func when(holds bool, s string) string {
	if holds {
		return s
	}
	return ""
}

// writePage writes what layout/analyze made of a page.
func writePage(b *strings.Builder, p *layout.Page) {
	fmt.Fprintf(b, "page %d %dx%d\n", p.Number, whole(p.Width), whole(p.Height))
	for i := range p.Blocks {
		writeBlock(b, p, &p.Blocks[i])
	}
	level := 0
	for i := range p.Rulings {
		if !p.Rulings[i].Vertical {
			level++
		}
	}
	if len(p.Rulings) > 0 {
		fmt.Fprintf(b, "rulings: %d level, %d upright\n", level, len(p.Rulings)-level)
	}
	for i := range p.Figures {
		f := &p.Figures[i]
		fmt.Fprintf(b, "figure %s %s\n", box(f.Box), words(fmt.Sprintf("images %d bent %d", len(f.Images), f.Bent),
			when(f.Vector, "vector"), when(f.Weak, "weak"), when(f.Letters, "letters"), when(f.Inset != nil, "inset"), when(f.Link > 0, "link")))
	}
	for i := range p.Formulas {
		f := &p.Formulas[i]
		fmt.Fprintf(b, "formula %s %s\n", box(f.Box), words(when(f.Display, "display"), fmt.Sprintf("glyphs %d bars %d", len(f.Glyphs), len(f.Bars)), tex(f)))
	}
	for i := range p.Fields {
		f := &p.Fields[i]
		fmt.Fprintf(b, "field %s kind %d part %d label %s\n", box(f.Box), f.Kind, f.Part, clip(f.LabelText))
	}
	for _, u := range p.Unseen {
		fmt.Fprintf(b, "unseen %s %s\n", box(u.Box), clip(u.Text))
	}
	for _, w := range p.Warnings {
		fmt.Fprintf(b, "warning %s\n", w.Code)
	}
}

// tex is a formula as TeX, with a mark where that is in doubt.
func tex(f *layout.Formula) string {
	t := formula.Read(f)
	return words(when(!t.Trusted(), "doubtful"), clip(t.TeX()))
}

var kinds = [...]string{"paragraph", "verbatim", "grid", "picture"}

func writeBlock(b *strings.Builder, p *layout.Page, block *layout.Block) {
	column := "all columns"
	if block.Column >= 0 {
		column = fmt.Sprintf("column %d", block.Column)
	}
	fmt.Fprintf(b, "%s %s %s\n", kinds[block.Kind], box(block.Box), words(column, fmt.Sprintf("indent %d", whole(block.Indent)),
		when(!block.Panel.Empty(), "panel "+box(block.Panel)), when(block.Entry, "entry"), when(block.Boxed, "boxed"),
		when(block.LineNumbers, "line numbers"), when(block.Margin, "margin"), when(block.PullQuote, "pull quote")))
	if t := block.Table; t != nil {
		fmt.Fprintf(b, "  table %dx%d%s\n", t.Rows, t.Cols, when(t.Ruled, " ruled"))
		writeCells(b, p, t)
		return
	}
	for n, l := range p.BlockLines(block) {
		fmt.Fprintf(b, "  %s\n", words(fmt.Sprintf("%d,%d size %.1f", whole(l.Box.X0), whole(l.Baseline), l.Size), clip(p.LineText(n)), spans(p, n),
			when(l.Direction != layout.LeftToRight, fmt.Sprintf("direction %d", l.Direction)), when(l.Rotation != 0, fmt.Sprintf("turned %d", l.Rotation)),
			when(l.Bullet != 0, "bullet "+string(l.Bullet)), when(l.Hyphen, "hyphen"), when(l.Gap, "gap"), when(l.Artifact, "artifact")))
	}
}

// writeCells writes the cells of a table that are not empty, a row a line: the column of each, and its text.
func writeCells(b *strings.Builder, p *layout.Page, t *layout.Table) {
	row := -1
	for i := range t.Cells {
		c := &t.Cells[i]
		text := ""
		for n := c.FirstLine; n < c.FirstLine+c.LineCount; n++ {
			text += when(n > c.FirstLine, "|") + p.LineText(int(n))
		}
		spans := c.RowSpan > 1 || c.ColSpan > 1
		if text == "" && !spans {
			continue
		}
		if c.Row != row {
			fmt.Fprintf(b, "%s  row %d:", when(row >= 0, "\n"), c.Row)
			row = c.Row
		}
		fmt.Fprintf(b, " %s", words(fmt.Sprintf("%d%s", c.Col, when(c.Header, "h")), when(spans, fmt.Sprintf("over %dx%d", c.RowSpan, c.ColSpan)), clip(text)))
	}
	if row >= 0 {
		b.WriteByte('\n')
	}
}

// spans lists the looks along a line, each with its number of bytes, unless it has one plain look.
func spans(p *layout.Page, line int) string {
	var out []string
	last, length := "", int32(0)
	add := func() {
		if length > 0 {
			out = append(out, fmt.Sprintf("%s%d", last, length))
		}
	}
	for _, s := range p.LineSpans(line) {
		look := lookOf(&p.Styles[s.Style]) + when(s.Link >= 0, "l")
		if look != last {
			add()
			last, length = look, 0
		}
		length += s.End - s.Start
	}
	add()
	if len(out) < 2 && last == "" {
		return ""
	}
	return "[" + strings.Join(out, " ") + "]"
}

func lookOf(s *layout.Style) string {
	return when(s.Bold, "b") + when(s.Italic, "i") + when(s.Mono, "m") + when(s.Underline, "u") + when(s.Strike, "s") +
		when(s.Super, "^") + when(s.Sub, "_") + when(s.SmallCaps, "c")
}

// writeDocument writes what semantic/infer made of the pages.
func writeDocument(b *strings.Builder, doc *semantic.Document) {
	fmt.Fprintf(b, "document %s title %s %s\n", doc.Lang, clip(doc.Title), words(doc.Tagging.Use.String(), doc.Tagging.Reason))
	for _, n := range doc.Root.Children {
		writeNode(b, n, "  ")
	}
	writeOutline(b, doc.Outline, "  ")
	for _, w := range doc.Warnings {
		fmt.Fprintf(b, "  warning %s\n", w.Code)
	}
}

func writeOutline(b *strings.Builder, items []semantic.OutlineItem, indent string) {
	for i := range items {
		fmt.Fprintf(b, "%soutline %s\n", indent, words(clip(items[i].Title), items[i].Href))
		writeOutline(b, items[i].Children, indent+"  ")
	}
}

// writeNode writes a node and the nodes below it; those inside of lines as one text.
func writeNode(b *strings.Builder, n *semantic.Node, indent string) {
	name := n.Role.String()
	if n.Role == semantic.H {
		name += strconv.Itoa(int(n.Level))
	}
	var text strings.Builder
	text.WriteString(n.Text)
	rest := n.Children
	for len(rest) > 0 && flows(rest[0]) {
		writeInline(&text, rest[0])
		rest = rest[1:]
	}
	inline := n.Children[:len(n.Children)-len(rest)]
	fmt.Fprintf(b, "%s%s", indent, words(name, attributes(n), when(text.Len() > 0, clip(text.String()))))
	if n.Role == semantic.TR {
		for _, c := range rest {
			b.WriteString(" | ")
			text.Reset()
			writeCell(&text, c)
			b.WriteString(strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", " / "))
		}
		rest = nil
	}
	b.WriteByte('\n')
	writeControls(b, inline, indent+"  ")
	for len(rest) > 0 {
		if !flows(rest[0]) {
			writeNode(b, rest[0], indent+"  ")
			rest = rest[1:]
			continue
		}
		text.Reset()
		inline = rest
		for len(rest) > 0 && flows(rest[0]) {
			writeInline(&text, rest[0])
			rest = rest[1:]
		}
		fmt.Fprintf(b, "%s  %s\n", indent, clip(text.String()))
		writeControls(b, inline[:len(inline)-len(rest)], indent+"  ")
	}
}

// writeControls writes what those controls in a text are called that have no label in it.
func writeControls(b *strings.Builder, nodes []*semantic.Node, indent string) {
	for _, n := range nodes {
		if n.Attr != nil && n.Attr.Field != nil && n.Attr.Alt != "" {
			fmt.Fprintf(b, "%scontrol %s\n", indent, attributes(n))
		}
		writeControls(b, n.Children, indent)
	}
}

// writeCell writes a cell of a table, shorter where it holds nothing but text.
func writeCell(b *strings.Builder, c *semantic.Node) {
	if c.Role != semantic.TD || c.Attr != nil || slices.ContainsFunc(c.Children, func(n *semantic.Node) bool { return !flows(n) }) {
		writeNode(b, c, "")
		return
	}
	var text strings.Builder
	text.WriteString(c.Text)
	for _, n := range c.Children {
		writeInline(&text, n)
	}
	b.WriteString(when(text.Len() > 0, clip(text.String())))
}

// flows reports whether a node is written into the text around it.
func flows(n *semantic.Node) bool {
	return n.Role.Inline() || n.Role == semantic.PageBreak || n.Role == semantic.Formula
}

// attributes are what a node is beside its role.
func attributes(n *semantic.Node) string {
	a := n.Attr
	if a == nil {
		return ""
	}
	spanned := ""
	if a.RowSpan > 1 || a.ColSpan > 1 {
		spanned = fmt.Sprintf("over %dx%d", max(a.RowSpan, 1), max(a.ColSpan, 1))
	}
	numbered := ""
	if a.Ordered {
		numbered = fmt.Sprintf("numbered %s from %d", a.Numbering, max(a.Start, 1))
	}
	pieces := ""
	if a.Figure != nil && len(a.Figure.Beside)+len(a.Figure.Pieces) > 0 {
		pieces = fmt.Sprintf("beside %d pieces %d", len(a.Figure.Beside), len(a.Figure.Pieces))
	}
	return words(a.Subtype, when(a.Lang != "", "lang "+a.Lang), a.Dir, when(a.Label != "", "label "+strconv.Quote(a.Label)), a.Scope, spanned, numbered, pieces,
		when(len(a.Headers) > 0, fmt.Sprintf("heads %d", len(a.Headers))), when(a.Href != "", "to "+a.Href), when(a.Short != "", "short "+clip(a.Short)),
		when(a.Alt != "", "alt "+clip(a.Alt)), when(a.Title != "", "title "+clip(a.Title)), when(a.Confidence > 0, fmt.Sprintf("confidence %.2f", a.Confidence)))
}

func writeInline(b *strings.Builder, n *semantic.Node) {
	switch n.Role {
	case semantic.PageBreak:
		fmt.Fprintf(b, "<page %d>", n.Page)
	case semantic.LineBreak:
		b.WriteString("|")
	case semantic.Formula:
		b.WriteString("$")
		if n.Attr != nil && n.Attr.Math != nil {
			b.WriteString(n.Attr.Math.TeX())
		}
		b.WriteString("$")
	case semantic.Span:
		look := inlineLook(n.Style)
		b.WriteString(look + n.Text + look)
	default:
		name := n.Role.String()
		href := ""
		if n.Attr != nil {
			href = n.Attr.Href
		}
		fmt.Fprintf(b, "<%s>", words(name, href))
		for _, c := range n.Children {
			writeInline(b, c)
		}
		b.WriteString("</>")
	}
}

func inlineLook(s semantic.TextStyle) string {
	return when(s&semantic.Bold != 0, "*") + when(s&semantic.Italic != 0, "/") + when(s&semantic.Underline != 0, "_") + when(s&semantic.Strike != 0, "~") +
		when(s&semantic.Superscript != 0, "^") + when(s&semantic.Subscript != 0, ",") + when(s&semantic.SmallCaps != 0, "%") + when(s&semantic.Monospace != 0, "`")
}
