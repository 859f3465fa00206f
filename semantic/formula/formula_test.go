package formula_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// TestBlanksAreNoBars: a blank among the glyphs does not make the last of them be taken for the bar.
func TestBlanksAreNoBars(t *testing.T) {
	t.Parallel()
	f := root(at("abc", em)).formula()
	blank := f.Glyphs[0]
	blank.Char = ' '
	f.Glyphs = append([]layout.FormulaGlyph{blank}, f.Glyphs...)
	require.Equal(t, `\sqrt{abc}`, formula.Read(f).TeX())
}

// TestHalvesOfSquareBrackets: of a ceiling or a floor one end is painted only.
func TestHalvesOfSquareBrackets(t *testing.T) {
	t.Parallel()
	inner := frac(at("a", em), at("b", em), em)
	for _, want := range []string{"⌈a/b⌉", "⌊a/b⌋"} {
		open, closing := pieces('[', 2.6*em), pieces(']', 2.6*em)
		cut := func(s set) set {
			if want == "⌈a/b⌉" {
				s.glyphs = s.glyphs[:len(s.glyphs)-1]
			} else {
				s.glyphs = s.glyphs[1:]
			}
			return s
		}
		require.Equal(t, want, formula.Read(row(cut(open), inner, cut(closing)).formula()).Text())
	}
}

// TestWhiteBehindADecimalPoint: the white that eqn sets there parts no number. Behind a comma it parts two.
func TestWhiteBehindADecimalPoint(t *testing.T) {
	t.Parallel()
	for mark, want := range map[string]string{".": "0.5", "_": "0"} {
		root := formula.Read(row(at("x=0"+mark, em), at("5", em).moved(.17*em, 0)).formula()).Root
		require.Equal(t, want, root.Children[2].Text)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	const small, smaller = .7 * em, .5 * em
	two := at("2", small)
	tests := []struct {
		name string
		set  set
		tex  string
		text string
	}{
		{"superscript", sup(at("x", em), two), "x^{2}", "x^2"},
		{"both scripts", scripts(at("x", em), ptr(at("i", small)), &two), "x_{i}^{2}", "x_i^2"},
		{"script of a superscript", sup(at("x", em), sub(at("a", small), at("b", smaller).moved(0, -1))), "x^{a_{b}}", "x^(a_b)"},
		{"primes", sup(at("f", em), at("′′", small)), `f^{\prime\prime}`, "f′′"},
		{"relation", at("a+b=c", em), "a+b=c", "a + b = c"},
		{"minus before a number", at("x=−1", em), "x=-1", "x = −1"},
		{"number with point and comma", at("1_000.5", em), "1,000.5", "1,000.5"},
		{"script of a script that is little smaller", row(at("y", em), sup(at("x", em), sub(at("a", small), at("b", .89*small).moved(0, -.5)))), "yx^{a_{b}}", "yx^(a_b)"},
		{"fraction", frac(at("a", em), at("b", em), em), `\frac{a}{b}`, "a/b"},
		{"fraction between signs", row(at("x=", em), frac(at("a+b", em), at("c", em), em), at("+d", em)), `x=\frac{a+b}{c}+d`, "x = (a + b)/c + d"},
		{"fraction in a fraction", frac(frac(at("a", em), at("b", em), em), at("c", em), em), `\frac{\frac{a}{b}}{c}`, "(a/b)/c"},
		{"fraction in a superscript", sup(at("x", em), frac(at("1", smaller), at("2", smaller), small)), `x^{\frac{1}{2}}`, "x^(1/2)"},
		{"subscript under a fraction that is raised", scripts(at("x", em), ptr(at("ij", small)), ptr(frac(at("1", smaller), at("2", smaller), small).moved(0, -1))),
			`x_{ij}^{\frac{1}{2}}`, "x_(ij)^(1/2)"},
		{"root", row(root(at("x+1", em)), at("y", em)), `\sqrt{x+1}y`, "√(x + 1)y"},
		{"larger root over a bar", frac(row(at("b+", em), scaled(root(at("c", em)), 1.5)), at("a", em), em), `\frac{b+\sqrt{c}}{a}`, "(b + √c)/a"},
		{"sum with limits", row(limit(large('∑', 1.4*em, em), at("i=1", small), at("n", small)), sub(at("a", em), at("i", small))),
			`\sum\limits_{i=1}^{n}a_{i}`, "∑_(i = 1)^n a_i"},
		{"sum without anything of full size", limit(large('∑', 1.4*em, em), at("q=1", small), at("2n+1", small)),
			`\sum\limits_{q=1}^{2n+1}`, "∑_(q = 1)^(2n + 1)"},
		{"limit under a name", row(limit(at("'lim'", em), at("x→0", small), set{}), at(" f", em)), `\operatorname*{lim}\limits_{x\to0}f`, "lim_(x → 0) f"},
		{"function", at("'sin' x", em), `\sin x`, "sin x"},
		{"words", at("x  'if' y", em), `x\ \mathrm{if}\ y`, "x if y"},
		{"brackets", at("f(x,y)", em), "f(x,y)", "f(x, y)"},
		{"bracket set by its middle", row(sign('[', em).moved(0, 1.2), at("0,w", em), sign(']', em).moved(0, 1.2)), "[0,w]", "[0, w]"},
		{"half-open interval", at("[0,1)", em), "[0,1)", "[0, 1)"},
		{"brackets that grew", row(large('(', 2.4*em, em), frac(at("a", em), at("b", em), em), large(')', 2.4*em, em)),
			`\left(\frac{a}{b}\right)`, "(a/b)"},
		{"brackets in pieces, a matrix", row(pieces('[', 2.6*em), table([][]set{{at("a", em), at("b", em)}, {at("c", em), at("d", em)}}), pieces(']', 2.6*em)),
			`\begin{bmatrix}a & b \\ c & d \end{bmatrix}`, "[a b; c d]"},
		{"cases", row(at("y=", em), large('{', 2.6*em, em), table([][]set{{at("a", em), at("x=1", em)}, {at("b", em), at("x=2", em)}})),
			`y=\begin{cases}a & x=1 \\ b & x=2 \end{cases}`, "y = {a x = 1; b x = 2"},
		{"binomial", row(large('(', 2.4*em, em), stack(at("n", em), at("k", em), 1.36*em), large(')', 2.4*em, em)), `\binom{n}{k}`, "(n over k)"},
		{"script of brackets around a small fraction", sub(row(sign('(', em), frac(at("1", small), at("3", small), em), sign(')', em)), at("10", small)),
			`\left(\frac{1}{3}\right)_{10}`, "(1/3)_10"},
		{"accent", accent(at("x", em), '^'), `\hat{x}`, "x\u0302"},
		{"overline", bar(at("ab", em), true), `\overline{ab}`, "(ab)\u0304"},
		{"underline", bar(at("ab", em), false), `\underline{ab}`, "(ab)\u0332"},
		{"lines at one relation", lines(at("a+b=c", em), at("=d", em).moved(22.8, 0), 1.6*em), `\begin{aligned}a+b & =c \\  & =d \end{aligned}`, "a + b = c; = d"},
		{"before the base", row(at("a+", em), sub(set{}, at("2", small)), sub(at("F", em), at("1", small))), `a+{}_{2}F_{1}`, "a + _2F_1"},
		{"space between formula and condition", row(at("x=1,", em), at("y", em).moved(1.8*em, 0)), `x=1,\qquad y`, "x = 1, y"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := test.set.formula()
			tree := formula.Read(f)
			assert.Equal(t, test.tex, tree.TeX())
			assert.Equal(t, test.text, tree.Text())
			assert.True(t, tree.Trusted(), tree.Why)
			assertShape(t, tree)
		})
	}
}

func ptr(s set) *set { return &s }

// stack sets two lines, without a bar, around the axis.
func stack(a, b set, step float32) set {
	var s set
	w := max(a.width, b.width)
	s.add(a, (w-a.width)/2, -step/2+.1*em)
	s.add(b, (w-b.width)/2, step/2+.1*em)
	return s
}

func lines(a, b set, step float32) set {
	var s set
	s.add(a, 0, 0)
	s.add(b, 0, step)
	return s
}

func accent(base set, c rune) set {
	s := base
	s.add(sign(c, em), 0, 0)
	return s
}

func bar(s set, over bool) set {
	y := s.bottom + .15*em
	if over {
		y = -s.top - .15*em
	}
	s.bars = append(s.bars, layout.Rect{X0: 0, X1: s.width, Y0: y, Y1: y + .04*em})
	return s
}

// scaled makes the first sign of a set one of a larger size of its font, with the same outline.
func scaled(s set, by float32) set {
	s.glyphs[0].Size *= by
	return s
}

// TestTeXOfCharactersThatTeXLacks shows that LaTeX can set all that TeX writes.
func TestTeXOfCharactersThatTeXLacks(t *testing.T) {
	t.Parallel()
	for c, want := range map[rune]string{'\u2126': `\Omega`, '\u29F5': `\setminus`, '\U0001D74E': `\boldsymbol{\omega}`, '\U0001D6FC': `\alpha`, '\U0001D455': "\\text{\U0001D455}"} {
		require.Equal(t, want, formula.Read(sign(c, em).formula()).TeX(), string(c))
	}
	script := sign('l', em)
	script.glyphs[0].Alphabet = layout.Script
	require.Equal(t, `\ell`, formula.Read(script.formula()).TeX())
}

// A slash over a sign negates it. A sign made of several glyphs stands in the tree once.
func TestReadJoins(t *testing.T) {
	t.Parallel()
	slash := sign('\u0338', em)
	slash.glyphs[0].Advance = 0
	slash.glyphs[0].Ink = layout.Rect{X0: 2, X1: 6, Y0: -7, Y1: 2}
	tests := []struct {
		name string
		set  set
		tex  string
	}{
		{"not equal", func() set { s := at("=", em); s.add(slash, 2.5, 0); return row(at("a", em), s, at("b", em)) }(), `a\neq b`},
		{"long arrow", func() set {
			s := sign('−', em)
			s.add(sign('→', em), 7, 0)
			return row(at("a", em), s, at("b", em))
		}(), `a\longrightarrow b`},
		{"dots", at("a,...,b", em), `a,\ldots ,b`},
		{"dots over a sign in another row", func() set {
			s := at("a+⋅⋅⋅+b", em)
			s.add(sign('x', em), 19, 2*em)
			return s
		}(), `\begin{gathered}a+\cdots+b\\x\end{gathered}`},
		{"no element, by the slash that divides", func() set {
			s := at("∈", em)
			s.add(sign('/', em), s.width/2-2.5, 0)
			return row(at("a", em), s, at("B", em))
		}(), `a\notin B`},
		{"a quotient beside a relation", at("a=/b", em), `a=/b`},
		{"a stroke along an arrow", func() set {
			s := sign('→', em)
			s.glyphs[0].Advance, s.glyphs[0].Ink.X1, s.width = 11, 10.7, 11
			s.add(sign('−', em), 1, 0)
			return row(at("a", em), s, at("b", em))
		}(), `a\to b`},
		{"a constant of two", func() set {
			s := sign('\u0335', em)
			s.add(sign('h', em), .2, 0)
			return row(s, at("=b", em))
		}(), `\hbar=b`},
		{"an accent in a word", func() set {
			s := at("'lı'", em)
			a := sign('^', em)
			a.glyphs[0].Char = '´'
			s.add(a, 5.5, 0)
			s.add(at("'m'", em), 10, 0)
			return limit(s, at("x→0", .7*em), set{})
		}(), `\operatorname*{lím}\limits_{x\to0}`},
		{"brackets that reach below their line", func() set {
			s := sign(')', 1.15*em)
			return row(sign('|', em), sub(at("H", em), at("i", .7*em)), s.moved(0, .13*em), at("=a", em))
		}(), `|H_{i})=a`},
		{"a prime as large as the line beside a subscript", func() set {
			s := sign('′', em)
			s.glyphs[0].Ink.Y0, s.glyphs[0].Ink.Y1 = -8, -5
			return row(at("a=", em), sub(at("z", em), at("i", .7*em)), s)
		}(), `a=z_{i}^{\prime}`},
		{"a denominator of brackets around small fractions", row(at("x=", em), frac(at("a", em), row(sign('(', em), frac(at("b", .7*em), at("c", .7*em), .7*em), sign(')', em)), em)),
			`x=\frac{a}{\left(\frac{b}{c}\right)}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, strings.ReplaceAll(test.tex, " ", ""), strings.ReplaceAll(formula.Read(test.set.formula()).TeX(), " ", ""))
		})
	}
}

func TestReadWithoutAnything(t *testing.T) {
	t.Parallel()
	tree := formula.Read(&layout.Formula{})
	require.NotNil(t, tree.Root)
	assert.False(t, tree.Trusted())
	assert.Empty(t, tree.TeX())
	assert.Empty(t, tree.Text())
}

// A formula beyond the bounds becomes a flat row that is not trusted.
func TestReadBeyondCaps(t *testing.T) {
	t.Parallel()
	tests := map[string]func() set{
		"glyphs": func() set { return at(strings.Repeat("x", limits.FormulaGlyphs+1), em) },
		"depth": func() set {
			s := at("x", em)
			for range limits.FormulaDepth + 2 {
				s = frac(at("1", em), row(at("1+", em), s), em)
			}
			return s
		},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := f()
			tree := formula.Read(s.formula())
			assert.False(t, tree.Trusted())
			assert.Equal(t, len(s.glyphs), characters(tree.Root))
		})
	}
}

func TestReadDoubts(t *testing.T) {
	t.Parallel()
	s := at("x=", em)
	s.glyphs[1].Char = '\uFFFD'
	tree := formula.Read(s.formula())
	assert.False(t, tree.Trusted())
	assert.Contains(t, tree.Why, "unknown character")
}

// assertShape checks that the children of nodes are what Node promises.
func assertShape(t *testing.T, tree *formula.Tree) {
	t.Helper()
	require.NotNil(t, tree.Root)
	var walk func(n *formula.Node, depth int)
	walk = func(n *formula.Node, depth int) {
		require.Less(t, depth, 8*limits.FormulaDepth)
		may := 0 // children from here on may be nil
		switch n.Kind {
		case formula.Scripts:
			require.Len(t, n.Children, 5)
			may = 1
		case formula.Limits:
			require.Len(t, n.Children, 3)
			may = 1
		case formula.Fraction:
			require.Len(t, n.Children, 2)
			may = 2
		case formula.Root:
			require.Contains(t, []int{1, 2}, len(n.Children))
			may = 2
		case formula.Table:
			for _, row := range n.Children {
				require.Equal(t, formula.TableRow, row.Kind)
				require.Len(t, row.Children, len(n.Align))
			}
			may = len(n.Children)
		case formula.TableRow:
		default:
			may = len(n.Children)
		}
		for i, c := range n.Children {
			if i < may || c != nil {
				require.NotNil(t, c)
				walk(c, depth+1)
			}
		}
	}
	walk(tree.Root, 0)
}

// characters counts the characters in leaves and brackets.
func characters(n *formula.Node) int {
	if n == nil {
		return 0
	}
	count := utf8.RuneCountInString(strings.ReplaceAll(n.Text, " ", "")) + utf8.RuneCountInString(n.Close)
	for _, c := range n.Children {
		count += characters(c)
	}
	return count
}

func TestAFormulaIsReadOnce(t *testing.T) {
	t.Parallel()
	f := frac(at("a", em), at("b", em), em).formula()
	tree := formula.Read(f)
	f.Glyphs, f.Bars = nil, nil
	require.Same(t, tree, formula.Read(f))
	require.False(t, tree.IsLetters())
	require.True(t, formula.Read(at("ab", em).formula()).IsLetters())
	require.False(t, formula.Read(at("abc", em).formula()).IsLetters())
	require.False(t, formula.Read(bar(at("a", em), true).formula()).IsLetters())
}
