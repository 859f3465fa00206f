package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
)

type mnode = formula.Node

func row(kids ...*mnode) *mnode { return &mnode{Kind: formula.Row, Children: kids} }
func mi(s string) *mnode {
	return &mnode{Kind: formula.Identifier, Text: s, Alphabet: layout.MathItalic}
}
func up(s string) *mnode    { return &mnode{Kind: formula.Identifier, Text: s} }
func mn(s string) *mnode    { return &mnode{Kind: formula.Number, Text: s} }
func mo(s string) *mnode    { return &mnode{Kind: formula.Operator, Text: s} }
func mtext(s string) *mnode { return &mnode{Kind: formula.Text, Text: s} }
func large(s string) *mnode { return &mnode{Kind: formula.Operator, Text: s, Large: true} }
func in(a layout.Alphabet, n *mnode) *mnode {
	n.Alphabet = a
	return n
}
func frac(a, b *mnode) *mnode { return &mnode{Kind: formula.Fraction, Children: []*mnode{a, b}} }
func root(kids ...*mnode) *mnode {
	return &mnode{Kind: formula.Root, Children: kids}
}

// scripts returns a node with base, sub, sup, and the scripts before the base.
func scripts(kids ...*mnode) *mnode {
	return &mnode{Kind: formula.Scripts, Children: append(kids, make([]*mnode, 5-len(kids))...)}
}
func limits(base, under, over *mnode) *mnode {
	return &mnode{Kind: formula.Limits, Children: []*mnode{base, under, over}}
}
func accent(base *mnode, sign string) *mnode {
	return &mnode{Kind: formula.Limits, Accent: true, Children: []*mnode{base, nil, mo(sign)}}
}
func fence(open, end string, kids ...*mnode) *mnode {
	return &mnode{Kind: formula.Fence, Text: open, Close: end, Children: kids}
}
func grown(n *mnode) *mnode {
	n.Large = true
	return n
}
func matrix(align []formula.Align, rows ...[]*mnode) *mnode {
	t := &mnode{Kind: formula.Table, Align: align}
	for _, r := range rows {
		t.Children = append(t.Children, &mnode{Kind: formula.TableRow, Children: r})
	}
	return t
}

// read returns a Formula node with a tree that is certain.
func read(display bool, nodes ...*mnode) *semantic.Node {
	return with(node(semantic.Formula), semantic.Attr{Math: &formula.Tree{Root: row(nodes...), Display: display, Confidence: 1}})
}

// mathOf returns what a formula has between semantics and annotation.
func mathOf(t *testing.T, n *semantic.Node) string {
	t.Helper()
	source := body(t, htmlout.Options{}, node(semantic.P, n))
	_, source, found := strings.Cut(source, "<semantics><mrow>")
	require.True(t, found, source)
	source, _, found = strings.Cut(source, "</mrow><annotation")
	require.True(t, found, source)
	return source
}

func TestFormulasThatWereRead(t *testing.T) {
	t.Parallel()
	const display = true
	for name, c := range map[string]struct {
		formula *semantic.Node
		want    string
	}{
		"letters": {read(false, mi("x"), up("d"), in(layout.MathBold, mi("v")), in(layout.DoubleStruck, mi("R")), in(layout.Script, mi("H")), in(layout.Fraktur, mi("g")), up("Γ"), in(layout.MathBoldItalic, mi("ω")), in(layout.MathBold, mn("10"))),
			`<mi>x</mi><mi mathvariant="normal">d</mi><mi>𝐯</mi><mi>ℝ</mi><mi>ℋ</mi><mi>𝔤</mi><mi mathvariant="normal">Γ</mi><mi>𝝎</mi><mn>𝟏𝟎</mn>`},
		"a fraction": {read(display, frac(row(mi("a"), mo("+"), mi("b")), mn("2"))), `<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>`},
		"a binomial": {read(display, grown(fence("(", ")", &mnode{Kind: formula.Fraction, NoBar: true, Children: []*mnode{mi("n"), mi("k")}}))),
			`<mrow><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>`},
		"roots":                             {read(false, root(row(mi("x"), mo("+"), mn("1"))), root(mi("x"), mn("3"))), `<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>`},
		"scripts":                           {read(false, scripts(mi("x"), mi("i"), mn("2")), scripts(mi("x"), mi("i")), scripts(mi("x"), nil, mo("′"))), `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><msub><mi>x</mi><mi>i</mi></msub><msup><mi>x</mi><mo>′</mo></msup>`},
		"scripts before":                    {read(false, scripts(up("C"), nil, nil, mn("6"), mn("14"))), `<mmultiscripts><mi mathvariant="normal">C</mi><mrow></mrow><mrow></mrow><mprescripts></mprescripts><mn>6</mn><mn>14</mn></mmultiscripts>`},
		"large operators":                   {read(display, limits(large("∑"), row(mi("i"), mo("="), mn("1")), mi("n")), scripts(large("∫"), mn("0"), mn("1"))), `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>`},
		"small ones in a display":           {read(display, mo("∑"), mi("x")), `<mo largeop="false">∑</mo><mi>x</mi>`},
		"large ones in a line":              {read(false, limits(large("∑"), mi("i"), nil)), `<mstyle displaystyle="true"><munder><mo>∑</mo><mi>i</mi></munder></mstyle>`},
		"limits under a small one":          {read(false, limits(mo("∑"), mi("i"), nil)), `<munder><mo movablelimits="false">∑</mo><mi>i</mi></munder>`},
		"limits in a fraction of a display": {read(display, frac(limits(mo("∑"), mi("i"), nil), mn("2"))), `<mfrac><munder><mo movablelimits="false">∑</mo><mi>i</mi></munder><mn>2</mn></mfrac>`},
		"signs before and between":          {read(false, mo("−"), mi("a"), mo("−"), mi("b"), mo("="), mo("−"), mi("c")), `<mo>−</mo><mi>a</mi><mo>−</mo><mi>b</mi><mo>=</mo><mo form="prefix">−</mo><mi>c</mi>`},
		"a sign alone":                      {read(false, scripts(mn("0"), nil, mo("+"))), `<msup><mn>0</mn><mo>+</mo></msup>`},
		"brackets as high as text":          {read(false, mi("f"), fence("(", ")", mi("x"), mo(","), mo("−"), mi("y"))), `<mi>f</mi><mrow><mo stretchy="false">(</mo><mrow><mi>x</mi><mo>,</mo><mo form="prefix">−</mo><mi>y</mi></mrow><mo stretchy="false">)</mo></mrow>`},
		"brackets without partners":         {read(false, mo("["), mn("0"), mo(","), mn("1"), mo(")")), `<mo stretchy="false">[</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo>`},
		"the value at":                      {read(display, mi("f"), scripts(large("|"), mn("0"))), `<mi>f</mi><msub><mo form="postfix">|</mo><mn>0</mn></msub>`},
		"a definition":                      {read(false, mi("a"), mo(":"), mo("="), mo("−"), mi("b")), `<mi>a</mi><mo>:=</mo><mo form="prefix">−</mo><mi>b</mi>`},
		"a slash":                           {read(false, mi("a"), mo("/"), mi("b")), `<mi>a</mi><mo lspace="0" rspace="0">/</mo><mi>b</mi>`},
		"dots":                              {read(false, mn("1"), mo(","), mo("…"), mo(","), mi("n")), `<mn>1</mn><mo>,</mo><mi>…</mi><mo>,</mo><mi>n</mi>`},
		"products":                          {read(false, mn("2"), mi("x"), mo("+"), mn("3"), scripts(mi("y"), row(mn("2"), mi("i"))), mo("+"), mn("5"), up("kg")), "<mn>2</mn><mo>\u2062</mo><mi>x</mi><mo>+</mo><mn>3</mn><mo>\u2062</mo><msub><mi>y</mi><mrow><mn>2</mn><mi>i</mi></mrow></msub><mo>+</mo><mn>5</mn><mspace width=\"0.1667em\"></mspace><mi>kg</mi>"},
		"functions":                         {read(false, up("sin"), mi("x"), mo("+"), up("log"), fence("(", ")", mi("y")), mo("+"), limits(up("max"), mi("i"), nil), scripts(mi("x"), mi("i"))), "<mi>sin</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><mi>x</mi><mo>+</mo><mi>log</mi><mo>\u2061</mo><mrow><mo stretchy=\"false\">(</mo><mi>y</mi><mo stretchy=\"false\">)</mo></mrow><mo>+</mo><munder><mi>max</mi><mi>i</mi></munder><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><msub><mi>x</mi><mi>i</mi></msub>"},
		"a function behind a factor":        {read(false, mi("C"), up("log"), up("log"), mi("h")), "<mi>C</mi><mspace width=\"0.1667em\"></mspace><mi>log</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><mi>log</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><mi>h</mi>"},
		"accents":                           {read(false, accent(mi("x"), "^"), accent(row(mi("A"), mi("B")), "¯"), accent(mi("v"), "→")), `<mover accent="true"><mi>x</mi><mo>ˆ</mo></mover><mover accent="true" class="overline"><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover><mover accent="true"><mi>v</mi><mo>→</mo></mover>`},
		"words":                             {read(false, mi("x"), mtext(" if "), in(layout.MathItalic, mtext("so"))), "<mi>x</mi><mtext>\u00a0if\u00a0</mtext><mtext class=\"italic\">so</mtext>"},
		"a matrix":                          {read(display, grown(fence("(", ")", matrix(nil, []*mnode{mi("a"), nil}, []*mnode{mn("0"), mi("b")})))), `<mrow><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>)</mo></mrow>`},
		"equations below each other": {read(display, matrix([]formula.Align{formula.Right, formula.Left}, []*mnode{mi("a"), row(mo("="), mi("b"))}, []*mnode{nil, row(mo("−"), mi("c"))})),
			`<mtable class="aligned" displaystyle="true" columnalign="right left"><mtr><mtd class="right"><mi>a</mi></mtd><mtd class="left"><mo>=</mo><mi>b</mi></mtd></mtr><mtr><mtd class="right"></mtd><mtd class="left"><mo form="infix">−</mo><mi>c</mi></mtd></mtr></mtable>`},
		"space":             {read(false, mi("a"), &mnode{Kind: formula.Space, Width: 2}, mi("b")), `<mi>a</mi><mspace width="2em"></mspace><mi>b</mi>`},
		"what means markup": {read(false, mo("<"), mtext(`"</math>&`)), "<mo>&lt;</mo><mtext>&quot;&lt;/math&gt;&amp;</mtext>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, mathOf(t, c.formula))
		})
	}
}

func TestFormulasWithNumbers(t *testing.T) {
	t.Parallel()
	n := read(true, mi("x"), mo("="), mn("1"))
	n.Attr.Label, n.Attr.ID = "(3.14)", "eq-3-14"
	const itself = `<math display="block" alttext="x = 1"><semantics><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow><annotation encoding="application/x-tex">x=1</annotation></semantics></math>`
	require.Equal(t, `<div class="formula numbered" id="eq-3-14"><div class="scroll">`+itself+`</div> <span class="number">(3.14)</span></div>`, body(t, htmlout.Options{}, n))
	require.Equal(t, `<p><span class="formula numbered" id="eq-3-14"><span class="scroll">`+itself+`</span> <span class="number">(3.14)</span></span></p>`,
		body(t, htmlout.Options{}, node(semantic.P, n)), "inside a paragraph")
}

func TestWideFormulasScrollWithinReachOfTheKeyboard(t *testing.T) {
	t.Parallel()
	var long []*mnode
	for range 10 {
		long = append(long, mi("x"), mo("+"))
	}
	const reach = ` role="group" tabindex="0" aria-label="Formula">`
	require.Contains(t, body(t, htmlout.Options{}, read(true, long...)), `<div class="formula"`+reach)
	require.Contains(t, body(t, htmlout.Options{}, node(semantic.P, read(false, long...))), `<span class="formula wide"`+reach)
	numbered := read(true, long...)
	numbered.Attr.Label = "(1)"
	require.Contains(t, body(t, htmlout.Options{}, numbered), `<div class="formula numbered"><div class="scroll"`+reach)
	require.NotContains(t, body(t, htmlout.Options{}, read(true, long[:9]...)), "tabindex")
}

func TestFormulasStandInLinesOrByThemselves(t *testing.T) {
	t.Parallel()
	const line, block = `<span class="formula"><math alttext=`, `<div class="formula"><math display="block" alttext=`
	for name, wrap := range map[string]func(*semantic.Node) *semantic.Node{
		"item": func(n *semantic.Node) *semantic.Node { return node(semantic.L, node(semantic.LI, n)) },
		"cell": func(n *semantic.Node) *semantic.Node {
			return node(semantic.Table, node(semantic.TR, node(semantic.TD, n)))
		},
		"caption": func(n *semantic.Node) *semantic.Node {
			return node(semantic.Table, node(semantic.Caption, n), node(semantic.TR))
		},
		"group": func(n *semantic.Node) *semantic.Node { return node(semantic.Div, n) },
		"flow":  func(n *semantic.Node) *semantic.Node { return n },
	} {
		require.Contains(t, body(t, htmlout.Options{}, wrap(read(false, mi("x")))), line, name)
		require.Contains(t, body(t, htmlout.Options{}, wrap(read(true, mi("x")))), block, name)
	}
}

// TestFormulasInCellsAreReadOnce: programs that extract tables from HTML read all text of a cell.
func TestFormulasInCellsAreReadOnce(t *testing.T) {
	t.Parallel()
	cell := body(t, htmlout.Options{}, node(semantic.Table, node(semantic.TR, node(semantic.TD, read(false, mi("x"))))))
	require.Contains(t, cell, "<mi>x</mi></mrow></math>")
	require.NotContains(t, cell, "annotation")
	require.Contains(t, body(t, htmlout.Options{}, node(semantic.P, read(false, mi("x")))), "annotation")
}

func TestTitlesSayFormulasInWords(t *testing.T) {
	t.Parallel()
	doc := &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.H, text("Of "), read(false, frac(mi("a"), mn("2")))))}
	require.Contains(t, write(t, doc, htmlout.Options{}), "<title>Of a/2</title>")
}

func TestFormulasAsTeX(t *testing.T) {
	t.Parallel()
	half := frac(mn("1"), mn("2"))
	require.Equal(t, `<p><span class="formula">\(\frac{1}{2}\)</span></p>`, body(t, htmlout.Options{Math: htmlout.MathTeX}, node(semantic.P, read(false, half))))
	require.Equal(t, `<div class="formula">\[\frac{1}{2}\]</div>`, body(t, htmlout.Options{Math: htmlout.MathTeX}, read(true, half)))
}

func TestFormulasAsImages(t *testing.T) {
	t.Parallel()
	opts := htmlout.Options{Picture: func(*layout.Figure) (htmlout.Picture, bool) {
		return htmlout.Picture{Name: "p1-1.svg", Width: 20, Height: 16}, true
	}}
	doubtful := func(display bool) *semantic.Node {
		n := read(display, mi("x"), mo("+"), mi("y"))
		n.Attr.Math.Confidence = 0.2
		n.Attr.Figure = &layout.Figure{Box: layout.Rect{X1: 15, Y1: 12}, Inset: &layout.Inset{Size: 10, Baseline: 9}}
		return n
	}
	const img = `<img src="assets/p1-1.svg" alt="x + y" width="20" height="16"`
	require.Equal(t, `<p><span class="formula">`+img+` style="height:1.2em;vertical-align:-0.3em" decoding="async"></span></p>`, body(t, opts, node(semantic.P, doubtful(false))))
	require.Equal(t, `<div class="formula">`+img+` style="width:1.5em" decoding="async"></div>`, body(t, opts, doubtful(true)))
	require.Equal(t, `<div class="formula">x + y</div>`, body(t, htmlout.Options{}, doubtful(true)), "no picture is there")
	sure := doubtful(true)
	sure.Attr.Math.Confidence = 1
	require.Contains(t, body(t, opts, sure), "<math")
	opts.Math = htmlout.MathImage
	require.Contains(t, body(t, opts, sure), img)
}

func TestFormulasThatNestTooDeepAreTheirText(t *testing.T) {
	t.Parallel()
	deep := mi("x")
	for range 100 {
		deep = root(deep)
	}
	n := read(true, deep)
	n.Text = "x"
	source := body(t, htmlout.Options{}, n)
	require.NotContains(t, source, "<math")
	require.Contains(t, source, "√√x</div>")
}

func TestHeadsOfTablesThatAreFormulasHaveAName(t *testing.T) {
	t.Parallel()
	table := node(semantic.Table, node(semantic.TR, node(semantic.TH, read(false, mi("n"), mo("!"))), node(semantic.TH, text("of "), read(false, mi("n")))))
	source := body(t, htmlout.Options{}, table)
	require.Contains(t, source, `<th aria-label="n!"><span class="formula">`)
	require.Contains(t, source, `<th>of <span class="formula">`)
}
