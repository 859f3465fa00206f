package main

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

//go:embed words.txt
var wordList string

// words has the lists in words.txt, by name.
var words = func() map[string][]string {
	lists, name := map[string][]string{}, "sentences"
	for line := range strings.Lines(wordList) {
		line = strings.TrimSpace(line)
		if t, ok := strings.CutPrefix(line, "= "); ok {
			name, _, _ = strings.Cut(t, " ")
		} else if line != "" && line[0] != '#' {
			lists[name] = append(lists[name], line)
		}
	}
	return lists
}()

// The room that formulas have, as a share of the column and in points.
const (
	inlineWide = 0.75
	inlineHigh = 24
	titleWide  = 0.3
	cellWide   = 0.24
	numbered   = 0.84 // beside a number
	rowWide    = 0.6  // an equation that is divided at its relation
)

// writer writes a paper and its truth.
type writer struct {
	*sheet
	rnd   *rand.Rand
	pool  []entry // formulas that are not used yet
	tex   strings.Builder
	truth []entry
	last  []entry // for the foot of the page
	count int     // equations with a number
}

func (w *writer) oneOf(list string) string { return words[list][w.rnd.IntN(len(words[list]))] }

func (w *writer) chance(percent int) bool { return w.rnd.IntN(100) < percent }

// raw writes markup, which does not belong to the truth.
func (w *writer) raw(format string, args ...any) { fmt.Fprintf(&w.tex, format, args...) }

// text writes words.
func (w *writer) text(s string) {
	w.tex.WriteString(s)
	if n := len(w.truth); n > 0 && w.truth[n-1].Kind == "text" {
		w.truth[n-1].Text += s
	} else {
		w.truth = append(w.truth, entry{Kind: "text", Text: s})
	}
}

// pick returns a formula for which f returns true.
func (w *writer) pick(kind string, f func(e *entry) bool) (entry, bool) {
	for i := range w.pool {
		if e := w.pool[i]; e.Kind == kind && f(&e) {
			w.pool = append(w.pool[:i], w.pool[i+1:]...)
			return e, true
		}
	}
	return entry{}, false
}

// inline writes a formula into the text.
func (w *writer) inline(wide float64) {
	e, ok := w.pick("inline", func(e *entry) bool { return e.width <= wide && e.height <= inlineHigh })
	if !ok {
		w.text("it")
		return
	}
	w.raw("$%s$", e.LaTeX)
	w.truth = append(w.truth, e)
}

// sentence writes a sentence. The marks in it stand for words and formulas.
func (w *writer) sentence(list string) {
	var s strings.Builder
	for i, c := range w.oneOf(list) {
		switch c {
		case 'N', 'V':
			if i > 0 || c == 'V' {
				s.WriteString(w.oneOf(map[rune]string{'N': "nouns", 'V': "verbs"}[c]))
				continue
			}
		case 'R':
			if w.count == 0 {
				s.WriteString("assumption")
			} else {
				fmt.Fprintf(&s, "(%d)", 1+w.rnd.IntN(w.count))
			}
			continue
		case '@':
			w.text(s.String())
			s.Reset()
			w.inline(inlineWide)
			continue
		}
		s.WriteRune(c)
	}
	w.text(s.String())
}

func (w *writer) sentences(n int) {
	for i := range n {
		if i > 0 {
			w.text(" ")
		}
		w.sentence("sentences")
		w.raw("\n")
	}
}

// equal splits a formula at its first relation outside of groups, brackets and tables.
func equal(tex string) (left, right string, ok bool) {
	if strings.ContainsAny(tex, "&") || strings.Contains(tex, `\\`) {
		return "", "", false
	}
	depth := 0
	for i := range len(tex) {
		switch rest := tex[i:]; {
		case tex[i] == '{', strings.HasPrefix(rest, `\left`) && !strings.HasPrefix(rest, `\leftarrow`):
			depth++
		case tex[i] == '}', strings.HasPrefix(rest, `\right`) && !strings.HasPrefix(rest, `\rightarrow`):
			depth--
		case tex[i] == '=' && depth == 0:
			left, right = strings.TrimSpace(tex[:i]), strings.TrimSpace(tex[i:])
			return left, right, left != "" && len(right) > 1
		}
	}
	return "", "", false
}

var aroundMath = regexp.MustCompile(`^<math[^>]*>|</math>$`)

// inside returns the MathML of e without its outermost element.
func (e *entry) inside() string { return aroundMath.ReplaceAllString(e.MathML, "") }

// display makes the truth of a display.
func display(tex, markup string, symbols int) entry {
	return entry{Kind: "display", LaTeX: tex, MathML: `<math display="block">` + markup + `</math>`, Symbols: symbols}
}

// end returns the punctuation after a display in a sentence. TeX has it inside of the formula.
func (w *writer) end() string { return [...]string{"", "", ",", "."}[w.rnd.IntN(4)] }

func mo(s string) string {
	if s == "" {
		return ""
	}
	return "<mo>" + s + "</mo>"
}

// number writes the number of the last equation.
func (w *writer) number() {
	w.count++
	w.truth = append(w.truth, entry{Kind: "text", Text: fmt.Sprintf("(%d) ", w.count)})
}

// equation writes a display of one formula.
func (w *writer) equation() {
	w.sentence("introductions")
	with := w.chance(60)
	wide := 1.0
	if with {
		wide = numbered
	}
	e, ok := w.pick("display", func(e *entry) bool { return e.width <= wide && !strings.Contains(e.LaTeX, `\\`) })
	if !ok {
		return
	}
	mark := w.end()
	name := map[bool]string{true: "equation", false: "equation*"}[with]
	w.raw("\n\\begin{%s}\n%s%s\n\\end{%s}\n", name, e.LaTeX, mark, name)
	w.truth = append(w.truth, display(e.LaTeX+mark, "<mrow>"+e.inside()+mo(mark)+"</mrow>", e.Symbols+len(mark)))
	if with {
		w.number()
	}
}

// rows writes a display of several lines: equations under each other, or one over two lines.
func (w *writer) rows() {
	w.sentence("introductions")
	env, with := "align", w.chance(60)
	if w.chance(25) {
		env = "multline"
	} else if w.chance(15) {
		env = "gather"
	}
	n := 1
	if env != "multline" {
		n = 2 + w.rnd.IntN(2)
	}
	var tex, markup []string
	symbols := 0
	for range n {
		e, ok := w.pick("display", func(e *entry) bool {
			_, _, ok := equal(e.LaTeX)
			return ok && e.width <= rowWide && (env != "multline" || e.width > .3)
		})
		if !ok {
			break
		}
		left, right, _ := equal(e.LaTeX)
		symbols += e.Symbols
		switch env {
		case "align":
			tex = append(tex, left+" &"+right)
		case "gather":
			tex = append(tex, e.LaTeX)
		default:
			// The markup is parted where its own first relation of the outermost row stands:
			// one row will do, the yardstick reads lines of one formula as its parts.
			tex = append(tex, left+` \\ `+right)
		}
		markup = append(markup, "<mtr><mtd>"+e.inside()+"</mtd></mtr>")
	}
	if len(tex) == 0 {
		return
	}
	if env == "multline" {
		first, second, ok := parted(markup[0])
		if !ok {
			env, tex[0] = "equation", strings.ReplaceAll(tex[0], ` \\ `, "")
		} else {
			markup = []string{"<mtr><mtd>" + first + "</mtd></mtr>", "<mtr><mtd>" + second + "</mtd></mtr>"}
		}
	}
	star := ""
	if !with {
		star = "*"
	}
	body := strings.Join(tex, " \\\\\n")
	w.raw("\n\\begin{%s%s}\n%s\n\\end{%s%s}\n", env, star, body, env, star)
	table := "<mtable>" + strings.Join(markup, "") + "</mtable>"
	w.truth = append(w.truth, display(body, table, symbols))
	if with {
		for range max(1, n) {
			w.number()
		}
	}
}

// parted splits the markup of a row in its outermost mrow before its first "=".
func parted(row string) (first, second string, ok bool) {
	row = strings.TrimSuffix(strings.TrimPrefix(row, "<mtr><mtd>"), "</mtd></mtr>")
	inner, ok := strings.CutPrefix(row, "<mrow>")
	if !ok || !strings.HasSuffix(inner, "</mrow>") {
		return "", "", false
	}
	inner = strings.TrimSuffix(inner, "</mrow>")
	depth := 0
	for at := 0; at < len(inner); at++ {
		switch rest := inner[at:]; {
		case depth == 0 && at > 0 && strings.HasPrefix(rest, "<mo>=</mo>"):
			return "<mrow>" + inner[:at] + "</mrow>", "<mrow>" + inner[at:] + "</mrow>", true
		case strings.HasPrefix(rest, "</"):
			depth--
		case rest[0] == '<' && !strings.Contains(rest[:strings.IndexByte(rest, '>')+1], "/>"):
			depth++
		}
	}
	return "", "", false
}

// cases writes a display with a brace before its rows.
func (w *writer) cases() {
	w.sentence("introductions")
	isShort := func(e *entry) bool {
		return e.width <= cellWide && e.height < inlineHigh && !strings.Contains(e.LaTeX, "=")
	}
	isCondition := func(e *entry) bool { return e.width <= cellWide && strings.ContainsAny(e.LaTeX, "<>=") }
	name, ok := w.pick("inline", isShort)
	first, ok1 := w.pick("inline", isShort)
	second, ok2 := w.pick("inline", isShort)
	when, ok3 := w.pick("inline", isCondition)
	if !ok || !ok1 || !ok2 || !ok3 {
		return
	}
	tex := fmt.Sprintf("%s = \\begin{cases} %s, & \\text{if } %s \\\\ %s, & \\text{otherwise} \\end{cases}", name.LaTeX, first.LaTeX, when.LaTeX, second.LaTeX)
	markup := fmt.Sprintf("<mrow>%s<mo>=</mo><mrow><mo>{</mo><mtable><mtr><mtd>%s<mo>,</mo></mtd><mtd><mtext>if </mtext>%s</mtd></mtr><mtr><mtd>%s<mo>,</mo></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow></mrow>",
		name.inside(), first.inside(), when.inside(), second.inside())
	w.raw("\n\\begin{equation}\n%s\n\\end{equation}\n", tex)
	w.truth = append(w.truth, display(tex, markup, name.Symbols+first.Symbols+second.Symbols+when.Symbols+15))
	w.number()
}

// list writes items that hold formulas.
func (w *writer) list() {
	kind := [...]string{"itemize", "enumerate"}[w.rnd.IntN(2)]
	w.raw("\n\\begin{%s}\n", kind)
	for range 2 + w.rnd.IntN(3) {
		w.raw("\\item ")
		w.sentences(1)
		w.text(" ")
	}
	w.raw("\\end{%s}\n", kind)
}

// statement writes a theorem or a definition.
func (w *writer) statement() {
	kind := [...]string{"Theorem", "Definition", "Lemma"}[w.rnd.IntN(3)]
	w.raw("\n\\begin{the%s}\n", kind)
	w.truth = append(w.truth, entry{Kind: "text", Text: " " + kind + " "})
	w.sentences(2)
	w.raw("\\end{the%s}\n", kind)
}

// note writes a sentence with a note at the foot.
func (w *writer) note() {
	w.sentences(1)
	w.raw("\\footnote{")
	body := w.truth
	w.truth = nil
	w.sentences(1)
	w.last = append(w.last, w.truth...)
	w.truth = body
	w.raw("}\n")
	w.text(" ")
	w.sentences(1)
}

// table writes a table whose cells hold formulas, with a caption that does.
func (w *writer) table() {
	w.raw("\n\\begin{table}[!h]\\centering\n\\caption{")
	w.sentences(1)
	w.raw("}\n\\begin{tabular}{lll}\\hline\n")
	w.text(" Name ")
	w.raw("&")
	w.text(" Value ")
	w.raw("&")
	w.text(" Condition ")
	w.raw("\\\\\\hline\n")
	for range 3 {
		w.text(" " + w.oneOf("nouns") + " ")
		w.raw("& ")
		w.inline(cellWide)
		w.raw(" & ")
		w.inline(cellWide)
		w.raw("\\\\\n")
	}
	w.raw("\\hline\\end{tabular}\\end{table}\n")
}

// figure writes a frame with a caption that holds formulas.
func (w *writer) figure() {
	w.raw("\n\\begin{figure}[!h]\\centering\n\\framebox[.6\\columnwidth]{\\rule{0pt}{40pt}}\n\\caption{")
	w.sentences(1)
	w.raw("}\\end{figure}\n")
	w.text(" ")
}

// title writes the title of a section, which may hold a formula.
func (w *writer) title() {
	t := w.oneOf("titles")
	w.raw("\n\\section[%s]{", t)
	w.text(" " + t)
	if w.chance(50) {
		w.text(" for ")
		w.inline(titleWide)
	}
	w.raw("}\n")
	w.text(" ")
}

// paper writes the whole paper.
func (w *writer) paper() {
	w.raw("%s", w.preamble())
	w.front()
	frame := w.class == "beamer"
	blocks := [...]struct {
		share int
		write func()
	}{
		{34, func() { w.sentences(2 + w.rnd.IntN(3)) }}, {16, w.equation}, {12, w.rows}, {5, w.cases},
		{8, w.list}, {10, w.statement}, {6, w.note}, {5, w.table}, {4, w.figure},
	}
	for i := range w.blocks {
		switch {
		case frame && i%3 == 0:
			if i > 0 {
				w.raw("\\end{frame}\n")
			}
			w.raw("\\begin{frame}[allowframebreaks]{")
			w.text(" " + w.oneOf("titles") + " ")
			w.raw("}\n")
		case !frame && i%5 == 0:
			w.title()
		}
		n := w.rnd.IntN(100)
		for _, b := range blocks {
			if n -= b.share; n < 0 {
				b.write()
				break
			}
		}
		w.raw("\n\n")
		w.text(" ")
	}
	if frame {
		w.raw("\\end{frame}\n")
	}
	w.raw("\\end{document}\n")
}

// preamble returns everything before the document.
func (s *sheet) preamble() string {
	return fmt.Sprintf("\\documentclass[%s]{%s}\n\\usepackage{amsmath}%s\n", s.options, s.class, s.fonts) +
		"\\newtheorem{theTheorem}{Theorem}\\newtheorem{theDefinition}[theTheorem]{Definition}\\newtheorem{theLemma}[theTheorem]{Lemma}\n" +
		"\\sloppy\\allowdisplaybreaks\n"
}

// front writes the title, the author and the summary in the form of the class.
func (w *writer) front() {
	names := func(before string) {
		w.raw("%s\\title{", before)
		w.text(w.oneOf("titles"))
		w.raw("}\n\\author{")
		w.text(" Ada Brook ")
		w.raw("}\n")
	}
	summary := func() {
		w.raw("\\begin{abstract}\n")
		w.text(" ")
		w.sentences(2)
		w.text(" ")
		w.raw("\\end{abstract}\n")
	}
	w.raw("\\begin{document}\n")
	switch w.class {
	case "beamer":
	case "elsarticle":
		names("\\begin{frontmatter}")
		summary()
		w.raw("\\end{frontmatter}\n")
	case "acmart", "amsart", "revtex4-2":
		names("")
		if w.class == "acmart" {
			w.raw("\\affiliation{\\institution{Shore College}\\city{Port}\\country{Norway}}\n")
		}
		summary()
		w.raw("\\maketitle\n")
	default:
		names("")
		if w.class == "llncs" {
			w.raw("\\institute{Shore College}\n")
		}
		w.raw("\\maketitle\n")
		summary()
	}
}
