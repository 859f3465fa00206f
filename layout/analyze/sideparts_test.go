package analyze_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireInOrder fails unless the marks stand in the text of p in their order.
func requireInOrder(t *testing.T, p *page, marks ...string) {
	t.Helper()
	text := strings.Join(blocks(pageOf(t, p)), " ")
	at := -1
	for _, mark := range marks {
		next := strings.Index(text, mark)
		require.Greater(t, next, at, "%q in %s", mark, text)
		at = next
	}
}

// stretch sets words at even distances between x0 and x1.
func (p *page) stretch(x0, x1, y, size float32, words ...string) {
	gap := x1 - x0
	for _, w := range words {
		gap -= width(w, size)
	}
	for _, w := range words {
		x0 = p.show(x0, y, size, w) + gap/float32(len(words)-1)
	}
}

func TestStretchedLinesOfNarrowColumnsAreText(t *testing.T) {
	t.Parallel()
	p := newPage()
	column := func(x float32, name string) {
		for i := range 14 {
			y := 100 + 12*float32(i)
			if i%4 == 1 {
				p.stretch(x, x+150, y, 10, "of", "disinformation", "and", "rumours")
			} else if i%4 == 2 {
				p.stretch(x, x+150, y, 10, "have", "been", "set", "in", "narrow")
			} else {
				p.stretch(x, x+150, y, 10, fmt.Sprint(name, i), "and", "words", "that", "go", "on", "so")
			}
		}
	}
	column(72, "left")
	column(232, "right")
	requireInOrder(t, p, "left0", "left4", "left12", "right0", "right4", "right12")
}

func TestANoteAndAPageNumberFarBelowDoNotHideColumns(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i := range 12 {
		y := 100 + 12*float32(i)
		p.show(72, y, 10, fmt.Sprintf("left line %d of words that fill it", 10+i))
		p.show(260, y, 10, fmt.Sprintf("right line %d of words that fill it", 10+i))
	}
	p.show(72, 640, 9, "6. A note in the left column only")
	p.show(40, 740, 8, "39")
	requireInOrder(t, p, "left line 10", "left line 21", "right line 10", "right line 21", "6. A note")
}

func TestColumnsAreReadThoughFiguresPartTheirLines(t *testing.T) {
	t.Parallel()
	p := newPage()
	column := func(x, white float32, name string, rows ...int) {
		y := float32(100)
		for i, n := range rows {
			for range n {
				p.show(x, y, 10, fmt.Sprintf("%s part %d of words that fill it", name, i))
				y += 13
			}
			y += white
		}
	}
	column(72, 380, "left", 5, 6)
	column(270, 386, "right", 7, 4)
	requireInOrder(t, p, "left part 0", "left part 1", "right part 0", "right part 1")
}

func TestAHeadingBesideTextIsReadBeforeIt(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 112, 30, "Executive")
	p.show(72, 148, 30, "Summary")
	for i := range 12 {
		p.show(260, 100+13*float32(i), 10, fmt.Sprintf("line %d of some words that fill it", 10+i))
	}
	requireInOrder(t, p, "Executive", "Summary", "line 10", "line 21")
}

func TestLargeNumbersBesideTheirTextsStayThere(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i := range 12 {
		y := 100 + 13*float32(i) + 20*float32(i/4)
		if i%4 == 0 {
			p.show(200, y+10, 30, fmt.Sprintf("Part %d", i/4+1))
		}
		p.show(300, y, 10, fmt.Sprintf("line %d of some words that fill it", 10+i))
	}
	requireInOrder(t, p, "Part 1", "line 14", "Part 2", "line 18", "Part 3")
}

func TestTheGutterBetweenColumnsGoesBeforeThatInTheirNotes(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i := range 22 {
		p.show(260, 100+13*float32(i), 11, fmt.Sprintf("right line %d of some words", 10+i))
	}
	for i := range 9 {
		p.show(72, 392+13*float32(i), 11, fmt.Sprintf("left line %d of some words", 10+i))
	}
	for i := range 10 {
		y := 398 + 12*float32(i)
		if i%3 == 0 {
			p.show(260, y, 9, fmt.Sprint(24+i/3))
		}
		p.show(282, y, 9, fmt.Sprintf("note line %d of some small words", 10+i))
	}
	requireInOrder(t, p, "left line 10", "left line 18", "right line 10", "right line 31", "note line 10", "note line 19")
}

func TestNumbersInsideTheScaleOfAChartAreNoTable(t *testing.T) {
	t.Parallel()
	cells := func(scale []string) []string {
		p := newPage()
		for i, n := range scale {
			p.show(100-width(n, 8), 100+16*float32(i), 8, n)
		}
		for i, n := range []string{"81", "56", "47", "16"} {
			x := 130 + 70*float32(i)
			p.show(x, 100+32*float32(i), 8, n)
			p.show(x+18, 116+32*float32(i), 8, n)
			p.show(x-8, 100+16*float32(len(scale)), 8, "Events")
		}
		return cellsOf(pageOf(t, p))
	}
	falling := []string{"90", "80", "70", "60", "50", "40", "30", "20", "10"}
	require.Empty(t, cells(falling))
	rising := slices.Clone(falling)
	slices.Reverse(rising)
	require.NotEmpty(t, cells(rising), "rows that are numbered downwards")
}

func TestAVeryLargeInitialBeginsTheLineBesideItsTop(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 155, 77, "I")
	for i, text := range []string{"ndia suffers from what is", "getting in of late and then", "the way of doing business"} {
		p.show(98, 123+16*float32(i), 10, text)
	}
	p.show(72, 171, 10, "which is what these lines are about")
	requireInOrder(t, p, "India suffers", "getting", "the way")
}

func TestValuesInTheBarsOfAFullChartAreNoTable(t *testing.T) {
	t.Parallel()
	cells := func(drop float32) []string {
		p := newPage()
		for i, n := range []string{"100", "80", "60", "40", "20", "0"} {
			p.show(100-width(n, 8), 100+24*float32(i), 8, n)
		}
		for i, bar := range [][]string{{"32", "30", "38"}, {"37", "17", "46"}, {"22", "20", "57"}} {
			x := 150 + 70*float32(i)
			for k, n := range bar {
				p.show(x, 124+24*float32(k)+drop*float32(2*k+i+1), 8, n)
			}
			p.show(x-8, 236, 8, []string{"July", "October", "January"}[i])
		}
		return cellsOf(pageOf(t, p))
	}
	require.Empty(t, cells(2.5))
	require.NotEmpty(t, cells(0), "cells of rows share their baselines")
}
