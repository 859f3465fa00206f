package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// latex sets the source with pdfLaTeX. The style is a preamble with its document class.
func (r recipe) latex(ctx context.Context, doc *html.Node, sources, dir string) error {
	preamble, err := os.ReadFile(filepath.Join(sources, "style", r.style+".tex"))
	if err != nil {
		return err
	}
	t := tex{recipe: r, notes: notesOf(doc)}
	t.children(find(doc, atom.Body))
	src := string(preamble) + r.fancy() + t.setup(doc) + "\\begin{document}\n" + r.options["begin"] + t.String() + "\n\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "out.tex"), []byte(src), 0o644); err != nil {
		return err
	}
	for range 2 {
		if err := command(ctx, dir, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "out.tex"); err != nil {
			return err
		}
	}
	return nil
}

// notesOf returns the notes of a document by their ids.
func notesOf(doc *html.Node) map[string]*html.Node {
	notes := map[string]*html.Node{}
	for n := range doc.Descendants() {
		if get(n, "role") == "doc-footnote" {
			notes[get(n, "id")] = n
		}
	}
	return notes
}

// fancy sets the running heads and feet.
func (r recipe) fancy() string {
	at := r.furniture()
	if len(at) == 0 {
		return "\\pagestyle{empty}\n"
	}
	commands := map[string]string{"tl": "head[L", "tc": "head[C", "tr": "head[R", "bl": "foot[L", "bc": "foot[C", "br": "foot[R"}
	mirrored := map[byte]string{'L': "R", 'R': "L", 'C': "C"}
	var b strings.Builder
	b.WriteString("\\usepackage{fancyhdr,lastpage}\n\\pagestyle{fancy}\\fancyhf{}\n")
	if r.options["rule"] == "" {
		b.WriteString("\\renewcommand{\\headrulewidth}{0pt}\n")
	}
	if r.options["roman"] != "" {
		b.WriteString("\\AtBeginDocument{\\pagenumbering{roman}}\n")
	}
	for place, text := range at {
		text = strings.ReplaceAll(escapeTeX(text), `\#\#`, `\pageref{LastPage}`)
		text = strings.ReplaceAll(text, `\#`, `\thepage{}`)
		c := commands[place]
		if _, mirror := r.options["mirror"]; mirror {
			fmt.Fprintf(&b, "\\fancy%sO]{%s}\\fancy%s%sE]{%s}\n", c, text, c[:5], mirrored[c[5]], text)
		} else {
			fmt.Fprintf(&b, "\\fancy%s]{%s}\n", c, text)
		}
	}
	if _, bare := r.options["bare"]; bare {
		b.WriteString("\\AtBeginDocument{\\thispagestyle{empty}}\n")
	} else {
		b.WriteString("\\fancypagestyle{plain}{}\n")
	}
	return b.String()
}

func (t *tex) setup(doc *html.Node) string {
	language := map[string]string{"en": "british", "de": "ngerman", "fr": "french"}[get(find(doc, atom.Html), "lang")]
	return "\\usepackage[" + language + "]{babel}\n\\usepackage{multirow,booktabs,tikz,enumitem,longtable,array,amsmath,amssymb}\n" +
		"\\usepackage[hidelinks]{hyperref}\n\\hypersetup{pdftitle={" + escapeTeX(text(find(doc, atom.Title))) + "}}\n\\setcounter{secnumdepth}{-2}\n"
}

// tex writes LaTeX.
type tex struct {
	strings.Builder
	recipe recipe
	notes  map[string]*html.Node
}

func escapeTeX(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`,
		`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, "\u00a0", "~", "“", "``", "”", "''", "‘", "`", "’", "'", "–", "--", "—", "---",
		"…", `\ldots{}`, "„", `\quotedblbase{}`, "€", `\texteuro{}`, "§", `\S{}`, "×", `$\times$`, "☐", `\fbox{\rule{0pt}{.7ex}\rule{.7ex}{0pt}}`, "•", `\textbullet{}`, "−", "$-$", "°", `\textdegree{}`, "½", `\textonehalf{}`).Replace(s)
}

func (t *tex) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		t.node(c)
	}
}

func (t *tex) inner(n *html.Node) string {
	in := tex{recipe: t.recipe, notes: t.notes}
	in.children(n)
	return strings.TrimSpace(in.String())
}

var texHeadings = map[atom.Atom]string{atom.H2: "section", atom.H3: "subsection", atom.H4: "subsubsection"}

// wraps are the commands around inline elements.
var texWraps = map[atom.Atom]string{atom.B: "textbf", atom.Strong: "textbf", atom.I: "textit", atom.Em: "emph", atom.Cite: "textit",
	atom.Code: "texttt", atom.Sup: "textsuperscript", atom.Sub: "textsubscript", atom.Small: "textsmaller"}

// texLabels are the marks of lists by their type.
var texLabels = map[string]string{"a": `\alph*)`, "i": `(\roman*)`, "A": `\Alph*.`, "1": `\arabic*.`, "I": `\Roman*.`, "": `\arabic*.`}

func (t *tex) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		t.WriteString(escapeTeX(n.Data))
		return
	case html.CommentNode:
		return
	}
	if source := get(n, "tex"); source != "" { // the source in LaTeX
		t.WriteString(source)
		return
	}
	switch n.DataAtom {
	case atom.Style:
	case atom.H1:
		if get(n, "class") == "chapter" {
			fmt.Fprintf(t, "\n\n\\chapter*{%s}\n", t.inner(n))
		} else {
			fmt.Fprintf(t, "\n\n{\\titlefont %s\\par}\\medskip\n", t.inner(n))
		}
	case atom.H2, atom.H3, atom.H4:
		fmt.Fprintf(t, "\n\n\\%s{%s}", texHeadings[n.DataAtom], t.inner(n))
		if id := get(n, "id"); id != "" {
			fmt.Fprintf(t, "\\hypertarget{%s}{}", id)
		}
		t.WriteString("\n")
	case atom.P:
		if hasClass(n, "equation") {
			t.equation(n)
		} else if hasClass(n, "center") {
			fmt.Fprintf(t, "\n\n{\\centering %s\\par}\n", t.inner(n))
		} else {
			fmt.Fprintf(t, "\n\n%s\n", t.inner(n))
		}
	case atom.Blockquote:
		fmt.Fprintf(t, "\n\n\\begin{quote}%s\\end{quote}\n", t.inner(n))
	case atom.Ul:
		fmt.Fprintf(t, "\n\\begin{itemize}%s\\end{itemize}\n", t.inner(n))
	case atom.Ol:
		fmt.Fprintf(t, "\n\\begin{enumerate}[label=%s]%s\\end{enumerate}\n", texLabels[get(n, "type")], t.inner(n))
	case atom.Li:
		fmt.Fprintf(t, "\\item %s\n", guard(t.inner(n)))
	case atom.Dl:
		fmt.Fprintf(t, "\n\\begin{description}%s\\end{description}\n", t.inner(n))
	case atom.Dt:
		fmt.Fprintf(t, "\\item[%s] ", t.inner(n))
	case atom.Dd:
		t.WriteString(t.inner(n) + "\n")
	case atom.Pre:
		fmt.Fprintf(t, "\n\\begin{verbatim}\n%s\n\\end{verbatim}\n", strings.Trim(raw(n), "\n"))
	case atom.Table:
		t.table(n)
	case atom.Figure:
		t.figure(n)
	case atom.Br:
		t.WriteString("\\\\\n")
	case atom.A:
		t.link(n)
	case atom.Section, atom.Div, atom.Header:
		t.division(n)
	case atom.Aside:
		if get(n, "role") != "doc-footnote" {
			fmt.Fprintf(t, "\n\n\\noindent\\fbox{\\begin{minipage}{.95\\linewidth}%s\\end{minipage}}\\medskip\n\n", t.inner(n))
		}
	default:
		if wrap := texWraps[n.DataAtom]; wrap != "" {
			fmt.Fprintf(t, "\\%s{%s}", wrap, t.inner(n))
			return
		}
		t.children(n)
	}
}

// guard keeps LaTeX from taking a bracket at the beginning of an item for the label of the item.
func guard(s string) string {
	if strings.HasPrefix(s, "[") {
		return "{}" + s
	}
	return s
}

// raw returns the text of a program as it stands.
func raw(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

func (t *tex) division(n *html.Node) {
	switch {
	case hasClass(n, "titling"): // over both columns
		if _, two := t.recipe.options["two"]; two {
			fmt.Fprintf(t, "\n\\twocolumn[\\begin{@twocolumnfalse}{\\centering %s\\par}\\bigskip\\end{@twocolumnfalse}]\n", t.inner(n))
			return
		}
		fmt.Fprintf(t, "\n{\\centering %s\\par}\n", t.inner(n))
	case hasClass(n, "newpage"):
		t.WriteString("\n\\clearpage\n")
		t.children(n)
	case hasClass(n, "small"):
		fmt.Fprintf(t, "\n{\\small %s\\par}\n", t.inner(n))
	default:
		t.children(n)
	}
}

func (t *tex) link(n *html.Node) {
	target := get(n, "href")
	id, internal := strings.CutPrefix(target, "#")
	switch {
	case get(n, "role") == "doc-noteref":
		note := t.notes[id]
		fmt.Fprintf(t, "\\footnote{%s}", strings.TrimSpace(strings.TrimPrefix(t.inner(note), text(n)+" ")))
	case internal:
		fmt.Fprintf(t, "\\hyperlink{%s}{%s}", id, t.inner(n))
	default:
		fmt.Fprintf(t, "\\href{%s}{%s}", strings.NewReplacer("%", `\%`, "#", `\#`, "_", `\_`).Replace(target), t.inner(n))
	}
}

// cells returns the rows of a table, each of its cells, and how many columns there are.
func cells(table *html.Node) (rows [][]*html.Node, cols int) {
	for n := range table.Descendants() {
		if n.DataAtom != atom.Tr {
			continue
		}
		var row []*html.Node
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
				row = append(row, c)
			}
		}
		rows = append(rows, row)
	}
	for _, c := range rows[0] {
		cols += spanned(c, "colspan")
	}
	return rows, cols
}

func spanned(n *html.Node, name string) int {
	v, err := strconv.Atoi(get(n, name))
	return max(1, map[bool]int{true: v}[err == nil])
}

// table writes a table: booktabs, or with class ruled rules around all cells. The attribute cols has its columns
// in the notation of LaTeX.
func (t *tex) table(n *html.Node) {
	rows, cols := cells(n)
	ruled := hasClass(n, "ruled") || t.recipe.options["tables"] == "ruled"
	layout := get(n, "cols")
	if layout == "" {
		layout = "l" + strings.Repeat("r", cols-1)
	}
	line, top, bottom := "\\midrule\n", "\\toprule\n", "\\bottomrule\n"
	if ruled {
		layout = "|" + strings.Join(strings.Split(layout, ""), "|") + "|"
		if strings.Contains(layout, "p") || strings.Contains(layout, "{") {
			layout = "|" + strings.ReplaceAll(get(n, "cols"), " ", "|") + "|"
		}
		line, top, bottom = "\\hline\n", "\\hline\n", "\\hline\n"
	} else {
		layout = strings.ReplaceAll(layout, " ", "")
	}
	long := hasClass(n, "long")
	caption := first(n, atom.Caption)
	if long {
		t.WriteString("\n\n\\begin{longtable}{" + layout + "}\n")
		if caption != nil {
			fmt.Fprintf(t, "\\multicolumn{%d}{l}{%s}\\\\\n", cols, t.inner(caption))
		}
	} else {
		t.WriteString("\n\n\\begin{center}\\small\n")
		if caption != nil {
			fmt.Fprintf(t, "%s\\par\\smallskip\n", t.inner(caption))
		}
		t.WriteString("\\begin{tabular}{" + layout + "}\n")
	}
	t.WriteString(top)
	t.rows(rows, cols, ruled, line)
	t.WriteString(bottom)
	if long {
		t.WriteString("\\end{longtable}\n")
	} else {
		t.WriteString("\\end{tabular}\\end{center}\n\n")
	}
}

func (t *tex) rows(rows [][]*html.Node, cols int, ruled bool, line string) {
	below := map[int]int{} // columns that a cell above covers, and for how many rows
	for i, row := range rows {
		at, k := 0, 0
		for at < cols {
			if at > 0 {
				t.WriteString(" & ")
			}
			if below[at] > 0 {
				below[at]--
				at++
				continue
			}
			if k >= len(row) {
				break
			}
			c := row[k]
			k++
			body := t.inner(c)
			if c.DataAtom == atom.Th {
				body = "\\textbf{" + body + "}"
			}
			if n := spanned(c, "rowspan"); n > 1 {
				body = fmt.Sprintf("\\multirow{%d}{*}{%s}", n, body)
				below[at] = n - 1
			}
			if n := spanned(c, "colspan"); n > 1 {
				place := "c"
				if ruled {
					place = "|c|"
					if at > 0 {
						place = "c|"
					}
				}
				body = fmt.Sprintf("\\multicolumn{%d}{%s}{%s}", n, place, body)
				at += n - 1
			}
			t.WriteString(body)
			at++
		}
		t.WriteString(" \\\\\n")
		next := i+1 < len(rows) && len(rows[i+1]) > 0 && rows[i+1][0].DataAtom == atom.Th && len(rows[i+1]) > 1
		switch {
		case i == len(rows)-1:
		case ruled && hasRoom(below):
			t.WriteString(clines(below, cols))
		case ruled:
			t.WriteString(line)
		case len(row) > 0 && row[len(row)-1].DataAtom == atom.Th && !(next && rows[i+1][len(rows[i+1])-1].DataAtom == atom.Th):
			t.WriteString(line)
		}
	}
}

func hasRoom(below map[int]int) bool {
	for _, n := range below {
		if n > 0 {
			return true
		}
	}
	return false
}

// clines rules the columns that no cell from above covers.
func clines(below map[int]int, cols int) string {
	var b strings.Builder
	for c := range cols {
		if below[c] == 0 {
			fmt.Fprintf(&b, "\\cline{%d-%d}", c+1, c+1)
		}
	}
	return b.String() + "\n"
}

// figure draws a chart, whose SVG has lines, rectangles, circles and texts only.
func (t *tex) figure(n *html.Node) {
	t.WriteString("\n\n\\begin{center}\n")
	if svg := find(n, atom.Svg); svg != nil {
		t.WriteString("\\begin{tikzpicture}[x=.5pt,y=-.5pt]\n")
		for c := range svg.Descendants() {
			f := func(name string) string { return get(c, name) }
			switch c.Data {
			case "line":
				fmt.Fprintf(t, "\\draw (%s,%s) -- (%s,%s);\n", f("x1"), f("y1"), f("x2"), f("y2"))
			case "rect":
				fmt.Fprintf(t, "\\fill[gray] (%s,%s) rectangle ++(%s,%s);\n", f("x"), f("y"), f("width"), f("height"))
			case "polyline":
				fmt.Fprintf(t, "\\draw[thick] (%s);\n", strings.Join(strings.Fields(f("points")), ") -- ("))
			case "circle":
				fmt.Fprintf(t, "\\draw (%s,%s) circle (%spt);\n", f("cx"), f("cy"), f("r"))
			case "text":
				anchor := map[string]string{"middle": "base", "end": "base east", "start": "base west"}[f("text-anchor")]
				fmt.Fprintf(t, "\\node[anchor=%s,inner sep=0,font=\\scriptsize] at (%s,%s) {%s};\n", anchor, f("x"), f("y"), escapeTeX(text(c)))
			}
		}
		t.WriteString("\\end{tikzpicture}\\par\\smallskip\n")
	}
	if caption := first(n, atom.Figcaption); caption != nil {
		fmt.Fprintf(t, "{\\small %s\\par}\n", t.inner(caption))
	}
	t.WriteString("\\end{center}\n\n")
}
