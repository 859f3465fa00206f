package infer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// accounts are the sums that were held against a threshold, each once: the signs and what each gave.
func accounts(t *testing.T, threshold string, src semantic.Source, p *pageBuilder) []string {
	t.Helper()
	src.Pages = []*layout.Page{p.Page}
	doc, err := infer.Build(t.Context(), src, infer.Options{Explain: true})
	require.NoError(t, err)
	var list []string
	for n := range doc.Root.All() {
		for _, e := range n.Evidence {
			if _, signs, ok := strings.Cut(e.Reason, "("+threshold+"): "); ok && !slices.Contains(list, signs) {
				list = append(list, signs)
			}
		}
	}
	return list
}

// Each sign of a heading, with the weight that the rule gives it.
func TestWeightsOfTheSignsOfHeadings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		look  look
		text  string
		signs string
	}{
		{look{size: 16}, "On foxes", "size 1.60 of the body's +0.80"},
		{look{size: 12}, "On foxes", "size 1.20 of the body's +0.60, set apart +0.20"},
		{look{size: 10.5}, "On foxes", "size 1.05 of the body's +0.20, set apart +0.20"},
		{look{size: 8, bold: true}, "On foxes", "smaller than the body -0.50, bold +0.35, set apart +0.20"},
		{italic, "On foxes", "italic +0.10, set apart +0.20"},
		{bold, "Conclusions", "bold +0.35, names a part of documents +0.30, set apart +0.20"},
		{bold, "FOXES AND DOGS", "bold +0.35, capitals +0.20, set apart +0.20"},
		{bold, "1 Foxes", "bold +0.35, numbered +0.20, set apart +0.20"},
		{bold, "Foxes.", "bold +0.35, set apart +0.20, ends as a sentence -0.35"},
		{bold, "On foxes:", "bold +0.35, set apart +0.20, ends in a colon -0.15"},
		{bold, "Table 3. Foxes and dogs", "bold +0.35, set apart +0.20, begins as a caption does -0.60"},
		{bold, "Warning:", "bold +0.35, set apart +0.20, ends in a colon -0.15, labels a remark -0.60"},
		{look{size: 12, bold: true}, "Total due 13,576.63", "size 1.20 of the body's +0.60, bold +0.35, set apart +0.20, ends in an amount -0.80"},
		{bold, "Foxes ........ 12", "bold +0.35, set apart +0.20, has dot leaders -1.00"},
		{look{size: 12}, strings.Repeat("fox ", 31) + "fox", "size 1.20 of the body's +0.60, set apart +0.20, long -0.15, begins in lower case -0.30"},
		{look{size: 12}, strings.Repeat("fox ", 41) + "fox", "size 1.20 of the body's +0.60, set apart +0.20, very long -0.35, begins in lower case -0.30"},
		{bold, "Foxes live here. They do", "bold +0.35, set apart +0.20, goes on behind a sentence -0.35"},
		{bold, "Foxes, dogs, cats, mice, and bears", "bold +0.35, set apart +0.20, an enumeration -0.40"},
		{bold, "Foxes, dogs, cats, and bears", "bold +0.35, set apart +0.20"},
		{bold, "4 m", "bold +0.35, numbered +0.20, set apart +0.20, has hardly a letter -0.40, begins in lower case -0.30"},
		{bold, "(Foxes)", "bold +0.35, set apart +0.20, in brackets -0.30"},
		{bold, "Name\tPrice\tWeight", "bold +0.35, set apart +0.20, words in columns -0.50"},
	} {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{c.signs}, accounts(t, "headingWeight", semantic.Source{}, page(1).text().block(c.look, c.text).text()))
		})
	}
	require.Contains(t, accounts(t, "headingWeight", semantic.Source{}, page(1).text().block(bold, "What to bring:").block(body, "1. A lamp").block(body, "2. A map").text()),
		"bold +0.35, set apart +0.20, leads a list +0.15")
	require.Equal(t, []string{"bold +0.35, set apart +0.20, other text beside it -0.40", "bold +0.35, other text beside it +0.00"},
		accounts(t, "headingWeight", semantic.Source{}, page(1).text().block(bold, "Name").beside(200, bold, "Value").text()))
	require.Contains(t, accounts(t, "headingWeight", semantic.Source{}, page(1).block(huge, "Animals").text().block(italic, "On foxes").text().block(italic, "On dogs").text().block(italic, "On cats").text()),
		"italic +0.10, leads text wherever the look is used +0.25, set apart +0.20")
	outline := []semantic.OutlineItem{{Title: "Foxes", Target: layout.Target{Page: 1}}}
	require.Contains(t, accounts(t, "headingWeight", semantic.Source{Outline: outline}, page(1).text().block(bold, "Foxes").text()),
		"bold +0.35, in the outline +0.60, set apart +0.20")
}

// Each sign of a running head of a single page, with the weight that the rule gives it.
func TestWeightsOfTheSignsOfRunningHeads(t *testing.T) {
	t.Parallel()
	const apart = "clear of the text +0.20, far from the text +0.20"
	for _, c := range []struct {
		look  look
		y     float32
		text  string
		signs string
	}{
		{small, 20, "The Fox Book", "smaller than the body +0.40, close to the edge +0.30, " + apart},
		{body, 20, "The Fox Book", "close to the edge +0.30, " + apart},
		{body, 55, "The Fox Book", "near the edge +0.20, " + apart},
		{bold, 20, "The Fox Book", "close to the edge +0.30, " + apart + ", bold -0.10"},
		{italic, 20, "The Fox Book", "close to the edge +0.30, " + apart + ", in italics or capitals +0.20"},
		{body, 20, "THE FOX BOOK", "close to the edge +0.30, " + apart + ", in italics or capitals +0.20"},
		{body, 20, "Foxes live here.", "close to the edge +0.30, " + apart + ", ends as a sentence -0.40"},
		{body, 20, "www.fox.example", "is printed with pages +0.40, close to the edge +0.30, " + apart},
		{body, 20, "The Fox Book • xii", "holds a page number +0.80, close to the edge +0.30, " + apart},
		{body, 20, "Anna Fox 193", "a number at one end +0.40, close to the edge +0.30, " + apart},
	} {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{c.signs}, accounts(t, "aloneWeight", semantic.Source{}, underHead(page(1).at(50, c.y).block(c.look, c.text))))
		})
	}
	sums := func(p *pageBuilder) []string { return accounts(t, "aloneWeight", semantic.Source{}, p) }
	head := func() *pageBuilder { return page(1).at(50, 20).block(body, "The Fox Book") }
	require.Equal(t, []string{"close to the edge +0.30, " + apart + ", on a page with little text -0.40"}, sums(head().at(50, 120).text()))
	require.Equal(t, []string{"close to the edge +0.30, " + apart + ", stands at both margins +0.30"}, sums(underHead(head().at(300, 20).block(body, "On foxes"))))
	require.Equal(t, []string{"close to the edge +0.30, " + apart + ", the other edge has a page number +0.40"}, sums(underHead(head()).at(200, 570).block(body, "62")))
	ruled := underHead(head())
	ruled.Rulings = append(ruled.Rulings, layout.Ruling{Box: layout.Rect{X0: 50, Y0: 30, X1: 350, Y1: 31}})
	require.Equal(t, []string{"close to the edge +0.30, " + apart + ", a rule parts it from the text +0.40"}, sums(ruled))
}

// underHead sets a page of text that ends above its foot.
func underHead(p *pageBuilder) *pageBuilder {
	p.at(50, 120)
	for range 6 {
		p.text()
	}
	return p
}

// Each sign of a line of program text, with the weight that the rule gives it.
func TestWeightsOfTheSignsOfCodeLines(t *testing.T) {
	t.Parallel()
	mono := look{size: 9, mono: true}
	text := func() *pageBuilder {
		return page(1).block(body, "Some running text that comes before it, over two", "lines of the page.")
	}
	const goesOn = "It takes a minute."
	for _, c := range []struct {
		name  string
		page  *pageBuilder
		signs string
	}{
		{"nothing", text().block(mono, "fox").block(body, goesOn), "nothing speaks for it"},
		{"set in", text().at(70, 180).block(mono, "fox").at(50, 200).block(body, goesOn), "set in from the text +0.30"},
		{"colon", page(1).block(body, "Then type this command:").block(mono, "fox").block(body, goesOn), "a colon before it +0.35"},
		{"prompt", text().block(mono, "% ls").block(body, goesOn), "begins with a prompt +0.40, several words +0.15"},
		{"signs", text().block(mono, "fox=hen").block(body, goesOn), "signs of a programming language +0.15"},
		{"three words", text().block(mono, "one two three").block(body, goesOn), "several words +0.15"},
		{"four words", text().block(mono, "one two three four").block(body, goesOn), "a line of words +0.25"},
		{"bold", text().block(look{size: 9, mono: true, bold: true}, "fox").block(body, goesOn), "bold as terms are -0.40"},
		{"box", text().block(mono, "fox").boxed().block(body, goesOn), "in a box of its own +0.35"},
		{"what explains it", text().block(mono, "fox").at(70, 190).block(body, "Everything about foxes."), "what is indented under it may explain it -0.50"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{c.signs}, accounts(t, "codeLineLeast", semantic.Source{}, c.page))
		})
	}
}

// Each sign of a note, with the weight that the rule gives it.
func TestWeightsOfTheSignsOfNotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		page  *pageBuilder
		signs []string
	}{
		{"raised, with its mark", page(1).text().block(body, "Some words.^1^").at(50, 520).block(small, "^1^ The note."),
			[]string{"begins with a raised sign +0.35, smaller than the body +0.25, at the foot +0.20, its sign 1 stands in the text +0.35"}},
		{"raised, without it", page(1).text().at(50, 520).block(small, "^1^ The note."),
			[]string{"begins with a raised sign +0.35, smaller than the body +0.25, at the foot +0.20"}},
		{"a symbol", page(1).text().at(50, 520).block(small, "† The note."),
			[]string{"begins with a symbol +0.15, smaller than the body +0.25, at the foot +0.20"}},
		{"a number", page(1).text().at(50, 520).block(small, "33. The note."),
			[]string{"begins with a number +0.10, smaller than the body +0.25, at the foot +0.20"}},
		{"the next number", page(1).text().at(50, 520).block(small, "^1^ The first note.").block(small, "^2^ The second note."),
			[]string{
				"begins with a raised sign +0.35, smaller than the body +0.25, at the foot +0.20",
				"begins with a raised sign +0.35, smaller than the body +0.25, at the foot +0.20, follows a note with the number before +0.25",
			}},
		{"inside of the text", page(1).text().block(body, "^1^ The note.").text(), []string{"begins with a raised sign +0.35"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.signs, accounts(t, "noteWeight", semantic.Source{}, c.page))
		})
	}
}
