package score

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// everything is a document to which every figure applies.
const everything = `<html lang="en-GB"><head><title>Bridges of the north</title><meta name="furniture" content="Quarterly notes"><meta name="pages" content="3"></head><body>
<h1>Bridges</h1><p>The first bridge was built of <b>oak and ash wood</b> in the <i>spring of that year</i> by four men.<a role="doc-noteref" href="#n1">1</a></p>
<h2>1.1 Timber</h2><ul><li>Oak beams<ol><li>long ones</li></ol></li><li>Ash planks</li></ul>
<table><caption>Table 1: Loads</caption><tr><th>Span</th><th>Load</th></tr><tr><td colspan="2">north</td></tr><tr><td>4 m</td><td>12 t</td></tr></table>
<pre>load 4 m with 12 t now</pre><figure><img src="a.png" alt="A bridge"><figcaption>Figure 1: The bridge</figcaption></figure>
<p>See <a href="https://example.org/b">the second part</a> and <a href="#top">the top</a>.</p><p id="top">Nothing else is known of <math><mi>x</mi></math>.</p>
<aside role="doc-footnote" id="n1">1 Two of them were brothers.</aside></body></html>`

func figures(t *testing.T, truth, output string) map[Metric]float64 {
	t.Helper()
	a, err := Parse([]byte(truth))
	require.NoError(t, err)
	b, err := Parse([]byte(output))
	require.NoError(t, err)
	return Compare(a, b)
}

func TestATruthIsEqualToItself(t *testing.T) {
	t.Parallel()
	got := figures(t, everything, everything)
	for _, m := range Metrics {
		if m == TableNone || m == FigureNone || m == FormulaNone {
			require.NotContains(t, got, m)
			continue
		}
		require.InDelta(t, 1, got[m], 1e-9, m)
		require.Contains(t, got, m)
	}
}

func TestAnEmptyOutputIsWorthNothing(t *testing.T) {
	t.Parallel()
	for m, v := range figures(t, everything, "") {
		require.Zero(t, v, m)
	}
}

// TestDefects changes one thing and says what each figure must be.
func TestDefects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, truth, output string
		want                map[Metric]float64
	}{
		{"a word is missing", "<p>one two three four</p>", "<p>one two four</p>", map[Metric]float64{WordF1: 6. / 7, NID: 2. * 12 / (18 + 12)}},
		{"quotes and spaces do not count", "<p>„one“ – two</p>", "<p>\"one\"   -\u00a0two</p>", map[Metric]float64{NID: 1, WordF1: 1}},
		{"two halves change places", "<p>a b c d e f g h</p><p>i j k l m n o p q</p>", "<p>i j k l m n o p q</p><p>a b c d e f g h</p>",
			map[Metric]float64{WordF1: 1, Order: 6. / 11}}, // of 14 shingles 3 are broken, and the new ones do not occur in the truth
		{"a paragraph is cut", "<p>a b c d</p><p>e f</p>", "<p>a b</p><p>c d</p><p>e f</p>", map[Metric]float64{ParaP: .5, ParaR: 1, ParaF1: 2. / 3, Roles: 1}},
		{"two paragraphs are joined", "<p>a b</p><p>c d</p><p>e f</p>", "<p>a b c d</p><p>e f</p>", map[Metric]float64{ParaP: 1, ParaR: .5, ParaF1: 2. / 3}},
		{"a heading is a paragraph", "<h1>Alpha beta</h1><p>x y</p><h2>Gamma</h2><p>z</p>", "<h1>Alpha beta</h1><p>x y</p><p>Gamma</p><p>z</p>",
			map[Metric]float64{HeadF1: 2. / 3, HeadLevel: 2. / 3, Roles: 5. / 6, MHSShape: 3. / 5}},
		{"a formula loses its fraction", "<p>so <math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac><mo>=</mo><mi>c</mi></math></p>", "<p>so <math><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup><mo>=</mo><mi>c</mi></math></p>",
			map[Metric]float64{FormulaF1: 0, FormulaWays: 0, FormulaExact: 0, WordF1: 1}}, // two of five symbols stand where they should
		{"a formula is flat", "<p><math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mi>y</mi></math></p>", "<p><math><mi>x</mi><mn>2</mn><mo>+</mo><mi>y</mi></math></p>",
			map[Metric]float64{FormulaF1: 1, FormulaWays: .75, FormulaExact: 0}},
		{"rows, alphabets and kinds of scripts do not count", "<p><math><mrow><munder><mo>∑</mo><mi>i</mi></munder><mi>𝑥</mi></mrow></math></p>", "<p><math><msub><mo>∑</mo><mi>i</mi></msub><mo>&#x2062;</mo><mi>x</mi><annotation>x</annotation></math></p>",
			map[Metric]float64{FormulaF1: 1, FormulaWays: 1, FormulaExact: 1}},
		{"scripts before the base", "<p><math><mmultiscripts><mi>C</mi><mi>b</mi><none/><mprescripts></mprescripts><mn>8</mn><none/></mmultiscripts></math></p>", "<p><math><msub><mi>C</mi><mi>b</mi></msub><mn>8</mn></math></p>",
			map[Metric]float64{FormulaWays: 2. / 3}},
		{"a formula where there is none", "<p>a b</p>", "<p>a <math><mi>b</mi></math></p>", map[Metric]float64{FormulaNone: 0}},
		{"levels are shifted together", "<h1>A one</h1><h2>B two</h2><h2>C three</h2>", "<h2>A one</h2><h4>B two</h4><h4>C three</h4>", map[Metric]float64{HeadF1: 1, HeadLevel: 1}},
		{"a level is wrong", "<h1>A one</h1><h2>B two</h2><h2>C three</h2>", "<h1>A one</h1><h2>B two</h2><h3>C three</h3>", map[Metric]float64{HeadF1: 1, HeadLevel: 2. / 3}},
		{"section numbers do not count", "<h1>1 Alpha</h1>", "<h1>1. Alpha</h1>", map[Metric]float64{HeadF1: 1, MHS: 1}},
		{"a cell's text is half wrong", "<table><tr><td>abcd</td></tr></table>", "<table><tr><td>abxy</td></tr></table>", map[Metric]float64{TEDS: 0}}, // no word in common: not the same table
		{"a cell is cut", "<table><tr><td>one two</td><td>three</td></tr></table>", "<table><tr><td>one</td><td>two</td><td>three</td></tr></table>",
			map[Metric]float64{TEDSShape: 4. / 5, TEDS: 1 - (1+4./7)/5, AdjF1: 0, TableDet: 1}},
		{"a span is lost", `<table><tr><td colspan="2">one</td></tr><tr><td>two</td><td>three</td></tr></table>`,
			"<table><tr><td>one</td></tr><tr><td>two</td><td>three</td></tr></table>", map[Metric]float64{TEDSShape: 5. / 6, AdjF1: 4. / 5}},
		{"a table is cut in two", "<table><tr><td>one two</td></tr><tr><td>three four</td></tr></table>",
			"<table><tr><td>one two</td></tr></table><table><tr><td>three four</td></tr></table>", map[Metric]float64{TableDet: 2. / 3, TEDSShape: 2. / 3 * 3 / 5}},
		{"a table is invented", "<p>one two</p>", "<table><tr><td>one two</td></tr></table>", map[Metric]float64{TableNone: 0, Roles: 0}},
		{"heads are cells", "<table><tr><th>one</th><th>two</th></tr></table>", "<table><tr><th>one</th><td>two</td></tr></table>", map[Metric]float64{TEDS: 1, HeadCells: 2. / 3}},
		{"an item is lost", "<ul><li>one</li><li>two</li></ul>", "<ul><li>one</li></ul><p>two</p>", map[Metric]float64{ItemF1: 2. / 3, Roles: .5}},
		{"a list is of the wrong kind", "<ol><li>one</li><li>two</li></ol>", "<ul><li>one</li><li>2. two</li></ul>", map[Metric]float64{ItemF1: 1, ItemNest: .8}},
		{"an item is not nested", "<ul><li>one<ul><li>two</li></ul></li></ul>", "<ul><li>one</li><li>two</li></ul>", map[Metric]float64{ItemF1: 1, ItemNest: .85}},
		{"a link leads elsewhere", `<p><a href="https://a.org/">one</a> <a href="https://b.org">two</a></p>`, `<p><a href="https://a.org">one</a> <a href="https://c.org">two</a></p>`, map[Metric]float64{LinkF1: .5}},
		{"pieces of a link are one", `<p><a href="https://a.org/">one two</a></p>`, `<p><a href="https://a.org">one</a> <a href="https://a.org">two</a></p>`, map[Metric]float64{LinkF1: 1}},
		{"an internal link leads nowhere", `<p id="x"><a href="#x">one</a></p>`, `<p><a href="#y">one</a></p>`, map[Metric]float64{LinkF1: 0}},
		{"a running head stays on one of two pages", `<meta name="furniture" content="The head"><meta name="pages" content="3"><p>one two</p>`, "<p>one</p><p>the head</p><p>two</p>", map[Metric]float64{Furniture: .5}},
		{"a picture is lost", `<p>x</p><img src="a"><img src="b">`, `<p>x</p><img src="a">`, map[Metric]float64{Figures: .5}},
		{"a note stands elsewhere", `<p>a<a role="doc-noteref" href="#n">1</a></p><aside role="doc-footnote" id="n">1 The note</aside><p>b</p>`,
			`<p>a<sup><a role="doc-noteref" href="#k">1</a></sup></p><p>b</p><div role="doc-endnotes"><ol><li id="k">The note</li></ol></div>`, map[Metric]float64{NoteF1: 1, WordF1: 8. / 9}},
		{"no mark leads to a note", `<p>a<a role="doc-noteref" href="#n">1</a></p><aside role="doc-footnote" id="n">1 The note</aside>`,
			`<p>a1</p><aside role="doc-footnote">1 The note</aside>`, map[Metric]float64{NoteF1: .5}},
		{"program text is a paragraph", "<pre>a b c d e f</pre>", "<p>a b c d e f</p>", map[Metric]float64{CodeF1: 0}},
		{"bold is lost", "<p>x <b>a b c</b> y <b>d</b></p>", "<p>x a b c y <b>d</b></p>", map[Metric]float64{EmphF1: 2. / 5}},
		{"a bold paragraph is no emphasis", "<p>x <b>a b c</b> y</p><p>d e f</p>", "<p>x <b>a b c</b> y</p><p><b>d e f</b></p>", map[Metric]float64{EmphF1: 1}},
		{"a language is wrong", `<html lang="de"><p>x`, `<html lang="en"><p>x`, map[Metric]float64{Lang: 0}},
		{"each ideograph is a word", "<p>日本語</p>", "<p>日 本 誤</p>", map[Metric]float64{WordF1: 2. / 3}},
		{"what is no content", `<p>one</p>`, `<nav>x</nav><p>one</p><p hidden>x</p><span role="doc-pagebreak">4</span><div style="display: none">x</div><figure><svg><text>x</text></svg><div class="labels">x</div></figure>`,
			map[Metric]float64{NID: 1, WordF1: 1, FigureNone: 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := figures(t, c.truth, c.output)
			for m, want := range c.want {
				require.Contains(t, got, m)
				require.InDelta(t, want, got[m], 1e-9, m)
			}
		})
	}
}

// TestBitsAgreeWithTheMatrix compares the two quick algorithms with the slow ones
// of the textbook, on texts of one word of bits and of several.
func TestBitsAgreeWithTheMatrix(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() []rune {
		out := make([]rune, rnd.IntN(200))
		for i := range out {
			out[i] = rune('a' + rnd.IntN(4))
		}
		return out
	}
	for range 300 {
		a, b := text(), text()
		lcs, lev := matrix(len(a)+1, len(b)+1), matrix(len(a)+1, len(b)+1)
		for i := range len(a) + 1 {
			for j := range len(b) + 1 {
				switch {
				case i == 0 || j == 0:
					lev[i][j] = float64(i + j)
				case a[i-1] == b[j-1]:
					lcs[i][j], lev[i][j] = lcs[i-1][j-1]+1, lev[i-1][j-1]
				default:
					lcs[i][j] = max(lcs[i-1][j], lcs[i][j-1])
					lev[i][j] = 1 + min(lev[i-1][j-1], lev[i-1][j], lev[i][j-1])
				}
			}
		}
		require.Equal(t, int(lcs[len(a)][len(b)]), common(a, b))
		require.Equal(t, int(lev[len(a)][len(b)]), distance(a, b))
		require.Len(t, aligned(strings.Split(string(a), ""), strings.Split(string(b), "")), common(a, b))
	}
}

// TestTreeDistance has the example of Zhang and Shasha's paper: f(d(a c(b)) e) and
// f(c(d(a b)) e) are two edits apart.
func TestTreeDistance(t *testing.T) {
	t.Parallel()
	n := func(kind string, children ...*node) *node { return &node{kind: kind, children: children} }
	a := n("f", n("d", n("a"), n("c", n("b"))), n("e"))
	b := n("f", n("c", n("d", n("a"), n("b"))), n("e"))
	require.InDelta(t, 2, treeDistance(a, b, byShape), 1e-9)
	require.Zero(t, treeDistance(a, a, byShape))
}
