package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

// body returns what is written for nodes, without the page around it.
func body(t *testing.T, opts htmlout.Options, nodes ...*semantic.Node) string {
	t.Helper()
	source := write(t, &semantic.Document{Root: node(semantic.DocumentRole, nodes...)}, opts)
	_, source, found := strings.Cut(source, "<body>\n")
	require.True(t, found)
	source, _, found = strings.Cut(source, "</body>")
	require.True(t, found)
	return strings.TrimSuffix(source, "\n")
}

func TestFormulas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ alt, source, want string }{
		"MathML, with the words for it":    {"x over y", "<math><mfrac><mi>x</mi> <mi>y</mi></mfrac></math>", `<math display="block" alttext="x over y"><mfrac><mi>x</mi><mi>y</mi></mfrac></math>`},
		"prefixes, as Word writes them":    {"", `<?xml version="1.0"?><mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math>`, `<math display="block"><mi>x</mi></math>`},
		"entities of MathML":               {"", "<math><mi>x</mi><mo>&InvisibleTimes;</mo><mo>&lt;</mo><mi>&alpha;</mi></math>", "<math display=\"block\"><mi>x</mi><mo>\u2062</mo><mo>&lt;</mo><mi>α</mi></math>"},
		"brackets that no browser draws":   {"", `<math><mfenced open="[" separators=";,"><mi>x</mi><mi>y</mi><mi>z</mi><mi>w</mi></mfenced></math>`, `<math display="block"><mrow><mo fence="true">[</mo><mi>x</mi><mo separator="true">;</mo><mi>y</mi><mo separator="true">,</mo><mi>z</mi><mo separator="true">,</mo><mi>w</mi><mo fence="true">)</mo></mrow></math>`},
		"brackets of nothing":              {"", `<math><mfenced open="" close="" separators=""><mi>x</mi><mi>y</mi></mfenced></math>`, `<math display="block"><mrow><mi>x</mi><mi>y</mi></mrow></math>`},
		"text between elements":            {"", "<math><mrow><mi>x</mi> of\n it <mi>y</mi></mrow></math>", `<math display="block"><mrow><mi>x</mi><mtext>of it</mtext><mi>y</mi></mrow></math>`},
		"annotations":                      {"", `<math><semantics><mi>x</mi><annotation encoding="TeX">\x</annotation><annotation-xml><b>x</b></annotation-xml></semantics></math>`, `<math display="block"><mrow><mi>x</mi></mrow></math>`},
		"a fraction of three parts":        {"", "<math><mfrac><mi>x</mi><mi>y</mi><mi>z</mi></mfrac></math>", `<math display="block"><mrow><mi>x</mi><mi>y</mi><mi>z</mi></mrow></math>`},
		"scripts on both sides":            {"", "<math><mmultiscripts><mi>x</mi><mi>y</mi><none/><mprescripts/><none/><mi>y</mi></mmultiscripts></math>", `<math display="block"><mmultiscripts><mi>x</mi><mi>y</mi><none></none><mprescripts></mprescripts><none></none><mi>y</mi></mmultiscripts></math>`},
		"scripts that are not in pairs":    {"", "<math><mmultiscripts><mi>x</mi><mi>y</mi></mmultiscripts></math>", `<math display="block"><mrow><mi>x</mi><mi>y</mi></mrow></math>`},
		"a table with what is no row":      {"", "<math><mtable><mtr><mtd>1</mtd><mi>y</mi></mtr><mi>x</mi></mtable></math>", `<math display="block"><mtable><mtr><mtd><mtext>1</mtext></mtd><mtd><mi>y</mi></mtd></mtr><mtr><mtd><mi>x</mi></mtd></mtr></mtable></math>`},
		"a cell without a table":           {"", "<math><mtd><mi>x</mi></mtd></math>", `<math display="block"><mrow><mi>x</mi></mrow></math>`},
		"elements that nobody knows":       {"", "<math><script>alert(1)</script></math>", `<math display="block"><mrow><mtext>alert(1)</mtext></mrow></math>`},
		"elements inside of text":          {"", "<math><mi>a<mi>x</mi></mi></math>", `<math display="block"><mi>ax</mi></math>`},
		"attributes that nobody knows":     {"", `<math onload="x"><mi onclick="alert(1)" mathvariant="normal" style="x" href="javascript:x">x</mi></math>`, `<math display="block"><mi mathvariant="normal">x</mi></math>`},
		"attributes that say nothing":      {"", `<math><mi>x</mi><mspace width="1em" height="-.5ex" depth="url(x)" lspace="--1em"/></math>`, `<math display="block"><mi>x</mi><mspace width="1em" height="-.5ex"></mspace></math>`},
		"what is cut off":                  {"", "<math><mrow><mi>x</mi><mi>y", "x=1"},
		"no MathML":                        {"", "<svg><mi>x</mi></svg>", "x=1"},
		"no XML":                           {"", "x < 1", "x=1"},
		"nothing to see":                   {"", "<math><mrow> </mrow></math>", "x=1"},
		"the words for it alone":           {"x is 1", "", "x=1"},
		"an alternative that says nothing": {" ", "", "x=1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			formula := with(node(semantic.Formula, text("x=1")), semantic.Attr{Alt: c.alt, MathML: c.source})
			role := ""
			if c.want == "x=1" && c.alt == "x is 1" {
				role = ` role="math" aria-label="x is 1"`
			}
			require.Equal(t, `<div class="formula"`+role+">"+c.want+"</div>", body(t, htmlout.Options{}, formula))
		})
	}
}

func TestFormulasInsideALineAndWithCaptions(t *testing.T) {
	t.Parallel()
	formula := with(node(semantic.Formula, text("x")), semantic.Attr{MathML: "<math><mi>x</mi></math>"})
	require.Equal(t, `<p>Let <span class="formula"><math><mi>x</mi></math></span></p>`,
		body(t, htmlout.Options{}, node(semantic.P, text("Let "), formula)))
	formula.Children = append(formula.Children, node(semantic.Caption, text("(1)")))
	require.Equal(t, "<figure>\n<div class=\"formula\"><math display=\"block\"><mi>x</mi></math></div>\n<figcaption>(1)</figcaption>\n</figure>",
		strings.TrimPrefix(strings.TrimSuffix(body(t, htmlout.Options{Semantic: true}, heading(1, "", "x"), formula), "\n</section>\n</article>\n</main>"), "<main>\n<article>\n<section>\n<h1>x</h1>\n"))
	require.Equal(t, "<p></p>", body(t, htmlout.Options{}, node(semantic.P, node(semantic.Formula))), "a formula of nothing")
}

func TestMathMLIsBounded(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"deep":    "<math>" + strings.Repeat("<mrow>", 100) + "<mi>x</mi>" + strings.Repeat("</mrow>", 100) + "</math>",
		"long":    "<math>" + strings.Repeat("<mi>x</mi>", 30_000) + "</math>",
		"of text": "<math><mi>" + strings.Repeat("x", 1<<20) + "</mi></math>",
	} {
		formula := with(node(semantic.Formula, text("its text")), semantic.Attr{MathML: source})
		require.Equal(t, `<div class="formula">its text</div>`, body(t, htmlout.Options{}, formula), name)
	}
}
