package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// inLine stands for the next formula in what block sets.
const inLine = string(layout.FormulaSign)

// formulas tells what the signs of formulas in the text say, one behind the other. A text that
// begins with # has its lines to itself; ? is a character that nobody knows.
func (b *pageBuilder) formulas(texts ...string) *pageBuilder {
	at := 0
	for _, text := range texts {
		at += strings.Index(b.Text[at:], inLine)
		f := layout.Formula{At: int32(at), Size: 10, Baseline: 100}
		f.Text, f.Display = strings.CutPrefix(text, "#")
		for i, c := range f.Text {
			x := 100 + 6*float32(i)
			if c == ' ' {
				continue
			}
			g := layout.FormulaGlyph{X: x, Y: 100, Advance: 5, Size: 10, Ink: layout.Rect{X0: x, Y0: 95, X1: x + 5, Y1: 100}}
			if g.Char = c; c == '?' {
				g.Char = '\uE000'
			}
			f.Glyphs = append(f.Glyphs, g)
			f.Box = f.Box.Union(g.Ink)
		}
		b.Formulas = append(b.Formulas, f)
		at += len(inLine)
	}
	return b
}

// formulasIn are the formulas of a document: where they are, what they say, their number.
func formulasIn(doc *semantic.Document) []string {
	var list []string
	var walk func(n *semantic.Node, where string)
	walk = func(n *semantic.Node, where string) {
		if n.Role == semantic.Formula {
			line := where + n.Attr.Math.Text()
			if n.Attr.Math.Display {
				line += " display"
			}
			if n.Attr.Label != "" {
				line += " " + n.Attr.Label
			}
			if n.Attr.ID != "" {
				line += " #" + n.Attr.ID
			}
			list = append(list, line)
			return
		}
		if n != doc.Root {
			where += n.Role.String() + " "
		}
		for _, k := range n.Children {
			walk(k, where)
		}
	}
	walk(doc.Root, "")
	return list
}

func TestFormulasOfThePlacesThatTheyStandIn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"in a line":                     {page(1).text().block(body, "It is so that "+inLine+" holds here.").formulas("x=1"), "P x = 1"},
		"on lines of its own":           {page(1).text().block(body, inLine).formulas("#x=1"), "x = 1 display"},
		"alone in a paragraph":          {page(1).text().block(body, inLine).text().formulas("x=1"), "P x = 1"},
		"indented as a quotation":       {page(1).text().at(90, 200).block(small, inLine, inLine).at(50, 240).text().formulas("#x=1", "#y=2"), "x = 1 display; y = 2 display"},
		"with its number":               {page(1).text().block(body, inLine+" (3.14)").formulas("#x=1"), "x = 1 display (3.14) #equation-3-14"},
		"with its number at the left":   {page(1).text().block(body, "(A.2) "+inLine).formulas("#x=1"), "x = 1 display (A.2) #equation-a-2"},
		"with words beside it":          {page(1).text().block(body, inLine+" (see below)").formulas("#x=1"), "P x = 1 display"},
		"as large as a heading":         {page(1).text().block(large, inLine).text().formulas("#x=1"), "x = 1 display"},
		"in a heading":                  {page(1).block(huge, "A title").text().block(large, "Proof of "+inLine).text().formulas("x=1"), "H x = 1"},
		"in a caption":                  {page(1).text().picture(false).block(small, "Figure 1: The curve of "+inLine+".").text().formulas("x=1"), "Figure Caption x = 1"},
		"in a cell":                     {page(1).text().table(body, "*a*|*b*", "c|"+inLine, "e|f").formulas("x=1"), "Table TBody TR TD x = 1"},
		"in an item of a list":          {page(1).text().block(body, "• one of "+inLine+" here").block(body, "• another").formulas("x=1"), "L LI LBody x = 1"},
		"in bold":                       {page(1).text().block(body, "It is *so that "+inLine+" holds*.").formulas("x=1"), "P x = 1"},
		"a letter that nobody can read": {page(1).text().block(body, "It is so that "+inLine+" holds.").formulas("?"), ""},
		"a formula that nobody can":     {page(1).text().block(body, "It is so that "+inLine+" holds.").formulas("???"), "P ���"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t, c.page)
			require.Equal(t, c.want, strings.Join(formulasIn(doc), "; "))
			for n := range doc.Root.All() {
				require.NotContains(t, n.Text, inLine)
			}
		})
	}
}

func TestLettersThatAreNoFormulaAreText(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "It is so that "+inLine+" holds.").formulas("?"))
	require.Contains(t, dump(doc), "It is so that ? holds.")
}

func TestSpacesBesideFormulasAreKept(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "It is so that "+inLine+" holds; ("+inLine+") does.").formulas("x=1", "y=2"))
	var text strings.Builder
	for n := range doc.Root.All() {
		if n.Role == semantic.Formula {
			text.WriteString("x")
		} else if !strings.Contains(n.Text, "dog") {
			text.WriteString(n.Text)
		}
	}
	require.Equal(t, "It is so that x holds; (x) does.", text.String())
}

func TestTheSentenceAroundAFormulaIsKept(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*pageBuilder{
		"over a column's end": page(1).text().block(body, "We come to the rule").block(body, inLine+" (1)").in(1).at(300, 60).block(body, "which is all that there is to say of it."),
		"close below":         page(1).text().block(body, "We come to the rule").block(body, inLine+" (1)").block(body, "which is all that there is to say of it."),
		"before the formula":  page(1).text().block(body, "We come to the rule").in(1).at(300, 60).block(body, inLine+" (1)").block(body, "which is all that there is to say of it."),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t, p.formulas("#x=1"))
			require.Equal(t, []string{"x = 1 display (1) #equation-1"}, formulasIn(doc))
			require.Contains(t, dump(doc), "We come to the rule")
			require.Contains(t, dump(doc), "which is all that there is to say of it.")
		})
	}
}

func TestFormulasThatGoOnOverLinesAreOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second string
		formulas      []string
		want          string
	}{
		"broken behind a relation": {"It is so that the fox sees " + inLine, inLine + " at last.", []string{"a=", "b"}, "P a = b"},
		"two of them":              {"It is so that the fox sees " + inLine, inLine + " at last.", []string{"a", "b"}, "P a; P b"},
		"with a comma":             {"It is so that the fox sees " + inLine + ",", inLine + " at last.", []string{"a=", "b"}, "P a =; P b"},
		"beside each other":        {"It is so that the fox sees it all", inLine + " " + inLine + " at last.", []string{"a=", "b"}, "P a =; P b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t, page(1).text().block(body, c.first, c.second).formulas(c.formulas...))
			require.Equal(t, c.want, strings.Join(formulasIn(doc), "; "))
			for n := range doc.Root.All() {
				if n.Role == semantic.Formula {
					require.Equal(t, name == "broken behind a relation", len(n.Attr.Math.Lines) == 2)
				}
			}
		})
	}
}

func TestFormulasOfNotes(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "A word^1^ of the text that goes on.").at(50, 560).block(small, "^1^ It is so that "+inLine+" holds.").formulas("x=1"))
	require.Equal(t, []string{"FENote P x = 1"}, formulasIn(doc))
}

func TestNumbersOfFormulasLeadThere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"We come to it by Eq. (2), later.":          "Eq. (2) -> #equation-2",
		"We come to it by (2), later.":              "(2) -> #equation-2",
		"It follows from equations (1) and (2).":    "equations (1) -> #equation-1; (2) -> #equation-2",
		"It was so (2) and it is.":                  "",
		"It was so (3.1) and it is.":                "(3.1) -> #equation-3-1",
		"There are two of them, Section (2) is it.": "",
		"It follows by (7), which is not here.":     "",
		"Write ~Eq. (2)~ for it.":                   "",
		"_It follows by_ (2) _that it is._":         "(2) -> #equation-2",
		"_We come to it by equation_ (2)_, later._": "(2) -> #equation-2",
		"_It was so_ (2) _and it is._":              "",
		"Nach Gleichung (1) ist es so.":             "Gleichung (1) -> #equation-1",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			doc := build(t, page(1).text().block(body, inLine+" (1)").text().block(body, inLine+" (2)").text().block(body, inLine+" (3.1)").
				block(body, text).text().formulas("#x=1", "#y=2", "#z=3"))
			require.Equal(t, want, strings.Join(crossrefs(t, doc), "; "))
		})
	}
}

func TestOnlyFormulasWithNumbersHaveAnchors(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, inLine, inLine+" (1)", inLine).text().formulas("#x=1", "#y=2", "#z=3"))
	require.Equal(t, []string{"x = 1 display", "y = 2 display (1) #equation-1", "z = 3 display"}, formulasIn(doc))
}

func TestTwoFormulasWithOneNumberHaveNoAnchor(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, inLine+" (1)").text().block(body, inLine+" (1)").block(body, "So it is by Eq. (1), or so.").formulas("#x=1", "#y=2"))
	require.Equal(t, []string{"x = 1 display (1)", "y = 2 display (1)"}, formulasIn(doc))
	require.Empty(t, crossrefs(t, doc))
}

func TestFormulasOfOneBlockHaveAnAnchorEach(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, inLine+" (1)", inLine+" (2)").text().formulas("#x=1", "#y=2"))
	require.Equal(t, []string{"x = 1 display (1) #equation-1", "y = 2 display (2) #equation-2"}, formulasIn(doc))
}

// TestLinksLeadToNumberedFormulas: the destination of a link to a formula is at it or a line above,
// as TeX sets it.
func TestLinksLeadToNumberedFormulas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		y    float32
		want string
	}{
		"at the formula":           {95, "#equation-1"},
		"a line above it":          {80, "#equation-1"},
		"at the foot of the first": {98, "#equation-2"},
		"far above it":             {40, "#page-1"},
		"below both":               {130, "#page-1"},
		"of a page without place":  {-1, "#page-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).block(body, inLine+" (1)", inLine+" (2)").at(50, 300).text().block(body, "See {0:(1)} there.").formulas("#x=1", "#y=2")
			p.Formulas[1].Box.Y0, p.Formulas[1].Box.Y1 = 110, 115
			p.Links = []layout.Link{{Target: &layout.Target{Page: 1, At: layout.Point{Y: c.y}}}}
			doc := build(t, p)
			require.Equal(t, c.want, firstLink(doc))
		})
	}
}

// firstLink is where the first link of a document leads.
func firstLink(doc *semantic.Document) string {
	for n := range doc.Root.All() {
		if n.Role == semantic.Link {
			return n.Attr.Href
		}
	}
	return ""
}

// TestNumbersOfEquationsAreNoItems: far before its formula a number is that of an equation, right
// before it the mark of an item.
func TestNumbersOfEquationsAreNoItems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x    float32 // where the lines begin; the formulas begin at 100
		want bool
	}{{50, false}, {78, true}} {
		p := page(1).text().at(c.x, 130).block(body, "(1) "+inLine).at(c.x, 160).block(body, "(2) "+inLine).at(50, 190).text().formulas("#x=1", "#y=2")
		items := 0
		for n := range build(t, p).Root.All() {
			if n.Role == semantic.LI {
				items++
			}
		}
		require.Equal(t, c.want, items == 2, c.x)
	}
}
