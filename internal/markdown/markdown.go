// Package markdown writes a document as Markdown in the dialect of GitHub (CommonMark 0.31
// with tables, footnotes and strikethrough).
//
// Text of the document is text: what CommonMark would read as markup is escaped, and
// nothing else, since signs that need no backslash are easier to search without. Page
// furniture is left out. Tables that need no more than one row of heads are pipe tables; all
// others are tables of HTML, which the dialect allows.
package markdown

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// Writer is a tree.Writer. The zero value writes what most readers want.
type Writer struct {
	// PageComments marks where pages begin: <!-- page 12 -->.
	PageComments bool
	// Plain leaves out bold, italic, struck, raised and lowered type, and marks of code in
	// lines. Signs of emphasis are noise for a program that searches the text.
	Plain bool
	// Anchors writes anchors of HTML for links inside the document that lead to what is no
	// heading and no note. Without it these are text: Markdown has no anchors of its own, but
	// readers make one of each heading.
	Anchors bool
}

// Write implements tree.Writer.
func (o Writer) Write(out io.Writer, src *tree.Source) error {
	w := &writer{Source: src, Writer: o, out: bufio.NewWriter(out)}
	w.survey(src.Root)
	if src.Root != nil {
		w.blocks(src.Root.Children)
	}
	return w.out.Flush()
}

// writer writes blocks, each line behind the marks of the items and quotes around it.
type writer struct {
	*tree.Source
	Writer
	out *bufio.Writer // keeps the first error

	prefix string // of every line
	first  string // of the next line, where an item begins in it; "": prefix
	due    bool   // an empty line is due before the next block
	depth  int
	inNote bool

	notes   map[string]string // labels of footnotes, by the IDs of their notes
	targets map[string]string // anchors that links lead to, by the IDs of their nodes
	near    itemMarks         // of the list right before
}

// begin writes the empty line that is due.
func (w *writer) begin() {
	if w.due && w.first == "" {
		w.out.WriteString(strings.TrimRight(w.prefix, " "))
		w.out.WriteByte('\n')
	}
	w.due = false
}

// line writes one line of a block.
func (w *writer) line(s string) {
	before := w.prefix
	if w.first != "" {
		before, w.first = w.first, ""
	}
	if s == "" {
		before = strings.TrimRight(before, " ")
	}
	w.out.WriteString(before)
	w.out.WriteString(s)
	w.out.WriteByte('\n')
}

// lines writes a block of some lines.
func (w *writer) lines(s string) {
	w.begin()
	for line := range strings.SplitSeq(s, "\n") {
		w.line(line)
	}
	w.due = true
}

// inside writes a container: mark stands before its first line, indent before the others.
func (w *writer) inside(mark, indent string, write func()) {
	w.begin()
	outer := w.prefix
	if w.first == "" {
		w.first = outer
	}
	w.first += mark
	w.prefix += indent
	write()
	if w.prefix = outer; w.first != "" {
		w.line("") // nothing was written in it
	}
}

// blocks writes children of a container: neighbours that are text make one paragraph.
func (w *writer) blocks(nodes []*semantic.Node) {
	var near itemMarks
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if n == nil || n.Role == semantic.Artifact {
			continue
		}
		from := i
		for i < len(nodes) && nodes[i] != nil && tree.IsInline(nodes[i]) {
			i++
		}
		if i > from {
			w.paragraph(nodes[from:i]...)
			i--
			near = itemMarks{}
			continue
		}
		switch n.Role {
		case semantic.L, semantic.TOC:
			w.near = near
			w.block(n)
			near = w.near
			continue
		case semantic.PageBreak:
		default:
			near = itemMarks{}
		}
		w.block(n)
	}
}

func (w *writer) block(n *semantic.Node) {
	if w.depth++; w.depth > tree.MaxDepth {
		w.lines(w.plainLine(tree.OneLine(n)))
		w.depth--
		return
	}
	switch n.Role {
	case semantic.PageBreak:
		w.pageBreak(n)
	case semantic.H, semantic.Title:
		w.heading(n)
	case semantic.L:
		if tree.IsDefinitions(n) {
			w.definitions(n)
		} else {
			w.list(n)
		}
	case semantic.TOC:
		w.list(n)
	case semantic.Table:
		w.table(n)
	case semantic.Code:
		w.code(n)
	case semantic.BlockQuote:
		w.inside("> ", "> ", func() { w.content(n) })
		w.due = true
	case semantic.FENote:
		w.note(n)
	case semantic.Figure:
		w.figure(n)
	case semantic.Formula:
		w.formula(n)
	default:
		w.anchor(n)
		w.content(n)
	}
	w.depth--
}

// content writes what a block holds: blocks, or text.
func (w *writer) content(n *semantic.Node) {
	if tree.HoldsText(n) {
		w.paragraph(n)
		return
	}
	if n.Text != "" {
		w.paragraph(&semantic.Node{Role: semantic.Span, Text: n.Text})
	}
	w.blocks(n.Children)
}

// paragraph writes text as a paragraph, a line for each that matters.
func (w *writer) paragraph(nodes ...*semantic.Node) {
	in := w.inline(nodes...)
	for len(in) > 0 && in[0].kind == comment { // a line that begins with one is HTML to its end
		w.lines(in[0].text)
		in = in[1:]
	}
	if s := w.render(in, inParagraph); s != "" {
		w.lines(s)
	}
}

// plainLine is text as a line of Markdown.
func (w *writer) plainLine(s string) string {
	return w.render([]piece{{kind: text, text: s}}, inParagraph)
}

// maxLevel is the lowest level of headings that Markdown has.
const maxLevel = 6

func (w *writer) heading(n *semantic.Node) {
	level := int(n.Level)
	if n.Role == semantic.Title {
		level = 1
	}
	in := w.inline(n)
	for i := range in {
		in[i].style &^= semantic.Bold // as all of it is
	}
	s := w.render(in, inHeading)
	if s == "" {
		return
	}
	if strings.HasSuffix(s, "#") { // which would be taken for the end of the mark
		s = s[:len(s)-1] + `\#`
	}
	w.lines(strings.Repeat("#", min(max(level, 1), maxLevel)) + " " + s)
}

// pageBreak writes where a page begins, and the anchor of it if links lead there.
func (w *writer) pageBreak(n *semantic.Node) {
	if w.PageComments {
		w.lines(pageComment(n))
	}
	w.anchor(n)
}

func pageComment(n *semantic.Node) string {
	return "<!-- page " + strconv.Itoa(int(n.Page)) + " -->"
}

// anchor writes the anchor of a block that links lead to.
func (w *writer) anchor(n *semantic.Node) {
	if a := w.anchorOf(n); a != "" {
		w.lines(a)
	}
}

// anchorOf is the anchor of n, "" when no link leads to it.
func (w *writer) anchorOf(n *semantic.Node) string {
	if n.Attr == nil || !w.Anchors || n.Role == semantic.H || n.Role == semantic.Title || w.targets[n.Attr.ID] == "" {
		return ""
	}
	return `<a id="` + htmlEscape(w.targets[n.Attr.ID]) + `"></a>`
}

// code writes a block of code between fences that are longer than any in it.
func (w *writer) code(n *semantic.Node) {
	code := strings.Trim(tree.Clean(tree.Verbatim(n)), "\n")
	fence := strings.Repeat("`", max(longestRun(code, '`')+1, 3))
	w.lines(fence + "\n" + code + "\n" + fence)
}

// longestRun is the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// note writes a note: a footnote where text refers to it, else a paragraph, since readers
// of Markdown drop footnotes to which nothing refers.
func (w *writer) note(n *semantic.Node) {
	label := ""
	if n.Attr != nil && w.prefix == "" {
		label = w.notes[n.Attr.ID]
	}
	if label == "" {
		w.anchor(n)
		w.content(n)
		return
	}
	w.inside("[^"+label+"]: ", "    ", func() {
		w.inNote = true
		w.content(n)
		w.inNote = false
	})
	w.due = true
}

// formula writes a formula that stands by itself.
func (w *writer) formula(n *semantic.Node) {
	w.anchor(n)
	if tex := mathText(n); tex != "" {
		if number := strings.Trim(n.Attr.Label, "()[] "); number != "" {
			tex += ` \tag{` + strings.Map(onlyPlain, number) + `}`
		}
		w.lines("$$\n" + tex + "\n$$")
	} else {
		w.paragraph(&semantic.Node{Role: semantic.P, Children: []*semantic.Node{n}})
		if tree.IsRead(n) {
			return
		}
	}
	if caption := tree.Child(n, semantic.Caption); caption != nil {
		w.content(caption)
	}
}

// onlyPlain drops what TeX would obey.
func onlyPlain(r rune) rune {
	if strings.ContainsRune(`\{}$#%&~^_`, r) {
		return -1
	}
	return r
}

// figure writes a picture, the text in it and its caption.
func (w *writer) figure(n *semantic.Node) {
	kids := n.Children
	w.anchor(n)
	if len(kids) > 1 && kids[0] != nil && kids[0].Role == semantic.Caption {
		w.content(kids[0])
		kids = kids[1:]
	}
	if image := w.image(n, false); image != "" {
		w.lines(image)
	}
	if n.Text != "" {
		w.paragraph(&semantic.Node{Role: semantic.Span, Text: n.Text})
	}
	w.blocks(kids)
}
