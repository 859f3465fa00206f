// Package plaintext writes a document as plain text in reading order: a paragraph each block,
// an empty line between them, a line each row of a table with tabs between its cells.
package plaintext

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// Writer is a tree.Writer.
type Writer struct {
	// Width is the most characters of a line; words that are longer stay whole. 0: a
	// paragraph is one line.
	Width int
	// FormFeeds writes a form feed where a page begins between blocks.
	FormFeeds bool
}

// Write implements tree.Writer.
func (o Writer) Write(out io.Writer, src *tree.Source) error {
	w := &writer{Writer: o, out: bufio.NewWriter(out)}
	if src.Root != nil {
		w.blocks(src.Root.Children)
	}
	return w.out.Flush()
}

// writer writes lines set in as deep as the lists they stand in.
type writer struct {
	Writer
	out   *bufio.Writer // keeps the first error
	set   string        // in which lines are set in
	label string        // of the item that begins
	due   bool          // an empty line
	depth int
}

// paragraph writes text, a line each that it has.
func (w *writer) paragraph(text string) {
	if text == "" && w.label == "" {
		return
	}
	if w.due {
		w.out.WriteByte('\n')
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.wrapped(strings.Join(strings.Fields(line), " "))
	}
	w.due = true
}

// wrapped writes a line in pieces of Width.
func (w *writer) wrapped(line string) {
	before := w.set
	if w.label != "" {
		before, w.label = w.set[:len(w.set)-labelIndent]+w.label+" ", ""
	}
	if w.Width <= 0 {
		w.line(before, line)
		return
	}
	from, column := 0, utf8.RuneCountInString(before)
	for at := 0; at < len(line); {
		end := len(line)
		if n := strings.IndexByte(line[at:], ' '); n >= 0 {
			end = at + n
		}
		size := utf8.RuneCountInString(line[at:end])
		if at > from && column+size > w.Width {
			w.line(before, strings.TrimRight(line[from:at], " "))
			before, from, column = w.set, at, utf8.RuneCountInString(w.set)
		}
		column += size + 1
		at = end + 1
	}
	w.line(before, line[from:])
}

func (w *writer) line(before, s string) {
	if s == "" {
		before = strings.TrimRight(before, " ")
	}
	w.out.WriteString(before)
	w.out.WriteString(s)
	w.out.WriteByte('\n')
}

// blocks writes blocks; neighbours that are text make one paragraph.
func (w *writer) blocks(nodes []*semantic.Node) {
	var text []*semantic.Node
	end := func() {
		if len(text) > 0 {
			w.paragraph(tree.Text(&semantic.Node{Role: semantic.P, Children: text}))
			text = nil
		}
	}
	for _, n := range nodes {
		switch {
		case n == nil || n.Role == semantic.Artifact:
		case tree.IsInline(n):
			text = append(text, n)
		default:
			end()
			w.block(n)
		}
	}
	end()
}

func (w *writer) block(n *semantic.Node) {
	w.depth++
	defer func() { w.depth-- }()
	switch {
	case w.depth > tree.MaxDepth:
		w.paragraph(tree.Text(n))
	case n.Role == semantic.PageBreak:
		if w.FormFeeds && w.due {
			w.out.WriteByte('\f')
		}
	case n.Role == semantic.Table:
		w.table(n)
	case n.Role == semantic.L || n.Role == semantic.TOC:
		w.list(n)
	case n.Role == semantic.Code:
		w.verbatim(tree.Clean(tree.Verbatim(n)))
	case n.Role == semantic.Figure:
		w.figure(n)
	case tree.HoldsText(n):
		w.paragraph(tree.Text(n))
	default:
		if n.Text != "" {
			w.paragraph(tree.Clean(n.Text))
		}
		w.blocks(n.Children)
	}
}

// figure writes what stands for a picture, unless that is its caption, and what is in it.
func (w *writer) figure(n *semantic.Node) {
	if a := n.Attr; a != nil && a.Subtype == "" && a.Alt != "" {
		w.paragraph("[" + tree.Clean(a.Alt) + "]")
	}
	if n.Text != "" {
		w.paragraph(tree.Clean(n.Text))
	}
	w.blocks(n.Children)
}

// labelAlone writes the label of an item that does not begin with text.
func (w *writer) labelAlone() {
	if w.label != "" {
		w.paragraph("")
		w.due = false
	}
}

// verbatim writes code as it is.
func (w *writer) verbatim(code string) {
	w.labelAlone()
	if w.due {
		w.out.WriteByte('\n')
	}
	for line := range strings.SplitSeq(strings.Trim(code, "\n"), "\n") {
		w.line(w.set, line)
	}
	w.due = true
}

// table writes a row on a line, behind its caption.
func (w *writer) table(n *semantic.Node) {
	caption := tree.Child(n, semantic.Caption)
	if caption != nil {
		w.paragraph(tree.Text(caption))
	}
	w.labelAlone()
	if w.due {
		w.out.WriteByte('\n')
	}
	for i, row := range tree.GridOf(n).Rows {
		fields := make([]string, len(row))
		for col, c := range row {
			if c != nil && c.Row == i && c.Col == col {
				fields[col] = tree.OneLine(c.Node)
			}
		}
		w.line(w.set, strings.TrimRight(strings.Join(fields, "\t"), "\t"))
	}
	w.due = true
	for _, c := range n.Children {
		switch {
		case c == nil || c == caption:
		case c.Role == semantic.TR || c.Role == semantic.THead || c.Role == semantic.TBody || c.Role == semantic.TFoot:
		default:
			w.blocks([]*semantic.Node{c})
		}
	}
}

// labelIndent is how far the text of an item is set in.
const labelIndent = 3

// list writes items behind their numbers or a bullet, without empty lines between.
func (w *writer) list(n *semantic.Node) {
	set := w.set
	number := 1
	ordered := n.Attr != nil && n.Attr.Ordered
	if ordered && n.Attr.Start != 0 {
		number = n.Attr.Start
	}
	if n.Text != "" {
		w.paragraph(tree.Clean(n.Text))
	}
	for i, c := range n.Children {
		if c == nil || c.Role == semantic.Artifact {
			continue
		}
		if c.Role == semantic.PageBreak {
			w.block(c)
			continue
		}
		if i > 0 {
			w.due = false
		}
		w.set = set + strings.Repeat(" ", labelIndent)
		switch {
		case tree.IsDefinitions(n) || tree.Child(c, semantic.Lbl) != nil || n.Role == semantic.TOC:
			w.set = set
		case ordered && (n.Attr.Subtype == "" || n.Attr.Numbering != ""):
			w.label = tree.Numbered(n.Attr.Numbering, number)
		case ordered:
			w.set = set
		default:
			w.label = "-"
		}
		number++
		w.item(c)
		w.set, w.label = set, ""
	}
	w.due = true
}

// item writes what an item holds: its label before its text.
func (w *writer) item(n *semantic.Node) {
	if n.Role != semantic.LI && n.Role != semantic.TOCI {
		w.blocks([]*semantic.Node{n})
		return
	}
	labels, kids := tree.Item(n)
	var lead strings.Builder
	for _, l := range labels {
		lead.WriteString(tree.OneLine(l) + " ")
	}
	if lead.Len() > 0 {
		kids = append([]*semantic.Node{{Role: semantic.Span, Text: lead.String()}}, kids...)
	}
	for i, c := range kids { // a list inside follows its text at once
		if c != nil && c.Role == semantic.L {
			w.blocks(kids[:i])
			w.due = false
			kids = kids[i:]
			break
		}
	}
	w.blocks(kids)
}
