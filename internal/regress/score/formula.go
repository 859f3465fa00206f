package score

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// A formula is compared by the ways to its symbols. In a/b² the ways are n:a, d:b and dp:2: a stands in the
// numerator, b in the denominator, and 2 raised in the denominator. Differences that a reader does not see do not
// count: rows, spaces, invisible operators, letters of a mathematical alphabet for plain ones, limits for scripts.
type formula struct{ ways []string } // in the order of the source

// sameFormula is the least F1 of the ways to the symbols of two formulas that count as the same.
const sameFormula = 0.5

// scriptWays has the steps to the children of an element, by index.
var scriptWays = map[string][]string{
	"mfrac": {"n", "d"}, "msqrt": {"r"}, "mroot": {"r", "x"}, "msub": {"", "b"}, "msup": {"", "p"}, "msubsup": {"", "b", "p"},
	"munder": {"", "b"}, "mover": {"", "p"}, "munderover": {"", "b", "p"},
}

// newFormula reads an element math.
func newFormula(n *html.Node) formula {
	var f formula
	f.read(n, "")
	return f
}

func (f *formula) read(n *html.Node, way string) {
	switch n.Data {
	case "annotation", "annotation-xml", "mphantom", "mspace":
		return
	case "mi", "mn", "mo", "mtext", "ms":
		f.leaf(textOf(n, func(*html.Node) bool { return false }), way)
		return
	case "mmultiscripts":
		f.multiscripts(n, way)
		return
	}
	turns, i := scriptWays[n.Data], 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		turn := ""
		switch {
		case n.Data == "msqrt":
			turn = "r"
		case i < len(turns):
			turn = turns[i]
		case n.Data == "mtable" || n.Data == "mtr":
			turn = n.Data[2:] + strconv.Itoa(i) + "."
		}
		f.read(c, way+turn)
		i++
	}
}

// multiscripts reads scripts after the base, and before it.
func (f *formula) multiscripts(n *html.Node, way string) {
	i, turns := -1, []string{"b", "p"}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode:
			continue
		case c.Data == "mprescripts":
			i, turns = 0, []string{"lb", "lp"}
			continue
		case i < 0:
			f.read(c, way)
		default:
			f.read(c, way+turns[i%2])
		}
		i++
	}
}

// leaf adds the symbols of an element with text.
func (f *formula) leaf(s, way string) {
	for _, r := range norm.NFKC.String(s) {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r >= '\u2061' && r <= '\u2064':
			continue
		case strings.ContainsRune("−–‐", r):
			r = '-'
		case r == '∣':
			r = '|'
		case r == '∗':
			r = '*'
		case r == '¯' || r == '‾' || r == '\u0304' || r == '\u0305':
			r = '¯'
		case r == '\u0302':
			r = '^'
		case r == '\u0303' || r == '∼' || r == '˜':
			r = '~'
		case r == '⋯':
			f.leaf("...", way)
			continue
		}
		f.ways = append(f.ways, way+":"+string(r))
	}
}

// formulas compares the formulas of both in their order.
func (c *comparison) formulas() {
	truth, output := c.truth.formulas, c.output.formulas
	if len(truth) == 0 {
		c.figures[FormulaNone] = none(len(output))
		return
	}
	found, exact, sum := 0, 0, 0.
	for _, p := range inOrder(len(truth), len(output), func(i, j int) float64 {
		if v := bagF1(truth[i].ways, output[j].ways); v >= sameFormula {
			return v
		}
		return 0
	}) {
		a, b := truth[p.i].ways, output[p.j].ways
		found++
		sum += bagF1(a, b)
		if strings.Join(a, " ") == strings.Join(b, " ") {
			exact++
		}
	}
	c.figures[FormulaF1] = f1(float64(found), len(truth), len(output))
	c.figures[FormulaWays] = sum / float64(len(truth))
	c.figures[FormulaExact] = float64(exact) / float64(len(truth))
}
