package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages []*pageBuilder
		want  string
	}{
		"a larger line is a heading": {
			[]*pageBuilder{page(1).text().block(large, "On foxes").text()},
			"Title: On foxes\n",
		},
		"a short bold line above text is a heading": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(bold, "On foxes").text().block(bold, "On dogs").text()},
			"Title: Animals\nH2: On foxes\nH2: On dogs\n",
		},
		"a heading of two lines is one heading": {
			[]*pageBuilder{page(1).text().block(large, "On foxes and what", "they mean to dogs").text()},
			"Title: On foxes and what they mean to dogs\n",
		},
		"a bold line and its text in one block are two": {
			[]*pageBuilder{page(1).text().mixed("On foxes", bold, body).text().block(bold, "On dogs").text()},
			"H1: On foxes\nP: They are quick and brown and jump over whatever dog.\nH1: On dogs\n",
		},
		"a numbered line in italics and its text in one block are two": {
			[]*pageBuilder{page(1).text().mixed("2.1 On foxes", italic, body).text().mixed("On dogs", italic, body).text()},
			"Title: 2.1 On foxes\nP: They are quick and brown and jump over whatever dog.\nP: _On dogs_|They are quick and brown and jump over whatever dog.\n",
		},
		"numbers that follow each other make headings of lines that look as the text does": {
			[]*pageBuilder{
				page(1).text().block(body, "3.1 On foxes").text().block(body, "3.1.1 On tails").text(),
				page(2).text().block(body, "3.1.2 On ears").text().block(body, "3.2. On dogs").text().block(body, "4 On owls").text().block(body, "4.1 On nests").text(),
			},
			"H1: 3.1 On foxes\nH2: 3.1.1 On tails\nH2: 3.1.2 On ears\nH1: 3.2. On dogs\nH1: 4 On owls\nH2: 4.1 On nests\n",
		},
		"three numbers that follow are too few": {
			[]*pageBuilder{page(1).text().block(body, "3.1 On foxes").text().block(body, "3.2 On dogs").text().block(body, "3.3 On owls").text()},
			"P: 3.1 On foxes\nP: 3.2 On dogs\nP: 3.3 On owls\n",
		},
		"numbered lines without text between them are questions": {
			[]*pageBuilder{page(1).text().block(body, "3.1 What are foxes?").block(body, "3.2 What are dogs?").block(body, "3.3 What are owls?").block(body, "3.4 What are elks?").text()},
			"P: 3.1 What are foxes?\nP: 3.2 What are dogs?\nP: 3.3 What are owls?\nP: 3.4 What are elks?\n",
		},
		"numbers that do not follow are amounts": {
			[]*pageBuilder{page(1).text().block(body, "3.1 acres of foxes").text().block(body, "3.7 acres of dogs").text().block(body, "9.3 acres of owls").text().block(body, "2.8 acres of elks").text().block(body, "2.9 acres of bees").text()},
			"P: 3.1 acres of foxes\nP: 3.7 acres of dogs\nP: 9.3 acres of owls\nP: 2.8 acres of elks\nP: 2.9 acres of bees\n",
		},
		"kinds of numbers that begin anew nest": {
			[]*pageBuilder{
				page(1).text().block(bold, "I. On foxes").text().block(bold, "A. On tails").text().block(bold, "B. On ears").text(),
				page(2).text().block(bold, "II. On dogs").text().block(bold, "A. On hounds").text().block(italic, "1. On those of today").text(),
				page(3).text().block(bold, "III. On owls").text().block(bold, "IV. On bees").text().block(bold, "V. On elks").text(),
			},
			"H1: I. On foxes\nH2: A. On tails\nH2: B. On ears\nH1: II. On dogs\nH2: A. On hounds\nH3: 1. On those of today\nH1: III. On owls\nH1: IV. On bees\nH1: V. On elks\n",
		},
		"lettered appendices stand beside numbered chapters": {
			[]*pageBuilder{
				page(1).text().block(bold, "1. On foxes").text().block(bold, "2. On dogs").text().block(bold, "A. Names of foxes").text().block(bold, "B. Names of dogs").text(),
			},
			"H1: 1. On foxes\nH1: 2. On dogs\nH1: A. Names of foxes\nH1: B. Names of dogs\n",
		},
		"a numbered line in the middle may be smaller than the text": {
			[]*pageBuilder{
				page(1).text().block(bold, "On foxes").text().at(154, 300).block(look{size: 8.5, italic: true}, "1. On their tails").at(50, 320).text(),
			},
			"Title: On foxes\nH2: 1. On their tails\n",
		},
		"the number of a version is no sum": {
			[]*pageBuilder{page(1).block(huge, "Foxes v0.01").text().text()},
			"Title: Foxes v0.01\n",
		},
		"a date and a version are none": {
			[]*pageBuilder{page(1).block(huge, "Foxes").block(large, "2022/10/24, v1.88").text().text()},
			"Title: Foxes\nP: *2022/10/24, v1.88*\n",
		},
		"a long bold paragraph is none": {
			[]*pageBuilder{page(1).text().block(bold, "Warning: this device becomes hot while it is used, and it", "remains hot for a long time after it is switched off, so", "that nobody should touch it in the meantime without gloves.").text()},
			"P: *Warning: this device becomes hot while it is used, and it remains hot for a long time after it is switched off, so that nobody should touch it in the meantime without gloves.*\n",
		},
		"a bold sentence is none": {
			[]*pageBuilder{page(1).text().block(bold, "Do not touch this.").text()},
			"P: *Do not touch this.*\n",
		},
		"bold cells beside each other are none": {
			[]*pageBuilder{page(1).text().block(bold, "Name").beside(200, bold, "Value").text()},
			"P: *Name*\nP: *Value*\n",
		},
		"a wide space behind a capital makes it the number of an appendix": {
			[]*pageBuilder{page(1).text().block(bold, "A\tOn foxes").text().block(bold, "IV\tOn dogs").text()},
			"H1: A On foxes\nH1: IV On dogs\n",
		},
		"a dash behind a number is no bullet": {
			[]*pageBuilder{page(1).text().block(bold, "04 - On foxes").text().block(bold, "05 – On dogs").text()},
			"H1: 04 - On foxes\nH1: 05 – On dogs\n",
		},
		"a bold line with a colon close under the text leads a list": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().at(50, 200).text().at(50, 238).block(bold, "What foxes eat:").block(body, "• mice").block(body, "• eggs")},
			"Title: Animals\nH2: What foxes eat:\nul\n  - mice\n  - eggs\n",
		},
		"bold words in columns are none": {
			[]*pageBuilder{page(1).text().block(bold, "Name\tPrice\tWeight").text()},
			"P: *Name Price Weight*\n",
		},
		"a larger number alone is none": {
			[]*pageBuilder{page(1).text().block(huge, "42").text()},
			"P: 42\n",
		},
		"a line of a contents page is none": {
			[]*pageBuilder{page(1).text().block(bold, "1 Foxes ........ 12").text()},
			"P: *1 Foxes ........ 12*\n",
		},
		"the caption of a table is none": {
			[]*pageBuilder{page(1).text().block(bold, "Table 3. Foxes and dogs").text()},
			"P: *Table 3. Foxes and dogs*\n",
		},
		"the number of a chapter stands beside its name": {
			[]*pageBuilder{page(1).block(large, "CHAPTER").at(150, 130).block(huge, "On foxes").at(50, 190).block(look{size: 72}, "5").at(150, 160).block(huge, "and dogs").at(50, 240).text()},
			"Title: CHAPTER 5 On foxes and dogs\n",
		},
		"the number of a chapter comes before its name": {
			[]*pageBuilder{page(1).block(large, "CHAPTER").at(50, 190).block(look{size: 72}, "5").at(150, 160).block(huge, "On foxes").at(50, 240).text()},
			"Title: CHAPTER 5 On foxes\n",
		},
		"the number of a chapter stands above its name": {
			[]*pageBuilder{page(1).at(50, 100).block(huge, "4").at(50, 130).block(huge, "On foxes").text()},
			"Title: 4 On foxes\n",
		},
		"a number above a heading inside a page is none of a chapter": {
			[]*pageBuilder{page(1).text().at(50, 300).block(huge, "4").at(50, 330).block(huge, "On foxes").text()},
			"P: 4\nTitle: On foxes\n",
		},
		"a small number above a heading is none of a chapter": {
			[]*pageBuilder{page(1).at(50, 100).block(body, "4").at(50, 130).block(huge, "On foxes").text()},
			"P: 4\nTitle: On foxes\n",
		},
		"dates beside headings are no cells": {
			[]*pageBuilder{page(1).block(huge, "Jane Fox").text().row(body, "2014 – 2019", 150, bold, "Engineer").text().row(bold, "Assistant", 300, body, "2011 – 2014").text()},
			"Title: Jane Fox\nP: 2014 – 2019\nH2: Engineer\nH2: Assistant\nP: 2011 – 2014\n",
		},
		"bold words beside words are cells": {
			[]*pageBuilder{page(1).block(huge, "Jane Fox").text().row(body, "Occupation", 150, bold, "Engineer").text()},
			"Title: Jane Fox\nP: Occupation *Engineer*\n",
		},
		"a large sum is none": {
			[]*pageBuilder{page(1).text().block(look{size: 12, bold: true}, "Total due 13,576.63").text()},
			"P: *Total due 13,576.63*\n",
		},
		"a bold label with a colon is none": {
			[]*pageBuilder{page(1).text().block(bold, "Syntax:").text()},
			"P: *Syntax:*\n",
		},
		"a bold line with a colon before a list is one": {
			[]*pageBuilder{page(1).text().block(bold, "What to bring:").block(body, "1. A lamp").block(body, "2. A map").text()},
			"Title: What to bring:\nol 1 1\n  - A lamp\n  - A map\n",
		},
		"a sentence numbered and set as the other headings is one": {
			[]*pageBuilder{page(1).text().block(bold, "1. Are there foxes?").text().block(bold, "2. There are foxes.").text().block(bold, "3. Where are they?").text()},
			"H1: 1. Are there foxes?\nH1: 2. There are foxes.\nH1: 3. Where are they?\n",
		},
		"numbering tells levels of one look apart": {
			[]*pageBuilder{page(1).text().block(large, "1 Foxes").text().block(large, "1.1 Red foxes").text().block(large, "2 Dogs").text()},
			"H1: 1 Foxes\nH2: 1.1 Red foxes\nH1: 2 Dogs\n",
		},
		"paragraphs larger than the text of tables are none": {
			[]*pageBuilder{page(1).text().text().text().block(large, "On foxes").block(look{size: 13}, foxes...).block(look{size: 13}, foxes...).block(look{size: 13}, "They are red.")},
			"Title: On foxes\nP: Foxes are quick and brown and jump over whatever dog is so lazy as to lie in their way, and that goes on for as long as there are any dogs at all.\n" +
				"P: Foxes are quick and brown and jump over whatever dog is so lazy as to lie in their way, and that goes on for as long as there are any dogs at all.\nP: They are red.\n",
		},
		"authors under the title are none": {
			[]*pageBuilder{page(1).block(huge, "On foxes").block(look{size: 12}, "Ann Fox and Bob Dog").block(look{size: 12}, "May 2, 2001").block(bold, "Abstract").block(body, foxes...).block(bold, "1 Dogs").text()},
			"Title: On foxes\nP: Ann Fox and Bob Dog\nP: May 2, 2001\nH2: Abstract\nP: Foxes are quick and brown and jump over whatever dog is so lazy as to lie in their way, and that goes on for as long as there are any dogs at all.\nH2: 1 Dogs\n",
		},
		"a heading above the first text is one": {
			[]*pageBuilder{page(1).block(huge, "On foxes").block(look{size: 12}, "Ann Fox").block(large, "How they live").block(body, foxes...)},
			"Title: On foxes\nP: Ann Fox\nH2: How they live\nP: Foxes are quick and brown and jump over whatever dog is so lazy as to lie in their way, and that goes on for as long as there are any dogs at all.\n",
		},
		"numbered lines in large type without text are a list": {
			[]*pageBuilder{page(1).text().block(huge, "Plan").text().block(large, "1. Foxes").block(large, "2. Dogs").text()},
			"Title: Plan\nol 1 1\n  - *Foxes*\n  - *Dogs*\n",
		},
		"many large lines without text are none": {
			[]*pageBuilder{page(1).block(huge, "Plan").text().block(large, "North").block(large, "South").block(large, "West").text()},
			"Title: Plan\nP: *North*\nP: *South*\nP: *West*\n",
		},
		"a title goes on behind an open end": {
			[]*pageBuilder{page(1).block(huge, "On foxes,").at(50, 143).block(large, "their dogs, and others").text()},
			"Title: On foxes, their dogs, and others\n",
		},
		"headings broken before the margin are two": {
			[]*pageBuilder{page(1).text().block(large, "On foxes").at(50, 190).block(large, "On red foxes").text()},
			"H1: On foxes\nH1: On red foxes\n",
		},
		"capitals in the middle of the column are a heading": {
			[]*pageBuilder{page(1).text().block(bold, "One").block(body, foxes...).at(175, 260).block(body, "ON FOXES").at(50, 290).text()},
			"H1: One\nP: Foxes are quick and brown and jump over whatever dog is so lazy as to lie in their way, and that goes on for as long as there are any dogs at all.\nH2: ON FOXES\n",
		},
		"what goes on behind a sentence is none": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(look{size: 12}, "Foxes are quick. Nobody else is").text()},
			"Title: Animals\nP: Foxes are quick. Nobody else is\n",
		},
		"the label of a remark is none": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(bold, "Warning:").text()},
			"Title: Animals\nP: *Warning:*\n",
		},
		"a part by its name is one in small type": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(look{size: 9, bold: true}, "Abstract").text()},
			"Title: Animals\nH2: Abstract\n",
		},
		"a line that ends in an amount is none": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(bold, "Total due 1,250.00").text()},
			"Title: Animals\nP: *Total due 1,250.00*\n",
		},
		"italic lines above text, wherever there are any": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(italic, "On foxes").text().block(italic, "On dogs").text().block(italic, "On cats").text()},
			"Title: Animals\nH2: On foxes\nH2: On dogs\nH2: On cats\n",
		},
		"bold terms above indented definitions are none": {
			[]*pageBuilder{page(1).block(large, "Animals").text().block(bold, "fox").defined("a quick animal").block(bold, "dog").defined("a lazy animal").block(bold, "cat").defined("another animal")},
			"Title: Animals\nul\n  - fox\n  - dog\n  - cat\n",
		},
		"headings beside each other are two": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(large, "For").beside(200, large, "Against").text()},
			"Title: Animals\nH2: For\nH2: Against\n",
		},
		"a spelt number and the name of a chapter are one heading": {
			[]*pageBuilder{page(1).block(large, "CHAPTER").block(large, "SEVEN").block(huge, "On foxes").text()},
			"Title: CHAPTER SEVEN On foxes\n",
		},
		"the only heading without a number is the title": {
			[]*pageBuilder{page(1).block(large, "Animals").text().block(large, "1 Foxes").text().block(large, "2 Dogs").text()},
			"Title: Animals\nH2: 1 Foxes\nH2: 2 Dogs\n",
		},
		"the title on a page of its own may be smaller than chapters": {
			[]*pageBuilder{page(1).block(large, "Animals").block(body, "Ann Fox"), page(2).block(huge, "1 Foxes").text()},
			"Title: Animals\nP: Ann Fox\nH2: 1 Foxes\n",
		},
		"an enumeration is none": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(look{size: 12}, "Foxes, dogs, cats, mice, and, bears").text()},
			"Title: Animals\nP: Foxes, dogs, cats, mice, and, bears\n",
		},
		"names with marks are authors": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(large, "Ann Fox^a,b^, Bert Wolf^c^").text()},
			"Title: Animals\nP: *Ann Fox**a,b**, Bert Wolf**c*\n",
		},
		"endings of numbers are no marks": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(large, "The I^st^ and II^nd^ Century").text()},
			"Title: Animals\nH2: The Ist and IInd Century\n",
		},
		"one mark leads to a note": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().block(large, "Ann Fox^a^ and Bert Wolf").text()},
			"Title: Animals\nH2: Ann Foxa and Bert Wolf\n",
		},
		"a chapter's number and name are one heading": {
			[]*pageBuilder{page(1).text().block(huge, "Chapter 3").block(huge, "On foxes").text()},
			"Title: Chapter 3 On foxes\n",
		},
		"a page that is left blank has none": {
			[]*pageBuilder{page(1).block(huge, "Animals").text(), page(2).block(large, "This page intentionally left blank"), page(3).block(large, "Foxes").text()},
			"Title: Animals\nP: *This page intentionally left blank*\nH2: Foxes\n",
		},
		"capitals with a unit among them": {
			[]*pageBuilder{page(1).block(huge, "Animals").text().at(50, 300).block(body, "THE WARMTH OF FOXES BETWEEN 0 AND 1 kW IN WINTER").at(50, 330).text()},
			"Title: Animals\nP: THE WARMTH OF FOXES BETWEEN 0 AND 1 kW IN WINTER\n",
		},
		"the first item of a list is no name of a part": {
			[]*pageBuilder{page(1).block(huge, "Part 1").block(large, "1. Foxes").block(body, "2. Dogs", "3. Cats").text()},
			"Title: Part 1\nH2: 1. Foxes\nol 1 2\n  - Dogs\n  - Cats\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, dump(build(t, c.pages...)))
		})
	}
}

// foxes is a paragraph.
var foxes = []string{
	"Foxes are quick and brown and jump over whatever dog is so",
	"lazy as to lie in their way, and that goes on for as long as",
	"there are any dogs at all.",
}

// defined sets an indented paragraph.
func (b *pageBuilder) defined(text string) *pageBuilder {
	b.x += 30
	b.block(body, text)
	b.x -= 30
	return b
}

// mixed sets a heading and a paragraph as one block.
func (b *pageBuilder) mixed(head string, h, p look) *pageBuilder {
	b.block(h, head)
	b.y -= h.size
	return b.block(p, "They are quick and brown and jump over whatever dog.").joined(2)
}

// beside sets a block on the height of the last one.
func (b *pageBuilder) beside(x float32, l look, text string) *pageBuilder {
	was, y := b.x, b.Lines[len(b.Lines)-1].Baseline
	b.at(x, y).block(l, text)
	b.x = was
	return b
}

func TestHeadingsInAnotherFontAreBelowNumberedOnes(t *testing.T) {
	t.Parallel()
	p := page(1).block(huge, "Animals").text().block(large, "1 Foxes").text().block(large, "1.1 Red foxes").text().block(large, "Where they live").text()
	p.Styles = append(p.Styles, layout.Style{Size: 16, Bold: true, Font: "Semibold"})
	for i := range p.Lines {
		if p.LineText(i) == "Where they live" {
			p.Lines[i].Style = int32(len(p.Styles) - 1)
		} else if p.Lines[i].Size == 16 {
			p.Lines[i].Style = p.LineSpans(i)[0].Style
		}
	}
	require.Equal(t, "Title: Animals\nH2: 1 Foxes\nH3: 1.1 Red foxes\nH4: Where they live\n", dump(build(t, p)))
}

// A heading and the heading of its first part stand right below each other, in two bold faces.
func TestHeadingsInTwoFacesAreTwo(t *testing.T) {
	t.Parallel()
	with := func(second string, slanted bool) string {
		p := page(1).block(huge, "Animals").text().block(bold, "Results", "Search strategy").text()
		p.Styles = append(p.Styles, layout.Style{Size: 10, Bold: true, Font: "Headline"}, layout.Style{Size: 10, Bold: true, Font: second, Italic: slanted})
		for i := range p.Lines {
			style := map[string]int32{"Results": 2, "Search strategy": 1}[p.LineText(i)]
			if style > 0 {
				p.Lines[i].Style = int32(len(p.Styles)) - style
				p.LineSpans(i)[0].Style = p.Lines[i].Style
			}
		}
		return dump(build(t, p))
	}
	require.Equal(t, "Title: Animals\nH2: Results\nH2: Search strategy\n", with("Medium", false))
	require.Equal(t, "Title: Animals\nH2: Results Search strategy\n", with("Headline", false))
}

func TestHeadingsOfSlidesHaveOneLevel(t *testing.T) {
	t.Parallel()
	var pages []*pageBuilder
	for i, size := range []float32{30, 24, 30, 27} {
		p := page(i + 1)
		p.Width, p.Height = 600, 400
		pages = append(pages, p.block(look{size: size}, "On foxes").text().block(bold, "Red ones").text())
	}
	require.Equal(t, strings.Repeat("H1: On foxes\nH2: Red ones\n", 4), dump(build(t, pages...)))
}

func TestLevelsFollowTheOutline(t *testing.T) {
	t.Parallel()
	p := page(1).text().block(large, "Foxes").text().block(bold, "Red foxes").text().block(bold, "Grey foxes").text()
	doc := buildFrom(t, semantic.Source{Outline: []semantic.OutlineItem{
		{Title: "1. Foxes", Target: layout.Target{Page: 1}, Children: []semantic.OutlineItem{
			{Title: "Red  Foxes", Target: layout.Target{Page: 1}},
		}},
	}}, p)
	require.Equal(t, "Title: Foxes\nH2: Red foxes\nH2: Grey foxes\n", dump(doc))
}

// TestTheTitleStandsAboveTheSections: the outline lists it beside them, or it is as large as they are.
func TestTheTitleStandsAboveTheSections(t *testing.T) {
	t.Parallel()
	item := func(title string) semantic.OutlineItem {
		return semantic.OutlineItem{Title: title, Target: layout.Target{Page: 1}}
	}
	beside := page(1).block(huge, "On animals").block(body, "Anna Berg").block(large, "Foxes").text().block(large, "Dogs").text()
	require.Equal(t, "Title: On animals\nP: Anna Berg\nH2: Foxes\nH2: Dogs\n",
		dump(buildFrom(t, semantic.Source{Outline: []semantic.OutlineItem{item("On animals"), item("Foxes"), item("Dogs")}}, beside)))
	alike := func(first string) *pageBuilder {
		return page(1).block(large, first).text().block(large, "Foxes").text().block(large, "Dogs").text()
	}
	require.Equal(t, "Title: On animals\nH2: Foxes\nH2: Dogs\n", dump(buildFrom(t, semantic.Source{Title: "On  Animals"}, alike("On animals"))))
	require.Equal(t, "H1: On animals\nH1: Foxes\nH1: Dogs\n", dump(buildFrom(t, semantic.Source{}, alike("On animals"))))
	journal := page(1).block(huge, "Journal of Animals").block(body, "Volume 5").block(large, "On animals").text().block(bold, "Foxes").text()
	require.Equal(t, "P: Journal of Animals\nP: Volume 5\nTitle: On animals\nH2: Foxes\n", dump(buildFrom(t, semantic.Source{Title: "On animals"}, journal)))
	paper := func(head string) *pageBuilder {
		return page(1).at(200, 20).block(small, head).at(50, 120).block(huge, "Fox Letters").block(body, "fox.example/letters").
			block(large, "On the speed of foxes").block(body, "Anna Berg").block(look{size: 12}, "abstract").text().block(bold, "1. Foxes").text().block(bold, "2. Dogs").text()
	}
	require.Equal(t, "P: Fox Letters\nP: fox.example/letters\nTitle: On the speed of foxes\nP: Anna Berg\nH2: abstract\nH2: 1. Foxes\nH2: 2. Dogs\nArtifact: Fox Letters 137 (2015) 1–5\n",
		dump(build(t, paper("Fox Letters 137 (2015) 1–5"))), "the running head says that it is a journal")
	require.Contains(t, dump(build(t, paper("Fox Letters, draft of May"))), "Title: Fox Letters\n")
	report := func(x float32) *pageBuilder {
		return page(1).at(x, 60).block(large, "Predicting the weight").at(50, 96).block(large, "(in kg) of foxes and of their dens").text().block(bold, "Foxes").text()
	}
	require.Contains(t, dump(build(t, report(102))), "Title: Predicting the weight (in kg) of foxes and of their dens\n", "wide leading, centred")
	require.NotContains(t, dump(build(t, report(50))), "weight (in kg)", "at the margin they may be two")
	preface := page(1).block(huge, "Preface").text().block(large, "Foxes").text()
	for _, named := range []string{"", "Preface"} {
		require.Contains(t, dump(buildFrom(t, semantic.Source{Title: named}, preface)), "H1: Preface\n", "it heads a part")
	}
}

// TestChaptersWithSpelledNumbers: the word stands on the first page of each chapter, and is no running head.
func TestChaptersWithSpelledNumbers(t *testing.T) {
	t.Parallel()
	var pages []*pageBuilder
	names := map[string]string{"ONE": "FOXES", "TWO": "DOGS", "THREE": "CATS"}
	for i, number := range []string{"ONE", "TWO", "THREE"} {
		first := page(i+1).at(450, 60).block(body, "CHAPTER").at(450, 80).block(large, number).at(450, 110).block(large, names[number]).at(50, 200)
		for line := range 12 {
			first.block(body, fmt.Sprintf("%s are what line %d of this page is about,", strings.ToLower(names[number]), line))
		}
		pages = append(pages, first)
	}
	doc := dump(build(t, pages...))
	for number, name := range names {
		require.Contains(t, doc, "H1: CHAPTER "+number+" "+name+"\n")
	}
	require.NotContains(t, doc, "Artifact")
}

// TestLevelsFollowNumbersThatTheOutlineNestsWrongly has an outline in which the second chapter stands below
// the first, as happens when somebody drags bookmarks.
func TestLevelsFollowNumbersThatTheOutlineNestsWrongly(t *testing.T) {
	t.Parallel()
	item := func(title string, children ...semantic.OutlineItem) semantic.OutlineItem {
		return semantic.OutlineItem{Title: title, Target: layout.Target{Page: 1}, Children: children}
	}
	p := page(1).block(huge, "On animals").text()
	for _, head := range []string{"1 Foxes", "2 Dogs", "3 Cats", "3.1 Tabby", "3.2 Black", "1 Night", "4 Birds"} {
		p.block(bold, head).text()
	}
	doc := buildFrom(t, semantic.Source{Outline: []semantic.OutlineItem{item("1 Foxes",
		item("2 Dogs"), item("3 Cats", item("3.1 Tabby", item("3.2 Black", item("1 Night")))), item("4 Birds"),
	)}}, p)
	require.Equal(t, "Title: On animals\nH2: 1 Foxes\nH2: 2 Dogs\nH2: 3 Cats\nH3: 3.1 Tabby\nH3: 3.2 Black\nH4: 1 Night\nH2: 4 Birds\n", dump(doc))
}

func TestALinkToTheContentsIsNoHeading(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text(), page(2).block(bold, "{0:Table of Contents}").links(1).text())
	require.Equal(t, "P: [*Table of Contents*](#page-1)\n", dump(doc))
}

func TestSlidesOfLargeLinesHaveOneHeading(t *testing.T) {
	t.Parallel()
	slide := func(n int, lines ...string) *pageBuilder {
		p := page(n)
		p.Width, p.Height = 600, 400
		p.at(50, 40).block(huge, fmt.Sprintf("Slide %d", n)).at(50, 120)
		for i, line := range lines {
			p.at(50, 120+60*float32(i)).block(look{size: 14 + 2*float32(i%2), bold: true}, line)
		}
		return p
	}
	doc := build(t, slide(1, "A fox").text(), slide(2, "Foxes jump", "Dogs sleep at home", "Cats watch both"), slide(3).text(), slide(4, "A dog").text())
	require.Equal(t, "H1: Slide 1\nH2: A fox\nH1: Slide 2\nP: *Foxes jump*\nP: *Dogs sleep at home*\nP: *Cats watch both*\nH1: Slide 3\nH1: Slide 4\nH2: A dog\n", dump(doc))
}

// TestTitlesOfSlidesAreHeadings has slides whose text is as large as their titles. The largest text of the first
// slide is a heading, too.
func TestTitlesOfSlidesAreHeadings(t *testing.T) {
	t.Parallel()
	text, line := look{size: 15, bold: true}, look{size: 16, bold: true}
	pages := []*pageBuilder{slide(1).at(50, 150).block(text, "Modelling", "of systems", "with foxes").at(50, 300).block(look{size: 13}, "Anna Berg")}
	for n, title := range []string{"Foxes", "Bus model", "Bus model", "Outlook"} {
		pages = append(pages, slide(n+2).at(50, 40).block(line, title).at(50, 120).block(text, "Some text that is long, and goes on", "to a second line of the slide, and", "to a third line of it."))
	}
	const p = "P: Some text that is long, and goes on to a second line of the slide, and to a third line of it.\n"
	require.Equal(t, "Title: Modelling of systems with foxes\nP: Anna Berg\nH2: Foxes\n"+p+"H2: Bus model\n"+p+"H2: Bus model\n"+p+"H2: Outlook\n"+p, dump(build(t, pages...)))
}

// TestOnACoverTheTitleAloneIsAHeading has covers with several lines set as headings and no text behind them.
func TestOnACoverTheTitleAloneIsAHeading(t *testing.T) {
	t.Parallel()
	cover := func(texts ...string) *pageBuilder {
		p := page(1).block(huge, "To fox or not").block(body, "Anna Berg").at(50, 200).block(body, "www.fox.example")
		for _, text := range texts {
			p.at(50, p.y+30).block(large, text).at(50, p.y+20).block(body, "www.fox.example")
		}
		return p
	}
	const first, second, note = "This paper is included in the proceedings of all foxes", "Open access is sponsored by the dogs", "P: www.fox.example\n"
	const texts = "P: Anna Berg\n" + note
	require.Equal(t, "Title: To fox or not\n"+texts+"P: *"+first+"*\n"+note+"P: *"+second+"*\n"+note+"H2: Dogs\n", dump(build(t, cover(first, second), page(2).block(large, "Dogs").text())))
	require.Contains(t, dump(build(t, cover("Preface", second), page(2).block(large, "Dogs").text())), "H2: Preface\n")
	long := cover(first, second).block(body, "Foxes are animals that live in the wood, and come to", "town at night, where dogs do not see them; and they do", "not see the dogs, of which they are told every night.")
	require.Contains(t, dump(build(t, long, page(2).block(large, "Dogs").text())), "H2: "+second+"\n", "text follows")
}

// TestAnOutlineNamesTheLineThatStandsOut has several lines with the words of an entry on its page.
func TestAnOutlineNamesTheLineThatStandsOut(t *testing.T) {
	t.Parallel()
	outline := []semantic.OutlineItem{{Title: "Measure foxes", Target: layout.Target{Page: 1}}}
	of := func(first, second look, number string) string {
		return dump(buildFrom(t, semantic.Source{Outline: outline}, page(1).block(first, number+"Measure foxes").text().block(second, "Measure foxes.").text(), page(2).text()))
	}
	require.Equal(t, "Title: 2.6 Measure foxes\nP: Measure foxes.\n", of(bold, body, "2.6 "))
	require.Equal(t, "Title: 2.6 Measure foxes\nP: Measure foxes.\n", of(body, body, "2.6 "))
	require.Equal(t, "H1: Measure foxes\nH1: Measure foxes.\n", of(body, body, ""), "they are alike")
	require.Equal(t, "P: Measure foxes\nTitle: Measure foxes.\n", of(body, bold, ""))
}

func TestOutlineMakesAHeadingOnlyNearItsPage(t *testing.T) {
	t.Parallel()
	outline := []semantic.OutlineItem{{Title: "Plain words", Target: layout.Target{Page: 4}}}
	var pages []*pageBuilder
	for n := range 4 {
		pages = append(pages, page(n+1).text().block(body, "Plain words").text())
	}
	doc := buildFrom(t, semantic.Source{Outline: outline}, pages...)
	require.Equal(t, "P: Plain words\nP: Plain words\nP: Plain words\nH1: Plain words\n", dump(doc))
}

func TestLevelsSkipNone(t *testing.T) {
	t.Parallel()
	outline := []semantic.OutlineItem{{Title: "Foxes", Children: []semantic.OutlineItem{{Title: "none", Children: []semantic.OutlineItem{{Title: "Red foxes"}}}}}}
	doc := buildFrom(t, semantic.Source{Outline: outline}, page(1).text().block(large, "Foxes").text().block(bold, "Red foxes").text())
	require.Equal(t, "Title: Foxes\nH2: Red foxes\n", dump(doc))
}

func TestTitle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ metadata, want string }{
		"a title in the metadata is taken":           {"The Fox Book", "The Fox Book"},
		"white space in it is collapsed":             {" The\n Fox  Book ", "The Fox Book"},
		"the name of a file is not":                  {"fox_book_final.docx", "On foxes"},
		"a path is not":                              {`C:\texts\foxbook`, "On foxes"},
		"a word processor's name of a file is not":   {"Microsoft Word - foxes.doc", "On foxes"},
		"a word processor's prefix is not":           {"Microsoft Word - Foxes", "On foxes"},
		"a placeholder is not":                       {"Untitled-1", "On foxes"},
		"what cannot be read is not":                 {"F\uFFFDxes of the world", "On foxes"},
		"none falls back to the largest heading":     {"", "On foxes"},
		"a number is not":                            {"0012345", "On foxes"},
		"a title with a dot inside is still a title": {"Foxes vs. dogs", "Foxes vs. dogs"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := buildFrom(t, semantic.Source{Title: c.metadata}, page(1).block(large, "On foxes").text())
			require.Equal(t, c.want, doc.Title)
		})
	}
}

func TestEvidenceNamesTheRuleAndItsReason(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(large, "1 Foxes").text().block(large, "2 Dogs").text())
	for n := range doc.Root.All() {
		if n.Role == semantic.H {
			require.Equal(t, "heading", n.Evidence[0].Rule)
			require.Contains(t, n.Evidence[0].Reason, "bold")
			require.Contains(t, n.Evidence[0].Reason, "numbered")
			require.Equal(t, "level", n.Evidence[1].Rule)
		}
	}
}
