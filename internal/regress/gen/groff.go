package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// groff sets the source with the ms macros and tbl. The style is what stands before it.
func (r recipe) groff(ctx context.Context, doc *html.Node, sources, dir string) error {
	preamble, err := os.ReadFile(filepath.Join(sources, "style", r.style+".ms"))
	if err != nil {
		return err
	}
	g := roff{recipe: r, notes: notesOf(doc)}
	g.children(find(doc, atom.Body))
	src := string(preamble) + r.titles() + g.String()
	if err := os.WriteFile(filepath.Join(dir, "out.ms"), []byte(src), 0o644); err != nil {
		return err
	}
	return command(ctx, dir, "sh", "-c", "groff -k -t -ms -Tpdf -P-pa4 out.ms > out.pdf")
}

// titles sets the running heads and feet.
func (r recipe) titles() string {
	at := r.furniture()
	line := func(row string) string {
		return strings.ReplaceAll(strings.ReplaceAll("'"+at[row+"l"]+"'"+at[row+"c"]+"'"+at[row+"r"]+"'", "##", ""), "#", "%")
	}
	return ".OH " + line("t") + "\n.EH " + line("t") + "\n.OF " + line("b") + "\n.EF " + line("b") + "\n"
}

// roff writes groff's ms.
type roff struct {
	strings.Builder
	recipe recipe
	notes  map[string]*html.Node
	depth  int
	two    bool // columns have begun
}

func (g *roff) line(format string, args ...any) {
	if s := g.String(); s != "" && !strings.HasSuffix(s, "\n") {
		g.WriteByte('\n')
	}
	fmt.Fprintf(g, format+"\n", args...)
}

func (g *roff) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		g.node(c)
	}
}

func (g *roff) inner(n *html.Node) string {
	in := roff{recipe: g.recipe, notes: g.notes, depth: g.depth}
	in.children(n)
	return strings.TrimSpace(in.String())
}

func escapeRoff(s string) string {
	s = strings.NewReplacer(`\`, `\[rs]`, "\n", " ", "\u00a0", `\ `, "’", `\[cq]`, "‘", `\[oq]`, "“", `\[lq]`, "”", `\[rq]`, "'", `\[aq]`, "–", `\[en]`, "—", `\[em]`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

func (g *roff) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		s := escapeRoff(n.Data)
		if text := g.String(); (text == "" || strings.HasSuffix(text, "\n")) && strings.TrimSpace(s) != "" {
			s = strings.TrimLeft(s, " ")
		} else if strings.TrimSpace(s) == "" && (text == "" || strings.HasSuffix(text, "\n")) {
			return
		}
		g.WriteString(s)
		return
	case html.CommentNode:
		return
	}
	switch n.DataAtom {
	case atom.Style, atom.Figure:
	case atom.H1:
		g.line(".TL\n%s", g.inner(n))
	case atom.H2:
		g.line(".SH 1\n%s", g.inner(n))
	case atom.H3:
		g.line(".SH 2\n%s", g.inner(n))
	case atom.P:
		if g.recipe.options["two"] != "" && !g.two && !hasClass(n, "author") {
			g.two = true
			g.line(".2C")
		}
		switch {
		case hasClass(n, "author"):
			g.line(".AU\n%s", g.inner(n))
		case hasClass(n, "abstract"):
			g.line(".AB no\n%s\n.AE", g.inner(n))
		case g.recipe.options["indent"] != "":
			g.line(".PP\n%s", g.inner(n))
		default:
			g.line(".LP\n%s", g.inner(n))
		}
	case atom.Blockquote:
		g.line(".QP\n%s", text(n))
	case atom.Ul, atom.Ol:
		g.list(n)
	case atom.Dl:
		g.terms(n)
	case atom.Pre:
		g.line(".DS I\n.CW\n%s\n.R\n.DE", program(raw(n)))
	case atom.Table:
		g.table(n)
	case atom.Br:
		g.line(".br")
	case atom.B, atom.Strong:
		g.WriteString(`\fB` + g.inner(n) + `\fP`)
	case atom.I, atom.Em, atom.Cite:
		g.WriteString(`\fI` + g.inner(n) + `\fP`)
	case atom.Code:
		g.WriteString(`\f[CR]` + g.inner(n) + `\fP`)
	case atom.A:
		if id, _ := strings.CutPrefix(get(n, "href"), "#"); get(n, "role") == "doc-noteref" {
			g.WriteString(`\**`)
			g.line(".FS\n%s\n.FE", strings.TrimSpace(strings.TrimPrefix(g.inner(g.notes[id]), text(n)+" ")))
			return
		}
		g.children(n)
	case atom.Aside:
		if get(n, "role") != "doc-footnote" {
			g.line(".B1\n%s\n.B2", g.inner(n))
		}
	default:
		if hasClass(n, "newpage") {
			g.line(".bp")
		}
		g.children(n)
	}
}

// program escapes program text line by line, so that none is taken for a request.
func program(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = `\&` + strings.NewReplacer(`\`, `\[rs]`, "'", `\[aq]`, "-", `\-`).Replace(l)
	}
	return strings.Join(lines, "\n")
}

func (g *roff) list(n *html.Node) {
	number := 0
	if g.depth > 0 {
		g.line(".RS")
	}
	g.depth++
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Li {
			continue
		}
		number++
		label := `\[bu]`
		if n.DataAtom == atom.Ol {
			label = map[string]string{"a": string(rune('a'+number-1)) + ")", "": fmt.Sprint(number, ".")}[get(n, "type")]
		}
		g.line(".IP %q 3n\n%s", label, g.inner(c))
	}
	g.depth--
	if g.depth > 0 {
		g.line(".RE")
	}
}

func (g *roff) terms(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Dt:
			g.line(".IP %q 10n", g.inner(c))
		case atom.Dd:
			g.line("%s", g.inner(c))
		}
	}
}

// table writes a table for tbl.
func (g *roff) table(n *html.Node) {
	rows, cols := cells(n)
	if caption := first(n, atom.Caption); caption != nil {
		g.line(".KS\n.LP\n.B\n%s\n.R", text(caption))
		defer g.line(".KE")
	}
	options := "center"
	if hasClass(n, "ruled") || g.recipe.options["tables"] == "ruled" {
		options += " allbox"
	}
	g.line(".TS\n%s;", options)
	var formats, data []string
	below := map[int]int{}
	for _, row := range rows {
		var format, fields []string
		for at, k := 0, 0; at < cols; at++ {
			if below[at] > 0 {
				below[at]--
				format, fields = append(format, "^"), append(fields, "")
				continue
			}
			if k >= len(row) {
				break
			}
			c := row[k]
			k++
			form := "l"
			if at > 0 && !hasClass(n, "words") {
				form = "r"
			}
			if c.DataAtom == atom.Th {
				form += "b"
			}
			if rs := spanned(c, "rowspan"); rs > 1 {
				below[at] = rs - 1
			}
			format, fields = append(format, form), append(fields, text(c))
			for range spanned(c, "colspan") - 1 {
				format = append(format, "s")
				at++
			}
		}
		formats, data = append(formats, strings.Join(format, " ")), append(data, escapeCells(fields))
	}
	g.line("%s.\n%s\n.TE", strings.Join(formats, "\n"), strings.Join(data, "\n"))
}

func escapeCells(fields []string) string {
	for i, f := range fields {
		fields[i] = escapeRoff(f)
	}
	return strings.Join(fields, "\t")
}
