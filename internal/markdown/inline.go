package markdown

import (
	"strings"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// kind tells the pieces of a line apart.
type kind uint8

const (
	text      kind = iota // text of the document
	markup                // written as it is
	opening               // the bracket that begins a link; a piece of markup
	closing               // the bracket and address that end it
	comment               // where a page begins
	lineBreak             // a line end that matters
)

// piece is a stretch of a line in one style.
type piece struct {
	kind   kind
	text   string
	style  semantic.TextStyle
	inLink bool
}

// inliner gathers pieces.
type inliner struct {
	*writer
	list   []piece
	inLink bool
	depth  int
}

// written are the styles that Markdown can write.
const written = semantic.Bold | semantic.Italic | semantic.Strike | semantic.Superscript | semantic.Subscript | semantic.Monospace

// inline makes pieces of the text of nodes.
func (w *writer) inline(nodes ...*semantic.Node) []piece {
	in := inliner{writer: w}
	for _, n := range nodes {
		in.node(n, 0)
	}
	in.sparing()
	return in.list
}

func (in *inliner) add(k kind, s string, style semantic.TextStyle) {
	if s == "" && k == text {
		return
	}
	if in.Plain {
		style = 0
	}
	if n := len(in.list) - 1; n >= 0 && k == text && in.list[n].kind == text && in.list[n].style == style && in.list[n].inLink == in.inLink {
		in.list[n].text += s
		return
	}
	in.list = append(in.list, piece{k, s, style, in.inLink})
}

// kids adds the text of n and what is in it.
func (in *inliner) kids(n *semantic.Node, style semantic.TextStyle) {
	in.add(text, tree.Clean(n.Text), style)
	for i, c := range n.Children {
		if i > 0 && c != nil && !tree.IsInline(c) && c.Role != semantic.PageBreak && c.Role != semantic.Artifact {
			in.add(text, " ", 0) // a block in a line
		}
		in.node(c, style)
	}
}

func (in *inliner) node(n *semantic.Node, style semantic.TextStyle) {
	if n == nil || in.depth > tree.MaxDepth {
		return
	}
	in.depth++
	defer func() { in.depth-- }()
	style |= n.Style & written
	switch n.Role {
	case semantic.Artifact, semantic.RP:
	case semantic.PageBreak:
		if a := in.anchorOf(n); a != "" {
			in.add(markup, a, 0)
		}
		if in.PageComments {
			in.add(comment, pageComment(n), 0)
		}
	case semantic.LineBreak:
		in.add(lineBreak, "", 0)
	case semantic.Link, semantic.Reference:
		in.link(n, style)
	case semantic.Strong:
		in.kids(n, style|semantic.Bold)
	case semantic.Em:
		in.kids(n, style|semantic.Italic)
	case semantic.Code:
		in.kids(n, style|semantic.Monospace)
	case semantic.Figure:
		if image := in.image(n, in.inLink); image != "" {
			in.add(markup, image, 0)
		}
		in.kids(n, style)
	case semantic.Formula:
		in.formula(n, style)
	case semantic.Form:
		in.add(text, tree.Clean(tree.FieldText(n)), 0)
		in.kids(n, style)
	case semantic.RT:
		in.add(text, " (", style)
		in.kids(n, style)
		in.add(text, ")", style)
	default:
		if a := in.anchorOf(n); a != "" && n.Role == semantic.Span {
			in.add(markup, a, 0)
		}
		in.kids(n, style)
	}
}

// formula adds a formula in a line: its TeX, else its picture, else its text.
func (in *inliner) formula(n *semantic.Node, style semantic.TextStyle) {
	if tex := mathText(n); tex != "" && !strings.Contains(tex, "$") {
		in.add(markup, "$"+tex+"$", 0)
		return
	}
	if p, ok := in.PictureOf(n); ok {
		in.add(markup, picture(tree.Clean(tree.FormulaText(n)), p.Name), 0)
		return
	}
	in.add(text, tree.Clean(tree.FormulaText(n)), style)
	if !tree.IsRead(n) {
		in.kids(n, style)
	}
}

// mathText is the TeX of a formula in one line that Markdown leaves alone.
func mathText(n *semantic.Node) string {
	tex := strings.Join(strings.Fields(tree.TeX(n)), " ")
	return strings.NewReplacer("<", `\lt `, ">", `\gt `).Replace(tex)
}

// link adds a link, or the reference to a footnote. One without a target, or inside of
// another, gives its text. Inside a note the way back is left out: readers make one.
func (in *inliner) link(n *semantic.Node, style semantic.TextStyle) {
	href := hrefOf(n)
	if id, ok := strings.CutPrefix(href, "#"); ok && n.Role == semantic.Reference {
		if label := in.notes[id]; label != "" && n.Attr.Subtype == "Note" && !in.inLink {
			in.add(markup, "[^"+label+"]", 0)
			return
		}
		if n.Attr.Subtype == "Back" {
			if !in.inNote {
				in.kids(n, style)
			}
			return
		}
	}
	if href = in.address(href); href == "" || in.inLink {
		in.kids(n, style)
		return
	}
	if address := autolink(tree.Clean(href), tree.OneLine(n)); address != "" {
		in.add(markup, "<"+address+">", 0)
		return
	}
	in.inLink = true
	in.add(opening, "[", 0)
	from := len(in.list)
	in.kids(n, style&^semantic.Underline)
	if len(in.list) == from {
		in.add(text, tree.Clean(href), 0)
	}
	in.inLink = false
	in.add(closing, "]("+destination(tree.Clean(href))+")", 0)
}

// address is where a link to href leads in Markdown: inside the document to the anchor that is
// written, "" where none is.
func (w *writer) address(href string) string {
	id, inside := strings.CutPrefix(href, "#")
	switch {
	case !inside:
		return href
	case w.targets[id] == "":
		return ""
	}
	return "#" + w.targets[id]
}

// autolink is what stands between angle brackets where the text of a link is its address
// (CommonMark clause 6.5), "" where it is not. Text that was broken at line ends may have spaces.
func autolink(href, text string) string {
	address := href
	if mail, ok := strings.CutPrefix(href, "mailto:"); ok {
		address = mail
	} else if !strings.HasPrefix(href, "http://") && !strings.HasPrefix(href, "https://") {
		return ""
	}
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r == 0x7f }) {
		return ""
	}
	if strings.HasPrefix(href, "mailto:") && !isMail(address) || strings.TrimSuffix(strings.ReplaceAll(text, " ", ""), "/") != strings.TrimSuffix(address, "/") {
		return ""
	}
	return address
}

// isMail reports whether Markdown takes s for a mail address.
func isMail(s string) bool {
	name, host, ok := strings.Cut(s, "@")
	plain := func(s, more string) bool {
		return s != "" && strings.Trim(s, "-.") == s && strings.IndexFunc(s, func(r rune) bool {
			return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && !strings.ContainsRune(more, r)
		}) < 0
	}
	return ok && plain(name, "._-+") && plain(host, ".-")
}

// image is a picture of n with what stands for it, on a link if it bears one and is in none. One without
// a file is there by what stands for it alone.
func (w *writer) image(n *semantic.Node, inLink bool) string {
	alt := ""
	if n.Attr != nil && n.Attr.Subtype == "" {
		alt = tree.Clean(n.Attr.Alt)
	}
	p, ok := w.PictureOf(n)
	switch {
	case !ok && alt == "":
		return ""
	case !ok:
		p.Name = ""
	}
	image := picture(alt, p.Name)
	if href := w.address(hrefOf(n)); href != "" && ok && !inLink {
		image = "[" + image + "](" + destination(tree.Clean(href)) + ")"
	}
	if n.Attr != nil && n.Attr.Figure != nil && ok {
		for _, f := range n.Attr.Figure.Beside {
			if p, ok := w.Picture(f); ok {
				image += " " + picture("", p.Name)
			}
		}
	}
	return image
}

func hrefOf(n *semantic.Node) string {
	if n.Attr == nil {
		return ""
	}
	return n.Attr.Href
}

// picture is the markup of an image. What stands for it is text in which all is escaped that
// could be markup.
func picture(alt, name string) string {
	var b strings.Builder
	b.WriteString("![")
	for _, r := range strings.Join(strings.Fields(alt), " ") {
		if strings.ContainsRune("\\[]`*_<&~|$!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	b.WriteString("](" + destination(name) + ")")
	return b.String()
}

// destination is an address as Markdown has it between brackets.
func destination(href string) string {
	var b strings.Builder
	for i := range len(href) {
		switch c := href[i]; {
		case c <= ' ' || c == 0x7f || strings.IndexByte("<>\\`|\"", c) >= 0:
			const digits = "0123456789ABCDEF"
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		case strings.IndexByte("()*_~[]$", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '&':
			b.WriteString("&amp;")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// sparing takes emphasis back that tells nothing: of text that is all bold, or all italic, and of
// spaces.
func (in *inliner) sparing() {
	all := written
	seen := false
	for i := range in.list {
		p := &in.list[i]
		if p.kind != text {
			continue
		}
		if strings.TrimSpace(p.text) == "" {
			p.style = 0
			continue
		}
		all &= p.style
		seen = true
	}
	if !seen {
		return
	}
	for i := range in.list {
		in.list[i].style &^= all & (semantic.Bold | semantic.Italic)
	}
}
