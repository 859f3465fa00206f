package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

// body is what is written of nodes, without page around it.
func body(t *testing.T, opts htmlout.Options, nodes ...*semantic.Node) string {
	t.Helper()
	source := write(t, &semantic.Document{Root: node(semantic.DocumentRole, nodes...)}, opts)
	_, source, found := strings.Cut(source, "<body>\n")
	require.True(t, found)
	source, _, found = strings.Cut(source, "</body>")
	require.True(t, found)
	return strings.TrimSuffix(source, "\n")
}

// math is an element of MathML; attributes are pairs of name and value behind it.
func math(element string, children ...*semantic.Node) *semantic.Node {
	fields := strings.Fields(element)
	e := &semantic.MathElement{Name: fields[0]}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		e.Attributes = append(e.Attributes, semantic.MathAttribute{Name: name, Value: value})
	}
	return with(node(semantic.Math, children...), semantic.Attr{Math: e})
}

func TestFormulas(t *testing.T) {
	t.Parallel()
	x, y := math("mi", text("x")), math("mi", text("y"))
	formula := func(a semantic.Attr, children ...*semantic.Node) *semantic.Node {
		return with(node(semantic.Formula, children...), a)
	}
	for name, c := range map[string]struct {
		in   *semantic.Node
		want string
	}{
		"MathML, with the words for it": {
			formula(semantic.Attr{Alt: "x over y"}, math("math", math("mfrac", x, y))),
			`<div class="formula"><math display="block" alttext="x over y"><mrow><mfrac><mi>x</mi><mi>y</mi></mfrac></mrow></math></div>`,
		},
		"inside a line": {
			node(semantic.P, text("Let "), formula(semantic.Attr{}, x, math("mo form=infix", text("<")), y)),
			`<p>Let <span class="formula"><math><mi>x</mi><mo form="infix">&lt;</mo><mi>y</mi></math></span></p>`,
		},
		"text and the words for it":        {formula(semantic.Attr{Alt: "x is 1"}, text("x=1")), `<div class="formula" role="math" aria-label="x is 1">x=1</div>`},
		"text alone":                       {formula(semantic.Attr{}, text("x=1")), `<div class="formula">x=1</div>`},
		"with a caption":                   {formula(semantic.Attr{}, x, node(semantic.Caption, text("(1)"))), "<div>\n<div class=\"formula\"><math display=\"block\"><mi>x</mi></math></div>\n<div class=\"caption\">(1)</div>\n</div>"},
		"elements without a formula":       {node(semantic.P, x), "<p><math><mi>x</mi></math></p>"},
		"text between elements":            {formula(semantic.Attr{}, math("mrow", x, text("of"), y)), `<div class="formula"><math display="block"><mrow><mi>x</mi><mtext>of</mtext><mi>y</mi></mrow></math></div>`},
		"a fraction of three parts":        {formula(semantic.Attr{}, math("mfrac", x, y, x)), `<div class="formula"><math display="block"><mrow><mi>x</mi><mi>y</mi><mi>x</mi></mrow></math></div>`},
		"scripts on both sides":            {formula(semantic.Attr{}, math("mmultiscripts", x, y, math("none"), math("mprescripts"), math("none"), y)), `<div class="formula"><math display="block"><mmultiscripts><mi>x</mi><mi>y</mi><none></none><mprescripts></mprescripts><none></none><mi>y</mi></mmultiscripts></math></div>`},
		"scripts that are not in pairs":    {formula(semantic.Attr{}, math("mmultiscripts", x, y)), `<div class="formula"><math display="block"><mrow><mi>x</mi><mi>y</mi></mrow></math></div>`},
		"a table with what is no row":      {formula(semantic.Attr{}, math("mtable", math("mtr", math("mtd", x), y), x)), `<div class="formula"><math display="block"><mtable><mtr><mtd><mi>x</mi></mtd><mtd><mi>y</mi></mtd></mtr><mtr><mtd><mi>x</mi></mtd></mtr></mtable></math></div>`},
		"a cell without a table":           {formula(semantic.Attr{}, math("mtd", x)), `<div class="formula"><math display="block"><mrow><mi>x</mi></mrow></math></div>`},
		"elements that nobody knows":       {formula(semantic.Attr{}, math("script", text("alert(1)"))), `<div class="formula"><math display="block"><mrow><mtext>alert(1)</mtext></mrow></math></div>`},
		"elements inside of text":          {formula(semantic.Attr{}, math("mi", math("mi", text("x")))), `<div class="formula"><math display="block"><mi>x</mi></math></div>`},
		"attributes that nobody knows":     {formula(semantic.Attr{}, math("mi onclick=alert(1) mathvariant=normal style=x", text("x"))), `<div class="formula"><math display="block"><mi mathvariant="normal">x</mi></math></div>`},
		"attributes twice":                 {formula(semantic.Attr{}, math("mspace width=1em width=2em height=-.5ex depth=url(x) lspace=--1em")), `<div class="formula"><math display="block"><mspace width="1em" height="-.5ex"></mspace></math></div>`},
		"a formula of nothing":             {node(semantic.P, formula(semantic.Attr{})), "<p></p>"},
		"an alternative that says nothing": {formula(semantic.Attr{Alt: " "}, text("x")), `<div class="formula">x</div>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, body(t, htmlout.Options{}, c.in))
		})
	}
}

func TestDeepFormulasAreText(t *testing.T) {
	t.Parallel()
	n := math("mi", text("deep"))
	for range 1000 {
		n = math("mrow", n)
	}
	html := body(t, htmlout.Options{}, node(semantic.Formula, n))
	require.Contains(t, html, "<mtext>deep</mtext>")
	require.Less(t, strings.Count(html, "<mrow>"), 100)
}
