package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// notes writes the notes of a document with their anchors, and the references
// in the text and where they lead.
func notes(doc *semantic.Document) []string {
	var list []string
	for n := range doc.Root.All() {
		switch n.Role {
		case semantic.FENote:
			var b strings.Builder
			for _, p := range n.Children {
				b.WriteString(" | ")
				dumpInline(&b, p.Children)
			}
			list = append(list, n.Attr.ID+b.String())
		case semantic.Reference:
			var b strings.Builder
			dumpInline(&b, n.Children)
			list = append(list, strings.TrimSpace(b.String()+" "+n.Attr.ID)+" -> "+n.Attr.Href)
		}
	}
	return list
}

func TestFootnotesAreTiedToTheirMarks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page *pageBuilder
		want []string
	}{
		"raised numbers": {
			page(1).text().block(body, "Some words^1^ and others.^2^").at(50, 520).block(small, "^1^ The first note.").block(small, "^2^ The second note."),
			[]string{"1 fnref-1 -> #fn-1", "2 fnref-2 -> #fn-2", "fn-1 | 1 The first note.", "1 -> #fnref-1", "fn-2 | 2 The second note.", "2 -> #fnref-2"},
		},
		"two notes in one block, two marks in one superscript": {
			page(1).text().block(body, "Some words.^11, 12^").at(50, 520).block(small, "^11^ The first note", "goes on.", "^12^ The second note."),
			[]string{"11 fnref-1 -> #fn-1", "12 fnref-2 -> #fn-2", "fn-1 | 11 The first note goes on.", "11 -> #fnref-1", "fn-2 | 12 The second note.", "12 -> #fnref-2"},
		},
		"symbols": {
			page(1).text().block(body, "Some words† and others.").at(50, 520).block(small, "† The note."),
			[]string{"† fnref-1 -> #fn-1", "fn-1 | † The note.", "† -> #fnref-1"},
		},
		"raised digits of the font": {
			page(1).text().block(body, "Some words⁴ and others.").at(50, 520).block(small, "⁴The note."),
			[]string{"⁴ fnref-1 -> #fn-1", "fn-1 | ⁴The note.", "⁴ -> #fnref-1"},
		},
		"numbers on the line before the note": {
			page(1).text().block(body, "Some words.^33^").at(50, 520).block(small, "33. The note."),
			[]string{"33 fnref-1 -> #fn-1", "fn-1 | 33. The note.", "33. -> #fnref-1"},
		},
		"a further paragraph": {
			page(1).text().block(body, "Some words.^1^").at(50, 520).block(small, "^1^ The note.").block(small, "More of the note."),
			[]string{"1 fnref-1 -> #fn-1", "fn-1 | 1 The note. | More of the note.", "1 -> #fnref-1"},
		},
		"the same size as the text, raised and at the foot": {
			page(1).text().block(body, "Some words.^1^").at(50, 520).block(body, "^1^ The note."),
			[]string{"1 fnref-1 -> #fn-1", "fn-1 | 1 The note.", "1 -> #fnref-1"},
		},
		"without a mark": {
			page(1).text().at(50, 520).block(small, "^1^ The note of a picture."),
			[]string{"fn-1 | 1 The note of a picture."},
		},
		"powers and units are no marks": {
			page(1).text().block(body, "About 10^2^ or x^2^ on 3 km^2^ and _n_^2^ are none.^2^").at(50, 520).block(small, "^2^ The note."),
			[]string{"2 fnref-1 -> #fn-1", "fn-1 | 2 The note.", "2 -> #fnref-1"},
		},
		"ordinals and formulas are no notes": {
			page(1).text().block(body, "The 1^st^ of May.").at(50, 520).block(small, "^1^ = 2").block(small, "^1^ x + 2y"),
			nil,
		},
		"a numbered list in small print is none": {
			page(1).text().at(50, 480).block(small, "1. The first item.", "2. The second item."),
			nil,
		},
		"bullets are none": {
			page(1).text().block(body, "Some words.").at(50, 480).block(body, "∗ The first item.").block(body, "∗ The second item."),
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, notes(build(t, c.page)))
		})
	}
}

// Notes may have more text than the page that they explain.
func TestNotesLongerThanTheText(t *testing.T) {
	t.Parallel()
	long := []string{"A note of several lines that goes on for longer than what", "it is about, with names of books and years and pages and", "all that, so that its size is that of most of the page,", "and on and on, and then once more, and on, to the end."}
	doc := build(t, page(1).block(body, "Text of some length, about foxes and hens and other beasts", "of the wood, which has a mark^7^ and goes on and on for more", "than a line or two, as text does, until it comes to its end.").
		at(50, 420).block(small, "The end of a note whose beginning is on the page before.").at(50, 433.6).block(small, append([]string{"7 The first line of the note."}, long...)...).block(small, append([]string{"8 Another."}, long...)...))
	require.Equal(t, "P: Text of some length, about foxes and hens and other beasts of the wood, which has a mark7 and goes on and on for more than a line or two, as text does, until it comes to its end.\n"+
		"FENote: The end of a note whose beginning is on the page before.\n"+
		"FENote: 7 The first line of the note. "+strings.Join(long, " ")+"\n"+
		"FENote: 8 Another. "+strings.Join(long, " ")+"\n", dump(doc))
	require.Contains(t, notes(doc), "7 fnref-2 -> #fn-2")
}

func TestNotesEndTheirSection(t *testing.T) {
	t.Parallel()
	doc := build(t,
		page(1).text().block(large, "One").text().block(body, "Words that go^1^ on and on and on to the").at(50, 520).block(small, "^1^ A note."),
		page(2).block(body, "next page.").text().block(large, "Two").text())
	require.Equal(t, "H1: One\nP: Words that go1 on and on and on to the <page-2>next page.\nFENote: 1 A note.\nH1: Two\n", dump(doc))
}

func TestANoteStandsBehindTheSectionsThatEndOnItsPage(t *testing.T) {
	t.Parallel()
	doc := build(t,
		page(1).text().block(large, "One").text().block(body, "Words.^1^").block(large, "Two").text().block(body, "Others.^2^").at(50, 520).block(small, "^1^ A note.").block(small, "^2^ Another."),
		page(2).block(large, "Three").text())
	require.Equal(t, "H1: One\nP: Words.1\nH1: Two\nP: Others.2\nFENote: 1 A note.\nFENote: 2 Another.\nH1: Three\n", dump(doc))
}

func TestANoteEndsTheSectionOfItsMarkIfTheNextGoesOn(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]*pageBuilder{
		"in a paragraph": page(2).block(body, "next page."),
		"in another":     page(2).block(body, "Next page. It has a paragraph."),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t,
				page(1).text().block(large, "One").text().block(body, "Words.^1^").block(large, "Two").text().block(body, "These words go on to the").at(50, 520).block(small, "^1^ A note."),
				second.text())
			require.Contains(t, dump(doc), "P: Words.1\nFENote: 1 A note.\nH1: Two\n")
		})
	}
}

func TestANoteGoesOnOnTheNextPage(t *testing.T) {
	t.Parallel()
	doc := build(t,
		page(1).text().block(body, "Words.^1^").at(50, 520).block(small, "^1^ A note that goes on and"),
		page(2).text().text().at(50, 500).block(small, "on at the foot of the next page.").block(small, "^2^ Another."))
	require.Equal(t, []string{"1 fnref-1 -> #fn-1", "fn-1 | 1 A note that goes on and on at the foot of the next page.", "1 -> #fnref-1", "fn-2 | 2 Another."}, notes(doc))
}

func TestANoteMayStandOnThePageBehindItsMark(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "Words.^1^"), page(2).text().at(50, 520).block(small, "^1^ A note."))
	require.Equal(t, []string{"1 fnref-1 -> #fn-1", "fn-1 | 1 A note.", "1 -> #fnref-1"}, notes(doc))
}

func TestNotesOfTablesStay(t *testing.T) {
	t.Parallel()
	grid := look{size: 10, kind: layout.Grid}
	doc := build(t, page(1).text().block(grid, "Foxes^a^ 12", "Dogs 3^a^").block(small, "^a^ Those that jump.").text().block(large, "Next").text())
	require.Contains(t, dump(doc), "FENote: a Those that jump.\nTitle: Next")
	require.Equal(t, []string{"a fnref-1 -> #fn-1", "a fnref-1-2 -> #fn-1", "fn-1 | a Those that jump.", "a -> #fnref-1"}, notes(doc))
}

func TestNotesOfASectionStandInTheOrderOfPrint(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "Words and others.^4^").at(50, 520).block(small, "^3^ A note without a mark.").block(small, "^4^ Another."))
	require.Contains(t, dump(doc), "FENote: 3 A note without a mark.\nFENote: 4 Another.\n")
}

func TestAYearInANoteIsNoOtherNote(t *testing.T) {
	t.Parallel()
	doc := build(t, page(1).text().block(body, "Words and others.^1^").at(50, 520).block(small, "1. Jimes, C., Open Resources,", "2019. Austin, TX."))
	require.Equal(t, []string{"1 fnref-1 -> #fn-1", "fn-1 | 1. Jimes, C., Open Resources, 2019. Austin, TX.", "1. -> #fnref-1"}, notes(doc))
}
