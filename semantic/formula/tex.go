package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/layout"
)

// TeX returns the formula in LaTeX, for the packages amsmath and amssymb, without delimiters such as $.
// LaTeX sets the same formula from it.
func (t *Tree) TeX() string {
	var w texWriter
	w.node(t.Root)
	return strings.TrimSpace(w.b.String())
}

type texWriter struct {
	b strings.Builder
}

// write writes s. If s begins with a letter and a control word precedes it, a space separates them.
func (w *texWriter) write(s string) {
	if s == "" {
		return
	}
	if c, _ := utf8.DecodeRuneInString(s); c < 128 && unicode.IsLetter(c) && w.endsInWord() {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(s)
}

// endsInWord reports whether the output so far ends in a control word.
func (w *texWriter) endsInWord() bool {
	s := w.b.String()
	i := len(s)
	for i > 0 && (s[i-1]|0x20 >= 'a' && s[i-1]|0x20 <= 'z') {
		i--
	}
	return i < len(s) && i > 0 && s[i-1] == '\\'
}

// group writes a node in braces, as an argument.
func (w *texWriter) group(n *Node) {
	w.b.WriteByte('{')
	if n != nil {
		w.node(n)
	}
	w.b.WriteByte('}')
}

func (w *texWriter) nodes(ns []*Node) {
	for _, n := range ns {
		if n != nil {
			w.node(n)
		}
	}
}

func (w *texWriter) node(n *Node) {
	switch n.Kind {
	case Row:
		w.nodes(n.Children)
	case Identifier, Number:
		w.symbol(n)
	case Operator:
		w.operator(n)
	case Text:
		w.styled(n.Alphabet, `\text`, `{`+texText(n.Text)+`}`)
	case Space:
		switch {
		case n.Width >= 1.7:
			w.write(`\qquad `)
		case n.Width > wideGap:
			w.write(`\quad `)
		default:
			w.write(`\ `)
		}
	case Fraction:
		if n.NoBar {
			w.write(`\genfrac{}{}{0pt}{}`)
		} else {
			w.write(`\frac`)
		}
		w.group(n.Children[0])
		w.group(n.Children[1])
	case Root:
		w.write(`\sqrt`)
		if len(n.Children) > 1 {
			w.b.WriteString("[{")
			w.node(n.Children[1])
			w.b.WriteString("}]")
		}
		w.group(n.Children[0])
	case Scripts:
		w.scripts(n)
	case Limits:
		w.limits(n)
	case Fence:
		w.fence(n)
	case Table:
		w.table(n, "")
	}
}

// scripts writes a base with its scripts.
func (w *texWriter) scripts(n *Node) {
	base := n.Children[0]
	if pre := n.Children[3:]; pre[0] != nil || pre[1] != nil {
		w.b.WriteString("{}")
		w.hang(pre[0], pre[1])
	}
	switch {
	case base.Kind == Operator && roleOf(signOf(base)) == big:
		w.operator(base)
		w.b.WriteString(`\nolimits`)
	case base.Kind == Identifier && base.IsFunction():
		w.symbol(base)
		if _, under := isFunction(base.Text); under {
			w.b.WriteString(`\nolimits`)
		}
	case base.Kind == Fence || leaf(base) && base.Kind != Operator:
		w.node(base)
	case base.Kind == Operator:
		w.operator(base)
	default:
		w.group(base)
	}
	w.hang(n.Children[1], n.Children[2])
}

func leaf(n *Node) bool { return len(n.Children) == 0 }

// hang writes a subscript and a superscript.
func (w *texWriter) hang(sub, sup *Node) {
	if sub != nil {
		w.b.WriteByte('_')
		w.group(sub)
	}
	if sup != nil {
		w.b.WriteByte('^')
		w.group(sup)
	}
}

// accentTeX returns the commands for an accent over one letter and over several.
func accentTeX(accent string) (tex [2]string, ok bool) {
	switch accent {
	case "^":
		return [2]string{`\hat`, `\widehat`}, true
	case "~":
		return [2]string{`\tilde`, `\widetilde`}, true
	case "¯":
		return [2]string{`\bar`, `\overline`}, true
	case "˙":
		return [2]string{`\dot`, `\dot`}, true
	case "¨":
		return [2]string{`\ddot`, `\ddot`}, true
	case "ˇ":
		return [2]string{`\check`, `\check`}, true
	case "˘":
		return [2]string{`\breve`, `\breve`}, true
	case "´":
		return [2]string{`\acute`, `\acute`}, true
	case "`":
		return [2]string{"\\grave", "\\grave"}, true
	case "˚":
		return [2]string{`\mathring`, `\mathring`}, true
	case "→":
		return [2]string{`\vec`, `\overrightarrow`}, true
	case "←":
		return [2]string{`\overleftarrow`, `\overleftarrow`}, true
	case "↔":
		return [2]string{`\overleftrightarrow`, `\overleftrightarrow`}, true
	case "⃛":
		return [2]string{`\dddot`, `\dddot`}, true
	case "⃜":
		return [2]string{`\ddddot`, `\ddddot`}, true
	case "⏞", "⏜":
		return [2]string{`\overbrace`, `\overbrace`}, true
	}
	return tex, false
}

func (w *texWriter) limits(n *Node) {
	base, under, over := n.Children[0], n.Children[1], n.Children[2]
	if n.Accent {
		if over != nil {
			c, ok := accentTeX(over.Text)
			switch wide := over.Box.Width() > .9*base.Box.Width() && (over.Text == "¯" || !leaf(base)); {
			case !ok:
				w.write(`\overset`)
				w.group(over)
			case wide:
				w.write(c[1])
			default:
				w.write(c[0])
			}
			w.group(base)
			return
		}
		switch under.Text {
		case "_", "¯":
			w.write(`\underline`)
		case "⏟", "⏝":
			w.write(`\underbrace`)
		default:
			w.write(`\underset`)
			w.group(under)
		}
		w.group(base)
		return
	}
	sign := signOf(base)
	switch {
	case base.Kind == Operator && roleOf(sign) == big:
		w.operator(base)
		w.b.WriteString(`\limits`)
		w.hang(under, over)
		return
	case base.Kind == Identifier && utf8.RuneCountInString(base.Text) > 1 && base.Alphabet == layout.Upright:
		w.write(`\operatorname*{` + texText(base.Text) + `}\limits`)
		w.hang(under, over)
		return
	case base.Kind == Limits && base.Accent && isBrace(base):
		w.node(base)
		w.hang(under, over)
		return
	case sign == '→' || sign == '⟶' || sign == '←' || sign == '⟵':
		if over != nil {
			w.write(map[bool]string{true: `\xrightarrow`, false: `\xleftarrow`}[sign == '→' || sign == '⟶'])
			if under != nil {
				w.b.WriteByte('[')
				w.group(under)
				w.b.WriteByte(']')
			}
			w.group(over)
			return
		}
	}
	if over != nil {
		w.write(`\overset`)
		w.group(over)
		w.b.WriteByte('{')
	}
	if under != nil {
		w.write(`\underset`)
		w.group(under)
	}
	w.group(base)
	if over != nil {
		w.b.WriteByte('}')
	}
}

func isBrace(n *Node) bool {
	for _, c := range n.Children[1:] {
		if c != nil && (c.Text == "⏞" || c.Text == "⏟") {
			return true
		}
	}
	return false
}

func (w *texWriter) fence(n *Node) {
	if len(n.Children) == 1 && n.Children[0].Kind == Table {
		t := n.Children[0]
		if n.Text == "{" && n.Close == "" && len(t.Align) <= 2 {
			w.table(t, "cases")
			return
		}
		name := map[string]string{"()": "pmatrix", "[]": "bmatrix", "{}": "Bmatrix", "||": "vmatrix", "‖‖": "Vmatrix"}[n.Text+n.Close]
		if name != "" && !aligned(t.Align) {
			w.table(t, name)
			return
		}
	}
	if n.holdsBinomial() && n.Text == "(" && n.Close == ")" {
		w.write(`\binom`)
		w.group(n.Children[0].Children[0])
		w.group(n.Children[0].Children[1])
		return
	}
	if !n.Large {
		w.bracket(n.Text)
		w.nodes(n.Children)
		w.bracket(n.Close)
		return
	}
	w.write(`\left`)
	w.bracket(orDot(n.Text))
	w.nodes(n.Children)
	w.write(`\right`)
	w.bracket(orDot(n.Close))
}

// holdsBinomial reports whether a Fence holds nothing but a fraction without bar.
func (n *Node) holdsBinomial() bool {
	return n.Kind == Fence && len(n.Children) == 1 && n.Children[0].Kind == Fraction && n.Children[0].NoBar
}

// aligned reports whether any column is aligned left or right.
func aligned(align []Align) bool {
	for _, a := range align {
		if a != Center {
			return true
		}
	}
	return false
}

func orDot(s string) string {
	if s == "" {
		return "."
	}
	return s
}

func (w *texWriter) bracket(s string) {
	for _, c := range s {
		w.write(texOf(c))
	}
}

func (w *texWriter) table(n *Node, name string) {
	if name == "" {
		switch {
		case len(n.Align) == 2 && n.Align[0] == Right && n.Align[1] == Left:
			name = "aligned"
		case len(n.Align) == 1:
			name = "gathered"
		case aligned(n.Align):
			w.write(`\begin{array}{`)
			for _, a := range n.Align {
				w.b.WriteByte("clr"[a])
			}
			w.b.WriteByte('}')
			w.rows(n)
			w.b.WriteString(`\end{array}`)
			return
		default:
			name = "matrix"
		}
	}
	w.write(`\begin{` + name + `}`)
	w.rows(n)
	w.b.WriteString(`\end{` + name + `}`)
}

func (w *texWriter) rows(n *Node) {
	for i, row := range n.Children {
		if i > 0 {
			w.b.WriteString(`\\ `)
		}
		for k, cell := range row.Children {
			if k > 0 {
				w.b.WriteString("& ")
			}
			if cell != nil {
				w.node(cell)
			}
			w.b.WriteByte(' ')
		}
	}
}

// alphabetTeX has the command of each alphabet.
var alphabetTeX = [...]string{
	layout.Upright: `\mathrm`, layout.MathItalic: `\mathit`, layout.MathBold: `\mathbf`, layout.MathBoldItalic: `\boldsymbol`,
	layout.DoubleStruck: `\mathbb`, layout.Script: `\mathcal`, layout.BoldScript: `\boldsymbol\mathcal`, layout.Fraktur: `\mathfrak`,
	layout.BoldFraktur: `\boldsymbol\mathfrak`, layout.SansSerif: `\mathsf`, layout.SansSerifBold: `\mathsf`,
	layout.SansSerifItalic: `\mathsf`, layout.SansSerifBoldItalic: `\mathsf`, layout.Monospace: `\mathtt`,
}

func (w *texWriter) styled(a layout.Alphabet, upright, arg string) {
	switch a {
	case layout.Upright:
		w.write(upright + arg)
	case layout.BoldScript, layout.BoldFraktur:
		w.write(`\boldsymbol{` + alphabetTeX[a][len(`\boldsymbol`):] + arg + `}`)
	case layout.MathBold, layout.SansSerifBold:
		if upright == `\text` {
			w.write(`\textbf` + arg)
			return
		}
		fallthrough
	default:
		if int(a) >= len(alphabetTeX) {
			w.write(upright + arg)
			return
		}
		w.write(alphabetTeX[a] + arg)
	}
}

func (w *texWriter) symbol(n *Node) {
	var arg strings.Builder
	count := 0
	for _, c := range n.Text {
		s := texOf(c)
		if c == ' ' {
			s = `\,`
		}
		if arg.Len() > 0 && strings.HasPrefix(lastWord(arg.String()), `\`) && s != "" && isASCIILetter(s[0]) {
			arg.WriteByte(' ')
		}
		arg.WriteString(s)
		count++
	}
	first, _ := utf8.DecodeRuneInString(n.Text)
	switch a := n.Alphabet; {
	case n.Text == "l" && a == layout.Script:
		w.write(`\ell`) // \mathcal has only capitals
	case n.Kind == Number && a == layout.Upright:
		w.write(arg.String())
	case count > 1 && a == layout.Upright:
		if known, _ := isFunction(n.Text); known {
			if tex := standardTeX(n.Text); tex != "" {
				w.write(tex)
			} else {
				w.write(`\operatorname{` + arg.String() + `}`)
			}
			return
		}
		w.write(`\mathrm{` + arg.String() + `}`)
	case a == layout.MathItalic && (n.Kind == Identifier) && count == 1:
		w.write(arg.String())
	case a == layout.Upright && (isASCIILetterRune(first) || unicode.Is(unicode.Greek, first) && unicode.IsUpper(first)):
		if unicode.Is(unicode.Greek, first) {
			w.write(arg.String())
			return
		}
		w.write(`\mathrm{` + arg.String() + `}`)
	case a == layout.Upright:
		w.write(arg.String())
	case a == layout.MathBold && unicode.Is(unicode.Greek, first) && unicode.IsLower(first):
		w.write(`\boldsymbol{` + arg.String() + `}`)
	default:
		w.styled(a, `\mathrm`, `{`+arg.String()+`}`)
	}
}

func lastWord(s string) string {
	if i := strings.LastIndexByte(s, '\\'); i >= 0 {
		for _, c := range s[i+1:] {
			if !isASCIILetterRune(c) {
				return ""
			}
		}
		return s[i:]
	}
	return ""
}

func isASCIILetter(c byte) bool     { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isASCIILetterRune(c rune) bool { return c < 128 && isASCIILetter(byte(c)) }

func (w *texWriter) operator(n *Node) {
	c := signOf(n)
	if n.Large && (roleOf(c) == bar || roleOf(c) == opening || roleOf(c) == closing) {
		w.write(map[role]string{opening: `\Bigl`, closing: `\Bigr`, bar: `\Big`}[roleOf(c)])
	}
	for _, c := range n.Text {
		w.write(texOf(c))
	}
}

// texText escapes words for use in \text.
func texText(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case strings.ContainsRune(`#$%&_{}`, c):
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\\':
			b.WriteString(`\textbackslash{}`)
		case c == '^':
			b.WriteString(`\^{}`)
		case c == '~':
			b.WriteString(`\~{}`)
		case c == ' ' || c < 128 || unicode.IsLetter(c) && c < 0x250:
			b.WriteRune(c)
		case c == '\u0338':
		default:
			b.WriteString(`$` + strings.TrimSpace(texOf(c)) + `$`)
		}
	}
	return b.String()
}

// texOf returns the command for c, or c itself.
func texOf(c rune) string {
	if s, ok := texNames()[c]; ok {
		return s
	}
	switch {
	case strings.ContainsRune(`#$%&_{}`, c):
		return `\` + string(c)
	case c < 32 || c == 127:
		return ""
	case c == '\u0338':
		return `\not`
	case unicode.Is(unicode.Mn, c): // an accent without a base
		if a, ok := accentTeX(accentName(c)); ok {
			return a[0] + `{}`
		}
		return ""
	case c < 128:
		return string(c)
	case c == '\uFFFD':
		return `\square `
	}
	if c >= firstStyled && c <= lastStyled {
		plain, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(c)))
		switch {
		case plain == c: // no character has this code point
		case isBoldGreek(c):
			return `\boldsymbol{` + texOf(plain) + `}`
		default:
			return texOf(plain)
		}
	}
	return `\text{` + string(c) + `}`
}

// firstStyled and lastStyled bound the code points of letters and digits in the styles of mathematics.
const (
	firstStyled = '\U0001D400'
	lastStyled  = '\U0001D7FF'
)

// isBoldGreek reports whether c is a bold Greek letter of that range, upright or italic, with or without
// serifs.
func isBoldGreek(c rune) bool {
	return c >= '\U0001D6A8' && c <= '\U0001D6E1' || c >= '\U0001D71C' && c <= '\U0001D7C9'
}

// standardTeX returns the command for the name of a function, or "" where TeX has none.
func standardTeX(name string) string {
	switch name {
	case "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg", "ln", "log", "sec", "sin",
		"sinh", "tan", "tanh", "det", "gcd", "inf", "lim", "liminf", "limsup", "max", "min", "Pr", "sup":
		return `\` + name
	case "lim sup":
		return `\limsup`
	case "lim inf":
		return `\liminf`
	}
	return ""
}
